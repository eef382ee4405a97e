"""`coset tour`: the question that each family began with."""

import time
from dataclasses import replace

from coset.catalogue import FAMILIES, room
from coset.cli.common import Json, Out, as_json, endings, shown
from coset.files import write_whole
from coset.show.drawing import Drawing, sheet
from coset.show.headline import Headline
from coset.show.svg import svg


def tour(*, json: Json = False, out: Out = None) -> None:
    """The headline question of each family, answered with a picture, the time it took, and what it came with.

    For example: `coset tour -o tour.svg`
    """
    endings(out, "svg")
    stops = []
    drawings: list[Drawing] = []
    began = time.monotonic()
    for family in FAMILIES:
        room(family, "solve").warm()
        start = time.monotonic()
        headline = room(family, "tour").headline()
        seconds = round(time.monotonic() - start, 3)
        stops.append(_values(family, headline) | {"seconds": seconds})
        drawings.append(replace(headline.drawing, title=family))
        if not json:
            print(_text(family, headline, seconds), flush=True)
    if out is not None:
        write_whole(out, svg(sheet("One question of each family", drawings, columns=3)))
    if json:
        print(as_json({"stops": stops, "seconds": round(time.monotonic() - began, 3)}))
    else:
        print(f"{len(stops)} questions answered in {time.monotonic() - began:.1f} s")


def _values(family: str, headline: Headline) -> dict[str, object]:
    return {
        "family": family,
        "question": headline.question,
        "answer": headline.answer,
        "came_with": headline.came_with,
        "command": headline.command,
    }


def _text(family: str, headline: Headline, seconds: float) -> str:
    picture = "\n".join("    " + line for line in shown(headline.drawing).splitlines())
    return (
        f"{family}: {headline.question}\n\n{picture}\n\n    {headline.answer}\n"
        f"    It took {seconds:.2f} s; ask again with: {headline.command}\n"
        f"    The question came with {headline.came_with}.\n"
    )
