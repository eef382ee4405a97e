"""The seven one-sided tetrominoes, as they are drawn lying flat."""

from coset.cells.symmetry import Cells

PIECES = "IOTSZJL"

FLAT: dict[str, Cells] = {
    "I": frozenset({(0, 0), (1, 0), (2, 0), (3, 0)}),
    "O": frozenset({(0, 0), (1, 0), (0, 1), (1, 1)}),
    "T": frozenset({(1, 0), (0, 1), (1, 1), (2, 1)}),
    "S": frozenset({(1, 0), (2, 0), (0, 1), (1, 1)}),
    "Z": frozenset({(0, 0), (1, 0), (1, 1), (2, 1)}),
    "J": frozenset({(0, 0), (0, 1), (1, 1), (2, 1)}),
    "L": frozenset({(2, 0), (0, 1), (1, 1), (2, 1)}),
}
"""(column, row) with row 0 at the top."""
