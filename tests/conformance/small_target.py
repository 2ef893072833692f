"""A small conforming target for the self-tests of the suite, served on a free port of this machine."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from tests.conformance.small_operations import Refusal, SmallTarget

KEYS = {"key-of-alpha": "alpha", "key-of-bravo": "bravo"}
BASE_PATH = "/api/v1"


def _handler(target: SmallTarget) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        wbufsize = -1  # One packet per answer: two would wait for the client's delayed acknowledgement.

        def handle_one(self) -> None:
            parts = urlsplit(self.path)
            path = parts.path.removeprefix(BASE_PATH) if parts.path.startswith(BASE_PATH) else "/"
            content = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            target.requests.append((self.command, path))
            agency = KEYS.get(self.headers.get("X-Api-Key", ""))
            try:
                body = json.loads(content) if content else None
                status, answer = target.answer(self.command, path, dict(parse_qsl(parts.query)), body, agency)
            except Refusal as refusal:
                status, answer = refusal.status, {"title": "refused", "status": refusal.status}
            except (KeyError, TypeError, ValueError) as error:
                status, answer = 400, {"title": repr(error), "status": 400}
            self.reply(status, answer)

        def reply(self, status: int, answer: Any) -> None:
            content = b"<html>" if "answers HTML" in target.faults else json.dumps(answer).encode()
            self.send_response(status)
            self.send_header("Content-Type", "text/html" if "answers HTML" in target.faults else "application/json")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        do_GET = do_POST = do_PUT = do_DELETE = handle_one  # noqa: N815 - the names that http.server calls

        def log_message(self, *arguments: object) -> None:
            """Keep quiet."""

    return Handler


@contextmanager
def serving(target: SmallTarget | None = None, port: int = 0) -> Iterator[SmallTarget]:
    """Serve *target* on a free port of the loopback address until the block ends."""
    target = target or SmallTarget()
    server = ThreadingHTTPServer(("127.0.0.1", port), _handler(target))
    server.daemon_threads = True
    target.base_url = f"http://127.0.0.1:{server.server_port}{BASE_PATH}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield target
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
