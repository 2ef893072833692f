"""The findings of a run, for a person at a terminal of 80 columns.

The end of a long output stays on the screen, so the order goes from the least to the most urgent: counts, leftovers,
known failures, warnings, untested rows with reasons, serious findings, violations, and last the outcome.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table

from conformance.catalogue.requirements import AREAS
from conformance.conditions.coverage import FamilyCoverage
from conformance.evidence.verdicts import Verdict
from conformance.report.coverage_text import coverage_line
from conformance.report.curl import curl_line, program_lines, proof_lines
from conformance.report.generated_text import generated_sentences
from conformance.report.grouping import Reason, by_reason, cost_of, expectation, leftovers_by_reason, selected_with
from conformance.report.wording import UNDECIDED, headline, known_text, notices, origin, target_of
from conformance.results.generated import GeneratedTraffic
from conformance.results.run_result import Outcome, RowResult, RunResult

_COLOUR_OF_OUTCOME = {
    Outcome.conformant: "bold green",
    Outcome.violation: "bold red",
    Outcome.finding: "bold red",
    Outcome.incomplete: "bold yellow",
    Outcome.error: "bold magenta",
}
_COLOUR_OF = {
    Verdict.broken: "magenta",
    Verdict.fail: "red",
    Verdict.serious: "red",
    Verdict.untested: "yellow",
    Verdict.inconclusive: "yellow",
    Verdict.known: "yellow",
    Verdict.warn: "yellow",
    Verdict.pass_: "green",
}

# Longer lists and texts are only in the page, because a terminal is for a first look.
_MOST_FINDINGS = 10
_MOST_WARNINGS = 6
_MOST_REASONS = 8
_MOST_IDS = 9
_LONGEST_TEXT = 240


def print_summary(result: RunResult, folder: Path | None, console: Console) -> None:
    """Prints *result*; *folder* has its reports, None when none were written."""
    console.print()
    console.print(_counts(result))
    _print_reasons("Left behind on the target", leftovers_by_reason(result), console)
    _print_known(selected_with(result, Verdict.known), console)
    _print_findings("Warnings", selected_with(result, Verdict.warn), result, console, most=_MOST_WARNINGS)
    _print_generated(result.generated, console)
    _print_coverage(result.coverage, console)
    _print_reasons("Not tested, by reason", by_reason(selected_with(result, *UNDECIDED)), console)
    _print_sentences("Stale rows of the baseline", result.stale_baseline, console)
    _print_sentences("Faults of the suite", result.faults, console)
    _print_findings("Broken by a fault of the suite", selected_with(result, Verdict.broken), result, console)
    _print_findings("Serious findings", selected_with(result, Verdict.serious), result, console)
    _print_findings("Violated", selected_with(result, Verdict.fail), result, console)
    _print_outcome(result, folder, console)


def _counts(result: RunResult) -> Table:
    """Selected rows by area, with a column for each verdict that occurs."""
    selected = [row for row in result.rows if row.selected]
    verdicts = [verdict for verdict in Verdict if any(row.verdict is verdict for row in selected)]
    table = Table(box=None, padding=(0, 1), pad_edge=False)
    table.add_column("area")
    for verdict in verdicts:
        table.add_column(verdict.value, justify="right", style=_COLOUR_OF.get(verdict, ""))
    for area in AREAS:
        found = [row.verdict for row in selected if row.row.area == area]
        if found:
            table.add_row(area.replace("_", " "), *(str(found.count(verdict) or "·") for verdict in verdicts))
    found = [row.verdict for row in selected]
    table.add_row("all", *(str(found.count(verdict)) for verdict in verdicts), style="bold")
    return table


def _print_outcome(result: RunResult, folder: Path | None, console: Console) -> None:
    console.print(f"\n{headline(result)}", style=_COLOUR_OF_OUTCOME[result.outcome], highlight=False)
    for notice in notices(result):
        console.print(escape(notice), style="yellow", highlight=False)
    seconds = (result.finished_at - result.started_at).total_seconds()
    facts = f"{target_of(result)}  {_requests(result)} in {seconds:.1f} s, seed {result.seed}"
    console.print(escape(facts), highlight=False, soft_wrap=True)
    console.print(escape(origin(result)), highlight=False, soft_wrap=True)
    if folder:
        console.print(f"Report: {escape(str(folder / 'report.html'))}", highlight=False, soft_wrap=True)


def _requests(result: RunResult) -> str:
    at_most = f" of {result.traffic.most_requests}" if result.traffic else ""
    return f"{result.requests}{at_most} requests"


def _print_findings(
    title: str, found: Sequence[RowResult], result: RunResult, console: Console, *, most: int = _MOST_FINDINGS
) -> None:
    """Each finding with both sides, what it costs, and the request that shows it."""
    _print_title(title, len(found), console)
    for row in found[:most]:
        console.print(f"\n[bold]{row.row.id}[/bold] {escape(row.row.sentence)}", highlight=False)
        console.print(_facts(row, proof_lines(row, result.exchanges)), highlight=False)
        if row.program:
            _print_program(row, result, console)
        elif row.exchanges:
            # A single line, however long, so that a user can copy it.
            line = curl_line(result.exchanges[row.exchanges[0]])
            console.print(f"  repeat    {escape(line)}", highlight=False, soft_wrap=True, style="dim")
    _print_rest(found[most:], console)


def _print_program(row: RowResult, result: RunResult, console: Console) -> None:
    """The requests that together lead to the finding, in their order. Their ids are ids of this run."""
    console.print("  repeat    these requests in their order:", highlight=False, style="dim")
    for line in program_lines([result.exchanges[place] for place in row.program]):
        console.print(f"    {escape(line)}", highlight=False, soft_wrap=True, style="dim")


def _facts(row: RowResult, proof: Sequence[str]) -> Table:
    table = Table.grid(padding=(0, 1))
    table.add_column(width=11)
    table.add_column(overflow="fold")
    for name, text in _named_facts(row):
        table.add_row(f"  {name}", escape(_cut(text)))
    for number, line in enumerate(proof):
        table.add_row("  seen in" if number == 0 else "", escape(_cut(line)))
    return table


def _named_facts(row: RowResult) -> Iterator[tuple[str, str]]:
    cost = cost_of(row)
    if cost:
        yield "costs", cost
    expected = expectation(row)
    if expected is not None:
        yield "expected", expected
    if row.actual is not None:
        yield "actual", row.actual
    else:
        yield "finding", row.message


def _print_known(found: Sequence[RowResult], console: Console) -> None:
    _print_title("Known failures", len(found), console)
    for row in found[:_MOST_WARNINGS]:
        console.print(f"[bold]{row.row.id}[/bold] {escape(row.row.sentence)}", highlight=False)
        _print_indented(_actual(row), console)
        if row.known:
            _print_indented(f"known: {known_text(row.known)}", console)
    _print_rest(found[_MOST_WARNINGS:], console)


def _actual(row: RowResult) -> str:
    return row.message if row.actual is None else f"actual: {row.actual}"


def _print_reasons(title: str, reasons: Sequence[Reason], console: Console) -> None:
    """Prints each reason once, with the number of its ids and the first of them."""
    _print_title(title, sum(reason.count for reason in reasons), console)
    table = Table.grid(padding=(0, 1))
    table.add_column(justify="right")
    table.add_column(overflow="fold")
    for reason in reasons[:_MOST_REASONS]:
        musts = f" [dim]({reason.musts} must)[/dim]" if reason.musts else ""
        table.add_row(str(reason.count), f"{escape(_cut(reason.text))}{musts}")
        table.add_row("", f"[dim]{escape(_folded(reason.ids))}[/dim]")
    if reasons:
        console.print(table, highlight=False)
    rest = reasons[_MOST_REASONS:]
    if rest:
        left = "1 more reason" if len(rest) == 1 else f"{len(rest)} more reasons"
        ids = _folded(row_id for reason in rest for row_id in reason.ids)
        console.print(f"{left} in report.html, for {ids}", highlight=False)


def _folded(ids: Iterable[str]) -> str:
    remaining = iter(ids)
    shown = " ".join(islice(remaining, _MOST_IDS))
    left = sum(1 for _ in remaining)
    return f"{shown} and {left} more" if left else shown


def _print_rest(rest: Sequence[RowResult], console: Console) -> None:
    if rest:
        console.print(
            f"\n{len(rest)} more: {_folded(row.row.id for row in rest)}; report.html has them.", highlight=False
        )


def _print_generated(traffic: GeneratedTraffic | None, console: Console) -> None:
    if traffic is not None:
        console.print("\n[bold]Generated traffic[/bold]", highlight=False)
        for sentence in generated_sentences(traffic):
            _print_indented(sentence, console)


def _print_coverage(coverage: Sequence[FamilyCoverage], console: Console) -> None:
    if coverage:
        console.print("\n[bold]Coverage of conditions[/bold]", highlight=False)
        console.print(Padding(escape(coverage_line(coverage)), (0, 0, 0, 2), expand=False), highlight=False)


def _print_sentences(title: str, sentences: Sequence[str], console: Console) -> None:
    _print_title(title, len(sentences), console)
    for sentence in sentences:
        _print_indented(sentence, console)


def _print_title(title: str, count: int, console: Console) -> None:
    if count:
        console.print(f"\n[bold]{title}[/bold] [dim]{count}[/dim]", highlight=False)


def _print_indented(text: str, console: Console) -> None:
    console.print(Padding(escape(_cut(text)), (0, 0, 0, 2), expand=False), highlight=False)


def _cut(text: str) -> str:
    """*text*, cut behind a word when it is long. A text without blanks is cut anywhere."""
    if len(text) <= _LONGEST_TEXT:
        return text
    begin = text[: _LONGEST_TEXT + 1]
    return f"{begin.rpartition(' ')[0] or begin[:-1]} ..."
