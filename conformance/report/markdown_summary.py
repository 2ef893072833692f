"""report.md: the run as GitHub-flavoured Markdown, short enough for a comment under a pull request.

What a target sent stands in code spans, where it can neither format, nor mention a person, nor link an issue.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from conformance.catalogue import AREAS
from conformance.report.markdown_text import fitting, literal, prose, section
from conformance.report.wording import UNDECIDED, headline, known_text
from conformance.results import RowResult, RunResult
from conformance.verdicts import Verdict


def markdown_summary(result: RunResult) -> str:
    """The summary, short enough for a comment: outcome, verdicts by area, violations, and what was not tested and why.

    What does not fit is counted in the last line, with the file that has it.
    """
    blocks = [
        f"## {prose(headline(result))}",
        _facts(result),
        _areas(result),
        *section("Violated", [_finding(one) for one in _of(result, Verdict.fail)]),
        *section("Faults of the suite", [f"- {literal(fault)}" for fault in result.faults]),
        *section("Broken by a fault of the suite", [_finding(one) for one in _of(result, Verdict.broken)]),
        *section("Stale rows of the baseline", [f"- {prose(sentence)}" for sentence in result.stale_baseline]),
        *section("Known failures", [_finding(one) for one in _of(result, Verdict.known)]),
        *section("Not tested, by reason", _reasons(_of(result, *UNDECIDED))),
        *section("Warnings", [_finding(one) for one in _of(result, Verdict.warn)]),
        *section("Left behind on the target", _leftovers(result)),
    ]
    return fitting(blocks, "report.html")


def _of(result: RunResult, *verdicts: Verdict) -> list[RowResult]:
    return [one for one in result.rows if one.selected and one.verdict in verdicts]


def _facts(result: RunResult) -> str:
    seconds = (result.finished_at - result.started_at).total_seconds()
    facts = [
        f"Target {literal(result.target)}",
        f"{len(result.exchanges)} exchanges in {seconds:.1f} s",
        f"started {result.started_at:%Y-%m-%d %H:%M} UTC",
        f"seed {result.seed}",
        f"exit code {result.exit_code}",
        *(["read-only run"] if result.read_only else []),
        *([f"only {prose(', '.join(result.only))}"] if result.only else []),
        *(["interrupted"] if result.interrupted else []),
    ]
    return " · ".join(facts)


def _areas(result: RunResult) -> str:
    """Selected rows by area and verdict."""
    selected = [one for one in result.rows if one.selected]
    lines = [
        f"| area | {' | '.join(verdict.value for verdict in Verdict)} |",
        f"|---|{'---:|' * len(Verdict)}",
        *(_counts(area.replace("_", " "), rows) for area in AREAS if (rows := _in_area(selected, area))),
        _counts("**all**", selected),
    ]
    return "\n".join(lines)


def _in_area(rows: Iterable[RowResult], area: str) -> list[RowResult]:
    return [one for one in rows if one.row.area == area]


def _counts(name: str, rows: Sequence[RowResult]) -> str:
    verdicts = [one.verdict for one in rows]
    return f"| {name} | {' | '.join(str(verdicts.count(verdict) or '·') for verdict in Verdict)} |"


def _finding(one: RowResult) -> str:
    told = (
        [f"- {literal(one.message)}"]
        if one.expected is None
        else [f"- expected: {literal(one.expected)}", f"- actual: {literal(one.actual or '')}"]
    )
    lines = [
        f"**{one.row.id}** {prose(one.row.sentence)}  ",
        f"{one.row.level.value}, {one.row.basis.value}; specification: {prose(one.row.heading)}",
        "",
        *told,
        *([f"- known: {prose(known_text(one.known))}"] if one.known else []),
    ]
    return "\n".join(lines)


def _reasons(rows: Iterable[RowResult]) -> list[str]:
    ids: defaultdict[str, list[str]] = defaultdict(list)
    for one in rows:
        ids[one.message].append(one.row.id)
    return [
        f"- {len(ids[reason])}: {prose(reason)}  \n  {', '.join(ids[reason])}"
        for reason in sorted(ids, key=lambda reason: -len(ids[reason]))
    ]


def _leftovers(result: RunResult) -> list[str]:
    return [f"- {prose(one.kind)} {literal(one.id)}: {literal(one.reason)}" for one in result.leftovers]
