"""`kernel`, the one decorator for compiled functions, and where they are cached.

Numba does not see that a cached function calls one that has changed in another file. So the folder of the cache is
named by a digest of every source that the function may call: those of `kernels/` and the kernels of its own package.
"""

import hashlib
import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import numba

from coset import kernels

P = ParamSpec("P")
T = TypeVar("T")

HERE = Path(__file__).parent


def cache_root() -> Path:
    """The folder of everything that Coset can make again: `$COSET_CACHE`, else `coset` in the user's cache folder."""
    own = os.environ.get("COSET_CACHE")
    if own:
        return Path(own)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "coset"


@cache
def digest(package: Path) -> str:
    """A name for all sources that a kernel of `package` may call."""
    sources = {*HERE.glob("*.py"), *package.glob("*kernel*.py")}
    if package.parent.name == "families":
        sources |= set((package.parent.parent / "stacking").glob("*kernel*.py"))
    together = hashlib.sha256(numba.__version__.encode())
    for source in sorted(sources):
        together.update(source.name.encode() + source.read_bytes())
    return together.hexdigest()[:16]


@cache
def _cache_of(package: Path) -> str:
    """The folder of the compiled code of a package, after those who want to know are told if it is not there yet."""
    folder = cache_root() / "kernels" / digest(package)
    if kernels.tell is not None and package.parent.name == "families" and not folder.exists():
        kernels.tell(package.name)
    return str(folder)


def _compiled(function: Callable[P, T], **options: bool) -> Callable[P, T]:
    package = Path(function.__code__.co_filename).parent
    numba.config.CACHE_DIR = _cache_of(package)
    compiled: Any = numba.njit(function, cache=True, nogil=True, error_model="numpy", **options)
    return compiled  # type: ignore[no-any-return]


def kernel(function: Callable[P, T]) -> Callable[P, T]:
    """Compile `function` when it is first called, keep the code for the next process, and run it without the GIL.

    Under `NUMBA_DISABLE_JIT=1` the function runs as plain Python.
    """
    return _compiled(function)


def bare(function: Callable[P, T]) -> Callable[P, T]:
    """A kernel that makes no arrays, and so needs no counting of references to those that it is given.

    Where a kernel is many small functions over many arrays, the counting can be nine tenths of its time.
    """
    return _compiled(function, _nrt=False)


def part(function: Callable[P, T]) -> Callable[P, T]:
    """A bare kernel that is put into each one that calls it: a call would pass all fields of all arrays."""
    return _compiled(function, _nrt=False, forceinline=True)


def inlined(function: Callable[P, T]) -> Callable[P, T]:
    """A part of a kernel that is compiled into each kernel that calls it, which suits short functions over many arrays.

    Called from Python it is compiled anew in every process, so it is for kernels to call.
    """
    compiled: Any = numba.njit(function, inline="always", error_model="numpy")
    return compiled  # type: ignore[no-any-return]
