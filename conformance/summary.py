"""What a run found, for a person at a terminal of 80 columns: the outcome first, then what to do about it."""

from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table

from conformance.catalogue import AREAS
from conformance.report.curl import curl_line
from conformance.report.wording import UNDECIDED, headline, known_text
from conformance.results import Outcome, RowResult, RunResult
from conformance.verdicts import Verdict

_COLOUR_OF_OUTCOME = {
    Outcome.conformant: "bold green",
    Outcome.violation: "bold red",
    Outcome.incomplete: "bold yellow",
    Outcome.error: "bold magenta",
}
_COLUMNS = {
    Verdict.pass_: "pass",
    Verdict.warn: "warn",
    Verdict.fail: "fail",
    Verdict.untested: "untest",
    Verdict.inconclusive: "inconc",
    Verdict.broken: "broken",
    Verdict.known: "known",
    Verdict.info: "info",
    Verdict.skip: "skip",
}


def print_summary(result: RunResult, folder: Path, console: Console) -> None:
    """Print *result*; *folder* is where its reports are."""
    console.print(f"\n{headline(result)}", style=_COLOUR_OF_OUTCOME[result.outcome], highlight=False)
    seconds = (result.finished_at - result.started_at).total_seconds()
    facts = f"{result.target}  {len(result.exchanges)} exchanges in {seconds:.1f} s, seed {result.seed}"
    console.print(facts, highlight=False, soft_wrap=True)
    console.print(_counts(result))
    _print_sentences("Faults of the suite", result.faults, console)
    for verdict, title in ((Verdict.fail, "Violated"), (Verdict.broken, "Broken by a fault of the suite")):
        _print_findings(title, _of(result, verdict), result, console)
    _print_sentences("Stale rows of the baseline", result.stale_baseline, console)
    _print_known(_of(result, Verdict.known), console)
    _print_warnings(_of(result, Verdict.warn), console)
    _print_undecided([one for verdict in UNDECIDED for one in _of(result, verdict)], console)
    _print_leftovers(result, console)
    console.print(f"\nReport: {folder / 'report.html'}", highlight=False, soft_wrap=True)


def _of(result: RunResult, verdict: Verdict) -> list[RowResult]:
    return [one for one in result.rows if one.selected and one.verdict is verdict]


def _counts(result: RunResult) -> Table:
    """Selected rows by area and verdict."""
    table = Table(box=None, padding=(0, 1), pad_edge=False)
    table.add_column("area")
    for name in _COLUMNS.values():
        table.add_column(name, justify="right")
    selected = [one for one in result.rows if one.selected]
    for area in AREAS:
        verdicts = [one.verdict for one in selected if one.row.area == area]
        if verdicts:
            table.add_row(area.replace("_", " "), *(str(verdicts.count(verdict) or "·") for verdict in _COLUMNS))
    verdicts = [one.verdict for one in selected]
    table.add_row("all", *(str(verdicts.count(verdict)) for verdict in _COLUMNS), style="bold")
    return table


def _print_findings(title: str, found: Iterable[RowResult], result: RunResult, console: Console) -> None:
    for place, one in enumerate(found):
        if place == 0:
            console.print(f"\n[bold]{title}[/bold]")
        console.print(f"\n[bold]{one.row.id}[/bold] {escape(one.row.sentence)}", highlight=False)
        if one.expected is None:
            _indented(one.message, console)
        else:
            _indented(f"expected  {one.expected}", console)
            _indented(f"actual    {one.actual}", console)
        if one.exchanges:
            console.print(
                f"  repeat    {escape(curl_line(result.exchanges[one.exchanges[0]]))}", highlight=False, soft_wrap=True
            )


def _print_warnings(found: list[RowResult], console: Console) -> None:
    if found:
        console.print("\n[bold]Warnings[/bold]")
    for one in found:
        console.print(f"[bold]{one.row.id}[/bold] {escape(one.row.sentence)}", highlight=False)
        _indented(one.message if one.actual is None else f"actual    {one.actual}", console)


def _print_known(found: list[RowResult], console: Console) -> None:
    if found:
        console.print("\n[bold]Known failures[/bold]")
    for one in found:
        console.print(f"[bold]{one.row.id}[/bold] {escape(one.row.sentence)}", highlight=False)
        _indented(one.message if one.actual is None else f"actual    {one.actual}", console)
        if one.known:
            _indented(f"known     {known_text(one.known)}", console)


def _print_undecided(found: list[RowResult], console: Console) -> None:
    reasons: defaultdict[str, list[str]] = defaultdict(list)
    for one in found:
        reasons[one.message].append(one.row.id)
    if reasons:
        console.print("\n[bold]Not decided, by reason[/bold]")
    table = Table.grid(padding=(0, 1))
    for reason, ids in sorted(reasons.items(), key=lambda pair: -len(pair[1])):
        table.add_row(str(len(ids)), escape(reason))
        table.add_row("", f"[dim]{' '.join(ids)}[/dim]")
    console.print(table, highlight=False)


def _print_sentences(title: str, sentences: Iterable[str], console: Console) -> None:
    for place, sentence in enumerate(sentences):
        if place == 0:
            console.print(f"\n[bold]{title}[/bold]")
        _indented(sentence, console)


def _print_leftovers(result: RunResult, console: Console) -> None:
    if result.leftovers:
        console.print("\n[bold]Left behind on the target[/bold]")
    for one in result.leftovers:
        _indented(f"{one.kind} {one.id}: {one.reason}", console)


def _indented(text: str, console: Console) -> None:
    console.print(Padding(escape(text), (0, 0, 0, 2), expand=False), highlight=False)
