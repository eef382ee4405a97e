"""The command line and the terminal, as a user meets them."""

import io
import json
import os
import pty
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from coset.cli import nim_play, run
from coset.families.nim.play import Game, choose, from_text, to_text
from coset.families.nim.rules import after, moves, parse, parse_move
from tests.shared import ROOT

KEYS = ["outcome", "moves", "winning_count", "winning", "nimber", "ois", "canonical", "nodes", "seconds"]


def test_solve_has_the_keys_of_the_documents(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["nim", "solve", "4x4", "--json", "--line"]) == 0
    values = json.loads(capsys.readouterr().out)
    assert set(KEYS) <= set(values)
    assert values["winning"] == [["O", [[1, 1], [1, 2], [2, 1], [2, 2]]]]
    assert values["line"][0] == ["N", "O", [[1, 1], [1, 2], [2, 1], [2, 2]]]


@pytest.mark.parametrize(
    "words",
    [
        ["solve", "3x4", "--all"],
        ["solve", "3x4", "--one"],
        ["solve", "3x4", "--play", "normal"],
        ["ois", "3x4"],
        ["ois", "5x5", "--kind", "canonical"],
        ["product", "{0}", "{0,{0}}"],
        ["show", "../.#"],
        ["generate", "6x6", "--cells", "18"],
    ],
)
def test_verbs_answer(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["nim", *words]) == 0
    assert capsys.readouterr().out.strip()


@pytest.mark.parametrize(
    "words",
    [
        ["solve", "4z4"],
        ["solve", "4x4", "--shapes", "Q"],
        ["solve", "9999x9999"],
        ["solve", "12x12"],
        ["ois", "8x8"],
        ["product", "{0", "0"],
        ["generate", "6x6", "--cells", "1"],
        ["play", "4x4", "--level", "6"],
        ["play", "--replay", "no such file"],
    ],
)
def test_bad_input_is_one_line(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["nim", *words]) == 2
    said = capsys.readouterr()
    assert said.out == "" and said.err.strip().splitlines()[-1].startswith("coset: ")


def typed(lines: str, monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
    return run(["nim", "play", *words])


def test_a_game_is_played_line_by_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    saved = str(tmp_path / "game.txt")
    lines = f"help\nnonsense\nhint\nb2c2b3c3\nundo\nb2 c2 b3 c3\nsave {saved}\n"
    assert typed(lines, monkeypatch, "4x4", "--level", "5") == 0
    shown = capsys.readouterr().out
    assert "LOSES" in shown and "Hint: O b2c2b3c3" in shown and "Taken back." in shown and "names no cells" in shown
    game = from_text(Path(saved).read_text())
    assert len(game.moves) == 2 and game.turn == "me"
    assert typed("resign\n", monkeypatch, "--replay", saved) == 0
    assert "You gave up" in capsys.readouterr().out


def test_an_interrupted_game_is_shown(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    class Pressed(io.StringIO):
        def readline(self, size: int = -1, /) -> str:
            if line := super().readline(size):
                return line
            raise KeyboardInterrupt

    monkeypatch.setattr(sys, "stdin", Pressed("b2c2b3c3\n"))
    assert run(["nim", "play", "4x4"]) == 130
    shown = capsys.readouterr().out
    game = from_text(shown[shown.index("nim:4x4") :])
    assert game.moves[0] == parse_move(parse("4x4"), "b2c2b3c3") and len(game.moves) == 2


def test_keys_play_a_game_in_a_terminal(tmp_path: Path) -> None:
    child, terminal = pty.openpty()
    env = {**os.environ, "TERM": "xterm", "NO_COLOR": "1", "COLUMNS": "80", "PYTHONPATH": str(ROOT / "src")}
    game = subprocess.Popen(
        [sys.executable, "-m", "coset", "nim", "play", "2x4"],
        stdin=terminal, stdout=terminal, stderr=terminal, env=env, cwd=tmp_path,
    )  # fmt: skip
    os.close(terminal)
    shown = ""
    for keys, sign in (
        ("?", "arrows"),
        ("h", "Pieces:"),
        ("x", "Hint"),
        ("\t", "no use"),
        ("\x1b[B", "arrows"),
        ("s", "arrows"),
        ("q", "Saved"),
    ):
        shown = until(child, sign)
        assert sign in shown
        os.write(child, keys.encode())
        time.sleep(0.1)
    assert "so far" in until(child, "so far")
    game.wait(20)
    os.close(child)
    assert from_text((tmp_path / "game.txt").read_text()).moves == ()
    assert game.returncode == 0


def test_the_screen_keeps_to_the_width_of_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    session = nim_play.Session(Game(parse("4x4")), 1.0, None)
    nim_play._screen("  a b c d", session.help(nim_play.HELP_KEYS), session.turn(), nim_play.KEYS)
    lines = re.sub(r"\x1b\[[HJK]", "", capsys.readouterr().out).split("\r\n")
    assert max(map(len, lines)) < 40
    assert "Your turn: 113 moves are possible. Who" in lines and "tab: next piece   enter: place" in lines


def until(child: int, sign: str, seconds: float = 60.0) -> str:
    """What the terminal shows until this sign comes."""
    shown, end = "", time.monotonic() + seconds
    while sign not in shown and time.monotonic() < end:
        try:
            shown += os.read(child, 4096).decode(errors="replace")
        except OSError:
            break
    return shown


def test_full_level_wins_what_is_won_against_any_answers() -> None:
    position = parse("3x4")
    game = Game(position, first="engine")
    while game.winner is None:
        move = choose(game.position).move if game.turn == "engine" else moves(game.position)[-1]
        game = Game(position, (*game.moves, move), "engine")
    assert game.winner == "engine"
    assert from_text(to_text(game)) == game


def test_lower_levels_slip_by_rule_and_a_guess_says_so() -> None:
    slips = 0
    for seed in range(20):
        position = after(parse("5x5"), moves(parse("5x5"))[seed * 7])
        slips += choose(position, level=1).why == "slip"
    assert 10 <= slips <= 20
    guess = choose(parse("10x10"), seconds=0.1)
    assert guess.why == "guess" and "not solved" in guess.words


@pytest.mark.parametrize(
    "text", ["", "nim:4x4\nfirst you", "nim:4x4\nlevel x", "nim:4x4\na1", "nim:4x4\nresigned\nb2c2b3c3"]
)
def test_a_broken_game_is_refused(text: str) -> None:
    from coset.errors import BadInput

    with pytest.raises(BadInput):
        from_text(text)


def test_a_game_knows_whose_turn_it_is() -> None:
    game = Game(parse("2x2"), (parse_move(parse("2x2"), "a1b1a2b2"),))
    assert (game.turn, game.winner) == ("engine", "engine")
