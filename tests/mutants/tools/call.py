"""A request on its way to the sandbox and the answer on its way back, as values a mutant can change.

Numbers keep the text they had on the wire: 85.00 is read as a Decimal and written as 85.00 again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any
from urllib.parse import urlencode

import httpcore
import httpx
import orjson

from tests.mutants.tools.shown import note

BASE_PATH = "/api/v1"
Headers = tuple[tuple[str, str], ...]

# Headers that belong to one connection, and those that the next hop works out again.
_OF_THE_CONNECTION = frozenset(
    ["host", "connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade"]
)
_WORKED_OUT_AGAIN = frozenset(["content-length", "accept-encoding"])
# A request with one of these methods says how long its body is, an empty one too.
_WITH_A_LENGTH = frozenset(["POST", "PUT", "PATCH"])
_TIMEOUTS = {"timeout": dict.fromkeys(("connect", "read", "write", "pool"), 60.0)}


@dataclass(frozen=True)
class Upstream:
    """The sandbox behind the proxy. *origin* is like ``http://127.0.0.1:8080``.

    The pool sends bytes as they are, at two thirds of the price of a client on top of it.
    """

    pool: httpcore.AsyncConnectionPool
    origin: httpcore.URL

    def at(self, target: str) -> httpcore.URL:
        """The address of *target* there."""
        scheme, host, port = self.origin.scheme, self.origin.host, self.origin.port
        return httpcore.URL(scheme=scheme, host=host, port=port, target=target.encode("ascii"))


@dataclass(frozen=True)
class Answer:
    """What the caller gets: status, headers in their order, body as bytes."""

    status: int
    headers: Headers
    body: bytes

    @property
    def ok(self) -> bool:
        """Whether the status is a 2xx."""
        return 200 <= self.status < 300

    def json(self) -> Any:
        """The parsed body. Numbers with a fraction are Decimals."""
        return json.loads(self.body, parse_float=Decimal)

    def with_json(self, body: Any) -> Answer:
        """The same answer with *body* written as JSON in place of its own."""
        return replace(self, body=write_json(body))

    def with_status(self, status: int) -> Answer:
        """The same answer under another status."""
        return replace(self, status=status)

    def with_header(self, name: str, value: str) -> Answer:
        """The same answer with one header set."""
        kept = tuple(pair for pair in self.headers if pair[0].lower() != name.lower())
        return replace(self, headers=(*kept, (name, value)))


@dataclass(frozen=True)
class Call:
    """One request to a mutant.

    *path* is the percent-encoded path below the base, *operation* the operation id it fits, or None.
    *header_names* are the names of the headers in the spelling of the caller; *headers* may have them in lower case.
    *memory* belongs to this mutant and this API key and lives as long as the proxy.
    """

    method: str
    path: str
    operation: str | None
    path_params: Mapping[str, str]
    query_string: str
    headers: Headers
    body: bytes
    sandbox: Upstream
    header_names: tuple[str, ...] = ()
    memory: dict[str, Any] = field(default_factory=dict)

    @property
    def query(self) -> httpx.QueryParams:
        """The query parameters, decoded. ``call.query.get("page")`` is None when it is not sent."""
        return httpx.QueryParams(self.query_string)

    @property
    def api_key(self) -> str:
        """The X-Api-Key header, empty when it is not sent."""
        return next((value for name, value in self.headers if name.lower() == "x-api-key"), "")

    def json(self) -> Any:
        """The parsed body of the request, None when it is empty or not JSON."""
        try:
            return json.loads(self.body, parse_float=Decimal)
        except ValueError:
            return None

    def asking(self, **values: object) -> Call:
        """The same call with these query parameters set."""
        return replace(self, query_string=str(self.query.merge({k: str(v) for k, v in values.items()})))

    def without(self, *names: str) -> Call:
        """The same call with these query parameters removed."""
        kept = [(name, value) for name, value in self.query.multi_items() if name not in names]
        return replace(self, query_string=urlencode(kept))

    def with_header(self, name: str, value: str) -> Call:
        """The same call with one header set."""
        kept = tuple(pair for pair in self.headers if pair[0].lower() != name.lower())
        return replace(self, headers=(*kept, (name, value)))

    def with_json(self, body: Any) -> Call:
        """The same call with *body* written as JSON in place of its own."""
        return replace(self, body=write_json(body))

    async def forward(self) -> Answer:
        """The sandbox's answer to this unchanged call."""
        answer = await send(self.sandbox, self.method, self._target, self.headers, self.body)
        note(self, answer)
        return answer

    @property
    def _target(self) -> str:
        return f"{BASE_PATH}{self.path}?{self.query_string}" if self.query_string else BASE_PATH + self.path

    async def upstream(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, object] | None = None,
        headers: Mapping[str, str] | None = None,
        json: Any = None,
    ) -> Answer:
        """The sandbox's answer to another request with the headers of this call.

        *path* is below the base. *headers* are set over those of the call; *json* None sends no body.
        """
        own = {name.lower(): value for name, value in self.headers if name.lower() != "content-type"}
        typed = {} if json is None else {"content-type": "application/json"}
        other = replace(
            self,
            method=method,
            path=path,
            query_string=urlencode(dict(query or {})),
            headers=tuple((own | typed | dict(headers or {})).items()),
            body=b"" if json is None else write_json(json),
        )
        return await other.forward()


def write_json(body: Any) -> bytes:
    """*body* as JSON bytes. A Decimal is written with the digits it has."""
    return orjson.dumps(body, default=_raw_number)


def _raw_number(value: object) -> orjson.Fragment:
    if isinstance(value, Decimal):
        return orjson.Fragment(str(value))
    raise TypeError(f"{value!r} has no form in JSON.")


async def send(upstream: Upstream, method: str, target: str, headers: Headers, body: bytes) -> Answer:
    """The sandbox's answer to a request. *target* is the percent-encoded path with its query string."""
    # Plain bytes both ways: a mutant edits them, and a length that was right stays right.
    sent = [*_forwardable(headers), (b"accept-encoding", b"identity")]
    content = body if body or method in _WITH_A_LENGTH else None
    url = upstream.at(target)
    response = await upstream.pool.request(method, url, headers=sent, content=content, extensions=_TIMEOUTS)
    raw = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in response.headers]
    kept = tuple(pair for pair in raw if pair[0].lower() not in _OF_THE_CONNECTION)
    return Answer(response.status, kept, response.content)


def _forwardable(headers: Headers) -> list[tuple[bytes, bytes]]:
    dropped = _OF_THE_CONNECTION | _WORKED_OUT_AGAIN
    return [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers if name.lower() not in dropped]
