"""`coset serve`: the page."""

import socket
import sys
from typing import Annotated

from cyclopts import Parameter

from coset.errors import BadInput, CosetError


def serve(
    *,
    port: Annotated[int, Parameter(help="Where to listen; 0 takes any that is free.")] = 8765,
    host: Annotated[
        str, Parameter(help="Listen at this address; others than this machine may then use the page.")
    ] = "127.0.0.1",
    browser: Annotated[bool, Parameter(name="--browser", negative="", help="Open a browser there too.")] = False,
) -> None:
    """Open the page of Coset on this machine: draw a position, ask, and see the answer.

    For example: `coset serve --port 8000`
    """
    if not 0 <= port <= 65535:
        raise BadInput("there is no such port", port, "0 to 65535")
    try:
        from coset.web.app import LOOPBACK
        from coset.web.server import run
    except ImportError as missing:
        raise CosetError(f"the page needs {missing.name} (pip install 'coset[web]')") from None
    listener = _listen(host, port)
    port = listener.getsockname()[1]
    address = f"http://{'[' + host + ']' if ':' in host else host}:{port}/"
    if host not in LOOPBACK:
        print(
            "coset: others can reach this page, too; it asks for no password and works for whoever asks",
            file=sys.stderr,
        )
    print(f"Coset is at {address} (Ctrl-C ends it)", flush=True)
    if browser:
        import webbrowser

        webbrowser.open(address)
    run(listener, host)


def _listen(host: str, port: int) -> socket.socket:
    """A socket that listens there, or what is in the way."""
    try:
        family, kind, protocol, _, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except OSError:
        raise BadInput("there is no such address", host, "such as 127.0.0.1") from None
    listener = socket.socket(family, kind, protocol)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(place)
        listener.listen(128)
    except OSError as error:
        listener.close()
        raise BadInput(
            f"can't listen there, {(error.strerror or str(error)).lower()}", f"{host}:{port}", "try --port 0"
        ) from None
    return listener
