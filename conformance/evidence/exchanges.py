"""Requests, responses, the record of both, and the answer that a check sees.

All of it is plain data. An `Exchange` never contains a key, because the recording masks keys.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from enum import StrEnum
from functools import cached_property
from typing import Any, Protocol

from conformance.evidence.json_values import NotJson, parse_json
from conformance.evidence.verdicts import Inconclusive

# The name of the check that the exchanges of the clean-up carry.
CLEAN_UP = "clean-up"
# The requests for what serves all checks: no check, and no generated request, may change it.
WHOLE_RUN_DELIVERIES = "deliveries of the whole run"


class Role(StrEnum):
    """Why a request was sent; refusals are judged by comparing an attempt with its control twin.

    *lost* is a request whose answer was lost on the way: it is no evidence for or against anything.
    """

    read = "read"
    golden = "golden"
    control = "control"
    attempt = "attempt"
    generated = "generated"
    lost = "lost"


@dataclass(frozen=True)
class Request:
    """One request as it is sent; *path* is relative to the base address, *url* is complete and includes the query."""

    method: str
    path: str
    query: tuple[tuple[str, str], ...]
    url: str
    headers: tuple[tuple[str, str], ...]
    content: bytes | None

    @property
    def line(self) -> str:
        """Method, path and query, as messages write them: `GET /travel/courses?page=2`."""
        query = "&".join(f"{name}={value}" for name, value in self.query)
        return f"{self.method} {self.path}{'?' if query else ''}{query}"


def by_name(headers: Iterable[tuple[str, str]]) -> Mapping[str, str]:
    """The values of *headers* by lower-case name. Of a repeated header, it is the first value."""
    values: dict[str, str] = {}
    for name, value in headers:
        values.setdefault(name.lower(), value)
    return values


@dataclass(frozen=True)
class Response:
    """One response as it came. *seconds* is the time since its request was sent, and *sent_at* the moment of sending on
    the clock of `time.perf_counter`; None when that was not measured.
    """

    status: int
    headers: tuple[tuple[str, str], ...]
    content: bytes
    seconds: float | None = field(default=None, compare=False)
    sent_at: float | None = field(default=None, compare=False)

    @cached_property
    def is_success(self) -> bool:
        """Whether the status is 2xx and the body reports no failure. No document shows the status of a refusal."""
        return 200 <= self.status < 300 and not _says_failure(self.content)

    @property
    def is_refusal(self) -> bool:
        """Whether the status is 4xx and final: with 408 and 499, a gateway may give up before the target does."""
        return 400 <= self.status < 500 and self.status not in _GIVEN_UP

    @property
    def value(self) -> Any:
        """The JSON value of the body, None when there is no body or no JSON. All readers share it and must not change
        it.
        """
        return self._read[0]

    @property
    def fault_of_json(self) -> str:
        """Why the body is not JSON; empty when it is JSON, and when there is no body."""
        return self._read[1]

    @cached_property
    def _read(self) -> tuple[Any, str]:
        try:
            return parse_json(self.content) if self.content else None, ""
        except NotJson as error:
            return None, str(error)

    def header(self, name: str) -> str | None:
        """The first header of this name, whatever its case, or None."""
        return by_name(self.headers).get(name.lower())

    def said_at(self) -> datetime | None:
        """When this was sent by the sender's clock, aware, UTC: its Date header, plus its Age if a cache adds one. None
        without a Date.
        """
        try:
            sent_at = parsedate_to_datetime(self.header("date") or "").astimezone(UTC)
        except ValueError:
            return None
        age = (self.header("age") or "").strip()
        return sent_at + timedelta(seconds=int(age)) if _AGE.fullmatch(age) else sent_at


def _says_failure(content: bytes) -> bool:
    """Whether *content* is a JSON object with `"success": false`, as some services write under every status."""
    if not _FAILURE.search(content):
        return False
    try:
        body = parse_json(content)
    except NotJson:
        return False
    return isinstance(body, dict) and body.get("success") is False


@dataclass(frozen=True)
class Exchange:
    """One request and its response; without a response, *failure* says why. *racer* names the part of
    the check that sent it, such as the racer of a race; it is empty where the check has no parts.

    *request_gap* and *answer_gap* say which body an archive of another program does not have as a whole. The request
    then has no content, and the exchange has no response.
    """

    index: int
    agency: str
    operation_id: str | None
    role: Role
    check: str
    request: Request
    response: Response | None
    failure: str | None
    started_at: datetime
    elapsed_ms: float
    racer: str = ""
    request_gap: str | None = None
    answer_gap: str | None = None

    @property
    def ended_at(self) -> datetime:
        """The moment at which the answer was there, aware UTC. Requests under way at the same time have no order."""
        return self.started_at + timedelta(milliseconds=self.elapsed_ms)


_AGE = re.compile(r"\d{1,9}", re.ASCII)
_ACCEPTED = 202
_GIVEN_UP = (408, 499)
_FAILURE = re.compile(rb'"success"\s*:\s*false')


# Members in which services explain a refusal. The specification shows no refusal.
_TELLING = ("title", "message", "error", "detail")
_MOST_SAID = 120


class Marking(Protocol):
    """Where an answer is recorded, so that an oracle can say afterwards what a request was for."""

    def relabel(self, index: int, role: Role) -> None:
        """Gives the exchange at *index* another role."""


@dataclass(frozen=True)
class Answer:
    """An answer as a check sees it. *ahead* is how far the target's clock was ahead of its Date headers."""

    request: Request
    response: Response
    started_at: datetime
    index: int
    recording: Marking
    ahead: timedelta = timedelta()

    @property
    def status(self) -> int:
        """The status code."""
        return self.response.status

    @property
    def is_success(self) -> bool:
        """Whether the status is 2xx and the body reports no failure."""
        return self.response.is_success

    @property
    def is_for_later(self) -> bool:
        """Whether the status is 202: the target may do the work later."""
        return self.status == _ACCEPTED

    @property
    def headers(self) -> Mapping[str, str]:
        """The headers by lower-case name. Of a repeated header, it is the first value."""
        return by_name(self.response.headers)

    @property
    def text(self) -> str:
        """The body as text; bytes that are not UTF-8 are shown as replacement characters."""
        return self.response.content.decode("utf-8", errors="replace")

    @property
    def said(self) -> str:
        """The text of a refusal, for messages: its title, message, error or detail, else the beginning of the body."""
        found = self.response.value
        texts = [found.get(name) for name in _TELLING] if isinstance(found, dict) else []
        return next((text for text in texts if isinstance(text, str) and text), self.text)[:_MOST_SAID]

    @cached_property
    def body(self) -> Any:
        """The parsed body, prices as exact `Decimal`; None when there is no body.

        Raises `Inconclusive` when it is not JSON: ENV-02 judges that of a 2xx, and refusals are not shown.
        """
        error = self.response.fault_of_json
        if error:
            sentence = f"{self.where} answered {self.status} with a body that is not JSON"
            judged = ", which ENV-02 judges" if self.is_success else ""
            raise Inconclusive(f"{sentence}{judged}: {error}: {self.text[:80]!r}")
        return self.response.value

    @property
    def where(self) -> str:
        """The line of the request, for messages."""
        return self.request.line

    @property
    def answered_at(self) -> datetime:
        """When the target answered by the clock it lives by; aware, UTC.

        That is what its headers say, else the moment the request was sent, corrected where a declared clock differs.
        """
        return (self.response.said_at() or self.started_at) + self.ahead

    def mark(self, role: Role) -> None:
        """Says what this request was for."""
        self.recording.relabel(self.index, role)
