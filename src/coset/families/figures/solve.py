"""The answers: count, solve, check, and what a search is expected to take."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any

from coset.errors import BadInput, TooBig
from coset.families.figures import engines, shards
from coset.families.figures.program import Program, program
from coset.families.figures.rules import Figure, as_figure, format, line_sum
from coset.families.figures.symmetry import Move, moved, symmetry

if TYPE_CHECKING:
    from coset.families.figures.naive import Answer

Progress = Callable[[float, float | None], None]
Filling = tuple[int, ...]

MOST_DAYS = 30
LONGEST_LIST = 1_000_000


@dataclass(frozen=True, slots=True)
class Count:
    """How many ways there are to fill a figure.

    `basic` counts one of all that a symmetry of the lines takes to each other (None where numbers are given, or where
    numbers repeat and there are too many fillings to tell); `group` is how many symmetries there are. `by_target` is
    None where lines have different targets.
    """

    figure: str
    count: int
    basic: int | None
    group: int
    by_target: dict[str, int] | None
    nodes: int
    seconds: float

    def json(self) -> dict[str, Any]:
        """The values as `--json` prints them."""
        keys = ("count", "basic", "group", "by_target", "nodes", "seconds")
        return {key: getattr(self, key) for key in keys}


@dataclass(frozen=True, slots=True)
class Solutions:
    """Fillings of a figure, and how many there are of them; `count` and `basic` are None if the search was left
    early.
    """

    figure: str
    count: int | None
    basic: int | None
    group: int
    by_target: dict[str, int] | None
    nodes: int
    seconds: float
    solutions: tuple[Filling, ...]

    def json(self) -> dict[str, Any]:
        """The values as `--json` prints them."""
        keys = ("count", "basic", "group", "by_target", "nodes", "seconds")
        return {key: getattr(self, key) for key in keys} | {"solutions": [list(filling) for filling in self.solutions]}

    def __repr__(self) -> str:
        return f"Solutions({self.figure!r}, {len(self.solutions)} fillings)"

    def _repr_svg_(self) -> str:
        from coset.families.figures.picture import draw_all
        from coset.show.svg import svg

        return svg(draw_all(as_figure(self.figure), list(self.solutions[:48])))


def answer(figure: Figure) -> "Answer":
    """How many fillings there are by target: what `naive.answer` gives, fast.

    >>> from coset.families.figures.rules import parse
    >>> answer(parse("hexagon:3"))
    {None: 12}
    """
    found = count(figure)
    if figure.targets is not None:
        return {None: found.count}
    return {int(target): many for target, many in (found.by_target or {}).items()}


def count(figure: Figure | str, *, workers: int = 1, progress: Progress | None = None) -> Count:
    """How many ways there are to fill a figure, all of them and up to its symmetries.

    >>> found = count("hexagon:3")
    >>> found.count, found.basic, found.group
    (12, 1, 12)
    """
    figure = as_figure(figure)
    began = time.perf_counter()
    instructions = program(figure)
    nodes = _reachable(instructions)
    engine = engines.engine_for(instructions, nodes)
    pieces = shards.parts(instructions, 0 if nodes < 1e7 and workers == 1 else 1 if nodes < 1e10 else 2)
    results = _all_parts(instructions, engine, pieces, workers, progress)
    values = shards.total(figure, pieces, results)
    if figure.distinct != "all" and not figure.given and values["count"] <= 20_000:
        values["basic"] = _orbits(figure, _listed(instructions, None, None)[0])
    return Count(format(figure), **values, seconds=time.perf_counter() - began)


def _reachable(instructions: Program) -> float:
    nodes = instructions.plan.nodes
    days = engines.seconds_for(instructions, nodes) / 86400
    if days > MOST_DAYS:
        raise TooBig(
            f"the search would meet about {nodes:.0e} partial fillings and take {days:.2g} days",
            format(instructions.figure),
            "give some numbers, or look for one filling with 'find'",
        )
    return nodes


def _all_parts(
    instructions: Program, engine: str, pieces: list[shards.Shard], workers: int, progress: Progress | None
) -> list[dict[str, int]]:
    """The results of all parts, in their order; compiled ones on `workers` threads, and stopped by Ctrl-C."""
    if engine == engines.PLAIN:
        results = []
        for piece in pieces:
            results.append(shards.solve_part(instructions, engine, piece))
            if progress is not None:
                progress(len(results), len(pieces))
        return results
    from coset.kernels.watch import watched

    done: list[int] = []

    def work(watch: Any) -> list[dict[str, int]]:
        return _in_threads(partial(shards.solve_part, instructions, engine, watch=watch), pieces, workers, done, watch)

    return watched(work, None if progress is None else lambda _: progress(len(done), len(pieces)))


def _in_threads(
    call: Callable[[shards.Shard], dict[str, int]],
    pieces: list[shards.Shard],
    workers: int,
    done: list[int],
    watch: Any,
) -> list[dict[str, int]]:
    from concurrent.futures import ThreadPoolExecutor

    def one(piece: shards.Shard) -> dict[str, int]:
        result = call(piece)
        done.append(1)
        return result

    # The first part alone, since it may have to be compiled.
    first = [one(piece) for piece in pieces[:1]]
    with ThreadPoolExecutor(max(1, workers)) as pool:
        try:
            return first + list(pool.map(one, pieces[1:]))
        except BaseException:
            watch[0] = 1
            raise


def solve(
    figure: Figure | str, *, first: int | None = None, up_to_symmetry: bool = False, progress: Progress | None = None
) -> Solutions:
    """The fillings of a figure: all, or the `first` few, or one of each kind.

    >>> solve("hexagon:3", up_to_symmetry=True).solutions[0][:3]
    (3, 17, 18)
    """
    figure = as_figure(figure)
    began = time.perf_counter()
    instructions = program(figure)
    if first is None:
        _reachable(instructions)
        _listable(instructions, up_to_symmetry)
    elif first < 1:
        raise BadInput("this is no number of fillings", first, "1 or more")
    group = instructions.plan.group if figure.distinct == "all" else symmetry(figure)
    images = group.order if figure.distinct == "all" and not up_to_symmetry else 1
    basic, nodes, whole = _listed(instructions, None if first is None else -(-first // images), progress)
    if figure.distinct != "all":
        found = _representatives(figure, basic) if up_to_symmetry else basic
    elif up_to_symmetry:
        # Of a big group's images the one that was found will do.
        found = [min(moved(one, move) for move in group.moves()) if group.order <= 5000 else one for one in basic]
    else:
        if first is None and group.order * len(basic) > LONGEST_LIST:
            raise TooBig("there are too many fillings to list", group.order * len(basic), "list them up to symmetry")
        found = list(islice((moved(one, move) for one in basic for move in group.moves()), first))
    if first is None:
        found.sort()
    everything = len(basic) * (group.order if figure.distinct == "all" else 1)
    return Solutions(
        figure=format(figure),
        count=everything if whole else None,
        basic=_basic_count(figure, basic) if whole else None,
        group=group.order,
        by_target=_by_target(figure, basic, everything) if whole else None,
        nodes=nodes,
        seconds=time.perf_counter() - began,
        solutions=tuple(found[:first]),
    )


def _listable(instructions: Program, up_to_symmetry: bool) -> None:
    sizes = instructions.plan.sizes
    many = (sizes[-1] if sizes else 1) * (1 if up_to_symmetry else instructions.plan.group.order)
    if many > 5 * LONGEST_LIST:
        raise TooBig(
            f"there are about {many:.0e} fillings, too many to list",
            format(instructions.figure),
            "count them, or list the first few",
        )


def _listed(instructions: Program, need: int | None, progress: Progress | None) -> tuple[list[Filling], int, bool]:
    """Fillings up to symmetry, the partial fillings met, and whether the search came to its end; it stops at `need`
    fillings.
    """
    found: list[Filling] = []

    def keep(filling: Filling) -> bool:
        found.append(filling)
        if len(found) > LONGEST_LIST:
            raise TooBig(
                "there are too many fillings to list", f"over {LONGEST_LIST}", "count them, or list the first few"
            )
        return len(found) != need

    engine = engines.engine_for(instructions, instructions.plan.nodes, listing=True)
    nodes = 0
    for target in instructions.plan.targets:
        if engine == engines.PLAIN:
            nodes += engines.run(engine, instructions, target, keep)[1]
        else:
            from coset.kernels.watch import watched

            tell = None if progress is None else lambda _: progress(len(found), None)
            nodes += watched(partial(_watched_run, engine, instructions, target, keep), tell)
        if len(found) == need:
            return found, nodes, False
    return found, nodes, True


def _watched_run(engine: str, instructions: Program, target: int, keep: engines.Keep, watch: Any) -> int:
    return engines.run(engine, instructions, target, keep, (), watch)[1]


def _orbit(filling: Filling, generators: tuple[Move, ...]) -> set[Filling]:
    seen, new = {filling}, [filling]
    for one in new:
        for move in generators:
            image = moved(one, move)
            if image not in seen:
                seen.add(image)
                new.append(image)
    return seen


def _representatives(figure: Figure, fillings: list[Filling]) -> list[Filling]:
    """One of each kind, where numbers repeat: the least of all that the symmetries take to each other."""
    generators, left, found = symmetry(figure).generators, set(fillings), []
    for filling in sorted(fillings):
        if filling in left:
            found.append(filling)
            left -= _orbit(filling, generators)
    return found


def _orbits(figure: Figure, fillings: list[Filling]) -> int:
    return len(_representatives(figure, fillings))


def _basic_count(figure: Figure, basic: list[Filling]) -> int | None:
    if figure.given:
        return None
    return len(basic) if figure.distinct == "all" else _orbits(figure, basic) if len(basic) <= 20_000 else None


def _by_target(figure: Figure, basic: list[Filling], everything: int) -> dict[str, int] | None:
    if figure.targets is not None:
        return {str(figure.targets[0]): everything} if len(set(figure.targets)) == 1 else None
    sums = [line_sum(figure, 0, filling) for filling in basic]
    each = everything // len(basic) if basic else 0
    return {str(target): sums.count(target) * each for target in sorted(set(sums))}


def warm() -> None:
    """Compile all kernels of the family, by running each once."""
    from coset.families.figures.find import find
    from coset.families.figures.levels import levels

    instructions = program(as_figure("hexagon:3"))
    for engine in (engines.TABLE, engines.LOOPS):
        engines.run(engine, instructions, 0)
    engines.run(engines.TABLE, instructions, 0, lambda filling: True)
    levels("square:3")
    find("hexagon:4", seconds=0.001)
