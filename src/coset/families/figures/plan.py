"""The order of the search: which cells to choose freely, so that the fewest partial fillings are met.

Cells chosen fix others through any combination of lines; a set of cells that fixes no more is *closed*. A search goes
through a chain of closed sets, and meets as many fillings of a set as there are, whatever way it came there. That
number is estimated without searching: so many ways to place different numbers, times the chance that the equations
inside the set hold, which is close to a normal density (mean and covariance of drawing without putting back). A beam
search finds a cheap chain.
"""

from dataclasses import dataclass
from functools import cache
from math import exp, log, log1p, pi
from operator import mul

from coset.families.figures import algebra
from coset.families.figures.rules import Figure, different
from coset.families.figures.symmetry import Symmetry, symmetry

Vector = list[float]
NEAR = 1e-7
MOST_FREE = 60
"""With more cells to choose no search ends, so that no good order is looked for."""
NARROW, WIDEST = 3, 192
"""The least and the greatest width of the beam."""
SAMPLED = 9
"""Where the target is free, the estimate is made for about so many targets."""


@dataclass(frozen=True, slots=True)
class Plan:
    """An order to search in: the free cells, what each fixes, and how many partial fillings each level is expected to
    have.

    `start` are the cells that nothing has to be chosen for; `steps` are (free cell, cells it fixes). `sizes` are for
    one target, that in the middle, and count one of each `group.order` images. `nodes` is how many partial fillings the
    whole search is expected to meet, over all targets.
    """

    start: tuple[int, ...]
    steps: tuple[tuple[int, tuple[int, ...]], ...]
    group: Symmetry
    less_than: tuple[tuple[int, int], ...]
    targets: tuple[int, ...]
    sizes: tuple[float, ...]
    nodes: float

    @property
    def cells(self) -> list[int]:
        """All cells in the order in which they are filled."""
        return [*self.start, *(cell for free, fixed in self.steps for cell in (free, *fixed))]


@dataclass(frozen=True, slots=True)
class _State:
    """A closed set in the beam, and the chain that led to it.

    `vectors` gives every cell as a sum: coordinate i is the i-th chosen cell, later ones are what is not chosen yet,
    the last is a constant. `basis` are the equations inside the set, made orthonormal in the covariance of the model,
    and `off` how far each is from its mean.
    """

    inside: int
    chosen: tuple[tuple[int, tuple[int, ...]], ...]
    vectors: list[Vector]
    basis: list[Vector]
    off: list[float]
    sizes: tuple[float, ...]
    cost: float


@cache
def plan(figure: Figure, widest: int = WIDEST) -> Plan:
    """The cheapest order found; the beam is as wide as the search ahead is long, up to `widest`.

    >>> from coset.families.figures.rules import parse
    >>> plan(parse("square:3")).start, plan(parse("square:3")).steps[0]
    ((4,), (3, (5,)))
    """
    targets = tuple(algebra.targets(figure))
    model = _Model(figure, targets[len(targets) // 2] if targets else 0)
    if len(model.free) > MOST_FREE:
        return _ordered(figure, model, model.any_chain(), targets)
    width, best = NARROW, None
    while True:
        for end in model.chains(width):
            found = _ordered(figure, model, end, targets)
            if best is None or found.nodes < best.nodes:
                best = found
        assert best is not None
        if best.nodes < 2e4 * width**2 or 4 * width > widest or best.nodes > 1e30 or figure.cells > 60:
            return best
        width *= 4


def _ordered(figure: Figure, model: "_Model", end: _State, targets: tuple[int, ...]) -> Plan:
    """The plan along a chain, with the symmetry broken on the way."""
    start = tuple(cell for cell in range(figure.cells) if model.start >> cell & 1)
    order = [*start, *(cell for free, fixed in end.chosen for cell in (free, *fixed))]
    less: list[tuple[int, int]] = []
    group = Symmetry(figure.cells, (), ())
    if figure.distinct == "all":
        group = symmetry(figure, tuple(order))
        less = group.less_than()
    sizes, inside = [], set(start)
    for (free, fixed), log_size in zip(end.chosen, end.sizes, strict=True):
        inside |= {free, *fixed}
        # Of b + 1 different numbers, the first is the least once in b + 1 times.
        below = [sum(low == cell and high in inside for low, high in less) for cell in inside]
        size = log_size - sum(log(1 + many) for many in below)
        size += sum(log(model.chance(low, high)) for low, high in figure.less_than if {low, high} <= inside)
        sizes.append(exp(min(size, 700.0)))
    shares = [float(max(1, len(targets)))] * len(sizes)
    if len(targets) > 1 and len(end.chosen) <= MOST_FREE:
        shares = _over_targets(figure, targets, end)
    nodes = sum(size * share for size, share in zip(sizes, shares, strict=True))
    return Plan(start, end.chosen, group, (*less, *figure.less_than), targets, tuple(sizes), nodes)


def _over_targets(figure: Figure, targets: tuple[int, ...], end: _State) -> list[float]:
    """For each level how many times more fillings all targets have than the one in the middle, from some of them."""
    some = targets[:: -(-len(targets) // SAMPLED)]
    logs = [_Model(figure, target).sizes_along(end.chosen) for target in some]
    return [
        sum(exp(min(log_size - middle, 700.0)) for log_size in level) * len(targets) / len(some)
        for *level, middle in zip(*logs, end.sizes, strict=True)
    ]


class _Model:
    """The normal model of a figure: how many fillings a closed set is expected to have."""

    def __init__(self, figure: Figure, target: int) -> None:
        self.figure = figure
        self.free = algebra.any_free(figure)
        forms, _ = algebra.forms(figure, self.free)
        self.vectors = []
        for cell in range(figure.cells):
            if cell in forms:
                form = forms[cell]
                parts = dict(form.parts)
                vector = [parts.get(free, 0) / form.over for free in self.free]
                self.vectors.append([*vector, (form.t * target + form.const) / form.over])
            else:
                self.vectors.append([*(float(free == cell) for free in self.free), 0.0])
        self.start = sum(1 << cell for cell in range(figure.cells) if not any(self.vectors[cell][:-1]))
        fixed = {self.vectors[cell][-1] for cell in range(figure.cells) if self.start >> cell & 1}
        self.all = figure.distinct == "all"
        pool = [n for n in figure.numbers if not (self.all and n in fixed)] or [0]
        self.pool = len(pool)
        self.mean = sum(pool) / self.pool
        variance = sum((n - self.mean) ** 2 for n in pool) / self.pool
        # Numbers drawn without putting back: cov(x, y) = spread * ([x is y] - shared).
        self.spread = max(variance * (self.pool / (self.pool - 1) if self.all and self.pool > 1 else 1.0), 1e-12)
        self.shared = 1 / self.pool if self.all else 0.0
        self.neighbours = [0] * figure.cells
        if not self.all:
            for one, other in different(figure):
                self.neighbours[one] |= 1 << other
                self.neighbours[other] |= 1 << one

    def chance(self, low: int, high: int) -> float:
        """How likely the one cell holds less than the other, going by what is known of them from the start."""
        known = [self.vectors[cell][-1] if self.start >> cell & 1 else None for cell in (low, high)]
        if known[0] is not None and known[1] is not None:
            return 1.0
        if known[0] is None and known[1] is None:
            return 0.5
        fit = sum(n > known[0] if known[0] is not None else n < (known[1] or 0) for n in self.figure.numbers)
        return max(fit, 0.5) / len(self.figure.numbers)

    def _begin(self) -> _State:
        return _State(self.start, (), self.vectors, [], [], (), -1e9)

    def chains(self, width: int) -> list[_State]:
        """The best whole chains that a beam of this width finds."""
        beam = [self._begin()]
        for _ in self.free:
            grown: dict[int, tuple[float, float, _State, int, list[int]]] = {}
            for state in beam:
                for lead, fixed in self._classes(state):
                    inside = state.inside | sum(1 << cell for cell in fixed) | 1 << lead
                    # What a set's size is does not depend on the way there.
                    size = grown[inside][1] if inside in grown else self._size(state, lead, fixed)
                    cost = _add_logs(state.cost, size)
                    if inside not in grown or cost < grown[inside][0]:
                        grown[inside] = (cost, size, state, lead, fixed)
            ranked = sorted(grown.items(), key=lambda item: (item[1][0], item[1][1], item[0]))[:width]
            beam = [self._grow(inside, *found) for inside, found in ranked]
        return beam[:4]

    def sizes_along(self, chosen: tuple[tuple[int, tuple[int, ...]], ...]) -> tuple[float, ...]:
        """The log of the number of fillings expected of each set of a chain."""
        state = self._begin()
        for lead, fixed in chosen:
            inside = state.inside | sum(1 << cell for cell in fixed) | 1 << lead
            state = self._grow(inside, 0.0, self._size(state, lead, list(fixed)), state, lead, list(fixed))
        return state.sizes

    def any_chain(self) -> _State:
        """Some chain, whose sizes are only bounds: as if no number that follows were ever wrong."""
        fixed: dict[int, list[int]] = {free: [] for free in self.free}
        for cell, vector in enumerate(self.vectors):
            parts = [free for free, k in zip(self.free, vector, strict=False) if abs(k) > NEAR]
            if parts and cell not in fixed:
                fixed[parts[-1]].append(cell)
        sizes, inside, size = [], self.start, 0.0
        for free in self.free:
            size += self._ways(inside)
            inside |= sum(1 << cell for cell in fixed[free]) | 1 << free
            sizes.append(size)
        chosen = tuple((free, tuple(cells)) for free, cells in fixed.items())
        return _State(inside, chosen, self.vectors, [], [], tuple(sizes), size)

    def _classes(self, state: _State) -> list[tuple[int, list[int]]]:
        """The cells to choose next, each with those that it then fixes: the open parts of their sums are multiples of
        each other.
        """
        done = len(state.chosen)
        classes: dict[tuple[float, ...], list[tuple[int, float]]] = {}
        for cell, vector in enumerate(state.vectors):
            if not state.inside >> cell & 1:
                part = vector[done:-1]
                lead = next(x for x in part if abs(x) > NEAR)
                classes.setdefault(tuple(round(x / lead, 5) + 0.0 for x in part), []).append((cell, lead))
        found = []
        for members in classes.values():
            # The best cell to choose is the one that most others equal, or mirror.
            best = min(
                members,
                key=lambda one: (sum(abs(abs(k) - abs(one[1])) > NEAR for _, k in members), -abs(one[1]), one[0]),
            )
            found.append((best[0], [cell for cell, _ in members if cell != best[0]]))
        return found

    def _size(self, state: _State, lead: int, fixed: list[int]) -> float:
        """The log of the number of fillings expected of the set with these cells added."""
        return self._add(state, lead, fixed)[0]

    def _add(self, state: _State, lead: int, fixed: list[int]) -> tuple[float, list[Vector], list[float]]:
        size = state.sizes[-1] if state.sizes else 0.0
        basis, off = list(state.basis), list(state.off)
        inside = state.inside
        for cell in (lead, *fixed):
            size += self._ways(inside)
            if not self.all:
                size += log(1 - 1 / (self.pool + 1)) * (self.neighbours[cell] & inside).bit_count()
            inside |= 1 << cell
        for cell in fixed:
            equation, gap, over = self._equation(state, lead, cell)
            weights = [self._inner(equation, other) for other in basis]
            for weight, other in zip(weights, basis, strict=True):
                if abs(weight) > NEAR:
                    equation = [x - weight * y for x, y in zip(equation, other, strict=True)]
            gap -= sum(weight * d for weight, d in zip(weights, off, strict=True))
            variance = self._inner(equation, equation)
            if variance > 1e-6:
                length = variance**0.5
                size += min(0.0, -(gap**2) / (2 * variance) - log(2 * pi * variance) / 2) - log(over)
                basis.append([x / length for x in equation])
                off.append(gap / length)
        return size, basis, off

    def _ways(self, inside: int) -> float:
        """The log of how many numbers are left for one more cell."""
        taken = (inside & ~self.start).bit_count() if self.all else 0
        return log(max(self.pool - taken, 0.5))

    def _equation(self, state: _State, lead: int, cell: int) -> tuple[Vector, float, int]:
        """That `cell` follows from `lead` and the chosen cells: as a vector over all cells, its constant less its mean,
        and what it divides by.
        """
        done = len(state.chosen)
        ours, leads = state.vectors[cell], state.vectors[lead]
        pivot = next(i for i in range(done, len(ours)) if abs(leads[i]) > NEAR)
        ratio = ours[pivot] / leads[pivot]
        vector = [0.0] * self.figure.cells
        vector[cell], vector[lead] = 1.0, -ratio
        for i, (other, _) in enumerate(state.chosen):
            vector[other] = ratio * leads[i] - ours[i]
        gap = ours[-1] - ratio * leads[-1] - self.mean * sum(vector)
        parts = [x for x in vector if x]
        over = next((d for d in range(1, 13) if all(abs(x * d - round(x * d)) < 1e-4 for x in parts)), 12)
        return vector, gap, over

    def _inner(self, one: Vector, other: Vector) -> float:
        """The covariance of two sums of cells."""
        return float(self.spread * (sum(map(mul, one, other)) - self.shared * sum(one) * sum(other)))

    def _grow(self, inside: int, cost: float, size: float, state: _State, lead: int, fixed: list[int]) -> _State:
        _, basis, off = self._add(state, lead, fixed)
        done = len(state.chosen)
        leads = state.vectors[lead]
        pivot = max(range(done, len(leads) - 1), key=lambda i: abs(leads[i]))
        vectors = []
        for vector in state.vectors:
            share = vector[pivot] / leads[pivot]
            new = [x - share * y for x, y in zip(vector, leads, strict=True)] if abs(share) > NEAR else vector[:]
            new[pivot], new[done] = new[done], share
            vectors.append(new)
        return _State(inside, (*state.chosen, (lead, tuple(fixed))), vectors, basis, off, (*state.sizes, size), cost)


def _add_logs(one: float, other: float) -> float:
    high, low = max(one, other), min(one, other)
    return high + log1p(exp(low - high))
