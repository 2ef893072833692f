"""A gateway in front of a target: passes requests on, and does to some of them what gateways and networks do."""

import http.client
import random
import socket
import socketserver
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

_HTML = ("text/html", b"<html><body><h1>Bad gateway</h1></body></html>")
_JSON = ("application/json", b'{"message": "no healthy upstream"}')
_EMPTY = ("text/plain", b"")
_OF_THE_CONNECTION = frozenset({"connection", "keep-alive", "transfer-encoding", "content-length"})
_SECONDS_OF_SILENCE = 3.0


@dataclass(frozen=True)
class Asked:
    """One request as it came."""

    method: str
    address: str
    headers: tuple[tuple[str, str], ...]
    body: bytes


Pass = Callable[[], bytes]
Trouble = Callable[[Pass, socket.socket], None]


def answering(status: str, shown: tuple[str, bytes], *, after: bool) -> Trouble:
    """The gateway answers in the place of the target, *after* the target did what was asked or without asking it."""

    def trouble(pass_on: Pass, connection: socket.socket) -> None:
        if after:
            pass_on()
        media_type, content = shown
        head = f"HTTP/1.1 {status}\r\nContent-Type: {media_type}\r\nContent-Length: {len(content)}\r\n\r\n"
        connection.sendall(head.encode() + content)

    return trouble


def cut_before(_pass_on: Pass, _connection: socket.socket) -> None:
    """The connection breaks before the request reaches the target."""


def cut_instead_of_the_answer(pass_on: Pass, _connection: socket.socket) -> None:
    """The target does what was asked, and its answer never arrives."""
    pass_on()


def cut_in_the_middle(pass_on: Pass, connection: socket.socket) -> None:
    """Half of the answer arrives."""
    answer = pass_on()
    connection.sendall(answer[: len(answer) // 2])


def truncated(pass_on: Pass, connection: socket.socket) -> None:
    """All but the last byte of the answer arrives; an empty body loses the end of its head."""
    connection.sendall(pass_on()[:-1])


def slow(pass_on: Pass, connection: socket.socket) -> None:
    """The answer comes when nobody waits for it any more."""
    answer = pass_on()
    time.sleep(_SECONDS_OF_SILENCE)
    with suppress(OSError):
        connection.sendall(answer)


STATUSES = ("502 Bad Gateway", "503 Service Unavailable", "504 Gateway Timeout")
TROUBLES: dict[str, Sequence[Trouble]] = {
    "statuses before the target": [
        answering(status, shown, after=False) for status in STATUSES for shown in (_HTML, _JSON, _EMPTY)
    ],
    "statuses after the target": [
        answering(status, shown, after=True) for status in STATUSES for shown in (_HTML, _JSON, _EMPTY)
    ],
    "429 of the gateway": [answering("429 Too Many Requests\r\nRetry-After: 0", _HTML, after=False)],
    "cut before": [cut_before],
    "cut instead of the answer": [cut_instead_of_the_answer],
    "cut in the middle": [cut_in_the_middle],
    "truncated": [truncated],
    "slow": [slow],
}


class Gateway(socketserver.ThreadingTCPServer):
    """Passes requests on to *origin*; a *share* of them meets one of *troubles*, chosen by *seed*.

    With *stale*, connections that were used once are closed when the next request arrives on them.
    """

    daemon_threads = True
    allow_reuse_address = True
    request_queue_size = 64

    def __init__(self, origin: str, troubles: Sequence[Trouble], share: float, seed: int, *, stale: bool) -> None:
        parts = urlsplit(origin)
        self.upstream = (parts.hostname or "", parts.port or 80)
        self.stale = stale
        self.met: Counter[str] = Counter()
        self.most_troubles: float = float("inf")
        self.only_at = ""
        self.only_by = ""
        # One of this many requests at other addresses meets a trouble, too.
        self.elsewhere_one_in = 0
        # A header that every request must carry; then the key is read from a bearer token alone.
        self.tenant: str | None = None
        self._troubles = troubles
        self._share = share
        self._chance = random.Random(seed)  # noqa: S311 - repeatable on purpose
        self._choosing = threading.Lock()
        super().__init__(("127.0.0.1", 0), _Connection)

    @property
    def origin(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.server_address[1]}"

    def trouble(self, asked: Asked) -> Trouble | None:
        """What happens to this request, None when it is passed on as it should be."""
        with self._choosing:
            self.met["requests"] += 1
            is_over = self.met["troubles"] >= self.most_troubles
            if is_over or self._chance.random() >= self._share or not self._is_troubled(asked):
                return None
            self.met["troubles"] += 1
            return self._chance.choice(self._troubles)

    def _is_troubled(self, asked: Asked) -> bool:
        if self.only_at in asked.address and self.only_by in asked.method:
            return True
        self.met["elsewhere"] += 1
        return bool(self.elsewhere_one_in) and self.met["elsewhere"] % self.elsewhere_one_in == 0

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that hangs up is what many of these tests are about."""


class _Connection(socketserver.BaseRequestHandler):
    server: Gateway

    def handle(self) -> None:
        is_used = False
        while (asked := _received(self.request)) is not None:
            if self.server.stale and is_used:
                self.server.met["stale"] += 1
                return
            is_used = True
            if self.server.tenant is not None:
                asked = _with_the_key_of_its_token(asked, self.server.tenant)
            trouble = self.server.trouble(asked)
            if trouble is not None:
                trouble(lambda asked=asked: self._passed_on(asked), self.request)  # type: ignore[misc]
                return
            self.request.sendall(self._passed_on(asked))

    def _passed_on(self, asked: Asked) -> bytes:
        connection = http.client.HTTPConnection(*self.server.upstream, timeout=30)
        headers = {name: value for name, value in asked.headers if name.lower() != "connection"}
        try:
            connection.request(asked.method, asked.address, asked.body or None, headers)
            answer = connection.getresponse()
            content = answer.read()
        finally:
            connection.close()
        kept = [f"{name}: {value}" for name, value in answer.getheaders() if name.lower() not in _OF_THE_CONNECTION]
        length = [] if answer.status == 204 else [f"Content-Length: {len(content)}"]
        lines = [f"HTTP/1.1 {answer.status} {answer.reason}", *kept, *length, "", ""]
        return "\r\n".join(lines).encode("latin-1") + content


def _with_the_key_of_its_token(asked: Asked, tenant: str) -> Asked:
    """The request with its bearer token as the key, without any where the header of the tenant is missing."""
    given = {name.lower(): value for name, value in asked.headers}
    scheme, _, token = given.get("authorization", "").partition(" ")
    kept = tuple(pair for pair in asked.headers if pair[0].lower() not in ("authorization", "x-api-key"))
    is_known = scheme == "Bearer" and given.get("x-tenant") == tenant
    return replace(asked, headers=(*kept, ("X-Api-Key", token)) if is_known else kept)


def _received(connection: socket.socket) -> Asked | None:
    """The next request, None when the client hangs up."""
    received = b""
    while b"\r\n\r\n" not in received:
        piece = connection.recv(65536)
        if not piece:
            return None
        received += piece
    head, _, body = received.partition(b"\r\n\r\n")
    first, *rest = head.decode("latin-1").split("\r\n")
    headers = tuple((name, value.strip()) for name, _, value in (line.partition(":") for line in rest))
    length = next((int(value) for name, value in headers if name.lower() == "content-length"), 0)
    while len(body) < length:
        body += connection.recv(65536)
    method, address, _ = first.split(" ")
    return Asked(method, address, headers, body)


@contextmanager
def gateway(
    origin: str, troubles: Sequence[Trouble], share: float = 0.05, seed: int = 1, *, stale: bool = False
) -> Iterator[Gateway]:
    """A gateway before *origin* until the block ends."""
    with Gateway(origin, troubles, share, seed, stale=stale) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()
