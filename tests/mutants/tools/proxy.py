"""The reverse proxy that serves every mutant in front of one real sandbox.

``/<mutant>/api/v1/...`` is the sandbox with that one fault, ``/clean/api/v1/...`` the sandbox as it is, and
``/`` lists the mutants, ``/_shown`` says how often each showed its fault. Deliveries that a mutant changes come in at
``/_relay/`` (relays.py).
Everything outside ``/api/v1`` passes through; the control plane needs no prefix.
Knows no single mutant: they are in the table it is given.
"""

from __future__ import annotations

import asyncio
import faulthandler
import re
from collections import defaultdict
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import Any

import httpcore
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from tests.mutants.tools.call import BASE_PATH, Answer, Call, Headers, Upstream, send
from tests.mutants.tools.header_names import header_names
from tests.mutants.tools.operations import match
from tests.mutants.tools.registry import Mutant
from tests.mutants.tools.relays import RELAY_PATH, pass_on
from tests.mutants.tools.shown import SHOWN, noting_what_is_sent, shows

CLEAN = "clean"
SHOWN_PATH = "/_shown"

# A mutant that loops for ever holds up every other mutant. Then the process says where it loops, and ends.
_HANGS_AFTER_SECONDS = 60
_HEARTBEAT_SECONDS = 5

# Uvicorn closes idle connections after five seconds. Ours go before, so that no request meets a closed one.
_MOST_CONNECTIONS, _KEPT_SECONDS = 64, 2.0
_NO_ANSWER = (httpcore.NetworkError, httpcore.TimeoutException, httpcore.ProtocolError)
_NAMES_AN_ADDRESS = frozenset(["location", "link"])
_BASE_IN_ADDRESS = re.compile(rf"(?P<origin>https?://[^/\s<>]+)?{BASE_PATH}(?=[/?>;,\s]|$)")


def build_proxy(upstream: str, mutants: Mapping[str, Mutant]) -> ASGIApp:
    """The proxy as an ASGI application. *upstream* is the origin of the sandbox, such as ``http://127.0.0.1:8080``."""
    pool = httpcore.AsyncConnectionPool(max_connections=_MOST_CONNECTIONS, keepalive_expiry=_KEPT_SECONDS)
    sandbox = Upstream(pool, httpcore.URL(upstream))

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        alive = asyncio.create_task(_end_when_it_hangs())
        async with pool:
            yield
        alive.cancel()
        with suppress(asyncio.CancelledError):
            await alive

    async def index(_: Request) -> Response:
        return JSONResponse({name: planted.breaks for name, planted in mutants.items()})

    async def shown(_: Request) -> Response:
        return JSONResponse(SHOWN)

    routes = [Route("/", index), Route(SHOWN_PATH, shown), Mount("/", app=Proxy(sandbox, mutants))]
    return Starlette(routes=routes, lifespan=lifespan)


async def _end_when_it_hangs() -> None:
    try:
        while True:
            faulthandler.dump_traceback_later(_HANGS_AFTER_SECONDS, exit=True)
            await asyncio.sleep(_HEARTBEAT_SECONDS)
    finally:
        faulthandler.cancel_dump_traceback_later()


class Proxy:
    """Takes the prefix off a request, lets the mutant answer, and puts the prefix into its addresses."""

    def __init__(self, sandbox: Upstream, mutants: Mapping[str, Mutant]) -> None:
        self._sandbox = sandbox
        self._mutants = mutants
        self._memories: defaultdict[tuple[str, str], dict[str, Any]] = defaultdict(dict)

    async def __call__(self, scope: Scope, receive: Receive, respond_with: Send) -> None:
        """Answers one HTTP request."""
        request = Request(scope, receive)
        try:
            response = await self._respond(request)
        except _NO_ANSWER as error:
            response = PlainTextResponse(f"The sandbox behind the mutants does not answer: {error!r}\n", 502)
        await response(scope, receive, respond_with)

    async def _respond(self, request: Request) -> Response:
        raw_path = request.scope["raw_path"].decode("ascii")
        if raw_path.startswith(RELAY_PATH):
            await pass_on(raw_path, request.method, _headers(request), await request.body())
            return Response(status_code=204)
        prefix, path = _split(raw_path)
        if prefix not in self._mutants and prefix != CLEAN:
            return PlainTextResponse(f"No mutant is called {prefix}. GET / lists them.\n", 404)
        planted = self._mutants.get(prefix)
        base_path = _base_of(path, planted.base_paths if planted else (BASE_PATH,))
        if base_path is None:
            return _response(request, await self._pass_through(request, path))
        call = await self._call(request, prefix, path.removeprefix(base_path))
        answer = await (_with_its_fault(planted, call) if planted and planted.touches(call) else call.forward())
        return _response(request, _leading_back(str(request.base_url).rstrip("/"), f"/{prefix}{base_path}", answer))

    async def _pass_through(self, request: Request, path: str) -> Answer:
        query_string = request.scope["query_string"].decode("ascii")
        target = f"{path}?{query_string}" if query_string else path
        return await send(self._sandbox, request.method, target, _headers(request), await request.body())

    async def _call(self, request: Request, prefix: str, path: str) -> Call:
        operation, path_params = match(request.method, path)
        call = Call(
            method=request.method,
            path=path,
            operation=operation,
            path_params=path_params,
            query_string=request.scope["query_string"].decode("ascii"),
            headers=_headers(request),
            body=await request.body(),
            sandbox=self._sandbox,
            header_names=header_names(request),
        )
        return replace(call, memory=self._memories[prefix, call.api_key])


async def _with_its_fault(planted: Mutant, call: Call) -> Answer:
    with noting_what_is_sent() as asked:
        answer = await planted.handle(call)
    SHOWN[planted.name] += shows(call, answer, asked)
    return answer


def _split(raw_path: str) -> tuple[str, str]:
    """``/CRS-05/api/v1/x`` as ("CRS-05", "/api/v1/x"). The control plane needs no prefix."""
    if raw_path.startswith("/_sandbox/"):
        return CLEAN, raw_path
    prefix, slash, rest = raw_path.removeprefix("/").partition("/")
    return prefix, slash + rest


def _base_of(path: str, base_paths: Iterable[str]) -> str | None:
    """The first of *base_paths* that *path* begins with as a whole, None when it begins with none of them."""
    return next((base for base in base_paths if path == base or path.startswith(f"{base}/")), None)


def _headers(request: Request) -> Headers:
    # White space around a value is no part of it, and not every client library sends it on.
    return tuple((name.decode("latin-1"), value.decode("latin-1").strip()) for name, value in request.headers.raw)


def _leading_back(origin: str, base_path: str, answer: Answer) -> Answer:
    """The answer with the base path of the mutant in the addresses of Location and Link: they lead back to it."""

    def moved(address: re.Match[str]) -> str:
        return f"{origin if address['origin'] else ''}{base_path}"

    headers = tuple(
        (name, _BASE_IN_ADDRESS.sub(moved, value) if name.lower() in _NAMES_AN_ADDRESS else value)
        for name, value in answer.headers
    )
    return replace(answer, headers=headers)


def _response(request: Request, answer: Answer) -> Response:
    response = Response(answer.body, answer.status)
    headers = answer.headers if _has_no_body(request, answer) else _with_length(answer)
    response.raw_headers = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers]
    return response


def _has_no_body(request: Request, answer: Answer) -> bool:
    return request.method == "HEAD" or answer.status in (204, 304)


def _with_length(answer: Answer) -> Headers:
    return answer.with_header("content-length", str(len(answer.body))).headers
