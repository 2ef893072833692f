"""Receives the deliveries of a subscription in the process of the test, and verifies each of them."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Condition, Thread
from typing import TYPE_CHECKING, Any, Self

from standardwebhooks import Webhook

from mock_server.embedding.call import refusal_of, require_json
from mock_server.embedding.values import require_number

if TYPE_CHECKING:
    from mock_server.embedding.synchronous.worlds import World

# A receiver refuses older and newer timestamps: they may be replays.
TOLERANCE_SECONDS = 300
PREFIX = "whsec_"


@dataclass(frozen=True, slots=True)
class Delivered:
    """A delivery that arrived. *refused* is why it does not verify, or "" if it does.

    *id* is the `webhook-id`: a repeated delivery has the same. *kind* is the kind of event, *payload* the whole body.
    """

    id: str
    kind: str
    payload: dict[str, Any]
    headers: dict[str, str]
    body: bytes
    refused: str


class Receiver:
    """An HTTP server on a free port of loopback. It answers 204 to a delivery that verifies, and 401 to another.

    Use it as a context manager, or call `start` and `stop`.
    """

    def __init__(self, world: World) -> None:
        self.world = world
        self._secrets: list[str] = []
        self._arrived: list[Delivered] = []
        self._changed = Condition()
        self._server: ThreadingHTTPServer | None = None

    def start(self) -> Self:
        """Listens, from now on."""
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                delivered = receiver.take(dict(self.headers.items()), body)
                self.send_response(401 if delivered.refused else 204)
                self.end_headers()

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - http.server's name.
                """Stays silent: the output belongs to the test."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        return self

    def stop(self) -> None:
        """Stops listening. Does nothing before a start."""
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
            self._server = None

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_error: object) -> None:
        self.stop()

    @property
    def url(self) -> str:
        """The address for a subscription."""
        if self._server is None:
            raise RuntimeError("The receiver does not listen. Use it in a `with` statement, or call start() first.")
        return f"http://127.0.0.1:{self._server.server_address[1]}/"

    def subscribe(self, events: Sequence[str], description: str = "teesheet.testing") -> str:
        """Subscribes the agency of the world to kinds of events, for example `booking.confirmed`. Returns the id.

        Raises LeverRefused; the message lists the kinds.
        """
        from mock_server.embedding.synchronous.worlds import World  # noqa: PLC0415 - it imports the client.

        world: object = self.world
        if not isinstance(world, World):
            advice = "Subscribe receiver.url with your own client, and pass the secret to receiver.trust."
            raise TypeError(f"subscribe needs a world without coroutines, not {world!r}. {advice}")
        if isinstance(events, str) or not isinstance(events, Iterable):
            raise TypeError(f"{events!r} is not a list of kinds of events. Pass for example ['booking.confirmed'].")
        wanted = {"url": self.url, "events": list(events), "description": description}
        require_json(wanted)
        answer = world.client.post("/webhooks", json=wanted)
        if not answer.is_success:
            raise refusal_of("The subscription", answer)
        webhook = answer.json()["data"]
        self.trust(webhook["secret"])
        return str(webhook["id"])

    def trust(self, secret: str) -> None:
        """Accepts deliveries with a secret: that of a subscription which the code under test created.

        Raises ValueError for a text that is not a secret.
        """
        try:
            Webhook(secret)
        except (TypeError, ValueError, RuntimeError, AttributeError):
            raise ValueError(f"{secret!r} is not a secret. Pass the member `secret` of the new subscription.") from None
        self._secrets.append(secret)

    @property
    def arrived(self) -> tuple[Delivered, ...]:
        """All deliveries so far, the oldest first. Some may not verify."""
        with self._changed:
            return tuple(self._arrived)

    def wait_for(self, kind: str, *, count: int = 1, within_seconds: float = 10) -> list[Delivered]:
        """The first *count* verified deliveries of a kind. Waits for them in real time.

        Raises AssertionError if they do not arrive; the message lists what arrived, and why it did not verify.
        """
        if not isinstance(kind, str):
            raise TypeError(f"{kind!r} is not a kind of event. Pass a text such as booking.confirmed.")
        require_number("count", count, "Write for example count=2.")
        require_number("within_seconds", within_seconds, "Write for example within_seconds=10.")
        deadline = time.monotonic() + within_seconds
        with self._changed:
            while len(found := self._of(kind)) < count:
                if not self._changed.wait(deadline - time.monotonic()):
                    raise AssertionError(self._missing(kind, count, within_seconds))
            return found[:count]

    def take(self, headers: dict[str, str], body: bytes) -> Delivered:
        """Verifies a delivery, and keeps it."""
        named = {name.lower(): value for name, value in headers.items()}
        try:
            payload = json.loads(body)
        except ValueError:
            payload = {}
        content: dict[str, Any] = payload if isinstance(payload, dict) else {}
        delivered = Delivered(
            named.get("webhook-id", ""), str(content.get("type", "")), content, named, body, self._why_not(named, body)
        )
        with self._changed:
            self._arrived.append(delivered)
            self._changed.notify_all()
        return delivered

    def _of(self, kind: str) -> list[Delivered]:
        return [delivered for delivered in self._arrived if delivered.kind == kind and not delivered.refused]

    def _why_not(self, headers: dict[str, str], body: bytes) -> str:
        """Why a delivery does not verify. The signature is that of Standard Webhooks; its library computes it."""
        missing = [name for name in ("webhook-id", "webhook-timestamp", "webhook-signature") if name not in headers]
        if missing:
            return f"it has no {missing[0]}"
        try:
            sent_at = datetime.fromtimestamp(int(headers["webhook-timestamp"]), UTC)
        except (ValueError, OverflowError, OSError):
            return f"its webhook-timestamp {headers['webhook-timestamp']!r} is not a number of seconds"
        if abs((sent_at - datetime.now(UTC)).total_seconds()) > TOLERANCE_SECONDS:
            return f"its webhook-timestamp is more than {TOLERANCE_SECONDS} seconds away: {sent_at.isoformat()}"
        given = headers["webhook-signature"].split(" ")
        text = body.decode("utf-8", "replace")
        if any(Webhook(secret).sign(headers["webhook-id"], sent_at, text) in given for secret in self._secrets):
            return ""
        return "no signature fits" if self._secrets else "no secret is known: call subscribe or trust first"

    def _missing(self, kind: str, count: int, seconds: float) -> str:
        there = [f"{d.kind or 'no event'} ({d.refused or 'verified'})" for d in self._arrived] or ["nothing"]
        advice = "If they need time to pass, move the clock: world.clock.advance(minutes=30)."
        return f"{count} of {kind} did not arrive within {seconds:g} seconds. Arrived: {', '.join(there)}. {advice}"
