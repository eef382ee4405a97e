"""What the commands of all families share.

A family's module has `app = family_app("nim")` and one function a verb: it reads the position, calls the library, and
ends with `emit`. The options `json: Json = False` and `out: Out = None` are the same everywhere.

    @app.command
    def solve(board: str, *, play: Play = "misere", json: Json = False, out: Out = None) -> None:
        \"\"\"Who wins, and by which moves.

        For example: `coset nim solve 4x4`
        \"\"\"
        forms = endings(out, "json", "txt", "svg")          # before any work is done
        with progress("searching") as tell:
            answer = nim.solve(position_text("nim", board), play=play, progress=tell)
        emit(answer.json, lambda: as_text(answer), json=json, out=out, svg=lambda: svg(picture(answer)))
"""

import json as json_module
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import App, Parameter

from coset.catalogue import FAMILIES
from coset.errors import BadInput
from coset.files import read_text, write_whole

if TYPE_CHECKING:
    from coset.show.drawing import Drawing

Json = Annotated[bool, Parameter(name="--json", negative="", help="Print one JSON object and nothing else.")]
Out = Annotated[str | None, Parameter(name=["--out", "-o"], help="Write to a file, in the form of its ending.")]
Progress = Callable[[float, float | None], None]
Form = Callable[[], str | bytes]

FILE_ENDINGS = (".txt", ".json", ".toml", ".puz", ".csv")


def family_app(name: str) -> App:
    """The app of a family, to which its verbs are added."""
    about = FAMILIES[name]
    return App(
        name=name, help=about[0].upper() + about[1:] + ".", help_format="plaintext", suppress_keyboard_interrupt=False
    )


def position_text(family: str, given: str) -> str:
    """The text of a position: an ID, the content of a file, or standard input for '-'.

    An ID may leave out the family's name. Where a file has the name of an ID, the ID is what is written in full.
    """
    if given == "-":
        return read_text("-")
    if given.startswith(f"{family}:"):
        return given
    if (
        len(given) < 4096
        and "\n" not in given
        and "\0" not in given
        and (given.endswith(FILE_ENDINGS) or Path(given).is_file())
    ):
        return read_text(given)
    return given


def endings(out: str | None, *allowed: str) -> None:
    """BadInput now, before the work, if a file with this ending or in this folder can't be written."""
    if out is None:
        return
    path = Path(out)
    if path.suffix.lstrip(".") not in allowed:
        raise BadInput(
            "can't write a file with this ending", out, "it may end in " + ", ".join("." + end for end in allowed)
        )
    if not path.absolute().parent.is_dir():
        raise BadInput("there is no such folder", str(path.parent), "make it first")
    if path.is_dir():
        raise BadInput("this is a folder", out, "name a file")


def emit(
    values: Callable[[], dict[str, Any]], text: Callable[[], str], *, json: bool, out: str | None, **forms: Form
) -> None:
    """Print an answer, as text or as one JSON object; with `out` write it to that file instead, by its ending."""
    writers: dict[str, Form] = {"json": lambda: as_json(values()) + "\n", "txt": lambda: text() + "\n", **forms}
    if out is not None:
        write_whole(out, writers[Path(out).suffix.lstrip(".")]())
        if not json:
            print(f"wrote {out}", file=sys.stderr)
    if json:
        print(as_json(values()))
    elif out is None:
        print(text())


def as_json(values: dict[str, Any]) -> str:
    """One line of JSON."""
    return json_module.dumps(values, ensure_ascii=False)


def colours(stream: Any = None) -> bool:
    """Whether colours are wanted: on a terminal, unless NO_COLOR is set or TERM is dumb."""
    stream = stream or sys.stdout
    if os.environ.get("FORCE_COLOR"):
        return True
    return bool(stream.isatty()) and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def shown(drawing: "Drawing") -> str:
    """A drawing as text for standard output, in colours where they are wanted."""
    from coset.show.ansi import ansi

    return ansi(drawing, colour=colours())


def table(columns: list[str], rows: list[list[object]], right: str = "") -> str:
    """A table as text; columns whose number (from 0) is a digit of `right` are aligned to the right.

    >>> print(table(["cells", "count"], [["a", 7], ["b", 12]], right="1"))
    cells  count
    a          7
    b         12
    """
    cells = [columns, *([_plain(value) for value in row] for row in rows)]
    wide = [max(len(row[i]) for row in cells) for i in range(len(columns))]
    lines = []
    for row in cells:
        padded = [row[i].rjust(wide[i]) if str(i) in right else row[i].ljust(wide[i]) for i in range(len(columns))]
        lines.append("  ".join(padded).rstrip())
    return "\n".join(lines)


def _plain(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def _silent(done: float, total: float | None = None) -> None:
    pass


@contextmanager
def progress(title: str, after: float = 1.0) -> Iterator[Progress]:
    """A bar on standard error, only on a terminal and only for work that takes longer than `after` seconds.

    Gives a function to call with the amount done and the total, or None where the total is not known.
    """
    if not sys.stderr.isatty():
        yield _silent
        return
    began, bar, task = time.monotonic(), None, None
    first: float | None = None  # what was done before, in a run that is gone on with

    def tell(done: float, total: float | None = None) -> None:
        nonlocal bar, task, first
        first = done if first is None else first
        if bar is None and time.monotonic() - began > after:
            bar, task = _bar(title, first)
        if bar is not None:
            spent = max(time.monotonic() - began, 1e-9)
            rate = (done - first) / spent
            bar.update(task, completed=done, total=total, rate=f"{rate:,.0f}/s" if rate >= 10 else f"{rate:.2g}/s")

    try:
        yield tell
    finally:
        if bar is not None:
            bar.stop()


def _bar(title: str, first: float) -> tuple[Any, Any]:
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    task = bar.add_task(title, total=None, completed=int(first), rate="")
    bar.start()
    return bar, task
