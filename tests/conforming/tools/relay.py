"""A stop on the way of deliveries: they come here first, and go on as another target would have sent them.

The suite subscribes with an address of its own. A layer tells the target an address of the relay in its place, and
shows the suite its own again. Knows no single variation.
"""

from __future__ import annotations

import base64
import itertools
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from conformance.evidence.exchanges import Response
from tests.conforming.tools.variation import Ask, Forward
from tests.mutants.tools.sending import send_delivery

_OF_THE_CONNECTION = frozenset(["host", "content-length", "connection", "accept-encoding", "transfer-encoding"])


@dataclass(frozen=True)
class Sent:
    """One delivery to the subscriber at *url*, which leaves *later* seconds after its acknowledgement."""

    url: str
    method: str
    headers: tuple[tuple[str, str], ...]
    content: bytes
    later: float = 0.0


Change = Callable[[Sent], Sequence[Sent]]


class Relay:
    """Sends on what *change* makes of each delivery, in its order. *change* may take its time."""

    def __init__(self, change: Change) -> None:
        self._change = change
        self._name = str(next(_NAMES))
        _RELAYS[self._name] = self

    def __call__(self, ask: Ask, forward: Forward) -> Response:
        """The layer: subscriptions are made through the relay, and answers show the true addresses."""
        body = ask.json()
        if ask.operation not in ("createWebhook", "updateWebhook", "listWebhooks"):
            return forward(ask)
        if isinstance(body, dict) and str(body.get("url", "")).startswith("http://127.0.0.1"):
            ask = ask.with_json(body | {"url": self._address_for(str(body["url"]))})
        answer = forward(ask)
        return replace(answer, content=self._with_true_addresses(answer.content))

    def then(self, outer: Relay) -> Relay:
        """Both relays as one stop: *outer* gets each delivery that this one would send on."""
        return Relay(lambda sent: [changed for own in self._change(sent) for changed in outer._change(own)])

    def pass_on(self, sent: Sent) -> None:
        """Change the delivery and send what comes of it."""
        for delivery in self._change(sent):
            send(delivery)

    @property
    def _prefix(self) -> str:
        return f"http://127.0.0.1:{_server().server_port}/{self._name}/"

    def _address_for(self, url: str) -> str:
        return self._prefix + base64.urlsafe_b64encode(url.encode()).decode().rstrip("=")

    def _with_true_addresses(self, content: bytes) -> bytes:
        first, *rest = content.split(self._prefix.encode())
        return first + b"".join(_true_address(line) for line in rest)


def send(sent: Sent) -> None:
    """Send one delivery, at once or later."""
    leave = partial(send_delivery, sent.method, sent.url, sent.headers, sent.content)
    if sent.later:
        threading.Timer(sent.later, leave).start()
    else:
        leave()


_NAMES = itertools.count(1)
_RELAYS: dict[str, Relay] = {}


def _decoded(hidden: str) -> str:
    return base64.urlsafe_b64decode(hidden + "=" * (-len(hidden) % 4)).decode()


def _true_address(text: bytes) -> bytes:
    hidden, quote, rest = text.partition(b'"')
    return _decoded(hidden.decode()).encode() + quote + rest


@cache
def _server() -> ThreadingHTTPServer:
    """One server for all relays of this process."""
    server = _Server(("127.0.0.1", 0), _Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    # On a busy machine, the system resets connections that wait in a longer line than this.
    request_queue_size = 128


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        """Take a delivery of the sandbox, and send it on before it is acknowledged, so that their order stays."""
        _, name, hidden = self.path.split("/")
        content = self.rfile.read(int(self.headers.get("Content-Length", "0")))
        kept = tuple((key, value) for key, value in self.headers.items() if key.lower() not in _OF_THE_CONNECTION)
        _RELAYS[name].pass_on(Sent(_decoded(hidden), "POST", kept, content))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        """Deliveries are passed on, not printed."""
