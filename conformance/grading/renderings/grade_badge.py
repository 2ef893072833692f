"""badge.svg: the outcome, the day and the version of the contract in one line, for a page that links to grade.html."""

from markupsafe import escape

from conformance.grading.grades import Grade, GradeOutcome, GradeVerdict

_COLOURS = {GradeOutcome.passed: "#1a7f4b", GradeOutcome.failed: "#c0262d", GradeOutcome.incomplete: "#7a6000"}
# Widths are reckoned, and textLength holds the text to them: a page may have another font.
_CHARACTER, _MARGIN, _HEIGHT = 6.2, 8.0, 20
_LABEL = "teesheet grade"


def grade_badge(grade: Grade) -> str:
    """The badge as one SVG document. It loads nothing, and a screen reader reads its whole text."""
    text = f"{_said(grade)} · {grade.finished_at:%Y-%m-%d} · contract {grade.contract.partition(' ')[0]}"
    left, right = _width(_LABEL), _width(text)
    whole = f"{_LABEL}: {text}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + right:g}" height="{_HEIGHT}" role="img" '
        f'aria-label="{escape(whole)}">\n'
        f"<title>{escape(whole)}</title>\n"
        f'<rect width="{left + right:g}" height="{_HEIGHT}" rx="3" fill="{_COLOURS[grade.outcome]}"/>\n'
        f'<path d="M{left:g} 0v{_HEIGHT}H3a3 3 0 0 1-3-3V3a3 3 0 0 1 3-3z" fill="#444c47"/>\n'
        f'<g fill="#fff" font-family="Verdana, DejaVu Sans, sans-serif" font-size="11">\n'
        f"{_text(_LABEL, 0)}\n{_text(text, left)}\n</g>\n</svg>\n"
    )


def _said(grade: Grade) -> str:
    failed = len(grade.of(GradeVerdict.failed))
    return f"{grade.outcome.value}: {failed} violated" if failed else grade.outcome.value


def _width(text: str) -> float:
    return round(len(text) * _CHARACTER + 2 * _MARGIN, 1)


def _text(text: str, left: float) -> str:
    length = round(len(text) * _CHARACTER, 1)
    return f'<text x="{left + _MARGIN:g}" y="14" textLength="{length:g}">{escape(text)}</text>'
