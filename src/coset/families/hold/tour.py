"""The question this family began with."""

from coset.families.hold.picture import filled
from coset.show.headline import Headline

FIELD = "XXXX______/XXXX______/XXXX______/XXXX______"
BAG = "TSLJZOI"


def headline() -> Headline:
    """How many of the 5,040 bags clear a box of six by four, with hold and without."""
    from coset.families.hold.paths import path
    from coset.families.hold.solve import gain, percent

    found, added = percent(FIELD, "*p7"), gain(FIELD, "*p7")
    way = path(FIELD, BAG).unique[0]
    return Headline(
        question="Which of the 5,040 bags clear this field, and what does hold add?",
        answer=f"{found.success:,} of {found.total:,} with hold, {added.without:,} without, all in one search. "
        "One of them is shown.",
        came_with="a method that tries each of the 5,040 bags without hold, then looks up 64 orders for each",
        command=f"coset hold percent {FIELD} --queue '*p7'",
        drawing=filled(way.rows, f"{BAG} with hold: {way.order}"),
    )
