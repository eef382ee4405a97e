"""The file of a store: made whole or not at all, opened only if it is ours, and what SQLite finds wrong, in words."""

import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from coset.errors import StoreError

APPLICATION = 0x434F5345  # "COSE", at byte 68 of the file
LAYOUT = 1  # at byte 60
ELSEWHERE = "name another with --store"


def connect(path: Path, schema: str) -> sqlite3.Connection:
    """An open store, made with the tables of `schema` if there is none."""
    if not path.exists():
        _make(path, schema)
    _check_header(path)
    with errors(path):
        db = sqlite3.connect(path, timeout=60, isolation_level=None)
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = NORMAL")  # a crash of the machine may undo the last shards, and no more
        return db


@contextmanager
def transaction(db: sqlite3.Connection, path: Path) -> Iterator[None]:
    """All of it, or nothing, even if the process dies."""
    with errors(path):
        db.execute("BEGIN IMMEDIATE")
        try:
            yield
            db.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):
                db.execute("ROLLBACK")
            raise


@contextmanager
def errors(path: Path) -> Iterator[None]:
    """What SQLite finds wrong, as a StoreError that says what to do."""
    try:
        yield
    except sqlite3.Error as error:
        raise _said(path, error) from None
    except (ValueError, TypeError) as error:
        raise damaged(path, f"a value is not as it was written, {error}") from None


def damaged(path: Path, what: str) -> StoreError:
    """The error of a store whose content can't be right."""
    plain = "".join(sign if sign.isprintable() else "?" for sign in what)
    return StoreError(
        f"the store is damaged, {plain}: {str(path)!r} (nothing in it was changed; keep a copy, and {ELSEWHERE})"
    )


def _said(path: Path, error: sqlite3.Error) -> StoreError:
    code = (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF
    if code in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR):
        right = "make room and go on; all that was stored before is there"
        return StoreError(f"the store can't be written, {error}: {str(path)!r} ({right})")
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return StoreError(f"the store is locked by another program: {str(path)!r} (waited a minute for it)")
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
        right = f"it and its folder must be writable; or {ELSEWHERE}"
        return StoreError(f"the store can't be opened, {error}: {str(path)!r} ({right})")
    return damaged(path, str(error))


def _make(path: Path, schema: str) -> None:
    """Make an empty store aside, then give it its name: another process sees a whole one or none."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=path.parent, prefix=".store") as folder:
            aside = Path(folder) / "store"
            db = sqlite3.connect(aside, isolation_level=None)
            try:
                db.executescript(f"PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {LAYOUT}; {schema}")
            finally:
                db.close()
            with suppress(FileExistsError):
                path.hardlink_to(aside)
    except (OSError, sqlite3.Error) as error:
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise StoreError(f"can't make a store there, {why}: {str(path)!r} ({ELSEWHERE})") from None


def _check_header(path: Path) -> None:
    """StoreError if the file is not a store of ours, before SQLite could change anything in it."""
    try:
        with path.open("rb") as file:
            header = file.read(100)
    except OSError as error:
        raise StoreError(f"the store can't be read, {error.strerror}: {str(path)!r} ({ELSEWHERE})") from None
    if header[:16] != b"SQLite format 3\0" or int.from_bytes(header[68:72], "big") != APPLICATION:
        right = f"nothing in it was changed; {ELSEWHERE}"
        raise StoreError(f"this is no store of runs, or a damaged one: {str(path)!r} ({right})")
    if int.from_bytes(header[60:64], "big") > LAYOUT:
        raise StoreError(f"this store was made by a newer Coset: {str(path)!r} (nothing in it was changed)")
