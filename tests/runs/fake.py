"""The command line of Coset with one more family, `sums`: `python tests/runs/fake.py sums count 300 --run`.

`DASK_DISTRIBUTED__WORKER__PRELOAD` names this module to workers of Dask, so that they have the family too.
"""

import json as json_module
import sys
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any

from cyclopts import App, Parameter

import coset.families
from coset.catalogue import FAMILIES
from coset.cli import app, main
from coset.cli.common import Json, emit
from coset.cli.long import NOT_STORED, Long

FOLDER = str(Path(__file__).parent / "families")


def text(question: dict[str, Any], answer: dict[str, Any]) -> str:
    return f"{answer['count']} primes, the last is {answer['last']}"


def count(
    number: str,
    *,
    trouble: Annotated[str, Parameter(name="--trouble")] = "{}",
    long: Long = NOT_STORED,
    json: Json = False,
) -> None:
    """Primes below a number.

    For example: `coset sums count 300`
    """
    question = {"verb": "count", "position": f"sums:{number}", **json_module.loads(trouble)}
    values = long.answer("sums", question)
    emit(lambda: values, lambda: text(question, values), json=json, out=None)


def answer_in(printed: str) -> Any:
    """The answer in what `--json` prints, without the time that it took."""
    values = json_module.loads(printed)
    assert values.pop("seconds") >= 0
    return values


def install() -> None:
    """Put the family where families are found."""
    FAMILIES["sums"] = "primes, for tests"
    coset.families.__path__.append(FOLDER)
    module = ModuleType("coset.cli.sums")
    module.TEXTS = {"count": text}  # type: ignore[attr-defined]
    sys.modules["coset.cli.sums"] = module
    verbs = App(name="sums")
    verbs.command(count)
    app.command(verbs)


def uninstall() -> None:
    """Take it away again."""
    del FAMILIES["sums"], app["sums"]
    coset.families.__path__.remove(FOLDER)


def dask_setup(worker: object) -> None:
    """Install it in a worker: Dask calls this where this is a preload."""
    install()


if __name__ == "__main__":
    install()
    main()
