"""Chromium of the system, driven by Playwright: one window of one visitor."""

import shutil
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx
from playwright.sync_api import Page, sync_playwright

FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)
AXE = "axe-core@4.11.1"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]


@contextmanager
def window(address: str, **options: Any) -> Iterator[Page]:
    """A window in front of the door of a server. Afterwards it must have reported no error of a page or a policy."""
    chromium = shutil.which("chromium")
    assert chromium, "chromium is not on the PATH. Install it with apt-get install chromium to run these tests."
    with sync_playwright() as playwright, TemporaryDirectory() as folder:
        browser = playwright.chromium.launch_persistent_context(
            folder, executable_path=chromium, args=FLAGS, base_url=f"{address}/_sandbox/", **options
        )
        page, errors = browser.new_page(), []
        # Of every page of the window.
        browser.on("weberror", lambda error: errors.append(str(error.error)))
        browser.on(
            "console", lambda message: errors.append(message.text) if "Content Security" in message.text else None
        )
        browser.on("dialog", lambda dialog: errors.append(f"a dialog: {dialog.message}"))
        page.goto("./")
        yield page
        browser.close()
    assert errors == []


def axe(folder: Path) -> str:
    """The script of axe-core, which npm installs into *folder*."""
    command = ["npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", str(folder), AXE]
    subprocess.run(command, check=True, timeout=300)
    return (folder / "node_modules" / "axe-core" / "axe.min.js").read_text("utf-8")


def violations(page: Page, script: str) -> list[str]:
    """What axe-core finds on a page: the rule and the places."""
    page.evaluate(script)
    found = page.evaluate("rules => axe.run(document, {runOnly: rules})", RULES)
    return [f"{item['id']}: {[node['html'][:120] for node in item['nodes'][:3]]}" for item in found["violations"]]


@contextmanager
def under_a_prefix(target: str, prefix: str) -> Iterator[str]:
    """The address of a proxy that shows a server below *prefix* and removes the prefix from every request."""
    with httpx.Client(base_url=target, timeout=30) as client:

        class Proxy(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.0"

            def _pass_on(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                if not self.path.startswith(prefix):
                    self.send_error(404)
                    return
                answer = client.request(
                    self.command, self.path.removeprefix(prefix), content=body, headers=dict(self.headers.items())
                )
                self.send_response(answer.status_code)
                for name, value in answer.headers.items():
                    if name.lower() not in ("transfer-encoding", "connection"):
                        self.send_header(name, value)
                self.end_headers()
                self.wfile.write(answer.content)

            do_GET = do_POST = do_PUT = _pass_on  # noqa: N815 - the names of the library.

            def log_message(self, *_: Any) -> None:
                """Says nothing."""

        server = ThreadingHTTPServer(("127.0.0.1", 0), Proxy)
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}{prefix}"
        server.shutdown()
        thread.join()
