"""The edge of the interface: every request gets an id, every exception becomes a problem."""

import asyncio
import logging
import re
import secrets
from collections.abc import Mapping
from time import perf_counter
from typing import Any

from starlette.exceptions import HTTPException

from mock_server import logs
from mock_server.api.alternatives import written_problem
from mock_server.api.answer_checks import Faults
from mock_server.api.calls import send_written
from mock_server.api.exchanges import EXCHANGE, TRANSPORT, Exchange
from mock_server.api.interference import ConnectionCut
from mock_server.api.journal import Journal
from mock_server.api.metrics import Metrics
from mock_server.api.problems import REFUSALS, Problem, problem_of
from mock_server.api.redaction import Shown
from mock_server.api.requests import address, header
from mock_server.clock import wall_clock
from mock_server.domain.ids import spell
from mock_server.domain.refusals import Refusal
from mock_server.storage.engines import StoreUnavailable

logger = logging.getLogger("teesheet")

_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,128}\Z", re.ASCII)
_MOST_SHOWN = 200
_BITS_OF_AN_ID = 60
# The step is odd, so that all numbers of 60 bits come before one repeats. It is large, so that neighbours look
# different.
_STEP = 0x9E3779B97F4A7C1


class RequestIds:
    """Names requests: with the caller's id if it is well-formed, otherwise with a unique id. Assumption A-07.

    One process never repeats an id. Two processes begin at random numbers: a common id is as unlikely as a correct
    guess.
    """

    def __init__(self) -> None:
        self._latest = secrets.randbits(_BITS_OF_AN_ID)

    def of(self, scope: Any) -> str:
        """The id of a request."""
        sent = header(scope, b"x-request-id")
        if sent is not None and _REQUEST_ID.match(sent):
            return sent
        self._latest = (self._latest + _STEP) % (1 << _BITS_OF_AN_ID)
        return f"req_{spell(self._latest)}"


class Edge:
    """Wraps an application: gives each request its id, and turns exceptions into problems.

    With a journal it records every exchange of a world. With metrics it counts every request. *codes* are the codes of
    its refusals.
    """

    def __init__(
        self,
        app: Any,
        request_ids: RequestIds,
        faults: Faults,
        journal: Journal | None = None,
        metrics: Metrics | None = None,
        codes: Mapping[type[Refusal], str] = REFUSALS,
    ) -> None:
        self.app = app
        self.request_ids = request_ids
        self.faults = faults
        self.journal = journal
        self.metrics = metrics
        self.codes = codes

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answers a request, whatever happens inside."""
        exchange = Exchange(
            request_id=self.request_ids.of(scope),
            method=scope["method"],
            path=scope["path"],
            query=scope["query_string"],
            request_headers=scope["headers"],
            wall_at=wall_clock(),
            began=perf_counter(),
        )
        scope[EXCHANGE] = exchange
        logs.EXCHANGE.set(exchange)
        await self._answer(scope, receive, _noting(exchange, send), exchange)
        exchange.seconds = perf_counter() - exchange.began
        logs.access.info("%s %s %s", exchange.method, Shown(exchange.path), exchange.status)
        if self.journal is not None:
            self.journal.add(exchange)
        if self.metrics is not None:
            self.metrics.count(exchange)

    async def _answer(self, scope: Any, receive: Any, send: Any, exchange: Exchange) -> None:
        try:
            await self.app(scope, receive, send)
        except ConnectionCut:
            await _cut(scope)
        except Exception as error:
            if exchange.status:
                raise
            exchange.error = error
            problem = self._problem(error, scope)
            await send_written(send, written_problem(problem, exchange, address(scope)))

    def _problem(self, error: Exception, scope: Any) -> Problem:
        if isinstance(error, Problem):
            return error
        if isinstance(error, Refusal):
            return problem_of(error, self.codes)
        if isinstance(error, HTTPException):
            return _unrouted(error, scope)
        if isinstance(error, StoreUnavailable):
            logger.error("%s %s: %s", scope["method"], Shown(scope["path"]), error)
            detail = f"The database cannot be used: {error.cause}. Try again."
            return Problem("unavailable", detail, headers={"Retry-After": "1"})
        self.faults.internal_errors += 1
        logger.error("%s %s failed", scope["method"], Shown(scope["path"]), exc_info=error)
        return Problem("internal_error", "The sandbox failed. Nothing was written. Its log has the reason.")


def _unrouted(error: HTTPException, scope: Any) -> Problem:
    """The problem for a request that the pages of the documentation do not take."""
    headers, where = error.headers or {}, repr(scope["path"][:_MOST_SHOWN])
    if error.status_code == 405:
        detail = f"{where} takes {headers['Allow']}, not {scope['method'][:20]}. Send one of these methods."
        return Problem("method_not_allowed", detail, headers=headers)
    return Problem("not_found", f"There is nothing at {where}. See /docs/.")


def _noting(exchange: Exchange, send: Any) -> Any:
    """*send*, which also adds the request id and the headers of the exchange, and records the answer."""
    name = (b"x-request-id", exchange.request_id.encode())

    async def send_named(message: Any) -> None:
        if message["type"] == "http.response.start":
            exchange.status = message["status"]
            added = [(key.lower().encode(), value.encode()) for key, value in exchange.added_headers.items()]
            exchange.response_headers = message["headers"] = [*message["headers"], name, *added]
        else:
            exchange.response_body = message.get("body", b"")
        await send(message)

    return send_named


async def _cut(scope: Any) -> None:
    """Ends the connection without an answer. Raises RuntimeError if the server gives no access to it."""
    transport = scope.get("extensions", {}).get(TRANSPORT)
    if transport is None:
        raise RuntimeError("this server cannot cut a connection")
    transport.abort()
    # The server notices in the next turn of its loop, and then expects no answer.
    await asyncio.sleep(0.01)
