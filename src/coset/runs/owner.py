"""Who is at work: a lock that the system lets go when the process ends, however it ends.

SQLite's own write-ahead log works on one machine only, so a lock of the file system is enough; a process ID would be
given to another process one day, and a lease would have to run out first.
"""

import fcntl
import os
import re
import secrets
from pathlib import Path

from coset.errors import StoreError

NAME = re.compile(r"\d+-[0-9a-f]{8}")


class Owner:
    """A name under which this process claims shards, alive until it is closed or the process ends."""

    def __init__(self, store: Path) -> None:
        self.name = f"{os.getpid()}-{secrets.token_hex(4)}"
        self._path = _path(store, self.name)
        try:
            self._path.parent.mkdir(exist_ok=True)
            self._lock = os.open(self._path, os.O_CREAT | os.O_EXCL | os.O_RDWR)
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise StoreError(
                f"can't lock beside the store, {error.strerror}: {str(self._path)!r} (name another store with --store)"
            ) from None

    def __enter__(self) -> "Owner":
        return self

    def __exit__(self, *_: object) -> None:
        self._path.unlink(missing_ok=True)
        os.close(self._lock)


def alive(store: Path, name: str) -> bool:
    """Whether the process that claims shards under this name is still at work.

    >>> alive(Path("runs.sqlite"), "1-0123abcd")
    False
    """
    if not NAME.fullmatch(name):
        return False
    path = _path(store, name)
    try:
        lock = os.open(path, os.O_RDONLY)
    except FileNotFoundError:
        return False
    except OSError:
        return True
    try:
        fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return True
    else:
        path.unlink(missing_ok=True)
        return False
    finally:
        os.close(lock)


def _path(store: Path, name: str) -> Path:
    return store.with_name(store.name + "-owners") / name
