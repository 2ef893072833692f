"""report.html: one page for a reader who has never seen the suite. Self-contained; it fetches nothing."""

from collections.abc import Sequence
from dataclasses import dataclass

from jinja2 import Environment, PackageLoader, StrictUndefined

from conformance.catalogue import AREAS
from conformance.exchanges import Exchange
from conformance.report.curl import curl_line
from conformance.report.indentation import indented
from conformance.report.wording import headline, known_text
from conformance.results import RowResult, RunResult
from conformance.verdicts import Verdict

_MOST_SHOWN_WHEN_HELD = 2
_MOST_SHOWN_OTHERWISE = 6
_LONGEST_BODY = 4000


@dataclass(frozen=True)
class ShownExchange:
    """An exchange as the page shows it; bodies are indented and cut."""

    number: int
    line: str
    status: str
    role: str
    agency: str
    elapsed_ms: float
    request_body: str
    response_body: str
    curl: str


@dataclass(frozen=True)
class ShownRow:
    """A row with the exchanges shown under it; *more* counts those that only the archive has."""

    result: RowResult
    exchanges: Sequence[ShownExchange]
    more: int


def html_page(result: RunResult) -> str:
    """The page as one HTML document."""
    environment = Environment(
        loader=PackageLoader("conformance.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    shown = {exchange.index: exchange for exchange in result.exchanges}
    return environment.get_template("report.html.j2").render(
        result=result,
        headline=headline(result),
        known_text=known_text,
        areas=list(AREAS),
        verdicts=list(Verdict),
        rows=[_shown_row(one, shown) for one in result.rows],
        seconds=(result.finished_at - result.started_at).total_seconds(),
    )


def _shown_row(one: RowResult, exchanges: dict[int, Exchange]) -> ShownRow:
    most = _MOST_SHOWN_WHEN_HELD if one.verdict is Verdict.pass_ else _MOST_SHOWN_OTHERWISE
    shown = [_shown_exchange(exchanges[index]) for index in one.exchanges[:most]]
    return ShownRow(one, shown, len(one.exchanges) - len(shown))


def _shown_exchange(exchange: Exchange) -> ShownExchange:
    response = exchange.response
    return ShownExchange(
        number=exchange.index,
        line=f"{exchange.request.method} {exchange.request.url}",
        status=str(response.status) if response else f"no answer: {exchange.failure}",
        role=exchange.role,
        agency=exchange.agency,
        elapsed_ms=exchange.elapsed_ms,
        request_body=_body_text(exchange.request.content or b""),
        response_body=_body_text(response.content if response else b""),
        curl=curl_line(exchange),
    )


def _body_text(content: bytes) -> str:
    """JSON indented, anything else as text; cut where it gets long."""
    text = indented(content.decode("utf-8", errors="replace"))
    cut = len(text) - _LONGEST_BODY
    return text if cut <= 0 else f"{text[:_LONGEST_BODY]}\n... {cut} more characters, see exchanges.har"
