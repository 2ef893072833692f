"""An agency's client: sends requests with its key, records every exchange, and keeps to the run's promises.

It never writes in a read-only run. It waits when the target asks for fewer requests (429). When an answer was lost, it
repeats the request if a repeat is known to be safe.
"""

import json as json_module
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from datetime import timedelta
from enum import Enum
from typing import Any, Protocol
from urllib.parse import quote, urlencode

from conformance.asking.lost_answers import LostAnswers
from conformance.asking.oracles import recent
from conformance.evidence.exchanges import Answer, Request, Role
from conformance.evidence.verdicts import AnswerLost, Inconclusive, Untested
from conformance.recordings.moments import racer
from conformance.recordings.recording import Recording, Sent, Transport
from conformance.scope.lanes import PerLane
from conformance.target.connection import WireSettings
from conformance.wire.retrying import is_lost, is_sent_again

# A far target answers about a hundred requests in this time, and a check may take this time between a look and its act.
_RECALLED_WITHIN = timedelta(seconds=30)


class Own(Enum):
    """Marks the place of the agency's own key; None means no key header at all."""

    KEEP = "keep"


KEEP = Own.KEEP


class Absent(Enum):
    """Marks a body that is not sent, since None is the JSON value null."""

    ABSENT = "absent"


ABSENT = Absent.ABSENT


@dataclass(frozen=True)
class _Read:
    """An *answer* to a plain GET, and how many *changes* its lane had sent by then."""

    answer: Answer
    changes: int


class Clock(Protocol):
    """How far the clock that the target lives by is ahead of its Date headers."""

    ahead: timedelta


class Belongings(Protocol):
    """Knows what the run creates, and stops requests that would create more things that the run cannot remove."""

    def creating(self, request: Request) -> AbstractContextManager[None]:
        """Within the block, *request* is sent. Raises `Untested` when it must not be sent."""

    def note_created(self, agency: "Agency", answer: Answer) -> None:
        """Notes that *agency* got *answer*, a success, to a write."""


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
        wire: WireSettings | None = None,
        lost: LostAnswers | None = None,
        belongings: Belongings | None = None,
    ) -> None:
        """*wire* names the headers that every request carries. *lost* is what all agencies of the run know about lost
        answers. Without it, this agency shares its knowledge with no other agency.
        """
        self.label = label
        self._key = key
        self._base_url = base_url.rstrip("/")
        self._transport = transport
        self._recording = recording
        self._clock = clock
        self._read_only = read_only
        self._wire = wire or WireSettings()
        self._lost = lost or LostAnswers()
        self._belongings = belongings
        self._reads: PerLane[dict[str, _Read]] = PerLane(dict)
        self._deleted: PerLane[set[str]] = PerLane(set)

    def get(self, path: str, **query: object) -> Answer:
        """GET *path*, relative to the base address.

        A parameter that is None is left out; True is sent as `true`.
        """
        return self.send("GET", path, query=query)

    def recall(self, path: str, **query: object) -> Answer:
        """As `get`, or the last answer to the same `get` in this lane: while it is seconds old, and while the lane has
        sent nothing that may have changed it. For values before an act, for controls and for material, never for a
        second look: somebody else may have changed the answer by then. The parts of a check recall nothing, and nobody
        recalls what they read: which part is the fastest would decide.
        """
        known = None if racer() else self._reads.here.get(self._url(path, _query_pairs(query)))
        if known is None or not known.answer.is_success or known.changes != self._recording.changes:
            return self.get(path, **query)
        answer = recent(known.answer, lambda: self.get(path, **query), within=_RECALLED_WITHIN)
        if answer is known.answer:
            self._recording.recall(answer.index)
        return answer

    def post(self, path: str, json: Any = ABSENT, **options: Any) -> Answer:
        """POST *json* to *path*; *options* are the options of `send`."""
        return self.send("POST", path, json=json, **options)

    def put(self, path: str, json: Any = ABSENT, **options: Any) -> Answer:
        """PUT *json* to *path*; *options* are the options of `send`."""
        return self.send("PUT", path, json=json, **options)

    def delete(self, path: str, **options: Any) -> Answer:
        """DELETE *path*; *options* are the options of `send`."""
        return self.send("DELETE", path, **options)

    def has_deleted(self, path: str) -> bool:
        """Whether the target accepted a DELETE of *path* from this agency in this lane."""
        return path in self._deleted.here

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
        """Sends one request and returns the answer, whatever its status.

        *content* is sent as it is, instead of *json*. *key* replaces the agency's key; with None, the request has no
        key header. *headers* replace the usual headers of the same names, in upper or lower case. Raises `Untested`
        when the request would write in a read-only run. Raises `Inconclusive` when no answer comes, or when the target
        still limits the rate after every wait.
        """
        if self._read_only and method != "GET":
            raise Untested("This run is read-only and sends nothing but GET.")
        body = _encoded(json) if content is None else content
        request = self._request(method, path, query or {}, body, self._headers(body, headers or {}, key))
        if method == "GET":
            answer = self._first_answer(request, role or Role.read)
            if key is KEEP and not headers and not racer():
                self._reads.here[request.url] = _Read(answer, self._recording.changes)
            return answer
        return self._answer_to_write(request, role or Role.golden)

    def _answer_to_write(self, request: Request, role: Role) -> Answer:
        self._recording.note_change()
        with self._belongings.creating(request) if self._belongings is not None else nullcontext():
            answer = self._first_answer(request, role)
            if answer.is_success and self._belongings is not None:
                self._belongings.note_created(self, answer)
        if answer.is_success and request.method == "DELETE":
            self._deleted.here.add(request.path)
        return answer

    def _headers(
        self, body: bytes | None, extra: Mapping[str, str], key: str | Own | None
    ) -> tuple[tuple[str, str], ...]:
        headers = {"Accept": "application/json", "User-Agent": self._wire.user_agent, **dict(self._wire.headers)}
        if body is not None:
            headers["Content-Type"] = "application/json"
        if key is not None:
            headers[self._wire.key_header.name] = self._wire.key_header.value(self._key if key is KEEP else str(key))
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
        return Request(method, path, pairs, self._url(path, pairs), headers, body)

    def _url(self, path: str, pairs: tuple[tuple[str, str], ...]) -> str:
        return f"{self._base_url}{path}{'?' if pairs else ''}{urlencode(pairs)}"

    def _first_answer(self, request: Request, role: Role) -> Answer:
        """The first answer that was not lost on the way and does not ask for the same request later. The transport
        waits before each request.
        """
        attempt, repeats = 1, 0
        while True:
            sent = self._recording.send(self._transport, self.label, role, request)
            if sent.response is not None and is_sent_again(request, sent.response, attempt):
                attempt += 1
            elif is_lost(sent.response) and self._lost.wait_to_repeat(
                self.get, self._recording, request, sent, repeats
            ):
                repeats += 1
            else:
                return self._checked_answer(request, sent, repeats)

    def _checked_answer(self, request: Request, sent: Sent, repeats: int) -> Answer:
        if sent.response is None:
            raise AnswerLost(f"{request.method} {request.path}: {sent.failure}.")
        ahead = self._clock.ahead if self._clock else timedelta()
        answer = Answer(request, sent.response, sent.started_at, sent.index, self._recording, ahead)
        if answer.status == 429:
            raise Inconclusive(f"{answer.where}: the target still limits the rate (429) after every wait.")
        if not is_lost(sent.response):
            self._lost.note_answer(request, repeats)
        return answer


def _encoded(json: Any) -> bytes | None:
    return None if json is ABSENT else json_module.dumps(json, ensure_ascii=False).encode()


def _query_pairs(query: Mapping[str, object]) -> tuple[tuple[str, str], ...]:
    pairs: list[tuple[str, str]] = []
    for name, value in query.items():
        values = value if isinstance(value, list | tuple) else [value]
        pairs += [(name, _query_text(item)) for item in values if item is not None]
    return tuple(pairs)


def _query_text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
