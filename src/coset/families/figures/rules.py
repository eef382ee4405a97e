"""Figures: cells, lines of cells with the same sum, and the numbers to place.

Cells are numbered from 0, in reading order in the figures that are built in (`gallery.py`). A line asks that
the sum of its cells, each times its coefficient, is the line's target; the target is one for each line, or `None`:
then it is the same for all lines and free. The text ID is the figure's name, then `/` and the given numbers, row by
row with dots between the cells: `figures:square:4////.15.14`. A figure of one's own is spelled out: `figures:own:...`
(`own.py`).
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from coset.errors import BadInput, TooBig

if TYPE_CHECKING:
    import random

MOST_CELLS = 400
LARGEST_NUMBER = 10**6

EXAMPLES = (
    "figures:hexagon:3",
    "figures:square:3",
    "figures:square:4////.15.14",
    "figures:star:6",
    "figures:polygon:4:3",
    "figures:latin:3",
    "figures:own:6:1-9:all:0,0,0:0.1.3*-1,1.2.4*-1,2.0.5*-1",
    "figures:own:5:1-7:all:12,12:0.1.2,2.3.4:less:0.1",
)


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure, with what is given: the position of this family.

    `distinct` says which cells must differ: "all" of them, those of the same line ("lines"), or none ("none").
    `rows` are the lengths of the rows in which text is read and written; `places` are for pictures.
    """

    name: str
    cells: int
    lines: tuple[tuple[int, ...], ...]
    coefs: tuple[tuple[int, ...], ...]
    numbers: tuple[int, ...]
    targets: tuple[int, ...] | None
    distinct: str = "all"
    rows: tuple[int, ...] = ()
    places: tuple[tuple[float, float], ...] = ()
    less_than: tuple[tuple[int, int], ...] = ()
    given: tuple[tuple[int, int], ...] = field(default=())

    def __repr__(self) -> str:
        return f"figures.parse({format(self)!r})"


Position = Figure


def parse(text: str) -> Figure:
    """The figure that an ID, or the text of a TOML or JSON file, describes.

    >>> figure = parse("figures:square:3/2.7")
    >>> figure.cells, figure.given
    (9, ((0, 2), (1, 7)))
    >>> parse("hexagon:tiny")
    Traceback (most recent call last):
    coset.errors.BadInput: this is no whole number: 'tiny' (such as hexagon:3, or with the first number: hexagon:3:-9)
    """
    word = text.strip().removeprefix("figures:")
    if "\n" in word or "{" in word or "=" in word:
        from coset.families.figures.own import from_file

        return checked(from_file(word))
    head, *rows = word.split("/")
    return checked(_named(head, rows))


def format(figure: Figure) -> str:
    """The text ID of a figure; `parse` undoes it.

    >>> format(parse("square:3/2.7//.5"))
    'figures:square:3/2.7//.5'
    """
    name = figure.name
    if not name:
        from coset.families.figures.own import to_id

        name = to_id(figure)
    return "figures:" + name + _given_text(figure)


def _named(head: str, rows: list[str]) -> Figure:
    if head.partition(":")[0] == "own":
        from coset.families.figures.own import from_id

        figure = from_id(head)
    else:
        from coset.families.figures.gallery import build

        figure = build(head)
    return replace(figure, given=_given(figure, rows))


def as_figure(figure: Figure | str) -> Figure:
    """What every verb of the family takes: a figure, its ID, or the text of a file."""
    return parse(figure) if isinstance(figure, str) else figure


def _given(figure: Figure, rows: list[str]) -> tuple[tuple[int, int], ...]:
    lengths = figure.rows
    while rows and not rows[-1].strip("."):
        rows = rows[:-1]
    if len(rows) > len(lengths):
        raise BadInput(
            f"the figure has {len(lengths)} rows, not {len(rows)}", "/".join(rows), "one '/' before each row"
        )
    given = []
    first = 0
    for number, (row, length) in enumerate(zip(rows, lengths, strict=False), 1):
        words = row.rstrip(".").split(".")
        if len(words) > length:
            raise BadInput(f"row {number} has {length} cells, not {len(words)}", row, "a dot between cells")
        given += [
            (first + i, whole(word, f"row {number}, cell {i + 1}")) for i, word in enumerate(words) if word.strip()
        ]
        first += length
    return tuple(given)


def _given_text(figure: Figure) -> str:
    values, rows, first = dict(figure.given), [], 0
    for length in figure.rows:
        row = ".".join(str(values.get(cell, "")) for cell in range(first, first + length))
        rows.append(row.rstrip("."))
        first += length
    while rows and not rows[-1]:
        rows.pop()
    return "".join("/" + row for row in rows)


def whole(word: str, where: str = "this") -> int:
    """A whole number from text, in plain digits; BadInput says where it should have been."""
    text = word.strip()
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()):
        raise BadInput(f"{where} is no whole number", word, "such as 7 or -7")
    if len(digits) > 9:
        raise TooBig(f"{where} is too large", word[:40], "up to 9 digits")
    return int(text)


def checked(figure: Figure) -> Figure:
    """The figure itself, or BadInput that says what is wrong with it."""
    if figure.cells < 1:
        raise BadInput("a figure has at least one cell", f"{figure.cells} cells", f"1 to {MOST_CELLS}")
    if figure.cells > MOST_CELLS:
        raise TooBig("the figure is too big", f"{figure.cells} cells", f"a figure has at most {MOST_CELLS}")
    _check_numbers(figure)
    _check_lines(figure)
    for cell, value in figure.given:
        if value not in figure.numbers:
            raise BadInput(f"the number given in cell {cell} is none of the figure's", value, _range(figure.numbers))
    values = dict(figure.given)
    for low, high in figure.less_than:
        if not (0 <= low < figure.cells and 0 <= high < figure.cells) or low == high:
            raise BadInput("less_than names two different cells", [low, high], f"from 0 to {figure.cells - 1}")
    if len(values) < len(figure.given):
        raise BadInput("a cell has two given numbers", dict(figure.given))
    for one, other in different(figure):
        if one in values and values.get(one) == values.get(other):
            raise BadInput(f"cells {one} and {other} have the same given number", values[one], "they must differ")
    if figure.places and len(figure.places) != figure.cells:
        raise BadInput("places has not one entry a cell", len(figure.places), f"{figure.cells} of [x, y]")
    if sum(figure.rows) != figure.cells or min(figure.rows, default=0) < 1:
        raise BadInput("the rows don't add up to the cells", list(figure.rows), f"the sum must be {figure.cells}")
    return figure


def _check_numbers(figure: Figure) -> None:
    numbers = figure.numbers
    if not numbers or list(numbers) != sorted(set(numbers)):
        raise BadInput("the numbers are no list of different numbers", list(numbers)[:20], "from small to large")
    if len(numbers) > 2 * MOST_CELLS or max(-numbers[0], numbers[-1]) > LARGEST_NUMBER:
        raise TooBig(
            "the numbers are too many or too large",
            _range(numbers),
            f"up to {LARGEST_NUMBER}, at most {2 * MOST_CELLS} of them",
        )
    if figure.distinct not in ("all", "lines", "none"):
        raise BadInput("distinct says which cells must differ", figure.distinct, "all, lines or none")
    if figure.distinct == "all" and len(numbers) < figure.cells:
        raise BadInput(f"{len(numbers)} numbers can't fill {figure.cells} cells", _range(numbers), "give more numbers")


def _check_lines(figure: Figure) -> None:
    if not figure.lines or len(figure.lines) > 10 * MOST_CELLS:
        raise BadInput("a figure has at least one line", f"{len(figure.lines)} lines", f"at most {10 * MOST_CELLS}")
    if len(figure.coefs) != len(figure.lines):
        raise BadInput("coefs has not one list a line", len(figure.coefs), f"{len(figure.lines)} of them")
    for number, (line, coefs) in enumerate(zip(figure.lines, figure.coefs, strict=True), 1):
        if not line or len(set(line)) < len(line) or not all(0 <= cell < figure.cells for cell in line):
            raise BadInput(f"line {number} must name different cells", list(line), f"from 0 to {figure.cells - 1}")
        if len(coefs) != len(line) or 0 in coefs or max(map(abs, coefs)) > 1000:
            raise BadInput(
                f"line {number} needs one coefficient a cell, not 0", list(coefs), f"{len(line)} of them, up to 1000"
            )
    if figure.targets is not None:
        if len(figure.targets) != len(figure.lines):
            raise BadInput(f"there are {len(figure.lines)} lines", list(figure.targets), "give one target a line")
        if max(map(abs, figure.targets)) > 10**9:
            raise TooBig("a target is too large", max(figure.targets, key=abs), "up to 1000000000")


def _range(numbers: tuple[int, ...]) -> str:
    return f"{len(numbers)} numbers from {numbers[0]} to {numbers[-1]}" if numbers else "none"


def different(figure: Figure) -> set[tuple[int, int]]:
    """The pairs of cells that must hold different numbers, the lower cell first."""
    groups = {"all": (tuple(range(figure.cells)),), "lines": figure.lines, "none": ()}[figure.distinct]
    return {(min(a, b), max(a, b)) for group in groups for a in group for b in group if a != b}


def wrong_lines(figure: Figure, filling: tuple[int, ...]) -> list[int]:
    """The lines of a full filling whose sum is not their target (the first line's sum, where the target is free).

    >>> wrong_lines(parse("square:3"), (2, 7, 6, 9, 5, 1, 4, 3, 8))
    []
    >>> wrong_lines(parse("square:3"), (2, 7, 6, 9, 5, 1, 4, 8, 3))
    [4, 5, 6]
    """
    sums = [line_sum(figure, line, filling) for line in range(len(figure.lines))]
    targets = figure.targets or (sums[0],) * len(sums)
    return [number for number, (got, due) in enumerate(zip(sums, targets, strict=True)) if got != due]


def line_sum(figure: Figure, line: int, filling: tuple[int, ...]) -> int:
    """The sum of a line of a filling, with its coefficients."""
    return sum(k * filling[cell] for cell, k in zip(figure.lines[line], figure.coefs[line], strict=True))


def follows(figure: Figure, filling: tuple[int, ...]) -> bool:
    """Whether a full filling is right: numbers of the figure, the given ones in place, different where they must be,
    all sums right.
    """
    return (
        len(filling) == figure.cells
        and all(value in figure.numbers for value in filling)
        and all(filling[cell] == value for cell, value in figure.given)
        and all(filling[low] < filling[high] for low, high in figure.less_than)
        and all(filling[one] != filling[other] for one, other in different(figure))
        and not wrong_lines(figure, filling)
    )


def renumbered(figure: Figure, to: tuple[int, ...]) -> Figure:
    """The same figure with cell `c` called `to[c]`: a figure of one's own, with as many fillings.

    >>> renumbered(parse("square:3"), (8, 7, 6, 5, 4, 3, 2, 1, 0)).lines[0]
    (8, 7, 6)
    """
    return replace(
        figure,
        name="",
        lines=tuple(tuple(to[cell] for cell in line) for line in figure.lines),
        rows=(figure.cells,),
        places=(),
        less_than=tuple((to[low], to[high]) for low, high in figure.less_than),
        given=tuple(sorted((to[cell], value) for cell, value in figure.given)),
    )


def images(figure: Figure) -> Iterator[Figure]:
    """Figures with as many fillings: the given cells moved by a symmetry, the lines or the cells named in another
    order.
    """
    from coset.families.figures.symmetry import symmetry

    bare = replace(figure, given=(), less_than=())
    for move in symmetry(bare).generators:
        yield replace(
            figure,
            name="" if figure.less_than else figure.name,
            less_than=tuple((move[low], move[high]) for low, high in figure.less_than),
            given=tuple(sorted((move[cell], value) for cell, value in figure.given)),
        )
    yield renumbered(figure, tuple(reversed(range(figure.cells))))
    targets = None if figure.targets is None else figure.targets[::-1]
    yield replace(figure, name="", lines=figure.lines[::-1], coefs=figure.coefs[::-1], targets=targets)


def sample(rng: "random.Random") -> Figure:
    """A random small figure: a few lines over up to seven cells, with any of the things that a figure can have."""
    cells = rng.randint(3, 6)
    lines, coefs = [], []
    for _ in range(rng.randint(1, 4)):
        line = tuple(sorted(rng.sample(range(cells), rng.randint(2, min(4, cells)))))
        lines.append(line)
        coefs.append(tuple(rng.choice((1, 1, 1, 1, -1, 2)) for _ in line))
    numbers = tuple(sorted(rng.sample(range(-3, 9), rng.randint(cells, 8))))
    distinct = rng.choice(("all", "all", "lines", "none" if cells < 6 else "lines"))
    hidden = [rng.choice(numbers) for _ in range(cells)]
    if distinct == "all":
        hidden = rng.sample(numbers, cells)
    figure = Figure("", cells, tuple(lines), tuple(coefs), numbers, None, distinct, rows=(cells,))
    if rng.random() < 0.7:
        figure = replace(figure, targets=tuple(line_sum(figure, i, tuple(hidden)) for i in range(len(lines))))
    if rng.random() < 0.3:
        figure = replace(figure, given=tuple((cell, hidden[cell]) for cell in sorted(rng.sample(range(cells), 1))))
    if rng.random() < 0.3:
        low, high = sorted(rng.sample(range(cells), 2), key=lambda cell: hidden[cell])
        figure = replace(figure, less_than=((low, high),))
    return checked(figure)
