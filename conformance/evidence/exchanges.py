"""Requests, responses, the record of both, and the answer that a check sees.

All of it is plain data. An `Exchange` never contains a key, because the recording masks keys.
"""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from email.utils import parsedate_to_datetime
from enum import StrEnum
from functools import cached_property
from typing import Any, Protocol

from conformance.evidence.verdicts import Inconclusive

# The name of the check that the exchanges of the clean-up carry.
CLEAN_UP = "clean-up"


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
_DEEPEST = 64
_NO_BRACKETS = bytes(set(range(256)) - set(b"{}[]"))
_TOO_DEEP = f"it is nested more than {_DEEPEST} levels deep"
_FAILURE = re.compile(rb'"success"\s*:\s*false')
_SURROGATE = re.compile(rb"\\u[dD][89abAB]|\\u[dD][c-fC-F]|\xed[\xa0-\xbf]")


# Members in which services explain a refusal. The specification shows no refusal.
_TELLING = ("title", "message", "error", "detail")
_MOST_SAID = 120


class NotJson(ValueError):
    """A body is not JSON; the message says where it stops being JSON."""


def parse_json(content: bytes) -> Any:
    """The JSON value of *content*: whole numbers as `int`, others as exact `Decimal`.

    JSON can spell half a surrogate pair, but no text can hold it, so it becomes a replacement character. Raises
    `NotJson`, also for a value that is nested too deeply.
    """
    try:
        value = json.loads(content, parse_float=Decimal, parse_constant=_refuse_constant)
    except RecursionError as error:
        raise NotJson(_TOO_DEEP) from error
    except ValueError as error:
        raise NotJson(str(error)) from error
    if is_too_deep(content, value):
        raise NotJson(_TOO_DEEP)
    return _whole(value) if _SURROGATE.search(content) else value


def is_too_deep(content: bytes, value: Any) -> bool:
    """Whether *content*, whose value is *value*, is nested more deeply than validators can follow."""
    return not _is_shallow(content) and _is_deep(value)


def _is_shallow(content: bytes) -> bool:
    """Whether the brackets of *content*, those in texts included, show that it is not nested too deeply. It takes a
    tenth of the time of `_is_deep`, and cannot tell where a text has a bracket without its twin.
    """
    brackets = content.translate(None, _NO_BRACKETS)
    # Each turn removes one level or two.
    for _ in range(_DEEPEST // 2):
        if not brackets:
            return True
        brackets = brackets.replace(b"{}", b"").replace(b"[]", b"")
    return False


def _is_deep(value: Any) -> bool:
    level = [value] if isinstance(value, dict | list) else []
    for _ in range(_DEEPEST):
        if not level:
            return False
        inner = [item for outer in level for item in (outer.values() if isinstance(outer, dict) else outer)]
        level = [item for item in inner if isinstance(item, dict | list)]
    return bool(level)


def _whole(value: Any) -> Any:
    """*value* with texts that can be encoded."""
    if isinstance(value, str):
        return value.encode("utf-8", errors="replace").decode("utf-8")
    if isinstance(value, list):
        return [_whole(item) for item in value]
    if isinstance(value, dict):
        return {_whole(name): _whole(item) for name, item in value.items()}
    return value


def _refuse_constant(token: str) -> None:
    raise NotJson(f"{token} is not a JSON number")


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
        try:
            found = parse_json(self.response.content)
        except NotJson:
            found = None
        texts = [found.get(name) for name in _TELLING] if isinstance(found, dict) else []
        return next((text for text in texts if isinstance(text, str) and text), self.text)[:_MOST_SAID]

    @cached_property
    def body(self) -> Any:
        """The parsed body, prices as exact `Decimal`; None when there is no body.

        Raises `Inconclusive` when it is not JSON: ENV-02 judges that of a 2xx, and refusals are not shown.
        """
        if not self.response.content:
            return None
        try:
            return parse_json(self.response.content)
        except NotJson as error:
            sentence = f"{self.where} answered {self.status} with a body that is not JSON"
            judged = ", which ENV-02 judges" if self.is_success else ""
            raise Inconclusive(f"{sentence}{judged}: {error}: {self.text[:80]!r}") from error

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
