"""Finds the HTTP/1.1 messages in the bytes of one direction of a connection, and keeps every byte as it came.

A proxy needs the original bytes and the exact place where each message ends, also for answers to HEAD. httptools gives
neither the places nor a way to announce a HEAD. h11 gives no original bytes. Pure: bytes in, parts out.
Follows RFC 9112, sections 2 to 7.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum

MOST_HEAD_BYTES = 65_536
_LONGEST_LINE = 4_096

_END_OF_HEAD = re.compile(rb"\r?\n\r?\n")
_CHUNK_SIZE = re.compile(rb"\s*([0-9A-Fa-f]{1,15})\s*(;.*)?")
_LINE_END = re.compile(rb"\r?\n")

HeaderFields = tuple[tuple[str, str], ...]


class NotHttp(Exception):
    """The bytes are not HTTP/1.1 that this module can follow. The message is a clause that says why."""


class Rest(StrEnum):
    """What follows a head."""

    nothing = "nothing"
    length = "length"
    chunks = "chunks"
    until_close = "until close"
    # The connection speaks another protocol from here on, or bytes that nobody can follow.
    tunnel = "tunnel"


@dataclass(frozen=True)
class Head:
    """The start line, split at its first two blanks, and the headers of one message, in their order and case."""

    start: tuple[str, str, str]
    headers: HeaderFields

    def values(self, name: str) -> list[str]:
        """The values of all headers with this lower-case *name*."""
        return [value for key, value in self.headers if key.lower() == name]

    def tokens(self, name: str) -> list[str]:
        """The elements of these values, in lower case."""
        return [token.strip().lower() for value in self.values(name) for token in value.split(",") if token.strip()]


@dataclass(frozen=True)
class MessagePart:
    """Some bytes as they came (*raw*). *head* for a head, *content* for a part of a body without its chunks, and *ends*
    when the message is complete with these bytes.
    """

    raw: bytes
    head: Head | None = None
    content: bytes = b""
    ends: bool = False


RestOf = Callable[[Head], Rest]


class Framing:
    """One direction of one connection. *rest_of* says what follows a head."""

    def __init__(self, rest_of: RestOf) -> None:
        self._rest_of = rest_of
        self._buffer = bytearray()
        self._read: Callable[[], MessagePart | None] = self._head
        self._left = 0

    def feed(self, received: bytes) -> Iterator[MessagePart]:
        """The parts that *received* completes. Raises `NotHttp`."""
        self._buffer += received
        while self._buffer:
            part = self._read()
            if part is None:
                return
            yield part

    def close(self) -> MessagePart | None:
        """The end of a body that only the end of the connection ends; None when the connection ends otherwise."""
        ends = self._read == self._until_close
        self._read = self._head
        return MessagePart(b"", ends=True) if ends else None

    def unread(self) -> bytes:
        """The bytes that no part holds yet. They are given back once."""
        rest, self._buffer = bytes(self._buffer), bytearray()
        return rest

    def _take(self, count: int) -> bytes:
        raw = bytes(self._buffer[:count])
        del self._buffer[:count]
        return raw

    def _head(self) -> MessagePart | None:
        blank = _LINE_END.match(self._buffer)
        if blank:
            # An empty line before a message belongs to no message.
            return MessagePart(self._take(blank.end()))
        found = _END_OF_HEAD.search(self._buffer, 0, MOST_HEAD_BYTES)
        if found is None:
            if len(self._buffer) >= MOST_HEAD_BYTES:
                raise NotHttp(f"a head is longer than {MOST_HEAD_BYTES} bytes")
            return None
        head = _parsed(bytes(self._buffer[: found.start()]))
        raw = self._take(found.end())
        return MessagePart(raw, head, ends=self._begin(head))

    def _begin(self, head: Head) -> bool:
        """Prepares for what follows *head*. Returns whether the message ends with its head."""
        rest = self._rest_of(head)
        if rest is Rest.length:
            self._left = _length(head)
            rest = Rest.length if self._left else Rest.nothing
        self._read = {
            Rest.nothing: self._head,
            Rest.length: self._body,
            Rest.chunks: self._chunk_size,
            Rest.until_close: self._until_close,
            Rest.tunnel: self._tunnel,
        }[rest]
        return rest is Rest.nothing

    def _body(self) -> MessagePart:
        raw = self._take(self._left)
        self._left -= len(raw)
        if not self._left:
            self._read = self._head
        return MessagePart(raw, content=raw, ends=not self._left)

    def _until_close(self) -> MessagePart:
        raw = self._take(len(self._buffer))
        return MessagePart(raw, content=raw)

    def _tunnel(self) -> MessagePart:
        return MessagePart(self._take(len(self._buffer)))

    def _line(self) -> bytes | None:
        """The next line with its end, None when it is not complete."""
        end = self._buffer.find(b"\n", 0, _LONGEST_LINE)
        if end < 0:
            if len(self._buffer) >= _LONGEST_LINE:
                raise NotHttp(f"a line between chunks is longer than {_LONGEST_LINE} bytes")
            return None
        return self._take(end + 1)

    def _chunk_size(self) -> MessagePart | None:
        line = self._line()
        if line is None:
            return None
        size = _CHUNK_SIZE.fullmatch(line.rstrip(b"\r\n"))
        if size is None:
            raise NotHttp("a chunk has no size")
        self._left = int(size[1], 16)
        self._read = self._chunk if self._left else self._trailer
        return MessagePart(line)

    def _chunk(self) -> MessagePart:
        raw = self._take(self._left)
        self._left -= len(raw)
        if not self._left:
            self._read = self._chunk_end
        return MessagePart(raw, content=raw)

    def _chunk_end(self) -> MessagePart | None:
        line = self._line()
        if line is None:
            return None
        if line.strip():
            raise NotHttp("a chunk is longer than its size")
        self._read = self._chunk_size
        return MessagePart(line)

    def _trailer(self) -> MessagePart | None:
        line = self._line()
        if line is None:
            return None
        if line.strip():
            return MessagePart(line)
        self._read = self._head
        return MessagePart(line, ends=True)


def rest_of_request(head: Head) -> Rest:
    """What follows the head of a request. Raises `NotHttp`."""
    if head.tokens("transfer-encoding"):
        if head.tokens("transfer-encoding")[-1] != "chunked":
            raise NotHttp("the transfer coding of a request does not end with chunked")
        return Rest.chunks
    return Rest.length if head.values("content-length") else Rest.nothing


def rest_of_answer(head: Head, method: str) -> Rest:
    """What follows the head of an answer to *method*. Raises `NotHttp`."""
    status = status_of(head)
    if status == 101 or (method == "CONNECT" and 200 <= status < 300):
        return Rest.tunnel
    if method == "HEAD" or status < 200 or status in (204, 304):
        return Rest.nothing
    if head.tokens("transfer-encoding"):
        return Rest.chunks if head.tokens("transfer-encoding")[-1] == "chunked" else Rest.until_close
    return Rest.length if head.values("content-length") else Rest.until_close


def status_of(head: Head) -> int:
    """The status of an answer. Raises `NotHttp`."""
    if not head.start[1].isdecimal() or len(head.start[1]) != 3:
        raise NotHttp("an answer has no status")
    return int(head.start[1])


def _length(head: Head) -> int:
    lengths = set(head.tokens("content-length"))
    if len(lengths) != 1 or not (length := lengths.pop()).isdecimal():
        raise NotHttp("a message has no usable Content-Length")
    return int(length)


def _parsed(raw: bytes) -> Head:
    first, *lines = _LINE_END.split(raw)
    start = first.decode("latin-1").split(" ", 2)
    if len(start) < 2 or not any(word.startswith("HTTP/1.") for word in (start[0], start[-1])):
        raise NotHttp("a message does not begin as HTTP/1.1 does")
    return Head((start[0], start[1], start[2] if len(start) > 2 else ""), tuple(_fields(lines)))


def _fields(lines: list[bytes]) -> Iterator[tuple[str, str]]:
    for line in lines:
        name, colon, value = line.decode("latin-1").partition(":")
        if colon and name:
            yield name.strip(), value.strip()
