"""The server around the app: uvicorn, on a socket that already listens."""

import contextlib
import socket
from types import FrameType

import uvicorn

from coset.web.app import LOOPBACK, make
from coset.web.ask import closing


class Server(uvicorn.Server):
    """Ends the questions at work before the connections that wait for them."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Ctrl-C, or a request to end."""
        closing.set()
        super().handle_exit(sig, frame)


def run(listener: socket.socket, host: str) -> None:
    """Serve the page until Ctrl-C. At an address of this machine alone it answers to no other name."""
    config = uvicorn.Config(
        make(LOOPBACK if host in LOOPBACK else (), warm=True),
        log_level="warning",
        access_log=False,
        timeout_graceful_shutdown=2,
        server_header=False,
    )
    with contextlib.suppress(KeyboardInterrupt):
        Server(config).run(sockets=[listener])
