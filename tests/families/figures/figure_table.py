"""The reference table of figures, as figures."""

from functools import cache
from typing import Any

from coset.families.figures.own import FIELDS, from_fields
from coset.families.figures.plan import plan
from coset.families.figures.rules import Figure, checked
from tests.shared import table


@cache
def reference() -> dict[str, tuple[Figure, dict[str, Any]]]:
    """Each figure of the table with what is known of it."""
    rows = table("figures.json")["figures"]
    return {row["id"]: (checked(from_fields({k: row[k] for k in FIELDS if k in row})), row) for row in rows}


def up_to(nodes: float) -> list[str]:
    """The figures that are searched in about so many partial fillings, or fewer."""
    return [name for name, (figure, _) in reference().items() if plan(figure).nodes <= nodes]
