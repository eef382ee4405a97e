"""The figures that are built in, each named by a word and its sizes: `hexagon:3`, `square:4:pan`, `star:8:b`.

Cells are numbered in reading order; stars and polygons are numbered along their outline, stars the points first.
"""

from collections.abc import Callable
from math import cos, pi, sin, sqrt

from coset.errors import BadInput, TooBig
from coset.families.figures.rules import MOST_CELLS, Figure, whole

Place = tuple[float, float]


def build(name: str) -> Figure:
    """The figure of this name.

    >>> build("hexagon:3").targets[0], build("square:4").targets[0]
    (38, 34)
    >>> build("hexgon:3")
    Traceback (most recent call last):
    coset.errors.BadInput: there is no such figure: 'hexgon' (did you mean 'hexagon'?)
    """
    word, *sizes = name.strip().split(":")
    if word not in MAKERS:
        raise BadInput("there is no such figure", word, _nearest(word))
    return MAKERS[word](sizes)


def _nearest(word: str) -> str:
    from difflib import get_close_matches

    near = get_close_matches(word, [*MAKERS, "own"], 1, 0.7)
    return f"did you mean {near[0]!r}?" if near else ", ".join([*MAKERS, "own"])


def _sizes(given: list[str], least: tuple[int, ...], right: str) -> list[int]:
    """The sizes as numbers: as many as `least` has, none below it."""
    if len(given) != len(least):
        missing = "a size is missing" if len(given) < len(least) else "there are too many sizes"
        raise BadInput(missing, ":".join(given), right)
    sizes = []
    for word, low in zip(given, least, strict=True):
        try:
            size = whole(word)
        except BadInput as error:
            raise BadInput(error.what, word, right) from None
        if size < low:
            raise BadInput(f"a size is too small, it must be at least {low}", word, right)
        if size > MOST_CELLS:
            raise TooBig("the figure is too big", word, f"a figure has at most {MOST_CELLS} cells")
        sizes.append(size)
    return sizes


def _figure(
    name: str,
    lines: list[list[int]],
    numbers: range | list[int],
    target: int | list[int] | None,
    rows: list[int],
    places: list[Place],
    distinct: str = "all",
) -> Figure:
    if isinstance(target, int):
        target = [target] * len(lines)
    return Figure(
        name=name,
        cells=len(places),
        lines=tuple(map(tuple, lines)),
        coefs=tuple((1,) * len(line) for line in lines),
        numbers=tuple(numbers),
        targets=None if target is None else tuple(target),
        distinct=distinct,
        rows=tuple(rows),
        places=tuple((round(x, 3) + 0.0, round(y, 3) + 0.0) for x, y in places),
    )


def _few(cells: int) -> None:
    if cells > MOST_CELLS:
        raise TooBig("the figure is too big", f"{cells} cells", f"a figure has at most {MOST_CELLS}")


def hexagon(given: list[str]) -> Figure:
    """Side n: rows of n, ..., 2n-1, ..., n cells, and all lines along the three directions. The numbers follow each
    other.

    >>> hexagon(["3", "-9"]).targets[0], hexagon(["4"]).numbers[0]
    (0, 3)
    """
    right = "such as hexagon:3, or with the first number: hexagon:3:-9"
    side = _sizes(given[:1], (2,), right)[0]
    cells = 3 * side * (side - 1) + 1
    _few(cells)
    rows = [2 * side - 1 - abs(r) for r in range(1 - side, side)]
    wide = 2 * side - 1
    if len(given) > 2:
        raise BadInput("one first number is due here", ":".join(given[1:]), right)
    if len(given) == 2:
        first = whole(given[1], "the first number")
        if (cells * (2 * first + cells - 1) // 2) % wide:
            raise BadInput(
                f"the sum of {cells} numbers from here is no multiple of {wide}",
                given[1],
                f"the first number may be {_first(cells, wide)} or any {wide} steps from it",
            )
    else:
        first = _first(cells, wide)
    numbers = range(first, first + cells)
    # Axial coordinates: q and r from 1-side to side-1, and s = -q-r too.
    axial = [(q, r) for r in range(1 - side, side) for q in range(1 - side, side) if abs(q + r) < side]
    keys: list[Callable[[int, int], int]] = [lambda q, r: r, lambda q, r: q, lambda q, r: q + r]
    lines = [
        [cell for cell, (q, r) in enumerate(axial) if key(q, r) == value]
        for key in keys
        for value in range(1 - side, side)
    ]
    places = [(q + r / 2, r * sqrt(3) / 2) for q, r in axial]
    name = f"hexagon:{side}" + (f":{first}" if first != _first(cells, wide) else "")
    return _figure(name, lines, numbers, sum(numbers) // wide, rows, places)


def _first(cells: int, lines: int) -> int:
    """The least positive first number with which the sum of all is a multiple of the number of lines in one
    direction.
    """
    for first in range(1, lines + 1):
        if cells * (2 * first + cells - 1) // 2 % lines == 0:
            return first
    raise BadInput("no numbers that follow each other can fill this hexagon", cells)


def square(given: list[str]) -> Figure:
    """Rows, columns and both diagonals; `:semi` without the diagonals, `:pan` with all broken diagonals too."""
    right = "such as square:4, square:5:pan or square:4:semi"
    n = _sizes(given[:1], (1,), right)[0]
    _few(n * n)
    if len(given) > 1 and given[1:] not in (["pan"], ["semi"]):
        raise BadInput("a square is pan, semi or plain", ":".join(given[1:]), right)
    kind = given[1] if len(given) > 1 else ""
    lines = _grid(n, n)
    if kind == "":
        lines += [[i * n + i for i in range(n)], [i * n + n - 1 - i for i in range(n)]]
    if kind == "pan":
        lines += [[i * n + (shift + i) % n for i in range(n)] for shift in range(n)]
        lines += [[i * n + (shift - i) % n for i in range(n)] for shift in range(n)]
    places = [(float(x), float(y)) for y in range(n) for x in range(n)]
    name = f"square:{n}" + (f":{kind}" if kind else "")
    return _figure(name, lines, range(1, n * n + 1), n * (n * n + 1) // 2, [n] * n, places)


def _grid(height: int, width: int) -> list[list[int]]:
    rows = [[y * width + x for x in range(width)] for y in range(height)]
    return rows + [list(column) for column in zip(*rows, strict=True)]


def rectangle(given: list[str]) -> Figure:
    """All rows have the same sum, and all columns have the same sum."""
    height, width = _sizes(given, (2, 2), "such as rectangle:2:4")
    _few(height * width)
    total = height * width * (height * width + 1) // 2
    if total % height or total % width:
        raise BadInput(
            "the numbers can't be shared out equally", f"{height}:{width}", "take both sizes even, or both odd"
        )
    target = [total // height] * height + [total // width] * width
    places = [(float(x), float(y)) for y in range(height) for x in range(width)]
    name = f"rectangle:{height}:{width}"
    return _figure(name, _grid(height, width), range(1, height * width + 1), target, [width] * height, places)


def latin(given: list[str]) -> Figure:
    """Each row and column has each of 1 to n."""
    n = _sizes(given, (1,), "such as latin:4")[0]
    _few(n * n)
    places = [(float(x), float(y)) for y in range(n) for x in range(n)]
    return _figure(f"latin:{n}", _grid(n, n), range(1, n + 1), n * (n + 1) // 2, [n] * n, places, "lines")


def star(given: list[str]) -> Figure:
    """A star of n points: n lines of four cells, its points joined in steps of 2 (a), 3 (b), and so on.

    >>> star(["8", "b"]).lines[0]
    (0, 8, 10, 3)
    """
    right = "such as star:6, star:8:b"
    n = _sizes(given[:1], (5,), right)[0]
    letters = "abcdefghijklmnopqrstuvwxyz"[: (n - 3) // 2]
    letter = given[1] if len(given) > 1 else "a"
    if len(given) > 2 or len(letter) != 1 or letter not in letters:
        raise BadInput(f"a star of {n} points has the kinds {', '.join(letters[:6])}", ":".join(given[1:]), right)
    name = f"star:{n}" + (f":{letter}" if letter != "a" else "")
    numbers = [k for k in range(1, 13) if k not in (7, 11)] if n == 5 else list(range(1, 2 * n + 1))
    return _star(name, n, letters.index(letter) + 2, numbers, 24 if n == 5 else 4 * n + 2)


def _star(name: str, n: int, step: int, numbers: list[int], target: int) -> Figure:
    _few(2 * n)
    lines = [[i, n + i, n + (i + step - 1) % n, (i + step) % n] for i in range(n)]
    outer = max(1.7, n / 4.2)
    inner = outer * cos(pi * step / n) / cos(pi * (step - 1) / n)
    points = [(outer * sin(2 * pi * i / n), -outer * cos(2 * pi * i / n)) for i in range(n)]
    # The inner cell of line i nearest to point i is where line i crosses line i - step + 1, half a step after point i.
    inside = [(inner * sin(pi * (2 * i + 1) / n), -inner * cos(pi * (2 * i + 1) / n)) for i in range(n)]
    stretch = max(1.0, 1.1 / (2 * inner * sin(pi / n)))
    places = [(x * stretch, y * stretch) for x, y in points + inside]
    return _figure(name, lines, numbers, target, [n, n], places)


def pentagram(given: list[str]) -> Figure:
    """The star of five points with 1 to 12 without 7 and 11, as 1 to 10 can't be done."""
    if given:
        raise BadInput("a pentagram has no sizes", ":".join(given), "write pentagram")
    return _star("pentagram", 5, 2, [k for k in range(1, 13) if k not in (7, 11)], 24)


def polygon(given: list[str]) -> Figure:
    """k sides of n cells each, the corners shared: all sides have the same sum, which is free."""
    sides, order = _sizes(given, (3, 2), "such as polygon:5:3, five sides of three cells")
    cells = sides * (order - 1)
    _few(cells)
    lines = [[(side * (order - 1) + i) % cells for i in range(order)] for side in range(sides)]
    radius = (order - 1) * 1.1 / (2 * sin(pi / sides))
    corners = [(radius * sin(2 * pi * i / sides), -radius * cos(2 * pi * i / sides)) for i in range(sides + 1)]
    places = []
    for cell in range(cells):
        side, part = divmod(cell, order - 1)
        share = part / (order - 1)
        (ax, ay), (bx, by) = corners[side], corners[side + 1]
        places.append((ax + (bx - ax) * share, ay + (by - ay) * share))
    return _figure(f"polygon:{sides}:{order}", lines, range(1, cells + 1), None, [order - 1] * sides, places)


def cube(given: list[str]) -> Figure:
    """n layers of n x n: all rows, columns and pillars, and the four diagonals through the centre."""
    n = _sizes(given, (2,), "such as cube:3")[0]
    _few(n**3)
    at = {(x, y, z): (z * n + y) * n + x for z in range(n) for y in range(n) for x in range(n)}
    pairs = [(a, b) for a in range(n) for b in range(n)]
    lines = [[at[i, a, b] for i in range(n)] for a, b in pairs]
    lines += [[at[a, i, b] for i in range(n)] for a, b in pairs]
    lines += [[at[a, b, i] for i in range(n)] for a, b in pairs]
    last = n - 1
    lines += [
        [at[i, last - i if up else i, last - i if back else i] for i in range(n)] for up in (0, 1) for back in (0, 1)
    ]
    places = [(x + z * (n + 0.3), float(y)) for z in range(n) for y in range(n) for x in range(n)]
    return _figure(f"cube:{n}", lines, range(1, n**3 + 1), n * (n**3 + 1) // 2, [n] * (n * n), places)


def t_hexagon(given: list[str]) -> Figure:
    """A hexagon of side n in 6n² triangles: all strips along the three directions."""
    n = _sizes(given, (1,), "such as t-hexagon:2")[0]
    cells = 6 * n * n
    _few(cells)
    tall = sqrt(3) / 2
    places, rows = [], []
    for row in range(2 * n):
        above = row < n
        length = 2 * (n + (row if above else 2 * n - 1 - row)) + 1
        rows.append(length)
        for j in range(length):
            points_up = (j % 2 == 0) == above
            places.append(((j - (length - 1) / 2) / 2, (row - n + (2 / 3 if points_up else 1 / 3)) * tall))
    lines = []
    for turn in (0, pi / 3, -pi / 3):
        strip = [int((y * cos(turn) + x * sin(turn)) / tall + n) for x, y in places]
        lines += [[cell for cell in range(cells) if strip[cell] == k] for k in range(2 * n)]
    total = cells * (cells + 1) // 2
    return _figure(
        f"t-hexagon:{n}", lines, range(1, cells + 1), total // (2 * n), rows, [(1.6 * x, 1.6 * y) for x, y in places]
    )


def wheel(given: list[str]) -> Figure:
    """A centre and n spokes right through it: three cells a line, the sum free."""
    n = _sizes(given, (2,), "such as wheel:4")[0]
    _few(2 * n + 1)
    radius = max(1.4, n / 2.6)
    around = [(radius * sin(pi * i / n), -radius * cos(pi * i / n)) for i in range(2 * n)]
    lines = [[0, 1 + i, 1 + i + n] for i in range(n)]
    return _figure(f"wheel:{n}", lines, range(1, 2 * n + 2), None, [1, 2 * n], [(0.0, 0.0), *around])


def rings(given: list[str]) -> Figure:
    """A chain of n rings, each overlapping the next: the parts of each ring have the same sum, which is free."""
    n = _sizes(given, (2,), "such as rings:5")[0]
    cells = 2 * n - 1
    _few(cells)
    lines = [[cell for cell in range(2 * i - 1, 2 * i + 2) if 0 <= cell < cells] for i in range(n)]
    places = [(1.1 * cell, 0.55 if cell % 2 else 1.1 * (cell // 2 % 2)) for cell in range(cells)]
    return _figure(f"rings:{n}", lines, range(1, cells + 1), None, [cells], places)


MAKERS: dict[str, Callable[[list[str]], Figure]] = {
    "hexagon": hexagon,
    "square": square,
    "rectangle": rectangle,
    "star": star,
    "polygon": polygon,
    "cube": cube,
    "t-hexagon": t_hexagon,
    "pentagram": pentagram,
    "latin": latin,
    "wheel": wheel,
    "rings": rings,
}
