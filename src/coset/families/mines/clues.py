"""What is written on a board once some of its cells are known: the hints and numbers, over the cells that are not."""

from dataclasses import dataclass

from coset.cells.bits import cells_of
from coset.errors import BadInput
from coset.families.mines.rules import NOTHING, Position


@dataclass(frozen=True, slots=True)
class Clue:
    """A hint or a shown number as it stands on the board: so many mines in these cells, all of them unknown."""

    name: str
    cells: int
    mines: int


def clues(position: Position, safe: int, mines: int) -> list[Clue]:
    """What is on the board when these cells are known: the hints in their order, then the numbers.

    >>> from coset.families.mines.rules import parse
    >>> [(clue.name, clue.mines) for clue in clues(parse("sweep:2x1:o*"), safe=0b01, mines=0)]
    [('the whole board', 1), ('the 1 at r1c1', 1)]
    """
    known = safe | mines
    found = [
        Clue(hint.name, hint.cells & ~known, hint.mines - (hint.cells & mines).bit_count()) for hint in position.hints
    ]
    for cell in cells_of(safe):
        number, around = position.shown[cell], position.tiling.around[cell]
        if number != NOTHING:
            name = f"the {number} at {position.tiling.names[cell]}"
            found.append(Clue(name, around & ~known, number - (around & mines).bit_count()))
    for clue in found:
        if not 0 <= clue.mines <= clue.cells.bit_count():
            raise BadInput(
                f"{clue.name} wants {clue.mines} mines in {clue.cells.bit_count()} cells",
                None,
                "hints that fit each other",
            )
    return [clue for clue in found if clue.cells]
