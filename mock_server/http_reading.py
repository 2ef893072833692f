"""Reads the requests of a connection with httptools, within the size limits. It knows no time limit."""

import asyncio
from enum import IntEnum
from typing import Any

import httptools
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from mock_server import http_limits as limits
from mock_server.api.exchanges import TRANSPORT
from mock_server.http_limits import HttpRefusal, refusal_of_framing, refusal_of_head


class Part(IntEnum):
    """What a connection waits for from its client. Connections are closed in this order to make room."""

    REST = 0
    HEAD = 1
    BODY = 2
    # The client waits for the server.
    NOTHING = 3


class _Refused(Exception):
    """Stops the parser in the middle of its data."""

    def __init__(self, refusal: HttpRefusal) -> None:
        self.refusal = refusal


class ReadingProtocol(HttpToolsProtocol):
    """uvicorn's HTTP reader with limits. It puts the transport into the scope of each request."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # As uvicorn has it.
        """Begins to wait for a head."""
        super().connection_made(transport)
        self._part = Part.HEAD
        self._since = self.loop.time()
        # For the message that is being read: bytes of its head before this segment, and bytes of its body so far.
        self._head_bytes: int | None = None
        self._body_bytes = 0
        self._bytes_since_head = 0
        # Requests without an answer.
        self._unanswered = 0

    def _read(self, segment: bytes) -> HttpRefusal | None:
        """Reads a segment. Returns the reason to stop reading, or None."""
        try:
            self.parser.feed_data(segment)
        except httptools.HttpParserUpgrade as upgrade:
            return self._read_without_upgrade(segment[upgrade.args[0] :])
        except httptools.HttpParserError as error:
            return error.__context__.refusal if isinstance(error.__context__, _Refused) else limits.NO_HTTP
        return None if self._part is Part.NOTHING else self._beyond_bounds(len(segment))

    def _read_without_upgrade(self, rest: bytes) -> HttpRefusal | None:
        # The parser expects another protocol now. But the next bytes are the body, if there is one: clients that offer
        # HTTP/2 send the body without waiting. So the head is read again without the offer.
        self.parser = httptools.HttpRequestParser(self)
        self.parser.set_dangerous_leniencies(lenient_data_after_close=True)
        return self._read(self._head_without_upgrade() + rest)

    def _head_without_upgrade(self) -> bytes:
        lines = [b"%s %s HTTP/1.1" % (self.scope["method"].encode(), self.url)]
        lines += [b"%s: %s" % (name, value) for name, value in self.scope["headers"] if name != b"upgrade"]
        return b"\r\n".join([*lines, b"", b""])

    def on_message_begin(self) -> None:
        """Begins a request."""
        super().on_message_begin()
        scope: Any = self.scope
        scope["extensions"] = {TRANSPORT: self.transport}
        if self._part is not Part.HEAD:
            self._part, self._head_bytes = Part.HEAD, None

    def on_headers_complete(self) -> None:
        """Creates a request from a head within the limits. Trailers come later and are no headers."""
        refusal = refusal_of_head(self.parser.get_http_version(), self.url, self.headers)
        if refusal is None and self._unanswered >= limits.MAX_AHEAD:
            refusal = limits.TOO_FAR_AHEAD
        if refusal is not None:
            raise _Refused(refusal)
        if self.parser.should_upgrade():
            self.scope["method"] = self.parser.get_method().decode("ascii")
            if self.scope["method"] == "CONNECT":
                raise _Refused(limits.TUNNEL)
            return
        super().on_headers_complete()
        self.headers = []
        self._unanswered += 1
        self._part = Part.BODY
        self._body_bytes = self._bytes_since_head = 0

    def on_body(self, body: bytes) -> None:
        """Keeps a part of a body."""
        if self._part is Part.BODY:
            self._body_bytes += len(body)
            super().on_body(body)

    def on_message_complete(self) -> None:
        """Ends a request."""
        if self._part is Part.BODY:
            if len(self.headers) > limits.MAX_HEADERS:
                raise _Refused(limits.TRAILERS_TOO_LARGE)
            super().on_message_complete()
            self._part = Part.NOTHING

    def _beyond_bounds(self, size: int) -> HttpRefusal | None:
        """The refusal of an incomplete message after a segment of *size* bytes, or None."""
        if self._part is Part.HEAD:
            if self._head_bytes is None:
                # The first segment may contain other data too, and its size has its own limit.
                self._head_bytes, self._since = 0, self.loop.time()
            else:
                self._head_bytes += size
            headers = getattr(self, "headers", None) or ()
            if self._head_bytes > limits.MAX_HEAD_BYTES or len(headers) > limits.MAX_HEADERS:
                return limits.HEAD_TOO_LARGE
        elif self._part is Part.BODY:
            if not self._bytes_since_head:
                self._since = self.loop.time()
            self._bytes_since_head += size
            return refusal_of_framing(self._bytes_since_head, self._body_bytes)
        return None
