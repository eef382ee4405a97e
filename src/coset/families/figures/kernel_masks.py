"""Masks of up to 128 numbers as two words, and of up to 63 as one, in compiled code.

Bit u of the low word is u, bit u of the high word is 64 + u. `down` shifts to smaller u, by a negative amount to larger
u.
"""

import numpy as np

from coset.kernels.jit import kernel

Pair = tuple[np.uint64, np.uint64]


@kernel
def under(u: int) -> np.uint64:
    """The numbers below u, of one word; u from 0 to 63, others as the nearest of these."""
    return (np.uint64(1) << np.uint64(min(max(u, 0), 63))) - np.uint64(1)


@kernel
def down(mask: np.uint64, by: int) -> np.uint64:
    """A word shifted down by -63 to 63; more is as much as 63, which leaves nothing of up to 63 numbers."""
    by = min(max(by, -63), 63)
    return mask >> np.uint64(by) if by >= 0 else mask << np.uint64(-by)


@kernel
def where(slope: int, gap: int, less: bool) -> np.uint64:
    """The u of one word with `slope * u + gap > 0`, or only `!= 0`; the slope is 0, 2 or -2."""
    if slope == 0:
        return np.uint64(0xFFFFFFFFFFFFFFFF) if gap > 0 or (not less and gap < 0) else np.uint64(0)
    if not less:
        root = -gap // slope
        hit = root * slope == -gap and 0 <= root < 63
        return ~(np.uint64(1) << np.uint64(root)) if hit else np.uint64(0xFFFFFFFFFFFFFFFF)
    return ~under(-gap // 2 + 1) if slope > 0 else under((gap + 1) // 2)


@kernel
def under2(u: int) -> Pair:
    """The numbers below u, of two words; u below 0 as 0."""
    if u >= 128:
        return np.uint64(0xFFFFFFFFFFFFFFFF), np.uint64(0xFFFFFFFFFFFFFFFF)
    if u >= 64:
        return np.uint64(0xFFFFFFFFFFFFFFFF), (np.uint64(1) << np.uint64(u - 64)) - np.uint64(1)
    return (np.uint64(1) << np.uint64(max(u, 0))) - np.uint64(1), np.uint64(0)


@kernel
def down2(low: np.uint64, high: np.uint64, by: int) -> Pair:
    """Two words shifted down by any amount."""
    if by <= -128 or by >= 128:
        return np.uint64(0), np.uint64(0)
    if by == 0:
        return low, high
    if by > 0:
        if by >= 64:
            return high >> np.uint64(by - 64), np.uint64(0)
        return (low >> np.uint64(by)) | (high << np.uint64(64 - by)), high >> np.uint64(by)
    if by <= -64:
        return np.uint64(0), low << np.uint64(-by - 64)
    return low << np.uint64(-by), (high << np.uint64(-by)) | (low >> np.uint64(64 + by))


@kernel
def where2(slope: int, gap: int, less: bool) -> Pair:
    """The same as `where`, of two words."""
    full = np.uint64(0xFFFFFFFFFFFFFFFF)
    if slope == 0:
        return (full, full) if gap > 0 or (not less and gap < 0) else (np.uint64(0), np.uint64(0))
    if not less:
        root = -gap // slope
        if root * slope != -gap or root < 0 or root > 127:
            return full, full
        if root < 64:
            return ~(np.uint64(1) << np.uint64(root)), full
        return full, ~(np.uint64(1) << np.uint64(root - 64))
    low, high = under2(-gap // 2 + 1) if slope > 0 else under2((gap + 1) // 2)
    return (~low, ~high) if slope > 0 else (low, high)
