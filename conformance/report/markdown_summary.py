"""report.md: the run as GitHub-flavoured Markdown, short enough for a comment under a pull request.

The outcome, the violations and the untested rows with reasons are open. The rest is folded. Text that a target sent is
in code spans, where it cannot format, mention a person or link an issue.
"""

from collections.abc import Iterator, Sequence

from conformance.catalogue.requirements import AREAS
from conformance.evidence.verdicts import Verdict
from conformance.report.coverage_text import coverage_line, family_sentences
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
from conformance.report.wording import UNDECIDED, headline, known_text, notices, origin, target_of
from conformance.results.run_result import RowResult, RunResult

_FEW_IDS = 8
_MOST_IDS = 60
_LONGEST_COMMAND = 2_000


def markdown_summary(result: RunResult) -> str:
    """The summary, short enough for a comment: outcome, violations, untested rows with reasons, verdicts by area.

    The last line counts the entries that do not fit, and names the file that has them.
    """
    blocks = [
        f"## {prose(headline(result))}",
        _facts(result),
        *(f"> {prose(notice)}" for notice in notices(result)),
        *section("Violated", [_finding(row, result) for row in selected_with(result, Verdict.fail)]),
        *section("Serious findings", [_finding(row, result) for row in selected_with(result, Verdict.serious)]),
        *section("Faults of the suite", [f"- {literal(fault)}" for fault in result.faults]),
        *section(
            "Broken by a fault of the suite", [_finding(row, result) for row in selected_with(result, Verdict.broken)]
        ),
        *section("Stale rows of the baseline", [f"- {prose(sentence)}" for sentence in result.stale_baseline]),
        *section("Not tested, by reason", [*map(_reason, by_reason(selected_with(result, *UNDECIDED)))]),
        *_folded("Verdicts by area", [_areas(result)]),
        *_folded("Warnings", [_finding(row, result) for row in selected_with(result, Verdict.warn)]),
        *_folded("Known failures", [_finding(row, result) for row in selected_with(result, Verdict.known)]),
        *_folded("Coverage of conditions", _coverage(result)),
        *_folded("Generated traffic", _generated(result)),
        *_folded("Left behind on the target", [*map(_leftover, leftovers_by_reason(result))]),
    ]
    return fitting(blocks, "report.html")


def _folded(title: str, entries: Sequence[str]) -> list[str]:
    return [folded(title, entries, "report.html")] if entries else []


def _facts(result: RunResult) -> str:
    seconds = (result.finished_at - result.started_at).total_seconds()
    facts = [
        f"Target {literal(target_of(result))}",
        f"{result.requests} requests in {seconds:.1f} s",
        f"started {result.started_at:%Y-%m-%d %H:%M} UTC",
        f"seed {result.seed}",
        f"exit code {result.exit_code}",
        *(["profile read-only"] if result.read_only else []),
        origin(result),
    ]
    return " · ".join(facts)


def _areas(result: RunResult) -> str:
    """Selected rows by area, with a column for each verdict that occurs."""
    selected = [row for row in result.rows if row.selected]
    verdicts = [verdict for verdict in Verdict if any(row.verdict is verdict for row in selected)]
    lines = [
        f"| area | {' | '.join(verdict.value for verdict in verdicts)} |",
        f"|---|{'---:|' * len(verdicts)}",
        *(_counts(area.replace("_", " "), rows, verdicts) for area in AREAS if (rows := in_area(selected, area))),
        _counts("**all**", selected, verdicts),
    ]
    return "\n".join(lines)


def _counts(name: str, rows: Sequence[RowResult], verdicts: Sequence[Verdict]) -> str:
    found = [row.verdict for row in rows]
    return f"| {name} | {' | '.join(str(found.count(verdict) or '·') for verdict in verdicts)} |"


def _finding(row: RowResult, result: RunResult) -> str:
    return "\n".join(
        [
            f"**{row.row.id}** {prose(row.row.sentence)}  ",
            f"{weight_of(row)}, {row.row.basis.value}; specification: {prose(row.row.heading)}",
            "",
            *(f"- {fact}" for fact in _finding_facts(row)),
            *(f"- seen in: {literal(line)}" for line in proof_lines(row, result.exchanges)),
            *_repeat(row, result),
        ]
    )


def _finding_facts(row: RowResult) -> Iterator[str]:
    cost = cost_of(row)
    if cost:
        yield f"costs: {prose(cost)}"
    expected = expectation(row)
    if expected is not None:
        yield f"expected: {literal(expected)}"
    yield literal(row.message) if row.actual is None else f"actual: {literal(row.actual)}"
    if row.known:
        yield f"known: {prose(known_text(row.known))}"


def _repeat(row: RowResult, result: RunResult) -> Iterator[str]:
    """The requests to send again, folded. Omitted when a code span would change one of the commands."""
    lines = lines_to_repeat(row, result.exchanges)
    if lines and all(one_line(line, _LONGEST_COMMAND) == line for line in lines):
        commands = "\n\n".join(f"  {literal(line, _LONGEST_COMMAND)}" for line in lines)
        yield f"- <details><summary>repeat</summary>\n\n{commands}\n\n  </details>"


def _reason(reason: Reason) -> str:
    ids = ", ".join(reason.ids)
    if reason.count <= _FEW_IDS:
        return f"- {reason.extent}: {prose(reason.text)}  \n  {ids}"
    return f"- {reason.extent}: {prose(reason.text)}\n  <details><summary>which</summary>{ids}</details>"


def _leftover(reason: Reason) -> str:
    ids = ", ".join(literal(leftover_id) for leftover_id in reason.ids[:_MOST_IDS])
    return f"- {reason.count}: {literal(reason.text)}  \n  {ids}"


def _generated(result: RunResult) -> list[str]:
    return [f"- {literal(sentence)}" for sentence in generated_sentences(result.generated)] if result.generated else []


def _coverage(result: RunResult) -> list[str]:
    families = [f"- {prose(' '.join(family_sentences(family)))}" for family in result.coverage]
    return [f"- {prose(coverage_line(result.coverage))}", *families] if families else []
