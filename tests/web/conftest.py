"""The app in this process, and the same app behind a port for a browser."""

import socket
import threading
import time
from collections.abc import Iterator

import pytest
import uvicorn
from starlette.testclient import TestClient
from starlette.types import ASGIApp

from coset.web.app import make


@pytest.fixture(scope="session")
def client() -> TestClient:
    return TestClient(make(), base_url="http://127.0.0.1", follow_redirects=False)


def serving(app: ASGIApp) -> Iterator[str]:
    """The address of the app on a port that is free, until the generator is closed."""
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=1))
    thread = threading.Thread(target=server.run, args=([listener],), daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    server.should_exit = True
    thread.join(5)


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    yield from serving(make())
