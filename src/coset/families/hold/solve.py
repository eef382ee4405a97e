"""The public answers: chances, what hold adds, and which queues fail."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from coset.cells.pieces import PIECES
from coset.errors import BadInput, TooBig
from coset.families.hold import orders
from coset.families.hold.portions import portions_of
from coset.families.hold.rules import Position, position
from coset.stacking.drops import rules as drop_rules
from coset.stacking.queues import Queues, queues

Progress = Callable[[float, float | None], None]
Field = str | list[str] | tuple[str, ...] | Position

MOST_QUEUES = 1 << 28
MOST_SEEN = 8


@dataclass(frozen=True, slots=True)
class Works:
    """Which queues of a position work: a flag for each queue."""

    queues: Queues
    flags: npt.NDArray[np.bool_]

    @property
    def success(self) -> int:
        """How many work."""
        return int(np.count_nonzero(self.flags))

    def failing(self) -> Iterator[int]:
        """The numbers of the queues that fail, lowest first."""
        return (int(number) for number in np.flatnonzero(~self.flags))

    def between(self, start: int, end: int) -> int:
        """How many work of the queues with these numbers."""
        return int(np.count_nonzero(self.flags[start:end]))

    def __contains__(self, number: object) -> bool:
        return isinstance(number, int) and 0 <= number < self.flags.size and bool(self.flags[number])


def works(given: Position, saved: str = "", float_: bool = False, progress: Progress | None = None) -> Works:
    """Which queues work. `saved`: with this piece left over; `float_`: as if each resting place could be reached."""
    from coset.families.hold import engine
    from coset.kernels.watch import watched

    every = queues(given.pattern, given.seen)
    if every.total > MOST_QUEUES:
        raise TooBig(f"the pattern has {every.total:,} queues", given.queue, f"at most {MOST_QUEUES:,}")
    rows, rules = given.standing[::-1], drop_rules(given.kicks, given.drop)
    keep = PIECES.index(saved) if saved else -1
    parts = portions_of(given, every)
    memory = engine.Memory(given.pieces + 1, max(engine.widest(part.queues) for part in parts), _scale(given))
    flags = np.zeros(every.total, np.bool_)
    done = 0
    for part in parts:
        ask = engine.question(rows, rules, part.queues, keep, float_)
        memory.forget()
        if progress is None:
            found = engine.working(ask, memory, part.queues, given.hold, np.zeros(8, np.int64))
        else:
            call = partial(engine.working, ask, memory, part.queues, given.hold)
            found = watched(call, partial(_tell, progress, done, every.total))
        flags[part.numbers] = found
        done += found.size
    return Works(every, flags)


def _tell(progress: Progress, done: int, total: int, _: int) -> None:
    progress(done, total)


def _scale(given: Position) -> int:
    return 10 if given.pieces <= 4 else 12 if given.pieces <= 7 else 16


def answer(given: Position) -> tuple[int, int]:
    """How many queues work, and how many there are."""
    found = works(given)
    return found.success, found.queues.total


@dataclass(frozen=True, slots=True)
class Failure:
    """A queue that fails, and why; `swapped` is a queue that works and differs by two pieces that changed places."""

    queue: str
    reason: str
    swapped: str | None

    @property
    def text(self) -> str:
        """The reason as a sentence."""
        return f"{self.queue}: {REASONS[self.reason]}" + (f"; {self.swapped} would work" if self.swapped else "")

    def json(self) -> dict[str, Any]:
        """Plain values."""
        return {"queue": self.queue, "reason": self.reason, "swapped": self.swapped}


REASONS = {
    "no packing": "its pieces can't fill the field, in whatever order",
    "order impossible": "its pieces can fill the field, but in no order in which hold lets each come to rest",
    "unreachable": "it would work if pieces could get to each resting place",
}


@dataclass(frozen=True, slots=True)
class Percent:
    """How many of the queues work."""

    position: Position
    success: int
    total: int
    pieces: int
    cut: bool
    tree: dict[str, Any]
    failed: tuple[Failure, ...]

    @property
    def chance(self) -> float:
        """Success by total."""
        return self.success / self.total

    def json(self) -> dict[str, Any]:
        """Plain values."""
        failed = [failure.json() for failure in self.failed]
        return {
            "success": self.success,
            "total": self.total,
            "pieces": self.pieces,
            "tree": self.tree,
            "failed": failed,
        }

    def __repr__(self) -> str:
        return f"<{self.success} of {self.total} queues work, {self.chance:.2%}>"

    def _repr_svg_(self) -> str:
        from coset.families.hold.picture import draw
        from coset.show.svg import svg

        return svg(draw(self.position))


def percent(
    field: Field,
    queue: str | None = None,
    *,
    height: int | None = None,
    hold: bool | None = None,
    drop: str | None = None,
    kicks: str | None = None,
    see: int | None = None,
    tree: int = 0,
    failed: int = 0,
    progress: Progress | None = None,
) -> Percent:
    """How many of the queues clear the field.

    Equal to `naive.answer`, which plays every queue. With `see`, only so many pieces after the current one are known
    when a piece is placed, and the play is the best there is. `tree`: chances by the first pieces of the queue;
    `failed`: so many failing queues, and why.

    >>> percent("XXXXX____X/XXXXXX___X/XXXXXXX__X/XXXXXX___X", "*p4")
    <514 of 840 queues work, 61.19%>
    """
    given = position(field, queue, height=height, hold=hold, drop=drop, kicks=kicks)
    cut = given.seen < given.pattern.length
    if see is not None:
        if tree or failed:
            raise BadInput(
                "with limited sight there is no tree and no list of failing queues", None, "ask for them without --see"
            )
        count, total = seeing(given, see, progress)
        return Percent(given, count, total, given.pieces, cut, {}, ())
    found = works(given, progress=progress)
    branches = _tree(found, 0, 0, min(tree, found.queues.length))
    failures = tuple(_failures(given, found, failed)) if failed else ()
    return Percent(given, found.success, found.queues.total, given.pieces, cut, branches, failures)


def seeing(given: Position, see: int, progress: Progress | None = None) -> tuple[int, int]:
    """How many queues work under best play with `see` pieces seen after the current one, and how many there are."""
    from coset.families.hold import engine
    from coset.kernels.watch import watched

    if not 0 <= see <= MOST_SEEN:
        raise BadInput("the number of pieces seen is out of range", see, f"0 to {MOST_SEEN}, or all")
    every = queues(given.pattern, given.seen)
    ask = engine.question(given.standing[::-1], drop_rules(given.kicks, given.drop), every)
    call = partial(engine.best, ask, engine.Memory(1, 1), see, given.hold)
    return watched(call, progress and (lambda done: progress(done, None))), every.total


def _tree(found: Works, state: int, start: int, deep: int) -> dict[str, Any]:
    if deep == 0:
        return {}
    branches = {}
    for kind in range(7):
        then = found.queues.after[state][kind]
        if then >= 0:
            first, count = start + found.queues.first[state][kind], found.queues.count[then]
            branch = {"success": found.between(first, first + count), "total": count}
            below = _tree(found, then, first, deep - 1)
            branches[PIECES[kind]] = branch | ({"next": below} if below else {})
    return branches


def _failures(given: Position, found: Works, most: int) -> Iterator[Failure]:
    for done, number in enumerate(found.failing()):
        if done == most:
            return
        yield failure(given, found.queues.nth(number))


def failure(given: Position, queue: str) -> Failure:
    """Why a queue fails, and a swap of two pieces that would help."""
    from coset.families.hold import engine

    alone = replace(given, queue=queue)
    swaps = []
    for gap in range(1, len(queue)):
        for at in range(len(queue) - gap):
            letters = list(queue)
            letters[at], letters[at + gap] = letters[at + gap], letters[at]
            swaps.append("".join(letters))
    swaps = [swap for swap in dict.fromkeys(swaps) if swap != queue]
    swapped = None
    if swaps:
        tried = works(replace(given, queue=";".join(swaps)))
        swapped = next((swap for swap in swaps if tried.queues.number(swap) in tried), None)
    rules = drop_rules(given.kicks, given.drop)
    if not engine.can_be_tiled(given.standing[::-1], rules, queues(alone.pattern, alone.seen)):
        return Failure(queue, "no packing", swapped)
    return Failure(queue, "unreachable" if works(alone, float_=True).success else "order impossible", swapped)


@dataclass(frozen=True, slots=True)
class Gain:
    """What hold adds: of all queues, how many work without hold, and only with it; the same by first piece."""

    position: Position
    total: int
    without: int
    with_hold: int
    by_first: dict[str, dict[str, int]]

    @property
    def only_with(self) -> int:
        """How many work only with hold."""
        return self.with_hold - self.without

    def json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "total": self.total,
            "without": self.without,
            "only_with_hold": self.only_with,
            "never": self.total - self.with_hold,
            "by_first": self.by_first,
        }

    def __repr__(self) -> str:
        return f"<of {self.total} queues {self.without} work without hold, {self.only_with} only with it>"


def gain(
    field: Field,
    queue: str | None = None,
    *,
    height: int | None = None,
    drop: str | None = None,
    kicks: str | None = None,
    progress: Progress | None = None,
) -> Gain:
    """What hold adds, on the queues that are seen with hold.

    >>> gain("XXXXXX____/XXXXXX____/XXXXXX____/XXXXXX____", "*p4")
    <of 840 queues 172 work without hold, 224 only with it>
    """
    given = position(field, queue, height=height, hold=True, drop=drop, kicks=kicks)
    with_hold = works(given, progress=progress)
    # without hold only the first pieces of a queue matter: each shorter queue stands for those that begin with it
    short = works(replace(given, hold=False), progress=progress)
    every = with_hold.queues
    weights = np.array([_going_on(every, short.queues.nth(number)) for number in range(short.queues.total)], np.int64)
    flags = short.flags
    by_first, at = {}, 0
    for kind in range(7):
        then, fewer = every.after[0][kind], short.queues.after[0][kind]
        if then >= 0:
            size, start = short.queues.count[fewer], every.first[0][kind]
            count = int(weights[at : at + size][flags[at : at + size]].sum())
            both = with_hold.between(start, start + every.count[then])
            by_first[PIECES[kind]] = {"total": every.count[then], "without": count, "only_with_hold": both - count}
            at += size
    return Gain(given, every.total, int(weights[flags].sum()), with_hold.success, by_first)


def _going_on(every: Queues, start: str) -> int:
    state = 0
    for piece in start:
        state = every.after[state][PIECES.index(piece)]
    return every.count[state]


implies, implied_by = orders.implies, orders.implied_by


def warm() -> None:
    """Compile the kernels."""
    from coset.families.hold.paths import path

    percent("XXXXXX____/XXXXXX____", "[LJO]p3", failed=1)
    percent("XXXXXX____/XXXXXX____", "[LJO]p3", see=1)
    path("XXXXXX____/XXXXXX____", "[LJO]p3")
