"""report.md: the run as GitHub-flavoured Markdown, short enough for a comment under a pull request.

What a target sent stands in code spans, where it can neither format, nor mention a person, nor link an issue.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence

from conformance.catalogue import AREAS
from conformance.report.wording import UNDECIDED, headline
from conformance.results import RowResult, RunResult
from conformance.verdicts import Verdict

# A comment on GitHub ends at 65,536 characters, and a workflow may put a few lines of its own around this.
MOST_CHARACTERS = 60_000

_ROOM_FOR_THE_LAST_LINE = 200
_LONGEST_TEXT = 300
_FORMATTING = re.compile(r"([\\`*_{}\[\]()<>#+!|~&$-])")
_ADDRESSING = re.compile(r"([@#])")


def markdown_summary(result: RunResult) -> str:
    """The summary, under `MOST_CHARACTERS`: outcome, verdicts by area, violations, and what was not tested and why.

    What does not fit is counted in the last line, with the file that has it.
    """
    blocks = [
        f"## {prose(headline(result))}",
        _facts(result),
        _areas(result),
        *_section("Violated", [_finding(one) for one in _of(result, Verdict.fail)]),
        *_section("Faults of the suite", [f"- {literal(fault)}" for fault in result.faults]),
        *_section("Broken by a fault of the suite", [_finding(one) for one in _of(result, Verdict.broken)]),
        *_section("Not tested, by reason", _reasons(_of(result, *UNDECIDED))),
        *_section("Warnings", [_finding(one) for one in _of(result, Verdict.warn)]),
        *_section("Left behind on the target", _leftovers(result)),
    ]
    return _fitting(blocks)


def prose(text: str) -> str:
    """*text* on one line, cut where it gets long, with nothing left that Markdown or GitHub acts on."""
    return _ADDRESSING.sub("\\1\u200b", _FORMATTING.sub(r"\\\1", _line(text)))


def literal(text: str) -> str:
    """*text* on one line as a code span, whatever it holds."""
    line = _line(text) or " "
    longest = max((len(run) for run in re.findall("`+", line)), default=0)
    fence = "`" * (longest + 1)
    padding = " " if "`" in (line[0], line[-1]) else ""
    return f"{fence}{padding}{line}{padding}{fence}"


def _line(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST_TEXT else f"{line[:_LONGEST_TEXT]} ..."


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


def _section(title: str, entries: Sequence[str]) -> list[str]:
    """The entries with the title above the first, so that no title is left without one."""
    return [f"### {title}\n\n{entries[0]}", *entries[1:]] if entries else []


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


def _fitting(blocks: Sequence[str]) -> str:
    text = ""
    for place, block in enumerate(blocks):
        if len(text) + len(block) > MOST_CHARACTERS - _ROOM_FOR_THE_LAST_LINE:
            return f"{text}{len(blocks) - place} more entries do not fit here; report.html has them.\n"
        text += f"{block}\n\n"
    return f"{text.rstrip()}\n"
