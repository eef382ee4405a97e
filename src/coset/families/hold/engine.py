"""What the kernel needs of a field, its rules and its queues, put in arrays; and its memory, which grows."""

from collections.abc import Iterable
from functools import lru_cache
from itertools import accumulate, combinations

import numpy as np
import numpy.typing as npt

from coset.cells.pieces import PIECES
from coset.errors import Interrupted, TooBig
from coset.families.hold import kernel as k
from coset.families.hold import kernel_packings, kernel_queues, kernel_sight, kernel_tilings
from coset.families.hold.portions import FEW, LOW, is_portion
from coset.kernels.watch import STOP, Watch
from coset.stacking.drops import Rules
from coset.stacking.kicks import HALVES
from coset.stacking.pieces import ROTATIONS, SHAPES
from coset.stacking.queues import Queues

Ints = npt.NDArray[np.int64]
Bits = npt.NDArray[np.bool_]

WIDTH = 10
NONE = k.NONE
MOST_WORDS = 3584 * 2**20 // 8
"""Memory for one table or store: beyond that a question is refused."""


def as_word(bits: int) -> int:
    """64 bits as a signed number."""
    return bits - (1 << 64) if bits >> 63 else bits


def numbered(rows: tuple[str, ...], fixed: bool = False) -> tuple[tuple[int, ...], bool]:
    """For rows from the bottom: the bit of each cell, -1 where it has none; and whether filled cells have bits too.

    They have if 64 bits are enough for all columns that aren't full; then full rows may move to the top.
    """
    columns = [x for x in range(WIDTH) if any(row[x] == "_" for row in rows)]
    whole = len(columns) * len(rows) <= 64 and not fixed
    bit = [-1] * (WIDTH * len(rows))
    number = 0
    for x in columns:
        for y, row in enumerate(rows):
            if whole or row[x] == "_":
                bit[y * WIDTH + x] = number
                number += 1
    return tuple(bit), whole


@lru_cache(maxsize=64)
def placements(bit: tuple[int, ...]) -> list[tuple[int, int, int]]:
    """(piece, cells, cells of the rows between) for each way a piece can lie on the numbered cells.

    A piece may lie apart: rows between its own have cleared before it came. Not all of these can be reached or rest
    on something.
    """
    height = len(bit) // WIDTH
    of_row = [sum(1 << b for b in bit[y * WIDTH : (y + 1) * WIDTH] if b >= 0) for y in range(height)]
    open_rows = [y for y in range(height) if of_row[y]]
    found = set()
    for kind, piece in enumerate(PIECES):
        for shape in {tuple(sorted(SHAPES[piece, rotation])) for rotation in ROTATIONS}:
            low = min(dy for _, dy in shape)
            for own in combinations(open_rows, max(dy for _, dy in shape) - low + 1):
                gap = sum(of_row[y] for y in open_rows if own[0] < y < own[-1] and y not in own)
                for x in range(-min(dx for dx, _ in shape), WIDTH - max(dx for dx, _ in shape)):
                    bits = [bit[own[dy - low] * WIDTH + x + dx] for dx, dy in shape]
                    if min(bits) >= 0:
                        found.add((kind, sum(1 << b for b in bits), gap))
    return sorted(found)


def lowest_bit(cells: int) -> int:
    """The number of the lowest set bit."""
    return (cells & -cells).bit_length() - 1


def _starts(keys: Iterable[int], size: int) -> list[int]:
    starts = [0] * (size + 1)
    for key in keys:
        starts[key + 1] += 1
    return list(accumulate(starts))


def _moves_of(rules: Rules, float_: bool) -> tuple[list[int], list[int], list[int], list[int]]:
    shapes = [n for p in PIECES for r in ROTATIONS for dx, dy in SHAPES[p, r] for n in (dx, -dy)]
    heads: list[int] = []
    shifts: list[int] = []
    slides: list[int] = []
    for piece in PIECES:
        free = rules.drop != "hard" and (rules.drop != "t-soft" or piece == "T")
        slides.append(2 if float_ else int(free))
        for old in ROTATIONS:
            for new in ROTATIONS:
                turn = old + new
                allowed = free and old != new and (turn not in HALVES or rules.drop == "180")
                kicks = rules.kicks.get((piece, turn), ()) if allowed else ()
                heads += [len(kicks), len(shifts) // 2]
                shifts += [n for dx, dy in kicks for n in (dx, -dy)]
    return shapes, heads, shifts, slides


def most_left(queues: Queues, hold: bool) -> list[int]:
    """[state * 8 + held]: how many of each piece can still be placed at most, four bits a piece."""
    most = [[0] * 7 for _ in queues.after]
    for state in range(len(queues.after) - 1, -1, -1):
        for kind in range(7):
            then = queues.after[state][kind]
            if then >= 0:
                most[state] = [
                    max(m, n + (j == kind)) for j, (m, n) in enumerate(zip(most[state], most[then], strict=True))
                ]
    return [sum(min(15, n + (j == held)) << 4 * j for j, n in enumerate(row)) for row in most for held in range(8)]


@lru_cache(maxsize=64)
def _placement_sections(bit: tuple[int, ...], whole: bool, many: bool) -> dict[int, list[int]]:
    """The sections of `ask` that list the placements (by their highest cell too if there are many pieces); where full
    rows move up, none that can be made lies apart."""
    known = placements(bit)
    tiles = sorted({(lowest_bit(cells), kind, cells) for kind, cells, _ in known})
    highs = sorted((cells.bit_length() - 1, kind, cells) for _, kind, cells in tiles) if many else []
    if whole:
        known = [placed for placed in known if placed[2] == 0]
    sections = {
        k.TILE: [n for _, kind, mask in tiles + highs for n in (as_word(mask), kind)],
        k.TILE_START: _starts((lowest for lowest, _, _ in tiles), max(bit) + 1),
        k.PLACE: [as_word(n) for _, mask, gap in known for n in (mask, gap)],
        k.PLACE_START: _starts((kind for kind, _, _ in known), 7),
    }
    if many:
        starts = _starts((highest for highest, _, _ in highs), max(bit) + 1)
        sections[k.HIGH_START] = [len(tiles) + n for n in starts]
    return sections


def question(
    rows: tuple[str, ...], rules: Rules, queues: Queues, saved: int = -1, float_: bool = False, fixed: bool = False
) -> Ints:
    """All that the kernel needs to know, in one array; rows from the bottom. `fixed`: full rows stay where they are."""
    bit, whole = numbered(rows, fixed)
    cells = max(bit) + 1
    root = sum(
        1 << b
        for y, row in enumerate(rows)
        for x, b in enumerate(bit[10 * y : 10 * y + 10])
        if b >= 0 and row[x] != "_"
    )
    of_row = [sum(1 << b for b in bit[10 * y : 10 * y + 10] if b >= 0) for y in range(len(rows))]
    alike = is_portion(queues)
    shapes, heads, shifts, slides = _moves_of(rules, float_)
    longest = max(2, (rules.headroom - 3) // 2)
    ends = [queues.depth[state] == queues.length for state in range(len(queues.after))]
    sections = {
        k.CELL: list(bit),
        k.ROW: [*(as_word(row) for row in of_row), int(whole)],
        k.SHAPE: shapes,
        k.KICKS: heads,
        k.KICK: shifts,
        k.SLIDES: slides,
        **_placement_sections(bit, whole, alike and cells - root.bit_count() > 4 * FEW),
        k.AFTER: [n for state, row in enumerate(queues.after) for n in (*row, state if ends[state] else -1)],
        k.FIRST: [n for row in queues.first for n in (*row, 0)],
        k.COUNT: queues.count,
        k.LEFT: most_left(queues, True),
    }
    ask = [0] * k.ASK
    ask[k.HEIGHT], ask[k.LONGEST], ask[k.CELLS], ask[k.SAVED] = len(rows), longest, cells, saved
    if whole:
        joined = [b for at, b in enumerate(bit) if b >= 0 and at % WIDTH < WIDTH - 1 and bit[at + 1] >= 0]
        ask[k.JOINT] = as_word(sum(1 << b for b in joined))
    ask[k.EVEN] = as_word(sum(1 << b for at, b in enumerate(bit) if b >= 0 and at % 2 == 0))
    # tilings are asked for where so many pieces are left
    ask[k.ROOT], ask[k.PRUNE] = as_word(root), 4 * (16 if len(rows) <= LOW else 5 if alike else 2)
    for name, numbers in sections.items():
        ask[name] = len(ask)
        ask += numbers
    return np.array(ask, np.int64)


class Memory:
    """The kernel's memory: tables and stores that double when they are full."""

    def __init__(self, deepest: int, widest: int, scale: int = 12) -> None:
        self.sizes = {k.TILES: 8 << scale, k.LISTS: 2 << scale, k.STATES: 2 << scale}
        self.sizes |= {k.MOVES: (4 << scale) + 2000, k.BITS: (8 << scale) + 64 * widest}
        self.deepest, self.widest = deepest, widest
        self.words = self._laid_out()

    def _laid_out(self) -> Ints:
        at = k.MEM
        head = [0] * k.MEM
        for name, words in (
            (k.FRAME, (self.deepest + 2) * k.FRAMES),
            (k.OPEN, (self.deepest + 2) * 3 * (self.widest + 1)),
            (k.FITS, 40),
            (k.REACH, 40),
            (k.TURNING, 10),
            (k.COLUMN, 10),
            (k.ORIGIN, 32),
            (k.STACK, 4 * 20),
        ):
            head[name] = at
            at += words
        head[k.WIDE] = self.widest + 1
        for name in (k.TILES, k.LISTS, k.STATES):
            head[name], head[name + 1] = at, self.sizes[name] - 1
            at += 4 * self.sizes[name]
        for name in (k.MOVES, k.BITS):
            head[name], head[name + 1], head[name + 2] = at, at + self.sizes[name], at
            at += self.sizes[name]
        if at > MOST_WORDS:
            raise TooBig(
                "there are too many boards and queues to look at here", f"{at * 8 >> 20} MB", "fewer queues or cells"
            )
        memory = np.zeros(at, np.int64)
        memory[: k.MEM] = head
        return memory

    def forget(self) -> None:
        """Empty the tables; the stores behind them fill again from the start."""
        for name in (k.TILES, k.LISTS, k.STATES):
            self.words[self.words[name] : self.words[name] + 4 * self.sizes[name]] = 0
            self.words[name + 2] = 0
        self.words[self.words[k.BITS] : self.words[k.BITS + 2]] = 0
        for name in (k.MOVES, k.BITS):
            self.words[name + 2] = self.words[name]

    def grow(self) -> None:
        """Double what is more than half full, and keep what is known."""
        old = self.words
        for name in (k.TILES, k.LISTS, k.STATES):
            if old[name + 2] * 2 > self.sizes[name]:
                self.sizes[name] *= 2
        for name in (k.MOVES, k.BITS):
            if (old[name + 2] - old[name]) * 2 > self.sizes[name]:
                self.sizes[name] *= 2
        self.words = self._laid_out()
        for name in (k.MOVES, k.BITS):
            size = old[name + 2] - old[name]
            self.words[self.words[name] : self.words[name] + size] = old[old[name] : old[name + 2]]
            self.words[name + 2] += size
        k.move_in(self.words, old)


def working(ask: Ints, memory: Memory, queues: Queues, hold: bool, watch: Watch) -> Bits:
    """Whether each queue works; with hold, the first piece begins as the held one."""
    starts = [(NONE, 0)]
    if hold:
        starts = [(kind, then) for kind, then in enumerate(queues.after[0]) if then >= 0]
    found = [_solved(ask, memory, held, state, queues.count[state], watch) for held, state in starts]
    return np.concatenate(found)


def widest(queues: Queues) -> int:
    """How many words the bits of all queues take."""
    return max(queues.count) // 64 + 1


ALL = 1 << 20
"""Slack enough to look at all boards."""


def _solved(ask: Ints, memory: Memory, held: int, queue: int, count: int, watch: Watch) -> Bits:
    """Whether each of the queues works that go on from a state of the queues with an empty board.

    First the boards that look best are tried, for most queues need no others; as long as most of the open queues are
    found to work, a little further from them; then all boards, for what is left.
    """
    words = (count + 63) // 64
    slack, fails = 0 if ask[k.HIGH_START] else ALL, count
    while True:
        mem = memory.words
        every = mem[mem[k.OPEN] : mem[k.OPEN] + words]
        every[:] = -1
        if count % 64:
            every[-1] = (1 << count % 64) - 1
        frame = mem[k.FRAME]
        mem[frame + k.BOARD], mem[frame + k.HELD], mem[frame + k.QUEUE] = ask[k.ROOT], held, queue
        mem[frame + k.SLACK] = slack
        at = kernel_queues.solve(ask, mem, watch)
        if at < 0:
            if watch[STOP]:
                raise Interrupted("stopped before all queues were known")
            memory.grow()
            continue
        bits = np.unpackbits(mem[at : at + words].view(np.uint8), count=count, bitorder="little").astype(np.bool_)
        before, fails = fails, count - int(np.count_nonzero(bits))
        if fails == 0 or slack == ALL:
            return bits
        slack = slack + 1 if fails * 2 < before else ALL
        kernel_queues.reopen(ask, mem)


def best(ask: Ints, memory: Memory, see: int, hold: bool, watch: Watch) -> int:
    """How many queues succeed if `see` pieces are seen after the current one, under best play."""
    ask[k.SEEN], ask[k.HOLDS] = see, int(hold)
    while True:
        frames = np.zeros((80, kernel_sight.SIGHTS), np.int64)
        frames[0, k.BOARD], frames[0, k.HELD] = ask[k.ROOT], k.NONE
        value = kernel_sight.best(ask, memory.words, frames, watch)
        if value >= 0:
            return int(value)
        if watch[STOP]:
            raise Interrupted("stopped before the best play was known")
        memory.grow()


def can_be_tiled(rows: tuple[str, ...], rules: Rules, queues: Queues) -> bool:
    """Whether the pieces that can come tile the field at all, in whatever order."""
    ask = question(rows, rules, queues)
    ask[k.PRUNE] = 64
    memory = Memory(1, 1)
    while True:
        found = bool(kernel_tilings.tileable(ask, memory.words, int(ask[k.ROOT]), int(ask[ask[k.LEFT] + k.NONE])))
        if not memory.words[k.FULL]:
            return found
        memory.grow()


MOST_TILINGS, MOST_SOLUTIONS = 20_000_000, 50_000
"""To look at, and to list."""


def packings(ask: Ints, gaps: Ints, pieces: int, watch: Watch) -> Ints:
    """All tilings of a field (`fixed`) that can be played in some order with the pieces that may come: rows of
    numbers of placements."""
    ask[k.PRUNE] = 64
    memory = Memory(1, 1)
    found = np.zeros((min(1024, MOST_SOLUTIONS), pieces), np.int64)
    while True:
        count = int(kernel_packings.packings(ask, memory.words, gaps, MOST_TILINGS, found, watch))
        if count >= 0:
            return found[:count]
        if watch[STOP]:
            raise Interrupted("stopped before all solutions were known")
        full = count == kernel_packings.MORE and len(found) == MOST_SOLUTIONS
        if full or count == kernel_packings.TOO_MANY:
            most = MOST_SOLUTIONS if full else MOST_TILINGS
            right = f"at most {most:,} are looked at; narrow the queues"
            raise TooBig(f"there are more than {most:,} ways to fill the field with these pieces", None, right)
        if count == kernel_packings.MORE:
            found = np.zeros((min(8 * len(found), MOST_SOLUTIONS), pieces), np.int64)
        else:
            memory.grow()


def gaps(ask: Ints) -> Ints:
    """For each placement in TILE, the cells of the rows between, which must be full before."""
    starts = ask[ask[k.PLACE_START] : ask[k.PLACE_START] + 8].tolist()
    places = ask[ask[k.PLACE] : ask[k.PLACE] + 2 * starts[7]].reshape(-1, 2).tolist()
    gap_of = {(places[n][0], kind): places[n][1] for kind in range(7) for n in range(starts[kind], starts[kind + 1])}
    tiles = ask[ask[k.TILE] : ask[k.TILE_START]].reshape(-1, 2).tolist()
    return np.array([gap_of[cells, kind] for cells, kind in tiles], np.int64)


def only(ask: Ints, gaps: Ints, chosen: Ints) -> Ints:
    """The same question with no other placements than these numbers of TILE."""
    tiles = [(int(ask[ask[k.TILE] + 2 * n]), int(ask[ask[k.TILE] + 2 * n + 1])) for n in chosen]
    unsigned = [(cells & (1 << 64) - 1, kind) for cells, kind in tiles]
    by_piece = sorted((kind, cells, int(gaps[n])) for (cells, kind), n in zip(tiles, chosen, strict=True))
    small = ask.copy()
    small[k.HIGH_START] = 0
    starts = _starts((lowest_bit(cells) for cells, _ in unsigned), int(ask[k.CELLS]))
    small[ask[k.TILE] : ask[k.TILE] + 2 * len(tiles)] = [n for tile in tiles for n in tile]
    small[ask[k.TILE_START] : ask[k.TILE_START] + len(starts)] = starts
    small[ask[k.PLACE] : ask[k.PLACE] + 2 * len(tiles)] = [n for _, cells, gap in by_piece for n in (cells, gap)]
    small[ask[k.PLACE_START] : ask[k.PLACE_START] + 8] = _starts((kind for kind, _, _ in by_piece), 7)
    return small
