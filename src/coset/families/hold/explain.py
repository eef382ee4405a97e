"""Why: a queue that works is shown piece by piece; one that fails, with the reason and the swap that would help."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from coset.cells.bits import cells_of
from coset.families.hold.naive import answer as naive_answer
from coset.families.hold.rules import WIDTH, Position
from coset.stacking.drops import Drop, clear_rows, drops
from coset.stacking.drops import rules as drop_rules


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
    """The placements that clear the field with this queue: each the first by which the rest still works."""
    rows = position.standing
    height = len(rows)
    field = sum(1 << (y * WIDTH + x) for y, row in enumerate(reversed(rows)) for x in range(WIDTH) if row[x] != "_")
    steps, rest = [], queue
    while height:
        drop, then = next(_good_drops(position, field, height, rest))
        after, lines = clear_rows(field | drop.cells, WIDTH)
        where = ", ".join(f"{cell % WIDTH + 1},{cell // WIDTH + 1}" for cell in cells_of(drop.cells))
        cleared = "" if not lines else f" and clears {lines} line" + "s" * (lines > 1)
        text = f"{queue}: {drop.piece} comes to rest on the cells {where} (column, row from the bottom){cleared}"
        steps.append(Step(text, queue, "placed", field, height, drop.piece, drop.rotation, drop.x, drop.y, lines))
        field, height, rest = after, height - lines, then
    return steps


def _good_drops(position: Position, field: int, height: int, queue: str) -> Iterator[tuple[Drop, str]]:
    """The placements after which the rest of the queue clears the rest of the field, the lowest first."""
    from coset.families.hold.solve import works

    rules = drop_rules(position.kicks, position.drop)
    for piece, rest in _choices(queue, position.hold):
        for drop in sorted(drops(field, WIDTH, piece, rules), key=lambda drop: drop.cells):
            after, lines = clear_rows(field | drop.cells, WIDTH)
            if drop.cells >> height * WIDTH == 0 and (
                height == lines or works(replace(position, rows=_rows(after, height - lines), queue=rest)).success
            ):
                yield drop, rest


def _choices(queue: str, hold: bool) -> list[tuple[str, str]]:
    """What can be placed now, and the queue after it: a held piece stands first."""
    choices = [(queue[0], queue[1:])]
    if hold and len(queue) > 1:
        choices.append((queue[1], queue[0] + queue[2:]))
    return choices


def _rows(field: int, height: int) -> tuple[str, ...]:
    return tuple(
        "".join("X" if field >> (y * WIDTH + x) & 1 else "_" for x in range(WIDTH)) for y in range(height - 1, -1, -1)
    )


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
