"""A long question as a stream of events (SSE): `done` now and then, at the end `page` or `go`.

Who stops listening stops the work.
"""

import asyncio
import contextlib
import json
import threading
import time
from collections.abc import AsyncIterator, Callable
from typing import Any

from starlette.responses import StreamingResponse

from coset.web.ask import closing, until

Answer = Callable[[Callable[[float, float | None], None]], tuple[str, int]]
AT_A_TIME = 4
"""Long questions answered at a time; the next one waits its turn."""

_turns = threading.BoundedSemaphore(AT_A_TIME)


def stream(answer: Answer) -> StreamingResponse:
    """The answer of `answer(tell)`, a document or with status 303 an address, with what it tells on the way."""
    return StreamingResponse(_events(answer), media_type="text/event-stream", headers={"cache-control": "no-store"})


async def _events(answer: Answer) -> AsyncIterator[str]:
    loop, events, stop = asyncio.get_running_loop(), asyncio.Queue[tuple[str, Any]](), threading.Event()
    told = time.monotonic()

    def send(kind: str, data: Any) -> None:
        with contextlib.suppress(RuntimeError):  # the server has been shut down meanwhile
            loop.call_soon_threadsafe(events.put_nowait, (kind, data))

    def hear(done: float, total: float | None) -> None:
        nonlocal told
        if time.monotonic() - told > 0.15:
            told = time.monotonic()
            send("done", [done, total])

    def work() -> None:
        while not _turns.acquire(timeout=0.3):
            if stop.is_set():
                return
            send("done", ["waiting for its turn", None])
        try:
            text, status = answer(until(stop, hear))
            send("go" if status == 303 else "page", text)
        finally:
            _turns.release()

    threading.Thread(target=work, daemon=True).start()
    try:
        while not closing.is_set():
            try:
                kind, data = await asyncio.wait_for(events.get(), 0.25)
            except TimeoutError:
                yield ": still at work\n\n"
                continue
            yield f"event: {kind}\ndata: {json.dumps(data)}\n\n"
            if kind != "done":
                return
    finally:
        stop.set()
