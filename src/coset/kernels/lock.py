"""One lock for kernels that run in threads and share tables: who holds it may write, all may read what was written
before.

`lock` is an int64 array; `lock[0]` is 1 while it is held. Exchanging it is atomic, and no write crosses it.
"""

from typing import Any

import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

from coset.kernels.jit import kernel


@intrinsic
def _exchange(_typing: Any, array: Any, value: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kind = signature.args[0]
        whole = context.make_array(kind)(context, builder, args[0])
        place = cgutils.get_item_pointer(context, builder, kind, whole, [ir.Constant(ir.IntType(64), 0)])
        return builder.atomic_rmw("xchg", place, args[1], "seq_cst")

    return types.int64(array, types.int64), code


def exchange(array: npt.NDArray[np.int64], value: int) -> int:
    """Put `value` in the first place of the array and return what was there, in one step that no thread can cut in two.

    >>> exchange(np.array([5]), 1)
    5
    """
    before = int(array[0])
    array[0] = value
    return before


@overload(exchange, inline="always")
def _exchange_overload(array: Any, value: Any) -> Any:
    def compiled(array: Any, value: Any) -> Any:
        return _exchange(array, value)

    return compiled


@kernel
def acquire(lock: npt.NDArray[np.int64]) -> None:
    """Wait until the lock is free, and hold it."""
    while exchange(lock, 1) != 0:
        pass


@kernel
def release(lock: npt.NDArray[np.int64]) -> None:
    """Let the lock go; all that was written before is seen by who holds it next."""
    exchange(lock, 0)
