import numpy as np

from coset.kernels.borrow import borrowed
from coset.kernels.jit import kernel


@kernel
def _total(numbers: np.ndarray) -> int:
    bare = borrowed(numbers)
    total = 0
    for at in range(bare.size):
        total += bare[at]
        bare[at] = 0
    return total


def test_a_borrowed_array_is_the_array():
    numbers = np.arange(5)
    assert borrowed(numbers) is numbers
    assert _total(numbers) == 10
    assert not numbers.any()
    assert _total(numbers[1:3]) == 0
