"""An agency's client: sends requests with its key, records every exchange, and keeps to the run's promises.

It never writes in a read-only run, waits when the target asks for it (429), and turns silence into
"inconclusive".
"""

import json as json_module
from collections.abc import Mapping
from datetime import timedelta
from enum import Enum
from typing import Any, Protocol
from urllib.parse import quote, urlencode

from conformance.exchanges import Answer, Request, Role
from conformance.recordings.recording import Recording, Transport
from conformance.verdicts import Inconclusive, Untested
from conformance.wire.retrying import is_sent_again
from conformance.wire.settings import USER_AGENT

API_KEY_HEADER = "X-Api-Key"


class Own(Enum):
    """Marks the place of the agency's own key; None means no key header at all."""

    KEEP = "keep"


KEEP = Own.KEEP


class Absent(Enum):
    """Marks a body that is not sent, since None is the JSON value null."""

    ABSENT = "absent"


ABSENT = Absent.ABSENT


class Clock(Protocol):
    """How far the clock that the target lives by is ahead of its Date headers."""

    ahead: timedelta


def segment(value: object) -> str:
    """*value* as one segment of a path, so that an id with a slash stays one id."""
    return quote(str(value), safe="")


class Agency:
    """One caller of the interface. *label* names it in records, like `first agency`."""

    def __init__(
        self,
        label: str,
        key: str,
        base_url: str,
        transport: Transport,
        recording: Recording,
        clock: Clock | None = None,
        *,
        read_only: bool,
        user_agent: str = USER_AGENT,
    ) -> None:
        self.label = label
        self._key = key
        self._base_url = base_url.rstrip("/")
        self._transport = transport
        self._recording = recording
        self._clock = clock
        self._read_only = read_only
        self._user_agent = user_agent

    def get(self, path: str, **query: object) -> Answer:
        """GET *path*, relative to the base address.

        A parameter that is None is left out; True is sent as `true`.
        """
        return self.send("GET", path, query=query)

    def post(self, path: str, json: Any = ABSENT, **options: Any) -> Answer:
        """POST *json* to *path*; *options* are those of `send`."""
        return self.send("POST", path, json=json, **options)

    def put(self, path: str, json: Any = ABSENT, **options: Any) -> Answer:
        """PUT *json* to *path*; *options* are those of `send`."""
        return self.send("PUT", path, json=json, **options)

    def delete(self, path: str, **options: Any) -> Answer:
        """DELETE *path*; *options* are those of `send`."""
        return self.send("DELETE", path, **options)

    def send(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, object] | None = None,
        json: Any = ABSENT,
        content: bytes | None = None,
        headers: Mapping[str, str] | None = None,
        key: str | Own | None = KEEP,
        role: Role | None = None,
    ) -> Answer:
        """Send one request and return the answer, whatever its status.

        *content* sends bytes as they are instead of *json*. *key* replaces the agency's key, or leaves the
        header out (None). *headers* come last and replace what is sent otherwise, whatever the case of
        their names. Raises `Untested` when it would write in a read-only run, `Inconclusive` when no answer
        comes or the target limits the rate beyond patience.
        """
        if self._read_only and method != "GET":
            raise Untested("This run is read-only and sends nothing but GET.")
        body = _encoded(json) if content is None else content
        request = self._request(method, path, query or {}, body, self._headers(body, headers or {}, key))
        return self._patiently(request, role or (Role.read if method == "GET" else Role.golden))

    def _headers(
        self, body: bytes | None, extra: Mapping[str, str], key: str | Own | None
    ) -> tuple[tuple[str, str], ...]:
        headers = {"Accept": "application/json", "User-Agent": self._user_agent}
        if body is not None:
            headers["Content-Type"] = "application/json"
        if key is not None:
            headers[API_KEY_HEADER] = self._key if key is KEEP else str(key)
        replaced = {name.lower() for name in extra}
        return (
            *((name, value) for name, value in headers.items() if name.lower() not in replaced),
            *extra.items(),
        )

    def _request(
        self,
        method: str,
        path: str,
        query: Mapping[str, object],
        body: bytes | None,
        headers: tuple[tuple[str, str], ...],
    ) -> Request:
        pairs = _query_pairs(query)
        url = f"{self._base_url}{path}{'?' if pairs else ''}{urlencode(pairs)}"
        return Request(method, path, pairs, url, headers, body)

    def _patiently(self, request: Request, role: Role) -> Answer:
        """The first answer that does not ask to be asked again later; the transport waits before each request."""
        attempt = 1
        while is_sent_again(request, (answer := self._once(request, role)).response, attempt):
            attempt += 1
        if answer.status == 429:
            raise Inconclusive(f"{answer.where}: the target limits the rate (429) and did not relent.")
        return answer

    def _once(self, request: Request, role: Role) -> Answer:
        sent = self._recording.send(self._transport, self.label, role, request)
        if sent.response is None:
            raise Inconclusive(f"{request.method} {request.path}: {sent.failure}.")
        ahead = self._clock.ahead if self._clock else timedelta()
        return Answer(request, sent.response, sent.started_at, sent.index, self._recording, ahead)


def _encoded(json: Any) -> bytes | None:
    return None if json is ABSENT else json_module.dumps(json, ensure_ascii=False).encode()


def _query_pairs(query: Mapping[str, object]) -> tuple[tuple[str, str], ...]:
    pairs: list[tuple[str, str]] = []
    for name, value in query.items():
        values = value if isinstance(value, list | tuple) else [value]
        pairs += [(name, _query_text(one)) for one in values if one is not None]
    return tuple(pairs)


def _query_text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
