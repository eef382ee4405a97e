"""The page: an app that answers addresses with documents, keeps nothing, and never asks anything from elsewhere.

A family's module, `web/NAME.py`, has `PAGES`: path to view, a function of a Query and an Ask that gives a Page or the
address to Go on at; `card()` for the start page; `entry(values)`, its form, shown where the input was wrong; perhaps
`POSTS`: path to a function of an uploaded file's name and bytes that gives the address to go on at.
"""

import sys
import threading
import traceback
from collections.abc import Awaitable, Callable
from contextlib import asynccontextmanager
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from coset.errors import BadInput, CosetError, TooBig
from coset.show.svg import style
from coset.web import start
from coset.web.ask import AT_ONCE, WAITING, Answers, Ask, Slow, for_seconds
from coset.web.html import Html, join, tag
from coset.web.parts import WITH_PAGE, Go, Page, alert, whole, working
from coset.web.query import Query
from coset.web.stream import stream

STATIC = Path(__file__).parent / "static"
LOOPBACK = ("localhost", "127.0.0.1", "::1")
LONGEST_ADDRESS, LARGEST_FILE = 30_000, 1_000_000
View = Callable[[Query, Ask], Page | Go]
Post = Callable[[str, bytes], str]

HEADERS = {
    "content-security-policy": "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


def make(hosts: tuple[str, ...] = LOOPBACK, warm: bool = False) -> Starlette:
    """The app. It answers to the names in `hosts` only, or to all if there are none; `warm` loads the kernels."""
    answers = Answers()
    routes: list[Route | Mount] = [
        Route("/", endpoint_of(answers, "", start.view, None)),
        Route("/static/roles.css", _roles),
        Route("/favicon.ico", _icon),
        Mount("/static", StaticFiles(directory=STATIC)),
    ]
    for name, module in modules().items():
        views: dict[str, View] = module.PAGES
        posts: dict[str, Post] = getattr(module, "POSTS", {})
        routes += [Route(path, endpoint_of(answers, name, view, module.entry)) for path, view in views.items()]
        routes += [Route(path, _upload(name, post, module.entry), methods=["POST"]) for path, post in posts.items()]

    @asynccontextmanager
    async def lifespan(_: Starlette) -> Any:
        if warm:
            threading.Thread(target=_warm, daemon=True).start()
        yield

    return Starlette(
        routes=routes,
        middleware=[Middleware(Guard, hosts=hosts)],
        exception_handlers={HTTPException: _no_page},
        lifespan=lifespan,
    )


def modules() -> dict[str, ModuleType]:
    """The pages of the families, in the order of the catalogue."""
    return {name: import_module(f"coset.web.{name}") for name in WITH_PAGE}


def _warm() -> None:
    from coset import checks

    checks.warm()


def endpoint_of(
    answers: Answers, family: str, view: View, entry: Callable[[dict[str, str]], Html] | None
) -> Callable[[Request], Awaitable[Response]]:
    """A view as an endpoint: a document, or a stream of progress that ends with the document."""

    async def endpoint(request: Request) -> Response:
        values = {} if len(request.scope["query_string"]) > LONGEST_ADDRESS else dict(request.query_params)
        waits = values.pop("wait", "") == "1"
        query = Query(request.url.path, values)
        tell = for_seconds(WAITING if waits else AT_ONCE)

        def answer(ask: Ask) -> tuple[str, int]:
            """The document and its status; the address to go on at, and 303."""
            try:
                if len(request.scope["query_string"]) > LONGEST_ADDRESS:
                    raise TooBig("this address is too long", right=f"at most {LONGEST_ADDRESS:,} signs; load a file")
                page = view(query, ask)
                return (page.address, 303) if isinstance(page, Go) else (whole(page, family), 200)
            except Slow as slow:
                if waits:
                    return failed(TooBig("this takes longer than a minute", right="turn on scripts, or use the shell"))
                return whole(Page("Working", working(slow.meanwhile, query.to(wait=1))), family), 200
            except CosetError as error:
                return failed(error)
            except (MemoryError, RecursionError):
                return failed(TooBig("this needs more memory than there is", right="ask something smaller"))
            except Exception as error:
                traceback.print_exc(file=sys.stderr)
                message = f"this is a fault of Coset's own: {type(error).__name__}: {error}"
                return whole(_refusal(message, entry, values), family, "500"), 500

        def failed(error: CosetError) -> tuple[str, int]:
            return whole(_refusal(str(error), entry, values), family, "400"), 400

        if "text/event-stream" in request.headers.get("accept", ""):
            return stream(lambda tell: answer(Ask(answers, tell)))
        text, status = await run_in_threadpool(lambda: answer(Ask(answers, tell)))
        return RedirectResponse(text, 303) if status == 303 else _document(text, status)

    return endpoint


def _document(text: str, status: int) -> Response:
    body = text.encode("utf-8", "replace")
    return Response(body, status, {"cache-control": "no-store", "vary": "accept"}, "text/html; charset=utf-8")


def _refusal(message: str, entry: Callable[[dict[str, str]], Html] | None, values: dict[str, str]) -> Page:
    """What is wrong, and the form to put it right."""
    again = entry(values) if entry is not None else tag("a", "Back to the start", href="/", class_="button")
    body = join(tag("h1", "That can't be answered"), alert(message), tag("div", again, class_="narrow"))
    return Page("That can't be answered", body)


def _upload(
    family: str, post: Post, entry: Callable[[dict[str, str]], Html]
) -> Callable[[Request], Awaitable[Response]]:
    """A file becomes an address: the browser goes on there, and the file is not kept."""

    async def endpoint(request: Request) -> Response:
        try:
            name, content = await _file(request)
            return RedirectResponse(await run_in_threadpool(post, name, content), 303)
        except CosetError as error:
            return _document(whole(_refusal(str(error), entry, {}), family, "400"), 400)

    return endpoint


async def _file(request: Request) -> tuple[str, bytes]:
    """The name and the content of the one file of a form, read no further than LARGEST_FILE."""
    size = 0

    async def limited() -> Message:
        nonlocal size
        message = await request.receive()
        size += len(message.get("body", b""))
        if size > LARGEST_FILE:
            raise TooBig("the file is too big", right=f"at most {LARGEST_FILE:,} bytes")
        return message

    try:
        async with Request(request.scope, limited).form(max_files=1, max_fields=20) as form:
            given = next((value for value in form.values() if not isinstance(value, str)), None)
            if given is None or not given.filename:
                raise BadInput("no file was chosen", right="choose one, then load it")
            return given.filename, await given.read()
    except CosetError:
        raise
    except Exception as error:
        raise BadInput("the form can't be read", type(error).__name__, "send one file from the page") from None


async def _roles(_: Request) -> Response:
    return PlainTextResponse(style(None), media_type="text/css", headers={"cache-control": "max-age=60"})


async def _icon(_: Request) -> Response:
    return FileResponse(STATIC / "icon.svg", headers={"cache-control": "max-age=86400"})


async def _no_page(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 400
    what = {404: "there is no such page", 405: "this address is for requests of another kind"}.get(
        status, "this can't be answered"
    )
    return _document(whole(_refusal(str(BadInput(what, request.url.path)), None, {}), "", str(status)), status)


class Guard:
    """Adds the headers that keep all else out, and answers only to names of this machine."""

    def __init__(self, app: ASGIApp, hosts: tuple[str, ...]) -> None:
        self.app, self.hosts = app, hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                have = [pair for pair in message["headers"] if pair[0].decode("latin-1") not in HEADERS]
                message["headers"] = have + [(name.encode(), text.encode()) for name, text in HEADERS.items()]
            await send(message)

        app = self.app if self._ours(scope) else HTMLResponse("Coset answers to this machine only.", 400)
        await app(scope, receive, guarded)

    def _ours(self, scope: Scope) -> bool:
        """Whether the request names this machine: a page from elsewhere can't reach it under a name of its own."""
        given = next((text.decode("latin-1") for name, text in scope["headers"] if name == b"host"), "")
        try:
            return not self.hosts or urlsplit(f"//{given}").hostname in self.hosts
        except ValueError:
            return False
