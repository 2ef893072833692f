"""A real HTTP receiver for webhook deliveries. It answers 204 to every request."""

import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import TypeVar

from conformance.evidence.receiver import Delivery, Noted, Receiver, ReceiverError
from conformance.target.channels import ReceiverFacts

T = TypeVar("T")

_MOST_BYTES = 1_000_000
_SILENT_AFTER_SECONDS = 10.0


def _unnoted(_kind: str, ask: Callable[[], int], /) -> int:
    return ask()


class ListeningReceiver(Receiver):
    """Listens from its creation until `close`. Safe to use while deliveries arrive."""

    def __init__(self, facts: ReceiverFacts, noted: Noted = _unnoted) -> None:
        """Raises `ReceiverError` when the address is in use or does not belong to this machine."""
        try:
            self._server = _Server((facts.host, facts.port), self.keep)
        except OSError as error:
            reason = error.strerror or error
            raise ReceiverError(f"Deliveries cannot be received on {facts.host}:{facts.port}: {reason}.") from error
        super().__init__(facts.public_url or f"http://{facts.host}:{self._server.server_port}", (), noted)
        self._thread = Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stops listening. A second call does nothing."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(timeout=5)

    def _let_arrive(self, look: Callable[[Sequence[Delivery]], T], seconds: float) -> None:
        ends_at = time.monotonic() + min(seconds, self.seconds_left())
        count = len(self._deliveries)
        while not self._looked(look, count):
            with self._arrived:
                left = ends_at - time.monotonic()
                if not self._arrived.wait_for(lambda: len(self._deliveries) > count, left):  # noqa: B023 - called at once
                    return
                count = len(self._deliveries)


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def __init__(self, address: tuple[str, int], keep: Callable[[Delivery], None]) -> None:
        super().__init__(address, _Handler)
        self.keep = keep

    def handle_error(self, request: object, client_address: object) -> None:
        """A caller that hangs up in the middle is not a fault of ours and prints nothing."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = _SILENT_AFTER_SECONDS

    def _take(self) -> None:
        content = self._content()
        self.server.keep(  # type: ignore[attr-defined]  # the server is always our own
            Delivery(self.command, self.path, tuple(self.headers.items()), content, datetime.now(UTC))
        )
        self.send_response(204)
        self.end_headers()

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = do_HEAD = _take  # noqa: N815 - the names are the library's

    def _content(self) -> bytes:
        """The body, up to one megabyte. After a larger delivery, the connection is closed. Raises
        `ConnectionAbortedError` when the caller hangs up before its end: then nothing was delivered.
        """
        if "chunked" in self.headers.get("Transfer-Encoding", "").lower():
            return self._chunks()
        length = self.headers.get("Content-Length", "0")
        return self._bytes(int(length) if length.isdecimal() else 0)

    def _chunks(self) -> bytes:
        content = b""
        while size := int(self._line().split(b";")[0], 16):
            content += self._bytes(size)
            self.rfile.readline(3)
            if self.close_connection:
                return content
        self.rfile.readline(3)
        return content

    def _bytes(self, count: int) -> bytes:
        self.close_connection = self.close_connection or count > _MOST_BYTES
        wanted = min(count, _MOST_BYTES)
        return _whole(self.rfile.read(wanted), wanted)

    def _line(self) -> bytes:
        return _whole(self.rfile.readline(20), 1)

    def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002 - the name is the library's
        """Deliveries are kept, not printed."""


def _whole(content: bytes, size: int) -> bytes:
    if len(content) < size:
        raise ConnectionAbortedError("The caller hung up in the middle of a delivery.")
    return content
