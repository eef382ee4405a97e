"""Arrays without an owner inside a kernel.

Numba counts references to an array atomically whenever a compiled function takes a name for it, 5 ns each time: that
can be most of the time of a kernel that is many small functions. A borrowed array has no owner, so there is nothing to
count. Borrow once, in the outermost kernel, whose caller keeps the array alive; never return a borrowed array.
"""

from typing import Any, TypeVar

from numba.core import cgutils
from numba.core.imputils import impl_ret_borrowed
from numba.extending import intrinsic, overload
from numba.np.arrayobj import make_array

T = TypeVar("T")


@intrinsic
def _ownerless(_typing: Any, array: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        view = make_array(signature.return_type)(context, builder, value=args[0])
        view.meminfo = cgutils.get_null_value(view.meminfo.type)
        view.parent = cgutils.get_null_value(view.parent.type)
        return impl_ret_borrowed(context, builder, signature.return_type, view._getvalue())

    return array(array), code


def borrowed(array: T) -> T:
    """The same array, without counting of references; as plain Python, the array itself."""
    return array


@overload(borrowed, inline="always")
def _borrowed(array: Any) -> Any:
    def compiled(array: Any) -> Any:
        return _ownerless(array)

    return compiled
