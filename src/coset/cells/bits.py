"""Sets of cells as plain ints.

Bit ``y * width + x`` is the cell in column x from the left, row y from the top.
"""

from collections.abc import Iterable, Iterator


def cells_of(mask: int) -> Iterator[int]:
    """The numbers of the set bits, lowest first.

    >>> list(cells_of(0b1011))
    [0, 1, 3]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(cells: Iterable[int]) -> int:
    """The set of these cells; the inverse of `cells_of`.

    >>> bin(mask_of([0, 1, 3]))
    '0b1011'
    """
    mask = 0
    for cell in cells:
        mask |= 1 << cell
    return mask


def flood(start: int, free: int, width: int) -> int:
    """All cells of `free` that can be reached from `start` by side steps.

    >>> bin(flood(0b001, 0b1_011, width=3))
    '0b1011'
    """
    left = mask_of(range(0, max(free.bit_length(), 1) + width, width))
    not_left, not_right = ~left, ~(left >> 1 | left << (width - 1))
    area = start & free
    while True:
        wider = area | (area << 1 & not_left) | (area >> 1 & not_right) | area << width | area >> width
        wider &= free
        if wider == area:
            return area
        area = wider


def areas(free: int, width: int) -> list[int]:
    """Connected areas of `free`, the one with the lowest bit first.

    Equivalent to the components of the graph that joins side-by-side cells (tests hold it to that).

    >>> [bin(area) for area in areas(0b1011, width=4)]
    ['0b11', '0b1000']
    """
    found = []
    while free:
        area = flood(free & -free, free, width)
        found.append(area)
        free ^= area
    return found
