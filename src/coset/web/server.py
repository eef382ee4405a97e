"""The server around the app: uvicorn, on a socket that already listens."""

import contextlib
import socket

import uvicorn

from coset.web.app import LOOPBACK, make


def run(listener: socket.socket, host: str) -> None:
    """Serve the page until Ctrl-C. At an address of this machine alone it answers to no other name."""
    config = uvicorn.Config(
        make(LOOPBACK if host in LOOPBACK else (), warm=True),
        log_level="warning",
        access_log=False,
        timeout_graceful_shutdown=1,
        server_header=False,
    )
    with contextlib.suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[listener])
