"""A comparison of two reports as plain text and as GitHub-flavoured Markdown."""

from collections.abc import Callable

from conformance.report.markdown_text import fitting, literal, one_line, prose, section
from conformance.results.comparison import Change, Comparison, Direction, Report, ReportedCoverage

_SHOWN_WITH_REASON = (Direction.failing, Direction.serious, Direction.worse)


def comparison_text(comparison: Comparison) -> str:
    """The comparison for a terminal: a summary, the two runs, and each change under its direction."""
    lines = [
        _summary(comparison),
        "",
        f"old: {_run(comparison.old, one_line)}",
        f"new: {_run(comparison.new, one_line)}",
        *_notes(comparison, one_line),
    ]
    for direction in Direction:
        changes = _changes(comparison, direction)
        lines += [f"\n{direction.value}", *(_text(change) for change in changes)] if changes else []
    return "\n".join(lines) + "\n"


def comparison_markdown(comparison: Comparison) -> str:
    """The comparison for a pull request, short enough for a comment."""
    blocks = [
        f"## {_summary(comparison)}",
        f"- old: {_run(comparison.old, literal)}\n- new: {_run(comparison.new, literal)}",
        *_notes(comparison, prose),
    ]
    for direction in Direction:
        blocks += section(direction.value, [_markdown(change) for change in _changes(comparison, direction)])
    return fitting(blocks, "the text form")


def _summary(comparison: Comparison) -> str:
    counts = {direction: len(_changes(comparison, direction)) for direction in Direction}
    parts = [f"{count} {direction.value.lower()}" for direction, count in counts.items() if count]
    if not parts:
        return "No requirement changed its verdict."
    changed = len(comparison.changes)
    return f"{changed} requirement{'' if changed == 1 else 's'} changed: {', '.join(parts)}."


def _run(report: Report, shown: Callable[[str], str]) -> str:
    return f"{shown(report.outcome)}, {shown(report.target)}, started {shown(report.started_at)}"


def _notes(comparison: Comparison, shown: Callable[[str], str]) -> list[str]:
    notes = []
    if comparison.uncompared:
        notes.append(f"Not compared, because one of the runs did not select them: {comparison.uncompared}.")
    if comparison.gone:
        notes.append(f"Only in the old report: {shown(', '.join(comparison.gone))}.")
    if dropped := len(comparison.newly_dropped):
        notes.append(f"Cases that only the old run tried, so a verdict may be better without them: {dropped}.")
    notes += [_shrunk(name, old, new, shown) for name, (old, new) in comparison.shrunk.items()]
    return notes


def _shrunk(name: str, old: ReportedCoverage, new: ReportedCoverage | None, shown: Callable[[str], str]) -> str:
    now = f"{new.met} of {new.offered}" if new else "none"
    return f"Coverage of {shown(name)} shrank: {old.met} of {old.offered} pairs before, {now} now."


def _changes(comparison: Comparison, direction: Direction) -> list[Change]:
    return [change for change in comparison.changes if change.direction is direction]


def _text(change: Change) -> str:
    verdicts = f"{_before(change)} -> {change.row.verdict.value}"
    line = f"  {one_line(change.row.id)}  {verdicts}  {one_line(change.row.sentence)}"
    return f"{line}\n      {one_line(change.row.message)}" if change.direction in _SHOWN_WITH_REASON else line


def _markdown(change: Change) -> str:
    line = f"- **{prose(change.row.id)}** {_before(change)} → {change.row.verdict.value}: {prose(change.row.sentence)}"
    return f"{line}  \n  {literal(change.row.message)}" if change.direction in _SHOWN_WITH_REASON else line


def _before(change: Change) -> str:
    return change.before.value if change.before else "new"
