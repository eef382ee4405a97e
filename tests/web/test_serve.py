"""`coset serve` as a command."""

import os
import re
import signal
import socket
import subprocess
import sys

import httpx
import pytest

from coset.cli import run


def started(*words: str) -> tuple[subprocess.Popen[str], str]:
    """The command at work, and the address it printed."""
    command = [sys.executable, "-m", "coset", "serve", "--port", "0", *words]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=os.environ.copy())
    assert server.stdout
    found = re.search("http://[^ ]*", server.stdout.readline())
    assert found
    return server, found[0]


def test_it_serves_until_interrupted() -> None:
    server, address = started()
    assert address.startswith("http://127.0.0.1:")
    assert httpx.get(address, timeout=30).status_code == 200
    assert httpx.get(address, headers={"host": "evil.example"}).status_code == 400
    server.send_signal(signal.SIGINT)
    _, said = server.communicate(timeout=20)
    assert (server.returncode, said) == (0, "")


def test_it_ends_without_a_word_while_questions_are_at_work() -> None:
    server, address = started()
    asked = {"accept": "text/event-stream"}
    with httpx.stream("GET", f"{address}nim?board=nim:7x8", headers=asked, timeout=60) as reply:
        assert next(line for line in reply.iter_lines() if line.startswith("event")) == "event: done"
        server.send_signal(signal.SIGINT)
        _, said = server.communicate(timeout=20)
    assert (server.returncode, said) == (0, "")


def test_it_warns_when_others_can_reach_it() -> None:
    server, address = started("--host", "0.0.0.0")
    assert httpx.get(address.replace("0.0.0.0", "127.0.0.1"), headers={"host": "other"}, timeout=30).status_code == 200
    server.send_signal(signal.SIGINT)
    _, said = server.communicate(timeout=20)
    assert said == "coset: others can reach this page, too; it asks for no password and works for whoever asks\n"


def test_what_is_in_the_way_is_said_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert run(["serve", "--port", str(port)]) == 2
    said = capsys.readouterr().err
    assert said == f"coset: can't listen there, address already in use: '127.0.0.1:{port}' (try --port 0)\n"
    assert run(["serve", "--port", "99999"]) == 2
    assert run(["serve", "--host", "no.such.host.invalid"]) == 2
    assert capsys.readouterr().err.count("\n") == 2
