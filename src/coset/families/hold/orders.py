"""Orders and hold: which orders of pieces can be placed from which queues.

A queue Q, dealt from the left, can be placed in the order W if and only if, for every i, piece number i of W is
among the first i + 1 of Q: with hold there is a choice of two at each step. Both `implies` and `implied_by` follow
from that, and so does that each is the mirror of the other. n different pieces give 2^(n-1) orders.

An order is also written as digits, as a change of another one: `ABDC + 113 = CBDA`. There is a digit for each letter
but the first; from the left, each letter moves as many places to the left as its digit says.
"""

from coset.errors import BadInput, TooBig

LONGEST = 20


def checked(order: str) -> str:
    """The letters of an order, or BadInput."""
    letters = order.strip().upper()
    if not letters.isascii() or not letters.isalpha():
        raise BadInput("an order is made of letters", order, "such as TOJ or ABCD")
    if len(letters) > LONGEST:
        raise TooBig(
            f"the order has {len(letters)} letters", order, f"at most {LONGEST}, which give {2 ** (LONGEST - 1):,}"
        )
    return letters


def apply(order: str, digits: str) -> str:
    """The order that comes of another by these digits.

    >>> apply("ABDC", "113")
    'CBDA'
    """
    letters = list(order)
    if len(digits) != len(letters) - 1 or not set(digits) <= set("0123456789"):
        raise BadInput(f"{len(letters)} letters need {len(letters) - 1} digits", digits, "each from 0 to its place")
    for place, digit in enumerate(map(int, digits), 1):
        if digit > place:
            raise BadInput(
                f"digit {place} is at most {place}", digits, "a letter moves no further than to the left end"
            )
        letters.insert(place - digit, letters.pop(place))
    return "".join(letters)


def digits(order: str, other: str) -> str:
    """The digits that make `other` of `order`; `apply` undoes it.

    The last letter moves last, so where it is in `other` tells its digit; then the one before it.

    >>> digits("ABDC", "CBDA")
    '113'
    """
    if sorted(order) != sorted(other):
        raise BadInput(
            f"the orders {order} and {other} have different letters", None, "the same letters, in other places"
        )
    if len(order) > 10:
        raise TooBig("a digit has one sign", order, "at most 10 letters")
    left, found = list(other), []
    for place in range(len(order) - 1, 0, -1):
        at = max(k for k, letter in enumerate(left) if letter == order[place])
        found.append(str(place - at))
        left.pop(at)
    return "".join(reversed(found))


def orders_of(queue: str, placed: int) -> set[str]:
    """The orders in which `placed` pieces can come from a queue with hold.

    >>> sorted(orders_of("ABC", 2))
    ['AB', 'AC', 'BA', 'BC']
    """
    ways = {("", queue[:1])}
    for piece in queue[1:]:
        ways = {(done + now, kept) for done, held in ways for now, kept in ((held, piece), (piece, held))}
    return {(done + held)[:placed] for done, held in ways}


def implied_by(queue: str) -> list[str]:
    """The orders one of which must work without hold for this queue to work with it, sorted.

    >>> implied_by("ABC")
    ['ABC', 'ACB', 'BAC', 'BCA']
    """
    return sorted(orders_of(checked(queue), len(queue)))


def implies(order: str) -> list[str]:
    """The queues that work with hold if this order works without, sorted.

    >>> implies("ABC")
    ['ABC', 'ACB', 'BAC', 'CAB']
    """
    return sorted(word[::-1] for word in orders_of(checked(order)[::-1], len(order)))


def implied_digits(length: int) -> list[str]:
    """The digits that make a bag of the orders it is implied by: directly to the left of a digit d there are d
    zeros, one stands before the first.

    >>> implied_digits(3)
    ['00', '01', '02', '10']
    """
    words = [""]
    for _ in range(1, length):
        zeros = {word: len("0" + word) - len(("0" + word).rstrip("0")) for word in words}
        words = [word + str(digit) for word in words for digit in range(zeros[word] + 1)]
    return words


def zigzag(length: int) -> int:
    """How many bags of different pieces a sweep in the order of letters tests, if each that works marks all that it
    implies.

    Euler's zigzag numbers: 1, 2, 5, 16, 61, 272, 1385 for 2 to 8 pieces (the count if every bag works).

    >>> [zigzag(n) for n in range(2, 9)]
    [1, 2, 5, 16, 61, 272, 1385]
    """
    row = [1]
    for _ in range(length):
        sums = [0]
        for number in reversed(row):
            sums.append(sums[-1] + number)
        row = sums
    return row[-1]
