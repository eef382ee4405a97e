"""A slice of a policy as a table: the states of one field, as CSV, or as Parquet if pyarrow is there."""

import csv
import io
from typing import TYPE_CHECKING, Any

from coset.cells.pieces import PIECES
from coset.errors import BadInput, CosetError
from coset.families.combo.fields import field_text

if TYPE_CHECKING:
    from coset.families.combo.policy import Policy

COLUMNS = ("field", "hold", "queue", "bag", "value")


def rows_of(policy: "Policy | str", field: str, hold: str | None = None) -> list[tuple[str, str, str, str, float]]:
    """The states of a field: field, hold, previews, set left in the bag, and value before the next piece is drawn."""
    import numpy as np

    from coset.families.combo.games import every_hand
    from coset.families.combo.policy import open_policy

    opened = open_policy(policy) if isinstance(policy, str) else policy
    field = field_text(field)
    if field not in opened.graph.number:
        raise BadInput("this field is not among those of the policy", field, f"such as {opened.graph.start}")
    if hold is not None and (not opened.asked.hold or hold not in PIECES or len(hold) != 1):
        raise BadInput("this piece can't be held", hold, "one of IOTSZJL, and a policy with hold")
    held, queue, bag = every_hand(opened)
    if hold is not None:
        wanted = held == PIECES.index(hold)
        held, queue, bag = held[wanted], queue[wanted], bag[wanted]
    where, _ = opened.places(np.full(len(held), opened.graph.number[field]), held, queue, bag)
    values = opened.value(where)
    sets = ["".join(p for k, p in enumerate(PIECES) if mask >> k & 1) for mask in range(128)]
    letters = np.array(list(PIECES))
    return [
        (
            field,
            PIECES[h] if opened.asked.hold else "",
            "".join(letters[q]),
            sets[b] if opened.asked.bags else "",
            float(v),
        )
        for h, q, b, v in zip(held, queue, bag, values, strict=True)
    ]


def export(policy: "Policy | str", field: str, hold: str | None = None, form: str = "csv") -> bytes:
    """The states of a field as the content of a file; `form` is csv or parquet."""
    if form not in ("csv", "parquet"):
        raise BadInput("this form is not known", form, "csv or parquet")
    rows: list[Any] = rows_of(policy, field, hold)
    if form == "csv":
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows([COLUMNS, *rows])
        return text.getvalue().encode()
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise CosetError("Parquet needs pyarrow: pip install 'coset[table]', or write .csv") from None
    columns = dict(zip(COLUMNS, map(list, zip(*rows, strict=True)), strict=True))
    raw = io.BytesIO()
    pyarrow.parquet.write_table(pyarrow.table(columns), raw)
    return raw.getvalue()
