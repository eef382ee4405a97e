"""`coset runs`."""

import csv
import io
from typing import Any

from cyclopts import App

from coset.cli.common import Json, Out, as_json, emit, endings, table
from coset.cli.long import HERE, Crew, Store, store_path, text_of
from coset.errors import quote

app = App(
    name="runs",
    help="Long work in shards that survives a crash.",
    help_format="plaintext",
    suppress_keyboard_interrupt=False,
)


@app.command(name="list")
def list_(*, store: Store = None, json: Json = False) -> None:
    """All stored runs, the oldest first.

    For example: `coset runs list`
    """
    from coset.runs.store import Store as Opened

    path = store_path(store)
    rows: list[dict[str, Any]] = []
    if path.exists() or store:
        with Opened(path, missing_ok=False) as opened:
            rows = [about(opened, run) for run in opened.runs()]
    if json:
        print(as_json({"store": str(path), "runs": rows}))
    elif rows:
        print(
            table(
                ["run", "question", "state", "done", "shards", "begun"],
                [[row["run"], _asked(row), row["state"], row["done"], row["shards"], row["begun"]] for row in rows],
                right="34",
            )
        )
    else:
        print(f"no runs are stored in {path}")


@app.command
def show(run: str, /, *, store: Store = None, json: Json = False) -> None:
    """How far a run is, what failed in it, and its answer.

    For example: `coset runs show 3fa8`

    Args:
        run: The ID of a run, or the first signs of it.
    """
    from coset.runs.store import Store as Opened

    with Opened(store_path(store), missing_ok=False) as opened:
        found = opened.find(run)
        values = about(opened, found) | {"failures": opened.failures(found.id), "answer": opened.answer(found.id)}
        how = opened.resume(found.id)
    if json:
        print(as_json(values))
        return
    print(
        f"{_asked(values)}\n{values['state']}: {values['done']:,} of {values['shards']:,} shards are done, "
        f"{values['seconds']:,.1f} s of work, begun {values['begun']} with Coset {values['version']}"
    )
    for row in values["failures"]:
        print(f"shard {row['shard']} failed {row['tries']} times, {row['error']}: {quote(as_json(row['input']), 300)}")
    if values["answer"] is not None:
        print(text_of(found.family, found.question, values["answer"]))
    elif values["state"] != "working":
        print(f"go on with: {how}")


@app.command
def resume(run: str, /, *, crew: Crew = HERE, json: Json = False, out: Out = None) -> None:
    """Do what is left of a run, and show its answer.

    For example: `coset runs resume 3fa8`

    Args:
        run: The ID of a run, or the first signs of it.
    """
    endings(out, "json", "txt")
    family, question, answer = crew.resume(run)
    emit(lambda: answer, lambda: text_of(family, question, answer), json=json, out=out)


@app.command
def export(run: str, /, *, store: Store = None, out: Out = None) -> None:
    """A run with its answer and the results of its shards so far, as JSON or CSV.

    For example: `coset runs export 3fa8 -o run.json`

    Args:
        run: The ID of a run, or the first signs of it.
    """
    from coset.runs.store import Store as Opened

    endings(out, "json", "csv")
    with Opened(store_path(store), missing_ok=False) as opened:
        found = opened.find(run)
        values = about(opened, found) | {"answer": opened.answer(found.id), "results": opened.results(found.id)}
    emit(lambda: values, lambda: "", json=out is None, out=out, csv=lambda: _as_csv(values["results"]))


@app.command
def remove(run: str, /, *, store: Store = None) -> None:
    """Take a run with all its results out of the store.

    For example: `coset runs remove 3fa8`

    Args:
        run: The ID of a run, or the first signs of it.
    """
    from coset.runs.store import Store as Opened

    with Opened(store_path(store), missing_ok=False) as opened:
        found = opened.find(run)
        opened.remove(found.id)
    print(f"removed run {found.id}")


def about(store: Any, run: Any) -> dict[str, Any]:
    """A run as JSON; its state is 'finished', 'working', 'failed' (in some shards) or 'stopped'."""
    counts = store.counts(run.id)
    states = {"finished": counts.done == counts.total, "working": bool(store.owners(run.id)), "failed": counts.failed}
    return {
        "run": run.id,
        "family": run.family,
        "question": run.question,
        "state": next((name for name, holds in states.items() if holds), "stopped"),
        "shards": counts.total,
        "done": counts.done,
        "failed": counts.failed,
        "seconds": round(store.seconds(run.id), 3),
        "begun": run.begun,
        "version": run.version,
    }


def _asked(row: dict[str, Any]) -> str:
    """The question in the words of the command line, its options by name."""
    question = dict(row["question"])
    words = [row["family"], question.pop("verb", ""), str(question.pop("position", "")).split(":", 1)[-1]]
    words += [f"{name}={value}" for name, value in question.items() if value not in (None, False)]
    asked = " ".join(word for word in words if word)
    return asked if len(asked) <= 72 else asked[:69] + "..."


def _as_csv(results: list[dict[str, Any]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["shard", "input", "result", "seconds"])
    writer.writerows([row["shard"], as_json(row["input"]), as_json(row["result"]), row["seconds"]] for row in results)
    return text.getvalue()
