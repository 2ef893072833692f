"""A service that gives recorded answers, and a caller that sends the recorded requests through a proxy."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import httpx

from benchmarks.judging_proxies import BASE_PATH, KEYS, Running, violations_in
from conformance.evidence.exchanges import Exchange, Response
from conformance.recordings.masking import SHOWN_API_KEY, SHOWN_SECOND_API_KEY

_REAL_KEYS = {SHOWN_API_KEY: KEYS[0], SHOWN_SECOND_API_KEY: KEYS[1]}
# Headers of one connection, and those that say how a body was sent. The recording has decoded bodies.
_OF_THE_CONNECTION = frozenset(
    ("connection", "keep-alive", "transfer-encoding", "content-length", "content-encoding", "host", "accept-encoding")
)
_SECONDS = 20.0


class RecordedService:
    """Answers every request with *answer*, which the caller sets before the request."""

    def __init__(self) -> None:
        self.answer: Response | None = None
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, self))
        self._server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self._server.server_port}"

    @contextmanager
    def serving(self) -> Iterator[None]:
        """Serve until the block ends."""
        Thread(target=self._server.serve_forever, daemon=True).start()
        try:
            yield
        finally:
            self._server.shutdown()
            self._server.server_close()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def __init__(self, service: RecordedService, *connection: Any) -> None:
        self._service = service
        super().__init__(*connection)

    def _answer(self) -> None:
        self.rfile.read(int(self.headers.get("content-length") or 0))
        answer = self._service.answer or Response(404, (), b"")
        self.send_response_only(answer.status)
        for name, value in _passed_on(answer.headers):
            self.send_header(name, value)
        if answer.status not in (204, 304):
            self.send_header("Content-Length", str(len(answer.content)))
        self.end_headers()
        self.wfile.write(answer.content)

    do_GET = do_POST = do_PUT = do_DELETE = do_PATCH = do_HEAD = _answer  # noqa: N815 - named by the base class

    def log_message(self, *_: Any) -> None:
        """Requests are not printed."""


def send_through(running: Running, service: RecordedService, exchanges: Sequence[Exchange]) -> None:
    """Send the requests of *exchanges* one after the other. Each gets its recorded answer from *service*."""
    with httpx.Client(timeout=_SECONDS) as caller:
        for exchange in exchanges:
            if exchange.response is None or not exchange.request.path:
                continue
            service.answer = exchange.response
            request = exchange.request
            answer = caller.request(
                request.method,
                f"{running.address}{_target(request.url)}",
                headers=[(name, _REAL_KEYS.get(value, value)) for name, value in _passed_on(request.headers)],
                content=request.content,
            )
            running.of_headers |= set(violations_in(answer.headers.get("sl-violations", "")))


def _target(url: str) -> str:
    """Path and query below the base address."""
    return url.partition(BASE_PATH)[2]


def _passed_on(headers: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    return [(name, value) for name, value in headers if name.lower() not in _OF_THE_CONNECTION]
