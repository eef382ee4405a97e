"""Each test has a store of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.runs import fake


@pytest.fixture(autouse=True)
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The file of the store, which the first run makes."""
    fake.install()
    monkeypatch.setenv("COSET_RUNS", str(tmp_path))
    yield tmp_path / "runs.sqlite"
    fake.uninstall()
