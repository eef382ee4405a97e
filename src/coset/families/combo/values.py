"""Values that come with proof.

V is the least function with V = T V, where ``T U (s) = mean over draws of max(0, 1 + best U)``. Value iteration from
0 rises to V; with many previews it rises by little long before it is near. So two things are added.

**Faster.** All that a policy's steps leave of an error soon points in one direction and shrinks by one factor a
sweep, which the sums of two changes show. When the factor is steady, the rest of the series is added at once. With
bags a sweep goes through the sets left in the bag in order, so it is worth seven.

**Proof.** Let U be what was found, and d the highest rise of U in one plain sweep, divided by the chance that a drop
clears. With e = d / (1 - d), ``T((1 + e) U) <= (1 + e) U``, so V <= (1 + e) U; and likewise (1 - e) U <= V with the
highest fall (rounding counted in both).

**Infinity first.** The greatest safe set is what is left of all states when those are taken away, again and again,
that have a draw without a drop back into the set. V is infinite exactly where a player can come into it; elsewhere no
policy lasts for ever, and V is the only fixed point.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from coset.errors import CosetError
from coset.families.combo.systems import Array, System

Progress = Callable[[float, float | None], None]
STEADY, REST, MOST_SWEEPS, FINEST = 0.003, 4, 100_000, 1e-13


@dataclass(frozen=True, eq=False)
class Certified:
    """Values U with ``low * U <= V <= high * U``; `infinite` is where V is infinite, None if nowhere."""

    values: Array
    low: float
    high: float
    infinite: Array | None
    sweeps: int


def safe_set(system: System) -> Array | None:
    """The greatest set of states from each of which every draw has a drop back into the set; None if it is empty."""
    old, new = system.full(1, np.uint8), system.blank(np.uint8)
    system.step(old, new, gain=0.0, sure=True)
    np.copyto(old, new)  # a sweep writes no state from which no drop clears, so both arrays must have their 0
    while True:
        fell, _, _ = system.step(old, new, gain=0.0, sure=True)
        old, new = new, old
        if not old.any():
            return None
        if fell == 0.0:
            return old > 0


def reaching(system: System, goal: Array) -> Array:
    """The states from which a player comes into `goal` with some chance."""
    old = goal.astype(np.float64)
    while True:
        new = old.copy()
        system.step(old, new, gain=0.0, plain=True)
        new = ((new > 0) | (old > 0)).astype(np.float64)
        if np.array_equal(new, old):
            return new > 0
        old = new


def solve_system(system: System, error: float = 1e-9, progress: Progress | None = None) -> Certified:
    """The values of all states, certified to a relative error of `error`, or as near as 64-bit numbers come to it."""
    safe = safe_set(system)
    infinite = None if safe is None else reaching(system, safe)
    old, new = system.blank(), system.blank()
    if infinite is not None:
        old[infinite] = new[infinite] = np.inf
    aim, sweeps = error / 4, 0
    while True:
        old, new, used = _iterated(system, old, new, aim, infinite, progress)
        low, high = certificate(system, new, old)
        sweeps += used + 1
        if max(high - 1, 1 - low) <= error or aim < FINEST:
            return Certified(new, low, high, infinite, sweeps)
        old, new, aim = new, old, aim / 8


def _iterated(
    system: System, old: Array, new: Array, aim: float, infinite: Array | None, progress: Progress | None
) -> tuple[Array, Array, int]:
    """Sweeps until none changes a value by more than `aim`; the last two arrays, and how many sweeps."""
    before, rate, since, worst = 0.0, 0.0, 0, 1.0
    for sweep in range(1, MOST_SWEEPS):
        fall, rise, total = system.step(old, new)
        change = max(rise, -fall)
        if progress is not None:
            worst = min(worst, change)
            progress(np.log(max(worst, aim)) / np.log(aim) * 100, 100)
        if change <= aim:
            return old, new, sweep
        last, rate, since = rate, total / before if before else 0.0, since + 1
        if since >= REST and 0 < rate < 1 and abs(rate - last) < STEADY * (1 - rate):
            extrapolate(old, new, rate / (1 - rate), infinite)
            since = 0
        before = total
        old, new = new, old
    raise CosetError(f"the values did not settle in {MOST_SWEEPS} sweeps")


def extrapolate(old: Array, new: Array, factor: float, infinite: Array | None = None) -> None:
    """Add `factor` times the last change to `new`, block by block."""
    step = max(1, len(new) // 64)
    for begin in range(0, len(new), step):
        part = slice(begin, begin + step)
        with np.errstate(invalid="ignore"):
            new[part] += factor * (new[part] - old[part])
        np.maximum(new[part], 0.0, out=new[part])
    if infinite is not None:
        new[infinite] = np.inf


def certificate(system: System, values: Array, scratch: Array) -> tuple[float, float]:
    """Factors (low, high) with low * values <= V <= high * values, by one plain sweep (written to `scratch`)."""
    fall, rise, _ = system.step(values, scratch, plain=True)
    rounding = 64 * 2.0**-53 * (1 + float(np.max(values, where=np.isfinite(values), initial=0.0)))
    rise, fall = rise + rounding, -fall + rounding
    if rise >= 1:
        return 0.0, float("inf")
    return 1 - fall / (1 + fall), 1 / (1 - rise)
