"""The findings as a page, on a port of its own, so that no path of the service is hidden. Only for reading."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

from jinja2 import Environment

from conformance.proxy.live_terminal import HEADINGS
from conformance.proxy.watching import Watching
from conformance.target.declarations import TargetError
from conformance.text.visible import visible

_TEMPLATE = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True).from_string(
    """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="2">
<title>{{ count }} findings: {{ origin }}</title>
<style>
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 0.25rem 0.75rem 0.25rem 0; border-top: 1px solid #888; }
td { overflow-wrap: anywhere; }
</style>
</head>
<body>
<h1>Traffic of {{ origin }}</h1>
<p>{{ tally.passed }} exchanges passed, {{ tally.judged }} answers were judged.
{% for reason, number in tally.not_judged.items() %}{{ number }} not judged: {{ reason }}. {% endfor %}</p>
{% for heading, findings in groups %}
<h2>{{ heading }}</h2>
<table>
<thead><tr><th>requirement</th><th>caller</th><th>times</th><th>first seen</th></tr></thead>
<tbody>
{% for finding, requirement in findings %}
<tr><td>{{ finding.first.row }}</td><td>{{ finding.first.caller }}</td><td>{{ finding.count }}</td>
<td>{{ requirement }} {{ visible(finding.first.sentence) }}</td></tr>
{% endfor %}
</tbody>
</table>
{% else %}
<p>Nothing was found.</p>
{% endfor %}
</body>
</html>
"""
)


class Page:
    """Serves the findings of *watching* until `close`."""

    def __init__(self, watching: Watching, origin: str, host: str, port: int) -> None:
        """Raises `TargetError` when the address cannot be used."""
        try:
            self._server = ThreadingHTTPServer((host, port), partial(_Handler, partial(rendered, watching, origin)))
        except OSError as error:
            raise TargetError(f"The page cannot be served on {host}:{port}: {error.strerror}.") from error
        self._server.daemon_threads = True
        Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def address(self) -> str:
        """The address of the page."""
        return f"http://{self._server.server_address[0]!s}:{self._server.server_port}/"

    def close(self) -> None:
        """Stop serving."""
        self._server.shutdown()
        self._server.server_close()


def rendered(watching: Watching, origin: str) -> str:
    """The page as HTML."""
    findings = list(watching.findings)
    groups = [
        (
            heading,
            [
                (found, watching.findings.sentence_of(found.first.row))
                for found in findings
                if found.first.weight is weight
            ],
        )
        for weight, heading in HEADINGS.items()
    ]
    return _TEMPLATE.render(
        origin=origin,
        count=len(findings),
        # The judges go on while the page is made.
        tally=replace(watching.tally, not_judged=watching.tally.not_judged.copy()),
        groups=[(heading, found) for heading, found in groups if found],
        visible=visible,
    )


class _Handler(BaseHTTPRequestHandler):
    """Answers one connection with *page*, whatever the path."""

    def __init__(self, page: Callable[[], str], *connection: Any) -> None:
        self._page = page
        # The base class answers while it is made.
        super().__init__(*connection)

    def do_GET(self) -> None:
        """Answer with the page."""
        content = self._page().encode()
        self.send_response(200)
        for name, value in _headers(content).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: Any) -> None:
        """Readers of the page are not printed."""


def _headers(content: bytes) -> dict[str, str]:
    return {
        "Content-Type": "text/html; charset=utf-8",
        "Content-Length": str(len(content)),
        "Cache-Control": "no-store",
        "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    }
