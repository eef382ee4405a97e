"""Why: a queue that works is shown piece by piece; one that fails, with the reason and the swap that would help."""

from dataclasses import dataclass, replace

from coset.families.hold.naive import answer as naive_answer
from coset.families.hold.rules import WIDTH, Position
from coset.stacking.drops import clear_rows, drops
from coset.stacking.drops import rules as drop_rules
from coset.stacking.pieces import cells_at


@dataclass(frozen=True, slots=True)
class Step:
    """One placement or one reason; `field` and `height` are those before it."""

    text: str
    queue: str
    kind: str
    field: int = 0
    height: int = 0
    piece: str = ""
    rotation: str = ""
    x: int = 0
    y: int = 0
    lines: int = 0


def explain(position: Position) -> list[Step]:
    """How the first queue that works is played, and why the first one that fails fails.

    >>> from coset.families.hold.rules import parse
    >>> print(explain(parse("XXXXXX____/XXXXXX____:[LJ]!:no-hold"))[0].text)
    JL: no order of these pieces without hold fills the field: its pieces can't fill the field, in whatever order
    """
    from coset.families.hold.solve import failure, works

    found = works(position)
    steps = []
    good = next((number for number in range(found.queues.total) if number in found), None)
    if good is not None:
        steps += play(position, found.queues.nth(good))
    bad = next(found.failing(), None)
    if bad is not None:
        reason = failure(position, found.queues.nth(bad))
        how = "with hold" if position.hold else "without hold"
        text = f"{reason.queue}: no order of these pieces {how} fills the field: {reason.text.partition(': ')[2]}"
        steps.append(Step(text, reason.queue, "fails"))
    return steps


def play(position: Position, queue: str) -> list[Step]:
    """The placements that clear the field with this queue."""
    from coset.families.hold.paths import path, replay_order

    solution = path(replace(position, queue=queue), minimal=False).unique[0]
    steps = []
    for placed, field, height in replay_order(position, queue, solution.parts):
        cells = cells_at(placed.piece, placed.rotation, placed.x, placed.y)
        lines = clear_rows(field | cells, WIDTH)[1]
        where = ", ".join(f"{c % WIDTH + 1},{c // WIDTH + 1}" for c in range(cells.bit_length()) if cells >> c & 1)
        cleared = "" if not lines else f" and clears {lines} line" + "s" * (lines > 1)
        text = f"{queue}: {placed.piece} comes to rest on the cells {where} (column, row from the bottom){cleared}"
        steps.append(
            Step(text, queue, "placed", field, height, placed.piece, placed.rotation, placed.x, placed.y, lines)
        )
    return steps


def holds(position: Position, step: Step) -> bool:
    """Whether a step is true by the rules alone: a drop that there is, lines that clear, a queue that the slow
    solver fails."""
    if step.kind == "fails":
        return step.queue in step.text and naive_answer(replace(position, queue=step.queue))[0] == 0
    rules = drop_rules(position.kicks, position.drop)
    there = [
        d
        for d in drops(step.field, WIDTH, step.piece, rules)
        if (d.rotation, d.x, d.y) == (step.rotation, step.x, step.y)
    ]
    if not there or there[0].cells >> step.height * WIDTH:
        return False
    return clear_rows(step.field | there[0].cells, WIDTH)[1] == step.lines
