"""`coset warm`."""

import sys
import time

from coset import checks, kernels


def warm() -> None:
    """Compile all kernels now, so that later commands start at once.

    For example: `coset warm`
    """
    kernels.tell = None  # each family is named here anyway
    began = time.monotonic()
    checks.warm(lambda family: print(f"compiling the kernels of {family} ...", file=sys.stderr, flush=True))
    print(f"all kernels are compiled ({time.monotonic() - began:.0f} s)")
