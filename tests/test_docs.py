"""The documents are true: every command in them runs and prints what they say, and every command is in them.

In a `console` block, a line that starts with `$ ` is run, and the lines below it are what it prints; `...` stands for
anything. Blocks of other kinds are not run.
"""

import doctest
import io
import os
import re
import shlex
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from coset.cli import app, run
from tests.shared import ROOT

DOCS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
COMMANDS = ROOT / "docs" / "commands.md"


@pytest.fixture(autouse=True)
def own_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Long commands store their work for this test alone."""
    monkeypatch.setenv("COSET_RUNS", str(tmp_path / "runs"))


def sessions(path: Path) -> list[tuple[str, str]]:
    """The commands of a document with what they print."""
    found = []
    for block in re.findall(r"^```console\n(.*?)^```", path.read_text(), re.DOTALL | re.MULTILINE):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, printed = part.partition("\n")
            found.append((command, printed))
    return found


def printed_by(words: list[str]) -> tuple[int, str]:
    """The exit code of a command, and what it prints on both streams."""
    out = io.StringIO()
    with redirect_stdout(out), redirect_stderr(out):
        code = run(words)
    return code, out.getvalue()


@pytest.mark.parametrize(
    ("document", "command", "printed"),
    [pytest.param(path.name, *session, id=f"{path.name}: {session[0]}") for path in DOCS for session in sessions(path)],
)
def test_commands_print_what_the_documents_say(
    document: str, command: str, printed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = shlex.split(command)
    assert words[0] == "coset", f"{document} runs something else: {command}"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "100")
    _, shown = printed_by(words[1:])
    same = doctest.OutputChecker().check_output(printed, shown, doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    assert same or not printed.strip(), f"{command} prints\n{shown}\nand {document} says\n{printed}"


@pytest.mark.parametrize("path", DOCS, ids=lambda path: path.name)
def test_python_in_the_documents_runs(path: Path) -> None:
    failed, _ = doctest.testfile(
        str(path), module_relative=False, optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    )
    assert failed == 0


def helps() -> str:
    """`docs/commands.md`: the help of every command, from a new process, since a command keeps its first width."""
    asked = [sys.executable, "-c", "from tests.test_docs import reference; print(reference(), end='')"]
    done = subprocess.run(
        asked, cwd=ROOT, env={**os.environ, "COLUMNS": "100"}, capture_output=True, text=True, check=True
    )
    return done.stdout


def reference() -> str:
    """What `helps` gives, at the width of this terminal."""
    parts = [
        "# Commands\n\nMade from the program's own `--help` by `python -m tests.test_docs`; a test holds it to that.\n"
    ]
    for words in [[], *every_command()]:
        _, shown = printed_by([*words, "--help"])
        lines = "\n".join(line.rstrip() for line in shown.strip().splitlines())
        parts.append(f"## {' '.join(['coset', *words])}\n\n```text\n{lines}\n```\n")
    return "\n".join(parts)


def every_command() -> list[list[str]]:
    """The words of each command and sub-command."""
    found = []
    for name in sorted(word for word in app if not word.startswith("-")):
        found.append([name])
        found += [[name, verb] for verb in sorted(app[name]) if not verb.startswith("-")]
    return found


def test_every_command_is_in_the_reference() -> None:
    assert COMMANDS.read_text() == helps(), "docs/commands.md is out of date: run python -m tests.test_docs"


def test_every_verb_has_an_example_in_its_help() -> None:
    for words in every_command():
        if len(words) == 1 and any(not verb.startswith("-") for verb in app[words[0]]):
            continue
        _, shown = printed_by([*words, "--help"])
        assert f"coset {words[0]}" in shown.split("For example")[-1] and "For example" in shown, " ".join(words)


if __name__ == "__main__":
    COMMANDS.write_text(helps())
