"""Symmetries of a figure: the moves of cells that take lines to lines, and how they keep the search from finding
images.

A move takes cell `c` to `move[c]`. The moves are found by a search that colours cells and lines alike where they can't
yet be told apart (colour refinement), fixes a cell, and refines again. Generators for a chain of stabilisers are all
that is kept: the group is the product of what each step of the chain can do with its cell, so groups of many millions
cost no more than small ones.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from math import prod

from coset.families.figures.rules import Figure

Move = tuple[int, ...]
MOST_NODES = 200_000


@dataclass(frozen=True, slots=True)
class Symmetry:
    """A chain of stabilisers: step i has a cell and, for each cell it can go to while the earlier ones stay, a move
    that does it.
    """

    cells: int
    chain: tuple[tuple[int, dict[int, Move]], ...]
    generators: tuple[Move, ...]

    @property
    def order(self) -> int:
        """How many moves the group has."""
        return prod(len(images) for _, images in self.chain)

    def less_than(self) -> list[tuple[int, int]]:
        """Inequalities between cells that exactly one image of each filling obeys, if all its numbers differ.

        Each step's cell holds the least number of all cells it can go to. One inequality a cell is enough: what a later
        step says follows it.
        """
        above: dict[int, int] = {}
        for cell, images in self.chain:
            for other in images:
                if other != cell:
                    above[other] = cell
        return sorted((low, high) for high, low in above.items())

    def moves(self) -> Iterator[Move]:
        """All moves of the group, the identity first."""

        def below(step: int) -> Iterator[Move]:
            if step == len(self.chain):
                yield tuple(range(self.cells))
                return
            cell, images = self.chain[step]
            ways = sorted(images.items(), key=lambda item: item[0] != cell)
            for inner in below(step + 1):
                for _, outer in ways:
                    yield after(outer, inner)

        return below(0)


def after(outer: Move, inner: Move) -> Move:
    """First `inner`, then `outer`.

    >>> after((1, 2, 0), (0, 2, 1))
    (1, 0, 2)
    """
    return tuple(outer[cell] for cell in inner)


def moved(filling: tuple[int, ...], move: Move) -> tuple[int, ...]:
    """The filling with what was in cell c now in cell `move[c]`.

    >>> moved((7, 8, 9), (1, 2, 0))
    (9, 7, 8)
    """
    image = [0] * len(filling)
    for cell, value in enumerate(filling):
        image[move[cell]] = value
    return tuple(image)


@cache
def symmetry(figure: Figure, order: tuple[int, ...] = ()) -> Symmetry:
    """The group of the figure, as a chain along `order`; given cells stay, and inequalities are kept.

    >>> from coset.families.figures.rules import parse
    >>> symmetry(parse("square:4")).order, symmetry(parse("hexagon:3")).order
    (32, 12)
    """
    graph = _Graph(figure)
    cells = [*order, *(cell for cell in range(figure.cells) if cell not in order)]
    # From the last cell to the first: what is found deeper in the chain also moves cells further up, and saves searches
    # there.
    stages = [graph.start]
    for cell in cells:
        stages.append(graph.refined(graph.fixed(stages[-1], cell)))
    generators: list[Move] = []
    chain: list[tuple[int, dict[int, Move]]] = []
    for step in range(len(cells) - 1, -1, -1):
        cell, colours = cells[step], stages[step]
        alike = [other for other in range(figure.cells) if colours[other] == colours[cell]]
        if len(alike) == 1:
            continue
        images = _orbit(cell, generators, figure.cells)
        for other in alike:
            if other not in images:
                move = graph.match(stages[step + 1], graph.refined(graph.fixed(colours, other)))
                if move is not None:
                    generators.append(move)
                    images = _orbit(cell, generators, figure.cells)
        if len(images) > 1:
            chain.append((cell, images))
    return Symmetry(figure.cells, tuple(reversed(chain)), tuple(generators))


def _orbit(cell: int, generators: list[Move], cells: int) -> dict[int, Move]:
    """Each cell that this one can go to, with a move that does it."""
    images: dict[int, Move] = {cell: tuple(range(cells))}
    new = [cell]
    for place in new:
        for move in generators:
            if move[place] not in images:
                images[move[place]] = after(move, images[place])
                new.append(move[place])
    return images


class _Graph:
    """Cells, then lines, then inequalities, as nodes of a graph whose edges have kinds; colours are small numbers."""

    def __init__(self, figure: Figure) -> None:
        self.cells = figure.cells
        targets = figure.targets or (0,) * len(figure.lines)
        given = dict(figure.given)
        first: list[tuple[int, ...]] = [(0, cell + 1 if cell in given else 0) for cell in range(figure.cells)]
        self.edges: list[list[tuple[int, int]]] = [[] for _ in first]
        for line, coefs, target in zip(figure.lines, figure.coefs, targets, strict=True):
            self._node(zip(line, coefs, strict=True))
            first.append((1, target))
        for low, high in figure.less_than:
            self._node([(low, 1), (high, 2)])
            first.append((2, 0))
        names = {sign: number for number, sign in enumerate(sorted(set(first)))}
        self.start = self.refined([names[sign] for sign in first])

    def _node(self, ends: "Iterator[tuple[int, int]] | list[tuple[int, int]] | zip[tuple[int, int]]") -> None:
        node = len(self.edges)
        self.edges.append([])
        for cell, kind in ends:
            self.edges[node].append((kind, cell))
            self.edges[cell].append((kind, node))

    def fixed(self, colours: list[int], cell: int) -> list[int]:
        """The colours with a new one for this cell alone."""
        return [*colours[:cell], len(colours) + 1, *colours[cell + 1 :]]

    def refined(self, colours: list[int]) -> list[int]:
        """Split colours until alike nodes have alike neighbours. Two colourings that a move takes to each other stay
        so.
        """
        kinds = len(set(colours))
        while True:
            signs = [
                (colour, *sorted((kind, colours[node]) for kind, node in edges))
                for colour, edges in zip(colours, self.edges, strict=True)
            ]
            names = {sign: number for number, sign in enumerate(sorted(set(signs)))}
            colours = [names[sign] for sign in signs]
            if len(names) == kinds:
                return colours
            kinds = len(names)

    def match(self, left: list[int], right: list[int]) -> Move | None:
        """A move that takes the one colouring to the other, or None."""
        if sorted(left) != sorted(right):
            return None
        counts: dict[int, int] = {}
        for colour in left[: self.cells]:
            counts[colour] = counts.get(colour, 0) + 1
        many = [colour for colour, count in counts.items() if count > 1]
        if not many:
            place = {colour: cell for cell, colour in enumerate(right[: self.cells])}
            move = tuple(place[colour] for colour in left[: self.cells])
            return move if self._keeps(move) else None
        colour = min(many, key=lambda c: (counts[c], c))
        cell = left.index(colour)
        inner = self.refined(self.fixed(left, cell))
        for other in [i for i in range(self.cells) if right[i] == colour]:
            found = self.match(inner, self.refined(self.fixed(right, other)))
            if found is not None:
                return found
        return None

    def _keeps(self, move: Move) -> bool:
        """Whether lines go to lines and inequalities to inequalities."""
        nodes = range(self.cells, len(self.edges))
        images = sorted((self.start[i], sorted((kind, move[cell]) for kind, cell in self.edges[i])) for i in nodes)
        return images == sorted((self.start[i], sorted(self.edges[i])) for i in nodes)


def visible(figure: Figure) -> int:
    """How many of the moves are turns and mirrors of the picture; 1 where the figure has no places.

    >>> from coset.families.figures.rules import parse
    >>> visible(parse("square:4")), visible(parse("star:6"))
    (8, 12)
    """
    if not figure.places:
        return 1
    middle = (sum(x for x, _ in figure.places) / figure.cells, sum(y for _, y in figure.places) / figure.cells)
    points = [complex(x - middle[0], y - middle[1]) for x, y in figure.places]
    graph = _Graph(figure)
    first = max(range(figure.cells), key=lambda cell: (round(abs(points[cell]), 2), -cell))
    found: set[Move] = set()
    for point in points:
        if abs(points[first]) < 0.01 or abs(abs(point) - abs(points[first])) > 0.02:
            continue
        for mirror in (False, True):
            turn = point / (points[first].conjugate() if mirror else points[first])
            images = [turn * (p.conjugate() if mirror else p) for p in points]
            move = tuple(min(range(figure.cells), key=lambda c: abs(points[c] - image)) for image in images)
            near = all(abs(points[c] - image) < 0.02 for c, image in zip(move, images, strict=True))
            if near and len(set(move)) == figure.cells and graph._keeps(move) and _given_stay(figure, move):
                found.add(move)
    return max(1, len(found))


def _given_stay(figure: Figure, move: Move) -> bool:
    return all(move[cell] == cell for cell, _ in figure.given)
