"""Kernels whose source is made for one question, cached like the others.

The text is written into the cache folder under the digest of all that it depends on, and imported from there, so that
Numba can keep its code. Processes that do this at the same time write aside and rename: each finds the whole text or
none.
"""

import hashlib
import importlib.util
import sys
from pathlib import Path
from threading import Lock
from types import ModuleType

from coset.files import write_whole
from coset.kernels.jit import cache_root, digest

_one_at_a_time = Lock()


def load(source: str, package: Path) -> ModuleType:
    """The module with this source, which may import the kernels of `package`.

    >>> load("ANSWER = 42", Path(__file__).parent).ANSWER
    42
    """
    key = hashlib.sha256(f"{digest(package)}\\n{source}".encode()).hexdigest()[:20]
    name = f"coset_generated_{key}"
    with _one_at_a_time:
        if name in sys.modules:
            return sys.modules[name]
        file = cache_root() / "generated" / digest(package) / f"{name}.py"
        if not file.exists():
            file.parent.mkdir(parents=True, exist_ok=True)
            write_whole(file, source)
        spec = importlib.util.spec_from_file_location(name, file)
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        try:
            spec.loader.exec_module(module)
        except BaseException:
            del sys.modules[name]
            raise
        return module
