"""report.md: the run as GitHub-flavoured Markdown, short enough for a comment under a pull request.

What a reader must know stands open: outcome, violations, what was not tested and why. The rest is folded. What a target
sent stands in code spans, where it can neither format, nor mention a person, nor link an issue.
"""

from collections.abc import Iterator, Sequence

from conformance.catalogue.requirements import AREAS
from conformance.evidence.verdicts import Verdict
from conformance.report.curl import lines_to_repeat, proof_lines
from conformance.report.generated_text import generated_sentences
from conformance.report.grouping import (
    Reason,
    by_reason,
    cost_of,
    expectation,
    in_area,
    leftovers_by_reason,
    selected_with,
    weight_of,
)
from conformance.report.markdown_text import fitting, folded, literal, one_line, prose, section
from conformance.report.wording import UNDECIDED, headline, known_text, notices
from conformance.results.run_result import RowResult, RunResult

_FEW_IDS = 8
_MOST_IDS = 60
_LONGEST_COMMAND = 2_000


def markdown_summary(result: RunResult) -> str:
    """The summary, short enough for a comment: outcome, violations, what was not tested and why, verdicts by area.

    What does not fit is counted in the last line, with the file that has it.
    """
    blocks = [
        f"## {prose(headline(result))}",
        _facts(result),
        *(f"> {prose(notice)}" for notice in notices(result)),
        *section("Violated", [_finding(one, result) for one in selected_with(result, Verdict.fail)]),
        *section("Serious findings", [_finding(one, result) for one in selected_with(result, Verdict.serious)]),
        *section("Faults of the suite", [f"- {literal(fault)}" for fault in result.faults]),
        *section(
            "Broken by a fault of the suite", [_finding(one, result) for one in selected_with(result, Verdict.broken)]
        ),
        *section("Stale rows of the baseline", [f"- {prose(sentence)}" for sentence in result.stale_baseline]),
        *section("Not tested, by reason", [*map(_reason, by_reason(selected_with(result, *UNDECIDED)))]),
        *_folded("Verdicts by area", [_areas(result)]),
        *_folded("Warnings", [_finding(one, result) for one in selected_with(result, Verdict.warn)]),
        *_folded("Known failures", [_finding(one, result) for one in selected_with(result, Verdict.known)]),
        *_folded("Generated traffic", _generated(result)),
        *_folded("Left behind on the target", [*map(_leftover, leftovers_by_reason(result))]),
    ]
    return fitting(blocks, "report.html")


def _folded(title: str, entries: Sequence[str]) -> list[str]:
    return [folded(title, entries, "report.html")] if entries else []


def _facts(result: RunResult) -> str:
    seconds = (result.finished_at - result.started_at).total_seconds()
    facts = [
        f"Target {literal(result.target)}",
        f"{len(result.exchanges)} exchanges in {seconds:.1f} s",
        f"started {result.started_at:%Y-%m-%d %H:%M} UTC",
        f"seed {result.seed}",
        f"exit code {result.exit_code}",
        *(["profile read-only"] if result.read_only else []),
    ]
    return " · ".join(facts)


def _areas(result: RunResult) -> str:
    """Selected rows by area, with a column for each verdict that occurs."""
    selected = [one for one in result.rows if one.selected]
    verdicts = [verdict for verdict in Verdict if any(one.verdict is verdict for one in selected)]
    lines = [
        f"| area | {' | '.join(verdict.value for verdict in verdicts)} |",
        f"|---|{'---:|' * len(verdicts)}",
        *(_counts(area.replace("_", " "), rows, verdicts) for area in AREAS if (rows := in_area(selected, area))),
        _counts("**all**", selected, verdicts),
    ]
    return "\n".join(lines)


def _counts(name: str, rows: Sequence[RowResult], verdicts: Sequence[Verdict]) -> str:
    found = [one.verdict for one in rows]
    return f"| {name} | {' | '.join(str(found.count(verdict) or '·') for verdict in verdicts)} |"


def _finding(one: RowResult, result: RunResult) -> str:
    return "\n".join(
        [
            f"**{one.row.id}** {prose(one.row.sentence)}  ",
            f"{weight_of(one)}, {one.row.basis.value}; specification: {prose(one.row.heading)}",
            "",
            *(f"- {fact}" for fact in _told(one)),
            *(f"- seen in: {literal(line)}" for line in proof_lines(one, result.exchanges)),
            *_repeat(one, result),
        ]
    )


def _told(one: RowResult) -> Iterator[str]:
    cost = cost_of(one)
    if cost:
        yield f"costs: {prose(cost)}"
    expected = expectation(one)
    if expected is not None:
        yield f"expected: {literal(expected)}"
    yield literal(one.message) if one.actual is None else f"actual: {literal(one.actual)}"
    if one.known:
        yield f"known: {prose(known_text(one.known))}"


def _repeat(one: RowResult, result: RunResult) -> Iterator[str]:
    """The requests to send again, folded. One that a code span cannot hold as it is would be a wrong command."""
    lines = lines_to_repeat(one, result.exchanges)
    if lines and all(one_line(line, _LONGEST_COMMAND) == line for line in lines):
        commands = "\n\n".join(f"  {literal(line, _LONGEST_COMMAND)}" for line in lines)
        yield f"- <details><summary>repeat</summary>\n\n{commands}\n\n  </details>"


def _reason(reason: Reason) -> str:
    ids = ", ".join(reason.ids)
    if reason.count <= _FEW_IDS:
        return f"- {reason.extent}: {prose(reason.text)}  \n  {ids}"
    return f"- {reason.extent}: {prose(reason.text)}\n  <details><summary>which</summary>{ids}</details>"


def _leftover(reason: Reason) -> str:
    return f"- {reason.count}: {literal(reason.text)}  \n  {', '.join(literal(one) for one in reason.ids[:_MOST_IDS])}"


def _generated(result: RunResult) -> list[str]:
    return [f"- {literal(sentence)}" for sentence in generated_sentences(result.generated)] if result.generated else []
