"""A real HTTP receiver for webhook deliveries: one path per subscription, and everything that arrives is kept.

It answers 204 to whatever comes, and never judges: what a delivery looks like is not documented.
"""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, TypeVar
from urllib.parse import urlsplit

from conformance.declared_channels import ReceiverFacts
from conformance.exchanges import NotJson, parse_json

T = TypeVar("T")

_MOST_BYTES = 1_000_000
_SILENT_AFTER_SECONDS = 10.0
_PATIENCE_WHEN_CUT_OFF_SECONDS = 0.5


class ReceiverError(Exception):
    """The receiver cannot listen; the message is one sentence."""


@dataclass(frozen=True)
class Delivery:
    """One request as it arrived at *path* (with its query); *arrived_at* is aware UTC."""

    method: str
    path: str
    headers: tuple[tuple[str, str], ...]
    content: bytes
    arrived_at: datetime

    @property
    def text(self) -> str:
        """Body and headers as one text to search in, because no document says where a value stands."""
        body = self.content.decode("utf-8", errors="replace")
        return "\n".join([body, *(f"{name}: {value}" for name, value in self.headers)])

    @property
    def body(self) -> Any:
        """The JSON body. Raises `NotJson`."""
        return parse_json(self.content)

    def mentions(self, *values: str) -> bool:
        """Whether one of *values* stands in the body, escaped by JSON or not, or in a header."""
        texts = (self.text, _unescaped(self.content))
        return any(value in text for value in values for text in texts)


def _unescaped(content: bytes) -> str:
    try:
        return str(parse_json(content))
    except NotJson:
        return ""


class Receiver:
    """Listens from its creation until `close`. Safe to ask while deliveries arrive."""

    def __init__(self, facts: ReceiverFacts) -> None:
        """Raises `ReceiverError` when the address is taken or is not ours."""
        self._deliveries: list[Delivery] = []
        self._arrived = threading.Condition()
        self._addresses: list[str] = []
        self._in_vain = False
        try:
            self._server = _Server((facts.host, facts.port), self._keep)
        except OSError as error:
            reason = error.strerror or error
            raise ReceiverError(f"Deliveries cannot be received on {facts.host}:{facts.port}: {reason}.") from error
        self._origin = facts.public_url or f"http://{facts.host}:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        self._thread.start()

    def new_address(self, name: str) -> str:
        """An address at which deliveries arrive, as the target is to be told. It begins with *name* and no other call
        gets it.
        """
        with self._arrived:
            self._addresses.append(f"{self._origin}/{name}-{len(self._addresses) + 1:03d}")
            return self._addresses[-1]

    def at(self, url: str) -> list[Delivery]:
        """What arrived at *url* so far, in order. Only the last segment and the query are compared, because an address
        in front of this one may change what stands before them.
        """
        return [one for one in self.everything() if _place(one.path) == _place(url)]

    def strays(self, url: str) -> list[Delivery]:
        """What arrived neither at *url* nor at another address that was given out."""
        others = {_place(address)[0] for address in self._addresses} - {_place(url)[0]}
        return [one for one in self.everything() if _place(one.path)[0] not in others and not url.endswith(one.path)]

    def everything(self) -> list[Delivery]:
        """All that arrived so far, wherever."""
        with self._arrived:
            return list(self._deliveries)

    def wait_for_delivery(self, look: Callable[[Sequence[Delivery]], T], seconds: float) -> T:
        """As `wait`, for something that should arrive. When once nothing at all has come in all that time, later calls
        have little patience until something does: otherwise a target that cannot reach us costs a run hours.
        """
        is_cut_off = self._in_vain and not self.everything()
        found = self.wait(look, min(seconds, _PATIENCE_WHEN_CUT_OFF_SECONDS) if is_cut_off else seconds)
        self._in_vain = not found and not self.everything()
        return found

    def wait(self, look: Callable[[Sequence[Delivery]], T], seconds: float) -> T:
        """What *look* makes of all deliveries, as soon as it is true, or when *seconds* have passed without."""
        with self._arrived:
            self._arrived.wait_for(lambda: bool(look(self._deliveries)), seconds)
            return look(list(self._deliveries))

    def close(self) -> None:
        """Listen no more. Calling it twice does no harm."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(timeout=5)

    def _keep(self, delivery: Delivery) -> None:
        with self._arrived:
            self._deliveries.append(delivery)
            self._arrived.notify_all()


def _place(url: str) -> tuple[str, str]:
    parts = urlsplit(url)
    return parts.path.rpartition("/")[2], parts.query


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def __init__(self, address: tuple[str, int], keep: Callable[[Delivery], None]) -> None:
        super().__init__(address, _Handler)
        self.keep = keep

    def handle_error(self, request: object, client_address: object) -> None:
        """A caller that hangs up in the middle is no fault of ours and prints nothing."""


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
        """The body, at most a megabyte of it: a delivery that is larger closes its connection."""
        if "chunked" in self.headers.get("Transfer-Encoding", "").lower():
            return self._chunks()
        length = self.headers.get("Content-Length", "0")
        return self._bytes(int(length) if length.isdecimal() else 0)

    def _chunks(self) -> bytes:
        content = b""
        while size := int(self.rfile.readline(20).split(b";")[0] or b"0", 16):
            content += self._bytes(size)
            self.rfile.readline(3)
            if self.close_connection:
                return content
        self.rfile.readline(3)
        return content

    def _bytes(self, count: int) -> bytes:
        self.close_connection = self.close_connection or count > _MOST_BYTES
        return self.rfile.read(min(count, _MOST_BYTES))

    def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002 - the name is the library's
        """Deliveries are kept, not printed."""
