"""Connections with one time limit for a whole exchange.

HTTP libraries limit only single reads and writes. A target that sends a byte now and then never reaches such a limit.
"""

import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from ssl import SSLContext
from typing import Any

import httpcore


class Deadline(threading.local):
    """The moment at which the exchange of this thread must be over."""

    at = 0.0

    @contextmanager
    def within(self, seconds: float) -> Iterator[None]:
        """Within the block, reads and writes on connections of a `BoundedNetwork` end after *seconds* seconds."""
        self.at = time.monotonic() + seconds
        yield

    def seconds_left(self) -> float:
        """Seconds until the deadline, above 0. Raises `httpcore.ReadTimeout` when none are left."""
        left = self.at - time.monotonic()
        if left <= 0:
            raise httpcore.ReadTimeout
        return left


class _BoundedStream(httpcore.NetworkStream):
    def __init__(self, stream: httpcore.NetworkStream, deadline: Deadline) -> None:
        self._stream = stream
        self._deadline = deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:  # noqa: ARG002 - the deadline decides
        return self._stream.read(max_bytes, self._deadline.seconds_left())

    def write(self, buffer: bytes, timeout: float | None = None) -> None:  # noqa: ARG002 - the deadline decides
        self._stream.write(buffer, self._deadline.seconds_left())

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self,
        ssl_context: SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,  # noqa: ARG002 - the deadline decides
    ) -> httpcore.NetworkStream:
        secured = self._stream.start_tls(ssl_context, server_hostname, self._deadline.seconds_left())
        return _BoundedStream(secured, self._deadline)

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)


class BoundedNetwork(httpcore.NetworkBackend):
    """Opens TCP connections whose reads and writes end with the *deadline* of the thread that uses them."""

    def __init__(self, deadline: Deadline) -> None:
        self._sockets = httpcore.SyncBackend()
        self._deadline = deadline

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ARG002 - the deadline decides
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        """A connection to *host*; raises what httpcore raises."""
        stream = self._sockets.connect_tcp(host, port, self._deadline.seconds_left(), local_address, socket_options)
        return _BoundedStream(stream, self._deadline)
