"""Three engines for one program, and which of them is the quickest: plain Python, the kernel of tables, loops compiled
for the figure.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from coset.families.figures.program import Program
from coset.families.figures.walk import walk, without

WORD = (1 << 64) - 1
Keep = Callable[[tuple[int, ...]], bool]

PLAIN, TABLE, LOOPS = "plain", "table", "loops"
RATES = {PLAIN: 2e5, TABLE: 6e6, LOOPS: 1.4e8}
"""Partial fillings a second, measured on one core; the docs page says of what."""


def engine_for(program: Program, nodes: float, listing: bool = False) -> str:
    """The engine for a search of about so many partial fillings; `listing` where the fillings themselves are wanted.

    Plain Python is done with 1e5 before compiled code would be loaded. Compiling loops takes a second or two, which 1e7
    repay.
    """
    if nodes < 1e5 or program.width > 128 or not program.steps:
        return PLAIN
    if nodes < 1e7 or listing:
        return TABLE
    from coset.families.figures.generate import fits

    return LOOPS if fits(program) else TABLE


def seconds_for(program: Program, nodes: float) -> float:
    """About how long a search of so many partial fillings takes on one core."""
    return nodes / RATES[engine_for(program, nodes)]


def run(
    engine: str, program: Program, target: int, keep: Keep | None = None, only: Sequence[int] = (), watch: Any = None
) -> tuple[int, int]:
    """Fillings up to symmetry and partial fillings met, by one of the engines: all three mean what `walk.walk`
    means.
    """
    if engine == PLAIN:
        return walk(program, target, keep, only)
    return (_loops if engine == LOOPS and keep is None else _table)(program, target, keep, only, watch)


def _start(program: Program, target: int) -> tuple[list[int], list[int]] | None:
    """u of each cell and what each group has left, before the first step; None if the start contradicts the rules."""
    known = program.begin(target)
    if known is None:
        return None
    u = [known.get(cell, 0) for cell in range(program.figure.cells)]
    return u, without(program, known, u, [program.full] * program.group_count)


def _loops(program: Program, target: int, keep: Keep | None, only: Sequence[int], watch: Any) -> tuple[int, int]:
    import numpy as np

    from coset.families.figures.generate import source
    from coset.families.figures.walk import mirrored
    from coset.kernels.generated import load

    begun = _start(program, target)
    if begun is None:
        return 0, 0
    u, left = begun
    module = load(source(program), Path(__file__).parent)
    masks = [*only, *[program.full] * (len(program.steps) - len(only))]
    const = [f.const + f.t * target for step in program.steps for f in (*step.easy, *step.hard)]
    result = np.zeros(2, np.int64)
    module.search(
        np.array(const, np.int64),
        np.array(u, np.int64),
        np.array(masks, np.uint64),
        np.uint64(left[0]),
        np.uint64(mirrored(left[0], program.width)),
        result,
        np.zeros(8, np.int64) if watch is None else watch,
    )
    return int(result[0]), int(result[1])


def _table(program: Program, target: int, keep: Keep | None, only: Sequence[int], watch: Any) -> tuple[int, int]:
    import numpy as np

    from coset.families.figures import kernel
    from coset.families.figures.kernel_tape import tape
    from coset.families.figures.walk import mirrored
    from coset.kernels.watch import STOP

    begun = _start(program, target)
    if begun is None:
        return 0, 0
    steps, cells = len(program.steps), program.figure.cells
    left = np.zeros((steps + 1, program.group_count + 1, 4), np.uint64)
    left[0] = [_words(mask, mirrored(mask, program.width)) for mask in (*begun[1], program.full)]
    watch = np.zeros(8, np.int64) if watch is None else watch
    u, choices, rests = np.array(begun[0], np.int64), np.zeros(steps, np.int64), np.zeros(cells, np.int64)
    mask, state = np.zeros((steps, 2), np.uint64), np.zeros(8, np.int64)
    state[kernel.WIDTH] = program.width
    out = np.zeros((0 if keep is None else 4096, cells), np.int64)
    masks = np.array([[m & WORD, m >> 64] for m in only], np.uint64).reshape(-1, 2)
    instructions = tape(program, target)
    done = False
    while not (done or watch[STOP]):
        done = kernel.search(instructions, masks, u, choices, rests, left, mask, out, state, watch)
        for row in out[: state[kernel.FOUND]].tolist():
            if keep is not None and not keep(tuple(value + program.lowest for value in row)):
                done = True
                break
    return int(state[kernel.COUNT]), int(state[kernel.NODES])


def _words(mask: int, back: int) -> list[int]:
    """A mask and its mirror image as four words."""
    return [mask & WORD, mask >> 64, back & WORD, back >> 64]
