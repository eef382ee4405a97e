"""Bits of one 64-bit word: how many, which is the lowest and the highest, and the word read backwards.

Each runs as plain Python too, so that a kernel means the same with `NUMBA_DISABLE_JIT=1`.
"""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload


@intrinsic
def _ctpop(_typing: Any, word: Any) -> Any:
    def code(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.uint64(types.uint64), code


@intrinsic
def _cttz(_typing: Any, word: Any) -> Any:
    def code(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], cgutils.true_bit.__class__(ir.IntType(1), 0))

    return types.uint64(types.uint64), code


@intrinsic
def _ctlz(_typing: Any, word: Any) -> Any:
    def code(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.ctlz(args[0], ir.Constant(ir.IntType(1), 0))

    return types.uint64(types.uint64), code


@intrinsic
def _bitreverse(_typing: Any, word: Any) -> Any:
    def code(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.bitreverse(args[0])

    return types.uint64(types.uint64), code


def popcount(word: int) -> int:
    """How many bits of a 64-bit word are set.

    >>> popcount(0b1011)
    3
    """
    return int(word).bit_count()


def lowest(word: int) -> int:
    """The number of the lowest set bit of a 64-bit word; 64 for 0.

    >>> lowest(0b1000), lowest(0)
    (3, 64)
    """
    word = int(word)
    return (word & -word).bit_length() - 1 if word else 64


def highest(word: int) -> int:
    """The number of the highest set bit of a 64-bit word; -1 for 0.

    >>> highest(0b1010), highest(0)
    (3, -1)
    """
    return int(word).bit_length() - 1


def backwards(word: int) -> np.uint64:
    """The word with bit 63 as bit 0, and so on.

    >>> int(backwards(0b1011)) == 0b1101 << 60
    True
    """
    return np.uint64(int(f"{int(word):064b}"[::-1], 2))


@overload(popcount, inline="always")
def _popcount(word: Any) -> Any:
    def compiled(word: Any) -> Any:
        return types.int64(_ctpop(types.uint64(word)))

    return compiled


@overload(lowest, inline="always")
def _lowest(word: Any) -> Any:
    def compiled(word: Any) -> Any:
        return types.int64(_cttz(types.uint64(word)))

    return compiled


@overload(highest, inline="always")
def _highest(word: Any) -> Any:
    def compiled(word: Any) -> Any:
        return 63 - types.int64(_ctlz(types.uint64(word)))

    return compiled


@overload(backwards, inline="always")
def _backwards(word: Any) -> Any:
    def compiled(word: Any) -> Any:
        return _bitreverse(types.uint64(word))

    return compiled
