"""Reference tables beside the checkout, read when they are there; what tests need otherwise is in `tests/oracles`."""

import json
import os
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
SHARED = Path(os.environ.get("COSET_SHARED", ROOT.parent / "shared"))


def table(name: str) -> Any:
    """The reference table `name` (such as "nim.json") where it is at hand, else our own extract of it."""
    path = SHARED / "oracles" / name
    return json.loads((path if path.exists() else ROOT / "tests" / "oracles" / name).read_text())


def files(folder: str, pattern: str) -> list[Path]:
    """The files of a folder beside the checkout, none if it is not there."""
    return sorted((SHARED / folder).glob(pattern))
