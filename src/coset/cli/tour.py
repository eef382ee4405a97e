"""`coset tour`: the question that each family began with."""

import time

from coset.catalogue import FAMILIES, room
from coset.cli.common import Json, as_json, shown


def tour(*, json: Json = False) -> None:
    """The headline question of each family, answered with a picture, the time it took, and the figure it began with.

    For example: `coset tour`
    """
    stops = []
    began = time.monotonic()
    for family in FAMILIES:
        start = time.monotonic()
        headline = room(family, "tour").headline()
        seconds = time.monotonic() - start
        stops.append(
            {"family": family, "question": headline.question, "answer": headline.answer, "seed": headline.seed}
        )
        stops[-1] |= {"command": headline.command, "seconds": round(seconds, 3)}
        if not json:
            print(f"{family}: {headline.question}\n")
            print("\n".join("    " + line for line in shown(headline.drawing).splitlines()))
            print(
                f"\n    {headline.answer}\n    {headline.seed}\n"
                f"    {seconds:.2f} s; ask again with: {headline.command}\n",
                flush=True,
            )
    if json:
        print(as_json({"stops": stops, "seconds": round(time.monotonic() - began, 3)}))
    else:
        print(f"{len(stops)} questions answered in {time.monotonic() - began:.1f} s")
