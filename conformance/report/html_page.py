"""report.html: one page for a reader who has never seen the suite. Self-contained; it fetches nothing."""

import base64
import hashlib
import html
import re
from collections import Counter
from functools import cache
from importlib import resources

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup

from conformance.catalogue.requirements import AREAS, Level
from conformance.evidence.verdicts import Verdict
from conformance.report.area_map import LETTERS, TILE_PX, area_maps
from conformance.report.coverage_text import coverage_line, pair_text
from conformance.report.grouping import (
    NOT_IN_PROFILE,
    NOT_SELECTED,
    by_reason,
    leftovers_by_reason,
    selected_with,
    weight_of,
    word_of,
)
from conformance.report.shown_exchanges import shown_rows
from conformance.report.shown_generated import shown_attempts, shown_generated
from conformance.report.wording import NO_MORE, UNDECIDED, headline, known_text, notices, repeat_of
from conformance.results.run_result import RunResult
from conformance.text.visible import visible


def html_page(result: RunResult) -> str:
    """The page as one HTML document. Exchanges of rows that held stay in templates until a reader opens their row."""
    rows = shown_rows(result)
    return page_template().render(
        result=result,
        headline=headline(result),
        no_more=NO_MORE,
        repeat=repeat_of(result),
        judge=dict(result.versions)["teesheet"],
        notices=notices(result),
        known_text=known_text,
        seconds=(result.finished_at - result.started_at).total_seconds(),
        failed=selected_with(result, Verdict.fail),
        serious=selected_with(result, Verdict.serious),
        broken=selected_with(result, Verdict.broken),
        warned=selected_with(result, Verdict.warn),
        known=selected_with(result, Verdict.known),
        undecided=by_reason(selected_with(result, *UNDECIDED)),
        leftovers=leftovers_by_reason(result),
        generated=shown_generated(result),
        attempts=shown_attempts(result),
        coverage_line=coverage_line(result.coverage) if result.coverage else "",
        pair_text=pair_text,
        maps=area_maps(result),
        letters=LETTERS,
        tile_px=TILE_PX,
        words=_words(result),
        word_of=word_of,
        levels=[level.value for level in Level],
        areas=[area for area in AREAS if any(row.row.area == area for row in result.rows)],
        rows=rows.rows,
        aside=rows.aside,
        style=_file("page.css"),
        script=_file("page.js"),
        script_digest=_digest(_file("page.js")),
    )


def _words(result: RunResult) -> list[tuple[str, int]]:
    """The words of the filters, each with the number of its rows."""
    counts = Counter(word_of(row) for row in result.rows)
    words = (*(verdict.value for verdict in Verdict), NOT_IN_PROFILE, NOT_SELECTED)
    return [(word, counts[word]) for word in words if counts[word]]


@cache
def page_template() -> Template:
    """The template of the page."""
    environment = Environment(
        loader=PackageLoader("conformance.report"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_shown,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["body"] = _body
    environment.filters["prose"] = _prose
    environment.filters["weight"] = weight_of
    return environment.get_template("report.html.j2")


def _shown(value: object) -> object:
    """*value* of an expression as the page may show it. Our own markup stays unchanged."""
    return visible(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def _body(text: str) -> Markup:
    """*text* between tags. Its quotes stay unescaped, because escapes of thousands of quotes would enlarge the page."""
    return Markup(html.escape(visible(text), quote=False))  # noqa: S704 - escaped in this line


def _prose(text: str) -> Markup:
    """A sentence of the catalogue, its names in backticks set as code."""
    return Markup(re.sub(r"`([^`]+)`", r"<code>\1</code>", html.escape(visible(text))))  # noqa: S704 - escaped in this line


@cache
def _file(name: str) -> Markup:
    """The unchanged text of a file beside the template."""
    found = resources.files("conformance.report").joinpath("templates", name)
    return Markup(found.read_text("utf-8"))  # noqa: S704 - a file of ours


def _digest(script: str) -> str:
    """The name of *script* in a content security policy, so that the page runs no other script."""
    return f"sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}"
