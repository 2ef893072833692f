"""What passes over the wire: requests, responses, the record of both, and the answer a check looks at.

All of it is plain data. Keys never stand in an `Exchange`: the recording masks them.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from email.utils import parsedate_to_datetime
from enum import StrEnum
from functools import cached_property
from typing import Any, Protocol

from conformance.verdicts import Inconclusive, Violation


class Role(StrEnum):
    """Why a request was sent; refusals are judged by comparing an attempt with its control twin."""

    read = "read"
    golden = "golden"
    control = "control"
    attempt = "attempt"


@dataclass(frozen=True)
class Request:
    """One request as it leaves; *path* is relative to the base address, *url* is complete and holds the
    query.
    """

    method: str
    path: str
    query: tuple[tuple[str, str], ...]
    url: str
    headers: tuple[tuple[str, str], ...]
    content: bytes | None


@dataclass(frozen=True)
class Response:
    """One response as it came."""

    status: int
    headers: tuple[tuple[str, str], ...]
    content: bytes

    @property
    def is_success(self) -> bool:
        """Whether the status is 2xx. The specification names no other success."""
        return 200 <= self.status < 300

    def header(self, name: str) -> str | None:
        """The first header of this name, whatever its case, or None."""
        return next((value for key, value in self.headers if key.lower() == name.lower()), None)


@dataclass(frozen=True)
class Exchange:
    """One request and what came back; without a response, *failure* says why."""

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


class NotJson(ValueError):
    """A body is not JSON; the message says where it stops being JSON."""


def parse_json(content: bytes) -> Any:
    """The JSON value of *content*: whole numbers as `int`, others as exact `Decimal`. Raises `NotJson`."""
    try:
        return json.loads(content, parse_float=Decimal, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise NotJson(str(error)) from error


def _refuse_constant(token: str) -> None:
    raise NotJson(f"{token} is not a JSON number")


class Marking(Protocol):
    """Where an answer is recorded, so that an oracle can say afterwards what a request was for."""

    def relabel(self, index: int, role: Role) -> None:
        """Give the exchange at *index* another role."""


@dataclass(frozen=True)
class Answer:
    """What came back, as a check sees it. *ahead* is how far the target's clock was ahead of its Date headers."""

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
        """Whether the status is 2xx."""
        return self.response.is_success

    @property
    def headers(self) -> Mapping[str, str]:
        """The headers by lower-case name; of a repeated one, the last."""
        return {name.lower(): value for name, value in self.response.headers}

    @property
    def text(self) -> str:
        """The body as text; bytes that are not UTF-8 are shown as replacement characters."""
        return self.response.content.decode("utf-8", errors="replace")

    @cached_property
    def body(self) -> Any:
        """The parsed body, prices as exact `Decimal`; None when there is no body.

        Raises `Violation` when a 2xx body is not JSON, and `Inconclusive` when the body of a refusal is
        not: the specification does not show those.
        """
        if not self.response.content:
            return None
        try:
            return parse_json(self.response.content)
        except NotJson as error:
            if self.is_success:
                raise Violation(f"{self.where} answers JSON", f"{error}: {self.text[:80]!r}") from error
            raise Inconclusive(f"{self.where} answered {self.status} with a body that is not JSON.") from error

    @property
    def where(self) -> str:
        """Method, path and query, for messages: `GET /travel/courses?page=2`."""
        query = "&".join(f"{name}={value}" for name, value in self.request.query)
        return f"{self.request.method} {self.request.path}{'?' if query else ''}{query}"

    @property
    def answered_at(self) -> datetime:
        """When the target answered by the clock it lives by; aware, UTC.

        That is its Date header, else the moment the request was sent, corrected where a declared clock differs.
        """
        try:
            said = parsedate_to_datetime(self.headers["date"])
        except (KeyError, ValueError):
            return self.started_at + self.ahead
        return said.astimezone(UTC) + self.ahead

    def mark(self, role: Role) -> None:
        """Say what this request was for."""
        self.recording.relabel(self.index, role)
