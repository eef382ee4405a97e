"""What can be asked of the 4-wide well: rules, start, sequence, hold, previews; and the states that answer it."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from coset.errors import BadInput, TooBig
from coset.families.combo.fields import STARTS, Graph, closure, field_text, rules_of
from coset.families.combo.rules import SEQUENCES, Position

MOST_WINDOWS, MOST_STORED = 3_000_000, 250_000_000


@dataclass(frozen=True)
class Question:
    """Which well: `preview` pieces are seen after the one that falls; `sequence` is random or bag."""

    rules: str
    start: str
    sequence: str
    preview: int
    hold: bool

    @property
    def bags(self) -> bool:
        """Whether the pieces come in bags of seven."""
        return self.sequence == "bag"

    @cached_property
    def graph(self) -> Graph:
        """The fields that drops which clear can make of the start field."""
        return closure(self.start, self.rules)

    def json(self) -> dict[str, Any]:
        """Plain values."""
        return {key: getattr(self, key) for key in ("rules", "start", "sequence", "preview", "hold")}


def question(
    residual: int = 3,
    start: str | None = None,
    rules: str = "srs",
    queue: str = "random",
    preview: int = 0,
    hold: bool = False,
) -> Question:
    """A question of its parts, all of them checked.

    >>> question(preview=2, hold=True)
    Question(rules='srs', start='XXX.', sequence='random', preview=2, hold=True)
    """
    rules_of(rules)
    if queue not in SEQUENCES:
        raise BadInput("the sequence is not known", queue, "random or bag")
    if start is None:
        if residual not in STARTS:
            raise BadInput(
                "there is no start field for this residual",
                residual,
                f"{', '.join(map(str, STARTS))}, or name a start field",
            )
        start = STARTS[residual]
    if preview < 0:
        raise BadInput("the number of previews is negative", preview, "0 or more")
    if preview > 7:
        raise TooBig("there are too many previews", preview, "at most 7")
    return Question(rules, field_text(start), queue, preview, hold)


def of_position(position: Position) -> Question:
    """The question that a position belongs to."""
    hold, bags = position.hold is not None, position.bag is not None
    return Question(position.rules, position.field, SEQUENCES[bags], position.preview, hold)


def model_of(asked: Question, graph: Graph | None = None) -> Any:
    """The model of a question, or TooBig."""
    from coset.families.combo.model import Model
    from coset.families.combo.windows import LANES

    model = Model(graph or asked.graph, asked.bags, asked.hold, asked.preview)
    stored = len(model.graph.fields) * model.hands * 127
    if asked.preview:
        most = 7 ** (asked.preview - model.pairs) if not asked.bags else 0
        stored = most * model.rows if most > MOST_WINDOWS else len(model.windows.group_keys) * LANES * model.rows
        stored //= 2 if model.graph.mirror is not None else 1
    if stored > MOST_STORED:
        raise TooBig(
            f"about {stored:,} states would have to be stored", f"{asked.preview} previews", f"at most {MOST_STORED:,}"
        )
    return model


def system_of(model: Any) -> Any:
    """The states of a model with their steps."""
    from coset.families.combo.systems import Lanes
    from coset.families.combo.tables import without_previews

    return Lanes(model) if model.preview else without_previews(model)


def count_states(model: Any) -> tuple[int, int]:
    """How many queues the question has, and how many states."""
    from coset.families.combo.windows import windows

    if not model.bags:
        queues = int(7**model.preview)
    elif model.preview:
        queues = len(windows(model.preview, True).keys)
    else:
        queues = 127
    return queues, len(model.graph.fields) * (7 if model.hold else 1) * queues
