"""The edge of the interface: every request gets an id, every exception becomes a problem."""

import itertools
import logging
import re
from collections import OrderedDict
from collections.abc import Iterator
from typing import Any

from starlette.exceptions import HTTPException

from mock_server.api.bodies import write_json
from mock_server.api.operations import Faults, Written, send_written
from mock_server.api.problems import MEDIA_TYPE, Problem, problem_of
from mock_server.api.requests import address, header
from mock_server.domain.ids import object_id
from mock_server.domain.refusals import Refusal
from mock_server.storage.store import StoreUnavailable

logger = logging.getLogger("teesheet")

_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,128}\Z", re.ASCII)
_WORLD = re.compile(r"sbx_([a-z0-9-]{1,32})_")
_MAX_COUNTED_WORLDS = 10_000


class RequestIds:
    """Names requests: the caller's own id where it is well-formed, else the next one of the caller's world.

    So a fresh world gives the same ids on any machine. Assumption A-07.
    """

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._counters: OrderedDict[str, Iterator[int]] = OrderedDict()

    def of(self, scope: Any) -> str:
        """The id of a request."""
        sent = header(scope, b"x-request-id")
        if sent is not None and _REQUEST_ID.match(sent):
            return sent
        match = _WORLD.match(header(scope, b"x-api-key") or "")
        return object_id("req", self._seed, self._next(match[1] if match else ""))

    def restart(self, world: str) -> None:
        """Counts a world's requests from 1 again."""
        self._counters.pop(world, None)

    def _next(self, world: str) -> int:
        counter = self._counters.setdefault(world, itertools.count(1))
        if len(self._counters) > _MAX_COUNTED_WORLDS:
            self._counters.popitem(last=False)
        return next(counter)


class Edge:
    """Wraps an application: gives each request its id and turns what it raises into problems."""

    def __init__(self, app: Any, request_ids: RequestIds, faults: Faults) -> None:
        self.app = app
        self.request_ids = request_ids
        self.faults = faults

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answers a request, whatever happens inside."""
        request_id = self.request_ids.of(scope)
        started = False

        async def send_named(message: Any) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                message["headers"] = [*message["headers"], (b"x-request-id", request_id.encode())]
            await send(message)

        try:
            await self.app(scope, receive, send_named)
        except Exception as error:
            if started:
                raise
            problem = self._problem(error, scope)
            await send_written(send_named, _written(problem, address(scope), request_id))

    def _problem(self, error: Exception, scope: Any) -> Problem:
        if isinstance(error, Problem):
            return error
        if isinstance(error, Refusal):
            return problem_of(error)
        if isinstance(error, HTTPException):
            code = "method_not_allowed" if error.status_code == 405 else "not_found"
            return Problem(
                code, f"There is nothing at this address for {scope['method']}.", headers=error.headers or {}
            )
        if isinstance(error, StoreUnavailable):
            logger.error("%s %s: %s", scope["method"], scope["path"], error)
            return Problem("unavailable", "The database cannot be reached. Try again.", headers={"Retry-After": "1"})
        self.faults.internal_errors += 1
        logger.error("%s %s failed", scope["method"], scope["path"], exc_info=error)
        return Problem("internal_error", "The sandbox failed. Nothing was written. Its log has the reason.")


def _written(problem: Problem, instance: str, request_id: str) -> Written:
    headers = {"Content-Type": MEDIA_TYPE, **problem.headers}
    if problem.status == 401:
        headers["WWW-Authenticate"] = 'ApiKey realm="teesheet"'
    return Written(problem.status, headers, write_json(problem.body(instance, request_id)))
