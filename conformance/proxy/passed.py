"""What passed: one request and its answer as values, for the judges. Knows neither sockets nor the contract."""

import zlib
from dataclasses import dataclass, field
from datetime import datetime

from conformance.proxy.framing import Head, HeaderFields

# The longest body that is judged. A longer body passes all the same.
MOST_JUDGED_BYTES = 1_000_000

_WINDOWS = {"gzip": 31, "x-gzip": 31, "deflate": 15}


class NotJudged(Exception):
    """A message cannot be judged; the message is a clause that says why."""


@dataclass(frozen=True)
class Message:
    """One message. *content* is its body as it came, without chunks; None when the body was longer than is judged.

    *size* is the length of the whole body in bytes.
    """

    start: tuple[str, str, str]
    headers: HeaderFields
    content: bytes | None
    size: int

    def decoded(self) -> bytes:
        """The body without its content codings. Raises `NotJudged`."""
        if self.content is None:
            raise NotJudged(f"its body of {self.size} bytes is longer than {MOST_JUDGED_BYTES} bytes")
        content = self.content
        for coding in reversed(_codings(self.headers)):
            # Some services announce a coding that they do not apply.
            content = _decoded(content, coding) if content else content
        return content


def _codings(headers: HeaderFields) -> list[str]:
    values = [value for name, value in headers if name.lower() == "content-encoding"]
    return [
        word.strip().lower() for value in values for word in value.split(",") if word.strip(" ").lower() != "identity"
    ]


def _decoded(content: bytes, coding: str) -> bytes:
    if coding not in _WINDOWS:
        raise NotJudged(f"its body is encoded as {coding}, which the proxy cannot read")
    for window in (_WINDOWS[coding], -15):
        engine = zlib.decompressobj(window)
        try:
            plain = engine.decompress(content, MOST_JUDGED_BYTES + 1)
        except zlib.error:
            continue
        if len(plain) > MOST_JUDGED_BYTES:
            raise NotJudged(f"its body is longer than {MOST_JUDGED_BYTES} bytes when it is decoded")
        return plain
    raise NotJudged(f"its body is not encoded as {coding}, although a header says so")


@dataclass(frozen=True)
class Passed:
    """One exchange that passed, or that ended early.

    *started* and *ended* are seconds on one clock that is never set back: from the head of the request to the end of
    the answer. *settled* is the moment before which every request that began is complete: what overlaps is known.
    *failure* says why there is no whole answer. *answered_here* says why the proxy answered for the service. Then
    *answer* is the answer of the service, if there is one. *is_delivery* says that the service sent it to a subscriber.
    """

    number: int
    started_at: datetime
    started: float
    ended: float
    settled: float
    request: Message
    answer: Message | None
    failure: str | None = None
    answered_here: str | None = None
    is_delivery: bool = False
    left_out: int = 0


@dataclass
class Collecting:
    """A message while it passes. Keeps its body as far as it is judged."""

    head: Head
    _content: bytearray = field(default_factory=bytearray)
    _size: int = 0

    def add(self, content: bytes) -> None:
        """Keeps a part of the body."""
        self._size += len(content)
        if self._size <= MOST_JUDGED_BYTES:
            self._content += content
        else:
            self._content.clear()

    @property
    def is_too_long(self) -> bool:
        """Whether the body is longer than is judged."""
        return self._size > MOST_JUDGED_BYTES

    def message(self) -> Message:
        """The message as far as it has come."""
        content = None if self.is_too_long else bytes(self._content)
        return Message(self.head.start, self.head.headers, content, self._size)
