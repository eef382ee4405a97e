"""The theory of orders and hold, by brute force over all orders."""

from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coset.errors import BadInput
from coset.families.hold import orders


def can_come(order: str, queue: str) -> bool:
    """Play it: at each step one of two pieces may be placed."""

    def go(at: int, held: str, done: int) -> bool:
        if done == len(order):
            return True
        now = queue[at] if at < len(queue) else ""
        if now and now == order[done] and go(at + 1, held, done + 1):
            return True
        if held and held == order[done] and go(at + 1, now, done + 1):
            return True
        return bool(not held and now) and go(at + 1, now, done)

    return go(0, "", 0)


@pytest.mark.parametrize("letters", ["A", "AB", "ABC", "ABCD", "ABCDE", "AABB", "AABC", "ABABA"])
def test_implies_and_implied_by_are_what_can_be_played(letters):
    words = sorted({"".join(word) for word in permutations(letters)})
    for word in words:
        assert orders.implied_by(word) == [order for order in words if can_come(order, word)]
        assert orders.implies(word) == [queue for queue in words if can_come(word, queue)]
        if len(set(letters)) == len(letters):
            assert len(orders.implies(word)) == 2 ** (len(word) - 1)


@given(st.text("ABCD", min_size=1, max_size=7))
def test_each_is_the_mirror_of_the_other(word):
    assert sorted(w[::-1] for w in orders.implies(word[::-1])) == orders.implied_by(word)


@given(st.permutations("ABCDEFG").map("".join), st.permutations("ABCDEFG").map("".join))
def test_digits_and_back(order, other):
    assert orders.apply(order, orders.digits(order, other)) == other


@given(st.text("ABC", min_size=1, max_size=8), st.randoms())
def test_digits_and_back_with_repeats(order, rng):
    other = "".join(rng.sample(order, len(order)))
    assert orders.apply(order, orders.digits(order, other)) == other


def test_every_digit_string_is_an_order_of_its_own():
    strings = ["".join(map(str, digits)) for digits in product(range(2), range(3), range(4))]
    assert {orders.apply("ABCD", digits) for digits in strings} == {"".join(p) for p in permutations("ABCD")}


@pytest.mark.parametrize("length", range(1, 9))
def test_digits_of_what_implies_a_bag(length):
    bag = "ABCDEFGH"[:length]
    assert {orders.digits(order, bag) for order in orders.implied_by(bag)} == set(orders.implied_digits(length))
    changes = {orders.digits(queue, bag) for queue in orders.implies(bag)}
    assert changes == {"".join(digits) for digits in product("01", repeat=length - 1)}


def test_twins():
    assert orders.implied_by("ABCDE") == orders.implied_by("BACDE")
    assert orders.implies("ABCDE") == orders.implies("ABCED")


@pytest.mark.parametrize("length", range(2, 8))
def test_a_sweep_that_marks_makes_zigzag_many_tests(length):
    marked, tests = set(), 0
    for bag in permutations("ABCDEFGH"[:length]):
        word = "".join(bag)
        if word not in marked:
            tests += 1
            marked.update(orders.implies(word))
    assert tests == orders.zigzag(length)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: orders.implies("A1"), "an order is made of letters: 'A1'"),
        (lambda: orders.implies("A" * 21), "the order has 21 letters"),
        (lambda: orders.apply("ABC", "1"), "3 letters need 2 digits: '1'"),
        (lambda: orders.apply("ABC", "20"), "digit 1 is at most 1: '20'"),
        (lambda: orders.digits("ABC", "ABD"), "the orders ABC and ABD have different letters"),
    ],
)
def test_bad_orders(call, message):
    with pytest.raises(BadInput, match=message):
        call()
