"""Takes deliveries: verifies signature and age, ignores what it has seen or does not know, and answers at once."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from standardwebhooks.webhooks import Webhook, WebhookVerificationError

_TAKEN, _REFUSED = 204, 401


class Receiver:
    """An endpoint on loopback. Set `secret` when the subscription shows it. `events` are the new ones, in order."""

    def __init__(self) -> None:
        self.secret: str | None = None
        self.events: list[dict[str, Any]] = []
        self._seen: set[str] = set()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        """The address for a subscription."""
        return f"http://127.0.0.1:{self._server.server_port}/deliveries"

    def close(self) -> None:
        """Take no more deliveries."""
        self._server.shutdown()
        self._server.server_close()

    def take(self, content: bytes, headers: dict[str, str]) -> bool:
        """Whether a delivery is genuine. A genuine one that is new is kept."""
        try:
            event = Webhook(self.secret or "").verify(content, headers)
        except (WebhookVerificationError, ValueError):
            return False
        if headers["webhook-id"] not in self._seen:
            self._seen.add(headers["webhook-id"])
            self.events.append(event)
        return True

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                content = self.rfile.read(int(self.headers["content-length"] or 0))
                headers = {name.lower(): value for name, value in self.headers.items()}
                self.send_response(_TAKEN if receiver.take(content, headers) else _REFUSED)
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                """Deliveries are no news for the terminal."""

        return Handler
