"""badge.svg: the outcome in two words, for a page that names an implementation. It fetches nothing."""

from html import escape

from conformance.evidence.verdicts import Verdict
from conformance.results.run_result import Outcome, RunResult

_LABEL = "golf booking"

# White text on each of these has a contrast of at least 4.5 to 1.
_COLOURS = {
    Outcome.conformant: "#1a7f4b",
    Outcome.violation: "#c0262d",
    Outcome.finding: "#b3400f",
    Outcome.incomplete: "#8a6100",
    Outcome.error: "#8e1fa8",
}

# Room per character of the 11 px font. `textLength` keeps the text this long with every font of a reader.
_CHARACTER_PX = 6.4
_MARGIN_PX = 6.0


def badge(result: RunResult) -> str:
    """The badge as one SVG document: `conformant`, `N violations`, `N serious findings`, `incomplete` or `suite broke`.
    It adds the number of known failures when no other failure counts, the profile unless it is the full profile, and
    the number of requirements of a run with `--only`.
    """
    words = _words(result)
    title = escape(f"{_LABEL}: {words}")
    left, right = _width(_LABEL), _width(words)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + right:.1f}" height="20" role="img"'
        f' aria-label="{title}">\n'
        f"<title>{title}</title>\n"
        f'<rect width="{left + right:.1f}" height="20" rx="3" fill="#454d49"/>\n'
        f'<path d="M{left:.1f} 0h{right - 3:.1f}a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3h-{right - 3:.1f}z"'
        f' fill="{_COLOURS[result.outcome]}"/>\n'
        f'<g fill="#fff" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="11">'
        f"{_text(_LABEL, 0)}{_text(words, left)}</g>\n"
        "</svg>\n"
    )


def _words(result: RunResult) -> str:
    rows = len([row for row in result.rows if row.selected])
    of_all = f"{_many(rows, 'requirement')} of {len(result.rows)}"
    narrowed = ", ".join([*(["read-only"] if result.read_only else []), *([of_all] if result.only else [])])
    return f"{_outcome(result)} ({narrowed})" if narrowed else _outcome(result)


def _outcome(result: RunResult) -> str:
    if result.outcome is Outcome.violation:
        return _many(_selected(result, Verdict.fail), "violation")
    if result.outcome is Outcome.finding:
        serious = _selected(result, Verdict.serious)
        return _many(serious, "serious finding") if serious else _many(_selected(result, Verdict.warn), "warning")
    known = _selected(result, Verdict.known)
    outcome = "suite broke" if result.outcome is Outcome.error else result.outcome.value
    return f"{outcome}, {known} known" if known else outcome


def _selected(result: RunResult, verdict: Verdict) -> int:
    return sum(1 for row in result.rows if row.selected and row.verdict is verdict)


def _many(count: int, noun: str) -> str:
    return f"1 {noun}" if count == 1 else f"{count} {noun}s"


def _width(text: str) -> float:
    return len(text) * _CHARACTER_PX + 2 * _MARGIN_PX


def _text(text: str, begins_at: float) -> str:
    length = len(text) * _CHARACTER_PX
    return f'<text x="{begins_at + _MARGIN_PX:.1f}" y="14" textLength="{length:.1f}">{escape(text)}</text>'
