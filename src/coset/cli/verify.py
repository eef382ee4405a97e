"""`coset verify`."""

from typing import Annotated

from cyclopts import Parameter

from coset.checks import verify as verify_family
from coset.cli.common import Json, as_json, progress
from coset.errors import CosetError


def verify(
    family: str, *, count: Annotated[int, Parameter(name=["--count", "-n"])] = 100, seed: int = 0, json: Json = False
) -> None:
    """Compare the fast solver of a family with its naive one on random small positions.

    For example: `coset verify figures -n 200`

    Args:
        family: figures, mines, nim, hold or combo.
        count: How many positions to try.
        seed: The same seed tries the same positions.
    """
    with progress(f"verifying {family}") as tell:
        found = verify_family(family, count, seed, tell)
    if json:
        print(as_json(found.json()))
    else:
        print(*found.faults, sep="\n", end="\n" if found.faults else "")
        print(f"{family}: {found.tried} positions tried with seed {seed}, {len(found.faults)} faults")
    if found.faults:
        raise CosetError(f"{len(found.faults)} faults in {family}")
