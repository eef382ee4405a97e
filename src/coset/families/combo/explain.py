"""Why a drop is best: what each drop leaves, what may be drawn next, and the mean of what can then be had.

Three kinds of steps, each checked from the definition, by `naive.py` where the model is small enough for it:
- drop: the piece rests on these cells, clears so many rows and leaves this field;
- value: 1 + the mean, over the pieces that may be drawn, of the best that follows;
- best: no other drop is worth more; or no drop clears a row.
"""

import math
from dataclasses import dataclass
from typing import Any

from coset.cells.pieces import PIECES
from coset.errors import TooBig
from coset.families.combo import naive
from coset.families.combo.fields import rules_of, to_cells, width_of
from coset.families.combo.picture import names
from coset.families.combo.question import of_position
from coset.families.combo.rules import Position
from coset.families.combo.solve import Advice, Choice, advise_position, position_of, solved
from coset.stacking import drops as falling

CLOSE = 1e-5


@dataclass(frozen=True, slots=True)
class Step:
    """One step: its `kind` (see above), what it says, and the drop it is about (none if no drop clears).

    `draws` are the pieces that may come, each with the best value that follows (0 where nothing clears); `value`
    counts the drop.
    """

    kind: str
    text: str
    choice: Choice | None = None
    draws: tuple[tuple[str, float], ...] = ()


def explain(position: "str | Position") -> list[Step]:
    """The steps for every drop that clears, best first."""
    asked = position_of(position)
    advice = advise_position(solved(of_position(asked)), asked)
    if not advice.choices:
        hands = " or ".join(dict.fromkeys(asked.queue[0] + (asked.hold or "")))
        return [Step("best", f"No drop of {hands} clears a row of {asked.field}, so the combo ends here.")]
    steps = []
    for choice in advice.choices:
        steps += [_drop_step(asked, choice), _value_step(asked, choice)]
    return [*steps, _best_step(advice)]


def _drop_step(asked: Position, choice: Choice) -> Step:
    cells = names(choice.cells, width_of(asked.field))
    rows = f"{choice.cleared} row" + "s" * (choice.cleared > 1)
    kept = f" and {choice.hold} held" if choice.hold else ""
    return Step("drop", f"{choice.piece} on {cells} clears {rows} and leaves {choice.result}{kept}.", choice)


def _value_step(asked: Position, choice: Choice) -> Step:
    state = (choice.result, choice.hold, asked.queue[1:], asked.bag)
    draws = tuple(_after_draw(asked, state, piece) for piece in (asked.bag or PIECES))
    listed = ", ".join(f"{piece} {value:.6g}" for piece, value in draws)
    after = f"After {choice.piece} to {choice.result} the draws are worth {listed}"
    text = f"{after}; with this drop the mean makes {choice.value:.9g}."
    return Step("value", text, choice, draws)


def _after_draw(asked: Position, state: naive.State, piece: str) -> tuple[str, float]:
    field, held, queue, bag = state
    left = None if bag is None else (bag or PIECES).replace(piece, "")
    after = Position(asked.rules, field, held, queue + piece, left)
    return piece, advise_position(solved(of_position(asked)), after).value


def _best_step(advice: Advice) -> Step:
    best = advice.choices[0]
    text = f"So {best.piece} to {best.result} is the drop to make, worth {best.value:.9g}"
    if len(advice.choices) > 1:
        second = advice.choices[1]
        text += f"; the next best, {second.piece} to {second.result}, is worth {second.value:.9g}"
    return Step("best", text + ".", best)


def holds(position: "str | Position", step: Step) -> bool:
    """Whether the step is true."""
    asked = position_of(position)
    if step.choice is None:
        return step.kind == "best" and not _clearing(asked)
    if (step.choice.piece, step.choice.hold, step.choice.result) not in _clearing(asked):
        return False
    if step.kind == "drop":
        return _rests(asked, step.choice)
    values = _values(asked)
    state = (step.choice.result, step.choice.hold, asked.queue[1:], asked.bag)
    if step.kind == "value":
        after = naive.followers(asked.rules, state)
        best = [max((1 + values[s] for s in to), default=0.0) for to in after]
        given = [value for _, value in step.draws]
        fits = len(best) == len(given) and all(
            math.isclose(a, b, rel_tol=CLOSE) for a, b in zip(best, given, strict=True)
        )
        return fits and math.isclose(1 + sum(given) / len(given), step.choice.value, rel_tol=CLOSE)
    every = naive.options(asked.rules, asked.field, asked.hold, asked.queue[0], asked.queue[1:], asked.bag)
    top = max(1 + values[s] for s in every)
    return math.isclose(1 + values[state], top, rel_tol=CLOSE) and math.isclose(step.choice.value, top, rel_tol=CLOSE)


def _clearing(asked: Position) -> set[tuple[str, str | None, str]]:
    """Every (piece, held after it, field left) by a drop that clears."""
    falls, found = asked.queue[0], set()
    hands = {(falls, asked.hold)} | ({(asked.hold, falls)} if asked.hold else set())
    for piece, kept in hands:
        found |= {(piece, kept, state[0]) for state in naive.options(asked.rules, asked.field, None, piece, "", None)}
    return found


def _rests(asked: Position, choice: Choice) -> bool:
    """Whether the piece can come to rest on the cells, and what it clears and leaves is as the step says."""
    width, field = width_of(asked.field), to_cells(asked.field)
    if choice.cells not in {drop.cells for drop in falling.drops(field, width, choice.piece, rules_of(asked.rules))}:
        return False
    left, cleared = falling.clear_rows(field | choice.cells, width)
    return (left, cleared) == (to_cells(choice.result), choice.cleared)


class _Solved(dict[Any, float]):
    """Values of a model too big for the naive solver, from the arrays that a certificate was made for."""

    def __init__(self, asked: Position) -> None:
        super().__init__()
        self.policy = solved(of_position(asked))

    def __missing__(self, state: naive.State) -> float:
        import numpy as np

        field, held, queue, bag = state
        left = 127 if bag is None else sum(1 << PIECES.index(piece) for piece in bag)
        pieces = np.array([[PIECES.index(piece) for piece in queue]], np.int64).reshape(1, -1)
        at = np.array([self.policy.graph.number[field]]), np.array([PIECES.index(held) if held else 0])
        where, _ = self.policy.places(*at, pieces, np.array([left]))
        return float(self.policy.value(where)[0])


def _values(asked: Position) -> dict[naive.State, float]:
    try:
        return naive.model_values(
            asked.rules, asked.field, asked.hold is not None, asked.preview, asked.bag is not None
        )
    except TooBig:
        return _Solved(asked)
