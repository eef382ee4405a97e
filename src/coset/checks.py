"""What must hold of every family: `coset verify` asks it of random positions, the contract tests of examples too."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from coset.catalogue import FAMILIES, has_room, room
from coset.errors import BadInput


@dataclass(frozen=True, slots=True)
class Verified:
    """How many positions were tried, with what seed, and what was wrong with any of them."""

    family: str
    tried: int
    seed: int
    faults: tuple[str, ...]

    def json(self) -> dict[str, Any]:
        """Plain values."""
        return {"family": self.family, "tried": self.tried, "seed": self.seed, "faults": list(self.faults)}


def verify(
    family: str, count: int = 100, seed: int = 0, progress: Callable[[float, float | None], None] | None = None
) -> Verified:
    """Try `count` random small positions of a family against its naive solver.

    >>> verify("chess")
    Traceback (most recent call last):
    coset.errors.BadInput: there is no such family: 'chess' (figures, mines, nim, hold or combo)
    """
    if count < 1:
        raise BadInput("the number of cases must be at least 1", count)
    rules = room(family, "rules")
    rng = random.Random(seed)
    faults: list[str] = []
    for done in range(count):
        faults += faults_of(family, rules.sample(rng))
        if progress is not None:
            progress(done + 1, count)
    return Verified(family, count, seed, tuple(faults))


def faults_of(family: str, position: Any) -> list[str]:
    """Everything that is wrong with a family's dealings with one position: an empty list if nothing is."""
    rules, naive, solve = (room(family, name) for name in ("rules", "naive", "solve"))
    text = rules.format(position)
    faults = []
    if rules.parse(text) != position:
        faults.append(f"{text}: does not read back as itself")
    right = naive.answer(position)
    answer = solve.answer(position)
    if answer != right:
        faults.append(f"{text}: the answer is {answer!r}, the naive one {right!r}")
    for image in rules.images(position):
        if solve.answer(image) != right:
            faults.append(f"{text}: the same problem, {rules.format(image)}, has another answer")
    if has_room(family, "explain"):
        explain = room(family, "explain")
        steps = explain.explain(position)
        faults += [f"{text}: a step does not hold: {step.text}" for step in steps if not explain.holds(position, step)]
    return faults


def warm(progress: Callable[[str], None] | None = None) -> None:
    """Compile every kernel and keep the code: each family's `solve.warm` runs each of its kernels once."""
    for family in FAMILIES:
        if progress is not None:
            progress(family)
        room(family, "solve").warm()
