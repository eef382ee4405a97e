"""The only door to numba, and the native parts that families share."""

from collections.abc import Callable

tell: Callable[[str], None] | None = None
"""Who is told of a family whose kernels are not compiled yet, if anybody wants to know: it can take half a minute."""
