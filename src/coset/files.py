"""Reading what the user names, and writing it whole or not at all."""

import os
import sys
from pathlib import Path

from coset.errors import BadInput, CosetError

LARGEST = 64 * 2**20


def read_text(name: str) -> str:
    """The text of a file, or of standard input for '-'.

    >>> read_text("no such file")
    Traceback (most recent call last):
    coset.errors.BadInput: there is no such file: 'no such file'
    """
    if name == "-":
        return decoded(sys.stdin.buffer.read(LARGEST + 1), "standard input")
    path = Path(name)
    if path.is_dir():
        raise BadInput("this is a folder", name, "name a file in it")
    if not path.exists():
        raise BadInput("there is no such file", name)
    try:
        with path.open("rb") as file:
            return decoded(file.read(LARGEST + 1), name)
    except OSError as failure:
        raise BadInput(f"the file can't be read, {failure.strerror}", name) from None


def decoded(raw: bytes, name: str) -> str:
    """Text from bytes, or BadInput that says where it is no text."""
    if len(raw) > LARGEST:
        raise BadInput("this is too big", name, f"at most {LARGEST >> 20} MB are read")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as failure:
        raise BadInput(f"this is no text, byte {failure.start} is not UTF-8", name) from None


def write_whole(name: str | Path, content: str | bytes) -> None:
    """Write a file aside, then give it its name: a reader sees the old one or the new one, never a half."""
    import tempfile  # which loads much that a reader has no use for

    path = Path(name)
    raw = content.encode() if isinstance(content, str) else content
    try:
        handle, aside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as failure:
        raise BadInput(
            f"can't write there, {failure.strerror}", str(path), "name a file in a folder that exists"
        ) from None
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(raw)
            file.flush()
            os.fsync(file.fileno())
        umask = os.umask(0)
        os.umask(umask)
        Path(aside).chmod(0o666 & ~umask)
        Path(aside).replace(path)
    except OSError as failure:
        Path(aside).unlink(missing_ok=True)
        raise CosetError(f"{path} could not be written, {failure.strerror}; it is as it was") from None
    except BaseException:
        Path(aside).unlink(missing_ok=True)
        raise
