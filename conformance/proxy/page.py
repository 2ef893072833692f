"""The findings as a page, on a port of its own, so that no path of the service is hidden. Only for reading."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

from jinja2 import Environment
from markupsafe import Markup, escape

from conformance.proxy.findings import PassedFinding, PassedFindings
from conformance.proxy.live_terminal import HEADINGS, times
from conformance.proxy.watcher import Watcher
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
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
body { overflow-wrap: anywhere; }
h1, h2, h3 { line-height: 1.25; }
h1 { font-size: 1.5rem; }
h2 { font-size: 1.25rem; margin-top: 2rem; }
h3 { font-size: 1rem; margin: 1rem 0 0; padding-top: 1rem; border-top: 1px solid #8888; }
p.requirement, ul { margin: 0.25rem 0 0; }
ul { list-style: none; padding: 0; }
li { display: grid; grid-template-columns: 8rem 6rem 1fr; gap: 0 1rem; padding: 0.125rem 0; }
@media (max-width: 40rem) { li { grid-template-columns: auto 1fr; } li .first { grid-column: 1 / -1; } }
.caller, .times { white-space: nowrap; }
.times, .note { opacity: 0.75; }
</style>
</head>
<body>
<h1>Traffic of {{ origin }}</h1>
<p>{{ tally.passed }} exchanges passed, {{ tally.judged }} answers were judged.
{% for reason, number in tally.not_judged.items() %}{{ number }} not judged: {{ reason }}. {% endfor %}
<span class="note">This page loads again every 2 seconds.</span></p>
{% for heading, rows in groups %}
<h2>{{ heading }} ({{ rows | length }})</h2>
{% for row in rows %}
<h3>{{ row.name }}</h3>
{% if row.sentence %}<p class="requirement">{{ with_code(row.sentence) }}</p>{% endif %}
<ul>
{% for finding in row.findings %}
<li><span class="caller">{{ finding.first.caller }}</span> <span class="times">{{ times(finding.count) }}</span>
<span class="first">{{ visible(finding.first.sentence) }}</span></li>
{% endfor %}
</ul>
{% endfor %}
{% else %}
<p>Nothing was found.</p>
{% endfor %}
</body>
</html>
"""
)


class FindingsPage:
    """Serves the findings of *watcher* until `close`."""

    def __init__(self, watcher: Watcher, origin: str, host: str, port: int) -> None:
        """Raises `TargetError` when the address cannot be used."""
        try:
            self._server = ThreadingHTTPServer((host, port), partial(_Handler, partial(rendered, watcher, origin)))
        except OSError as error:
            raise TargetError(f"The page cannot be served on {host}:{port}: {error.strerror}.") from error
        self._server.daemon_threads = True
        Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def address(self) -> str:
        """The address of the page."""
        return f"http://{self._server.server_address[0]!s}:{self._server.server_port}/"

    def close(self) -> None:
        """Stops serving."""
        self._server.shutdown()
        self._server.server_close()


@dataclass(frozen=True)
class _Row:
    """A requirement, or the place in a contract, with its finding for each caller. *sentence* may be empty."""

    name: str
    sentence: str
    findings: list[PassedFinding]


def rendered(watcher: Watcher, origin: str) -> str:
    """The page as HTML."""
    findings = list(watcher.findings)
    groups = [
        (heading, list(_rows([found for found in findings if found.first.weight is weight], watcher.findings)))
        for weight, heading in HEADINGS.items()
    ]
    return _TEMPLATE.render(
        origin=origin,
        count=len(findings),
        # The judges go on while the page is rendered.
        tally=replace(watcher.tally, not_judged=watcher.tally.not_judged.copy()),
        groups=[(heading, rows) for heading, rows in groups if rows],
        visible=visible,
        times=times,
        with_code=_with_code,
    )


def _rows(found: list[PassedFinding], findings: PassedFindings) -> Iterator[_Row]:
    for name in dict.fromkeys(finding.first.row for finding in found):
        yield _Row(name, findings.sentence_of(name), [finding for finding in found if finding.first.row == name])


def _with_code(sentence: str) -> Markup:
    """A sentence of the catalogue, in which backticks mark code."""
    return Markup(re.sub(r"`([^`]+)`", r"<code>\1</code>", str(escape(sentence))))  # noqa: S704 - it is escaped


class _Handler(BaseHTTPRequestHandler):
    """Answers one connection with *page*, whatever the path."""

    def __init__(self, page: Callable[[], str], *connection: Any) -> None:
        self._page = page
        # The base class answers in its constructor.
        super().__init__(*connection)

    def do_GET(self) -> None:
        """Answers with the page."""
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
