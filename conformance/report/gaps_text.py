"""The open points as a table of 80 columns, as GitHub-flavoured Markdown, and as JSON."""

import json
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from itertools import zip_longest

from conformance.report.markdown_text import literal, prose
from conformance.results.gaps import Gap
from conformance.text.visible import visible

_QUESTION_WIDTH = 26
_FOUND_WIDTH = 44
_NOT_CHECKED = "(not checked)"


def gaps_text(gaps: Sequence[Gap], target: str | None) -> str:
    """The table; without *target*, only the questions."""
    title = (
        f"What {target} does where the specification is silent" if target else "The open points of the specification"
    )
    lines = [*textwrap.wrap(title, 80), ""]
    for gap in gaps:
        lines += _row(gap, with_answer=target is not None)
    return "\n".join(lines) + "\n"


def gaps_markdown(gaps: Sequence[Gap], target: str | None) -> str:
    """The table for a page or an issue."""
    head = ["| id | question | what this target does |", "|---|---|---|"]
    rows = [f"| {gap.id} | {prose(gap.question)} | {prose(gap.found or _NOT_CHECKED)} |" for gap in gaps]
    return "\n".join([f"Target: {literal(target)}" if target else "No target was checked.", "", *head, *rows]) + "\n"


def gaps_json(gaps: Sequence[Gap], target: str | None) -> str:
    """The points in their order; `found` is null when no target was checked."""
    return json.dumps({"target": target, "gaps": [asdict(gap) for gap in gaps]}, indent=2, ensure_ascii=False)


def _row(gap: Gap, *, with_answer: bool) -> Iterator[str]:
    if not with_answer:
        yield from textwrap.wrap(gap.question, 80, initial_indent=f"{gap.id}  ", subsequent_indent=" " * 8)
        return
    question = textwrap.wrap(gap.question, _QUESTION_WIDTH)
    found = textwrap.wrap(visible(gap.found or _NOT_CHECKED), _FOUND_WIDTH)
    for number, (left, right) in enumerate(zip_longest(question, found, fillvalue="")):
        yield f"{gap.id if number == 0 else '':8}{left:{_QUESTION_WIDTH}}  {right}".rstrip()
