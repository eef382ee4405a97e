"""A policy: the values of all states, and the drop to make in each, in memory or in a folder that opens in an instant.

The folder has `policy.json` (the question, the graph of fields, the bounds) and arrays that are mapped, not read:
`values.npy`, or on a quotient `groups.npy` and one value a group; and `drops.npy`, the number of the drop to make for
each state and each piece drawn.

**Ties.** Of drops whose values differ by less than one part in 10^8, the first by the order of fields (low ones
first, then by text) and then of the piece held afterwards (IOTSZJL). Where a queue is stored as its mirror image,
that holds for the mirror image.
"""

import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from coset.errors import BadInput, CosetError, StoreError
from coset.families.combo.fields import Graph, from_table
from coset.families.combo.model import Model, moves
from coset.families.combo.question import Question, model_of, system_of
from coset.families.combo.systems import Array
from coset.families.combo.tables import Bare, bag_numbers, bags_in_order
from coset.families.combo.windows import Ints, refilled

NEAR = 1 - 1e-8
FORMAT = "coset combo policy 1"


@dataclass(frozen=True, eq=False)
class Policy:
    """What to do in every state of a question; `header` has its bounds and figures."""

    asked: Question
    model: Model
    values: Array
    groups: Array | None
    stored_drops: Array | None
    header: dict[str, Any]

    @property
    def graph(self) -> Graph:
        """The fields."""
        return self.model.graph

    def places(self, fields: Ints, helds: Ints, pieces: Ints, bags: Ints) -> tuple[tuple[Ints, ...], Array]:
        """Where states are in the arrays, and whether as mirror images. `bags` are masks, 127 for random pieces."""
        if self.model.preview:
            *place, flip = self.model.locate(fields, helds, pieces, bags)
            return tuple(place), flip
        rows = fields * self.model.hands + (helds if self.model.hold else 0)
        return (bag_numbers(self.model.bags)[bags] * self.model.rows + rows,), np.zeros(len(fields), bool)

    def value(self, place: tuple[Ints, ...]) -> Array:
        """The values of states."""
        if self.groups is None:
            return np.asarray(self.values[place], np.float64)
        return np.asarray(self.values[self.groups[place]], np.float64)

    @cached_property
    def drops(self) -> Array:
        """For each state and each piece drawn, the number of the drop to make among `moves`."""
        if self.stored_drops is not None:
            return self.stored_drops
        return best_drops(self)


def expanded(policy: Policy) -> Array:
    """The value of each stored state."""
    if policy.groups is None:
        return np.asarray(policy.values, np.float64)
    values = np.asarray(policy.values, np.float64)[policy.groups]
    values[policy.groups < 0] = 0
    return values


def best_drops(policy: Policy) -> Array:
    """The drop to make in each state, as the module says."""
    from coset.families.combo.kernel import choose

    values, model = expanded(policy), policy.model
    if model.preview:
        drops = np.zeros((*values.shape, 8), np.uint8)
        choose(values, drops, model.plan, 0, len(model.order), NEAR)
        return drops
    table: Bare = system_of(model)
    rows, cuts, targets = table.cells
    drops = np.zeros((len(rows) - 1, 8), np.uint8)
    some = np.flatnonzero(np.diff(cuts))
    begins, sizes = cuts[some], np.diff(cuts)[some]
    worth = values[targets]
    good = worth >= np.repeat(np.maximum.reduceat(worth, begins) * NEAR, sizes)
    first = np.minimum.reduceat(np.where(good, np.arange(len(worth)), len(worth)), begins) - begins
    drawn = [
        np.tile(np.flatnonzero(bag >> np.arange(7) & 1), model.rows) for bag in refilled(bags_in_order(model.bags))
    ]
    state = np.repeat(np.arange(len(rows) - 1), np.diff(rows))
    drops[state[some], np.concatenate(drawn)[some]] = first
    return drops


def next_states(policy: Policy) -> tuple[Ints, Ints, Ints]:
    """The drops of each (field, held, falling) piece: where they begin, and lists of the field and held piece after."""
    graph, hold = policy.graph, policy.model.hold
    starts, fields, helds = [0], [], []
    for field in range(len(graph.fields)):
        for held in range(7):
            for falls in range(7):
                for target, kept in moves(graph, hold, field, held, falls):
                    fields.append(target)
                    helds.append(kept)
                starts.append(len(fields))
    return np.array(starts), np.array(fields), np.array(helds)


def write_policy(policy: Policy, folder: str, single: bool = False) -> None:
    """Write the policy to a folder, whole or not at all, in place of one that is there. `single`: values of 32 bits."""
    import shutil
    import tempfile

    target = check_folder(folder)
    arrays = {"values": policy.values.astype(np.float32) if single else policy.values, "drops": policy.drops}
    if policy.groups is not None:
        arrays["groups"] = policy.groups
    header = {
        "format": FORMAT,
        **policy.asked.json(),
        **policy.header,
        "arrays": sorted(arrays),
        "graph": policy.graph.table(),
    }
    try:
        aside = Path(tempfile.mkdtemp(prefix=f".{target.name}.", dir=target.absolute().parent))
    except OSError as failure:
        raise BadInput(f"can't write there, {failure.strerror}", folder, "name a folder that can be made") from None
    try:
        for name, array in arrays.items():
            np.save(aside / f"{name}.npy", array)
        (aside / "policy.json").write_text(json.dumps(header) + "\n")
        aside.chmod(0o755)
        if target.exists():
            shutil.rmtree(target)
        aside.replace(target)
    except OSError as failure:
        raise CosetError(f"the policy could not be written, {failure.strerror or failure}") from None
    finally:
        shutil.rmtree(aside, ignore_errors=True)


def check_folder(folder: str) -> Path:
    """The folder, or BadInput if no policy can be written there."""
    target = Path(folder)
    if target.exists() and not (target / "policy.json").is_file():
        raise BadInput("there is something else of this name", folder, "name a new folder, or one with a policy")
    if not target.absolute().parent.is_dir():
        raise BadInput("there is no such folder", str(target.parent), "make it first")
    return target


def open_policy(folder: str) -> Policy:
    """A policy from its folder; the arrays are mapped, so that only what is asked for is read."""
    path = Path(folder)
    if not (path / "policy.json").is_file():
        raise BadInput("there is no policy in this folder", folder, "write one with 'coset combo solve -o DIR'")
    try:
        header = json.loads((path / "policy.json").read_text())
        if header.pop("format") != FORMAT:
            raise StoreError(f"the policy in {folder} was written by another version of Coset; solve it again")
        asked = Question(*(header.pop(key) for key in ("rules", "start", "sequence", "preview", "hold")))
        model = model_of(asked, from_table(asked.rules, asked.start, header.pop("graph")))
        arrays = {name: np.load(path / f"{name}.npy", mmap_mode="r") for name in header.pop("arrays")}
        policy = Policy(asked, model, arrays["values"], arrays.get("groups"), arrays["drops"], header)
        shape = (policy.values if policy.groups is None else policy.groups).shape
        if shape != model.shape or policy.drops.shape != (*shape, 8):
            raise ValueError
        return policy
    except (OSError, EOFError, ValueError, KeyError, TypeError, AttributeError):
        raise StoreError(f"the policy in {folder} is damaged; solve it again") from None
