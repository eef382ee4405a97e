"""The smallest choice of sets that covers everything: by reductions, then branch and bound on what is left.

The problem is hard in general. Where the search is cut short, the best choice so far is given with a bound that no
choice beats.

Sets and elements are numbered; a set is an int whose bits are its elements.
"""

from collections import defaultdict

from coset.cells.bits import cells_of

STEPS = 400
"""How often the search branches at most, in one part: a step costs some milliseconds where much is left."""


def smallest_cover(sets: list[int], steps: int = STEPS) -> tuple[list[int], int]:
    """The numbers of few sets that cover what all of them cover together, and how many are needed at least.

    If the two numbers agree, no choice is smaller. Of several such choices it is always the same.

    >>> smallest_cover([0b0011, 0b0110, 0b1100, 0b0001])
    ([0, 2], 2)
    """
    chosen: list[int] = []
    needed = 0
    for part in _parts(dict(enumerate(sets))):
        search = _Search(part, steps)
        chosen += search.best
        needed += search.needed
    return sorted(chosen), needed


def greedy_cover(sets: dict[int, int]) -> list[int]:
    """A cover, always with the set that adds most, then without those that the others make needless."""
    left, chosen = 0, []
    for cells in sets.values():
        left |= cells
    while left:
        name = max(sets, key=lambda name: ((sets[name] & left).bit_count(), -name))
        chosen.append(name)
        left &= ~sets[name]
    for name in reversed(chosen[:]):
        others = 0
        for other in chosen:
            others |= sets[other] if other != name else 0
        if sets[name] & ~others == 0:
            chosen.remove(name)
    return chosen


def _elements(sets: dict[int, int]) -> list[frozenset[int]]:
    """Which sets have an element, for each element that isn't covered anyway with another."""
    holders: defaultdict[int, set[int]] = defaultdict(set)
    for name, cells in sets.items():
        for cell in cells_of(cells):
            holders[cell].add(name)
    rows = sorted({frozenset(names) for names in holders.values()}, key=lambda row: (len(row), sorted(row)))
    kept: list[frozenset[int]] = []
    by_name: defaultdict[int, list[frozenset[int]]] = defaultdict(list)
    for row in rows:
        if not any(other <= row for name in row for other in by_name[name]):
            kept.append(row)
            for name in row:
                by_name[name].append(row)
    return kept


def _reduced(sets: dict[int, int]) -> tuple[list[int], dict[int, int]]:
    """The sets that must be taken (one is the only one, or as good as any, for some element), and what is left to
    choose from."""
    taken: list[int] = []
    while True:
        rows = _elements(sets)
        single = {next(iter(row)) for row in rows if len(row) == 1}
        taken += sorted(single)
        rows = [row for row in rows if not row & single]
        columns: dict[int, int] = defaultdict(int)
        for number, row in enumerate(rows):
            for name in row:
                columns[name] |= 1 << number
        kept: dict[int, int] = {}
        holding: defaultdict[int, list[int]] = defaultdict(list)
        for name in sorted(columns, key=lambda name: (-columns[name].bit_count(), name)):
            cells = columns[name]
            rarest = (cells & -cells).bit_length() - 1
            if not any(kept[other] & cells == cells for other in holding[rarest]):
                kept[name] = cells
                for cell in cells_of(cells):
                    holding[cell].append(name)
        if not single and len(kept) == len(sets):
            return taken, kept
        sets = kept
        if not sets:
            return taken, {}


def _parts(sets: dict[int, int]) -> list[dict[int, int]]:
    """The sets in groups that share no element."""
    groups: list[tuple[int, list[int]]] = []
    for name, cells in sets.items():
        if not cells:
            continue
        joined, names, apart = cells, [name], []
        for other, members in groups:
            if other & joined:
                joined |= other
                names += members
            else:
                apart.append((other, members))
        groups = [*apart, (joined, names)]
    return [{name: sets[name] for name in sorted(names)} for _, names in groups]


class _Search:
    """Branch and bound on one connected part: `best` is the best cover found, `needed` how many sets one has at
    least."""

    def __init__(self, sets: dict[int, int], steps: int) -> None:
        self.left = steps
        taken, core = _reduced(sets)
        self.best = taken + greedy_cover(core)
        self.needed = len(taken) + sum(_at_least(part) for part in _parts(core))
        if len(self.best) > self.needed:
            better = self._solve(sets, len(self.best))
            self.best = self.best if better is None else better
            if self.left > 0:
                self.needed = len(self.best)

    def _solve(self, sets: dict[int, int], below: int) -> list[int] | None:
        """A smallest cover with fewer than `below` sets, or None."""
        taken, left = _reduced(sets)
        if not left:
            return taken if len(taken) < below else None
        parts = _parts(left)
        needs = [_at_least(part) for part in parts]
        for part, need in zip(parts, needs, strict=True):
            room = below - len(taken) - sum(needs) + need
            if room <= need - 1 or len(taken) + sum(needs) >= below:
                return None
            found = self._branch(part, room)
            if found is None:
                return None
            taken = taken + found
            needs = needs[1:]
        return taken if len(taken) < below else None

    def _branch(self, sets: dict[int, int], below: int) -> list[int] | None:
        """Decide a set: with the one that covers most of the element that fewest cover, then without it."""
        self.left -= 1
        if self.left <= 0:
            return None
        best = None
        need = _at_least(sets)
        if need >= below:
            return None
        name = _choice(sets)
        cells = sets[name]
        rest = {other: mask & ~cells for other, mask in sets.items() if other != name and mask & ~cells}
        found = self._solve(rest, below - 1)
        if found is not None:
            best = [name, *found]
            below = len(best)
            if below == need:
                return best
        without = {other: mask for other, mask in sets.items() if other != name}
        found = self._solve(without, below)
        return best if found is None else found


def _choice(sets: dict[int, int]) -> int:
    rows = _elements(sets)
    least = min(rows, key=lambda row: (len(row), sorted(row)))
    return max(least, key=lambda name: (sets[name].bit_count(), -name))


def _at_least(sets: dict[int, int]) -> int:
    """As many as the elements of which no two are in one set, chosen greedily; and as the elements' shares of their
    biggest sets."""
    rows = _elements(sets)
    used: set[int] = set()
    apart = 0
    for row in rows:
        if not row & used:
            apart += 1
            used |= row
    sizes: defaultdict[int, int] = defaultdict(int)
    for row in rows:
        for name in row:
            sizes[name] += 1
    share = sum(1 / max(sizes[name] for name in row) for row in rows)
    return max(apart, -int(-share // 1) if share % 1 > 1e-9 else int(share))
