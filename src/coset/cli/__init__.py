"""The command line: `coset FAMILY VERB POSITION [options]`.

Commands are registered by import path, so that `--help` imports nothing heavy. Exit codes: 0 answered, 2 bad input,
130 interrupted, 1 anything else; what goes wrong is said in one line on standard error.
"""

import os
import sys

from cyclopts import App, CycloptsError

from coset import __version__, kernels
from coset.catalogue import FAMILIES
from coset.errors import BadInput, CosetError, Interrupted

app = App(
    name="coset",
    help="Exact answers for placement puzzles and games.\n\nFor example: `coset figures count hexagon:3`",
    version=__version__,
    suppress_keyboard_interrupt=False,
    result_action="return_value",
    help_format="plaintext",
)
for _name, _about in FAMILIES.items():
    app.command(f"coset.cli.{_name}:app", name=_name, help=_about[0].upper() + _about[1:] + ".")
app.command(
    "coset.cli.runs:app",
    name="runs",
    help="Long work in shards that survives a crash: list, show, resume, export, remove.",
)
for _name, _about, _example in (
    ("tour", "The headline question of each family, answered with a picture.", "coset tour -o tour.svg"),
    (
        "serve",
        "Open the page of Coset on this machine: draw a position, ask, see the answer.",
        "coset serve --port 8000",
    ),
    (
        "verify",
        "Compare the fast solver of a family with its naive one on random cases.",
        "coset verify figures -n 200",
    ),
    ("warm", "Compile all kernels now, so that later commands start at once.", "coset warm"),
):
    app.command(f"coset.cli.{_name}:{_name}", name=_name, help=f"{_about}\n\nFor example: `{_example}`")


def main(words: list[str] | None = None) -> None:
    """Run one command and leave with its exit code."""
    if sys.stderr.isatty():
        kernels.tell = _compiling
    sys.exit(run(sys.argv[1:] if words is None else words))


def _compiling(family: str) -> None:
    print(f"compiling the kernels of {family}, once (`coset warm` does it for all) ...", file=sys.stderr, flush=True)


def run(words: list[str]) -> int:
    """Run one command; its exit code."""
    try:
        app(words or ["--help"], print_error=False, exit_on_error=False)
        sys.stdout.flush()
    except CycloptsError as error:
        return _fail(2, f"{_one_line(error)} (see 'coset {' '.join([*_command(error), '--help'])}')")
    except BadInput as error:
        return _fail(2, str(error))
    except (Interrupted, KeyboardInterrupt) as stop:
        return _fail(130, str(stop) or "interrupted")
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except CosetError as error:
        return _fail(1, str(error))
    except MemoryError:
        return _fail(1, "there is not enough memory for this question")
    except Exception as error:
        if os.environ.get("COSET_DEBUG"):
            raise
        return _fail(
            1, f"this is a fault of Coset's own: {type(error).__name__}: {_one_line(error)} (COSET_DEBUG=1 shows where)"
        )
    return 0


def _fail(code: int, message: str) -> int:
    print("coset: " + " ".join(message.split("\n")), file=sys.stderr)
    return code


def _one_line(error: Exception) -> str:
    if isinstance(error, CycloptsError):
        error.verbose = False
    said = str(error).partition(" Available commands:")[0]
    return " ".join(said.split()).rstrip(".")


def _command(error: CycloptsError) -> list[str]:
    return list(error.command_chain or [])
