"""The grade for a person at a terminal of 80 columns. The most urgent lines come last: they stay on the screen."""

from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table

from conformance.grading.grades import Grade, GradeOutcome, GradeVerdict, RowGrade
from conformance.grading.renderings.wording import NO_MORE, call_lines, headline, judged_by, stage_named, title_of
from conformance.grading.rows import AREAS

_COLOURS = {GradeOutcome.passed: "bold green", GradeOutcome.failed: "bold red", GradeOutcome.incomplete: "bold yellow"}
_MOST_CALLS = 3


def print_grade(grade: Grade, folder: Path | None, console: Console) -> None:
    """Prints *grade*; *folder* has its reports, None when none were written."""
    console.print()
    console.print(_counts(grade))
    for stage in grade.stages:
        if stage.trouble:
            console.print(f"\n[yellow]{escape(stage.title)}[/yellow]: {escape(stage.trouble)}", highlight=False)
    _print_rows("Warnings", grade.of(GradeVerdict.warned), grade, console)
    _print_rows("Violated", grade.of(GradeVerdict.failed), grade, console)
    console.print(f"\n{headline(grade)}", style=_COLOURS[grade.outcome], highlight=False)
    console.print(NO_MORE, highlight=False)
    console.print(escape(f"{grade.what}  {_work(grade)}"), highlight=False, soft_wrap=True)
    console.print(escape(judged_by(grade)), highlight=False, soft_wrap=True)
    if folder:
        console.print(f"Report: {escape(str(folder / 'grade.html'))}", highlight=False, soft_wrap=True)


def _work(grade: Grade) -> str:
    calls = sum(len(stage.exchanges) for stage in grade.stages)
    seconds = sum(stage.seconds for stage in grade.stages)
    scenarios = f"{len(grade.stages)} scenarios, " if grade.stages[0].name else ""
    return f"{scenarios}{calls} calls" + (f"; the client worked for {seconds:.0f} s in all" if seconds else "")


def _counts(grade: Grade) -> Table:
    verdicts = [verdict for verdict in GradeVerdict if grade.of(verdict)]
    table = Table(box=None, padding=(0, 1), pad_edge=False)
    table.add_column("area")
    for verdict in verdicts:
        table.add_column(verdict.value, justify="right")
    for area in AREAS:
        found = [row.verdict for row in grade.rows if row.row.area == area]
        table.add_row(area.replace("_", " "), *(str(found.count(verdict) or "·") for verdict in verdicts))
    return table


def _print_rows(title: str, rows: list[RowGrade], grade: Grade, console: Console) -> None:
    if rows:
        console.print(f"\n[bold underline]{title} ({len(rows)})[/bold underline]")
    for row in rows:
        console.print(f"\n[bold]{row.row.id}[/bold] {escape(row.row.sentence)}", highlight=False)
        first = row.findings[0]
        where = title_of(grade, first.scenario)
        _print_fact("happened", f"{where}: {first.sentence}." if where else f"{first.sentence}.", console)
        for line in call_lines(stage_named(grade, first.scenario), first.calls)[:_MOST_CALLS]:
            console.print(f"            {escape(line)}", highlight=False, soft_wrap=True, style="dim")
        _print_fact("costs", row.row.costs, console)
        _print_fact("instead", row.row.right, console)


def _print_fact(name: str, text: str, console: Console) -> None:
    grid = Table.grid(padding=(0, 1))
    grid.add_column(width=9, style="dim")
    grid.add_column()
    grid.add_row(name, escape(text))
    console.print(Padding(grid, (0, 0, 0, 2)), highlight=False)
