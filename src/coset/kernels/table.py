"""One open-addressing hash table for all families: a 64-bit key to a 64-bit value, on two arrays.

`keys[slot]` is 0 where the slot is free, so a key is never 0 (store key + 1, or a mixed key, if yours can be).
A kernel that finds the table too full returns to Python, which doubles it with `grown` and calls the kernel again.
"""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from coset.kernels.jit import kernel

Words: TypeAlias = npt.NDArray[np.uint64]
Values: TypeAlias = npt.NDArray[np.int64]

FULLEST = 0.7


@kernel
def mix(key: int) -> int:
    """Spread a key over all 64 bits; one to one, so that it can stand for the key (finaliser of splitmix64)."""
    word = np.uint64(key)
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))  # type: ignore[return-value]


@kernel
def slot_of(keys: Words, key: int) -> int:
    """Where `key` is, or the free slot where it belongs. The number of slots is a power of two."""
    last = np.uint64(keys.size - 1)
    slot = mix(key) & last
    while keys[slot] != np.uint64(0) and keys[slot] != np.uint64(key):
        slot = (slot + np.uint64(1)) & last
    return np.int64(slot)  # type: ignore[return-value]


@kernel
def _refill(keys: Words, values: Values, new_keys: Words, new_values: Values) -> None:
    for old in range(keys.size):
        if keys[old] != np.uint64(0):
            slot = slot_of(new_keys, keys[old])
            new_keys[slot] = keys[old]
            new_values[slot] = values[old]


def empty(slots: int) -> tuple[Words, Values]:
    """A table with room for about 0.7 of `slots` (rounded up to a power of two)."""
    size = 1 << max(4, (slots - 1).bit_length())
    return np.zeros(size, np.uint64), np.zeros(size, np.int64)


def grown(keys: Words, values: Values) -> tuple[Words, Values]:
    """The same table with twice the slots."""
    new_keys, new_values = empty(2 * keys.size)
    _refill(keys, values, new_keys, new_values)
    return new_keys, new_values
