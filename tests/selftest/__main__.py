"""The commands of the self-test: ``python -m tests.selftest`` and ``python -m tests.selftest peers``."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import click
from rich.console import Console

from conformance.catalogue.files import load_catalogue
from conformance.catalogue.requirements import Level
from tests.mutants import MUTANTS, Mutant
from tests.mutants.narrowed import batches
from tests.mutants.tools.bench import bench
from tests.selftest.blind import (
    BLIND_FILE,
    FILES_OF_OPTIONS,
    FIRST_SEED,
    MENDED_FILE,
    load_blind,
    look_at_all,
    missed_at_first,
    save_blind,
    summary,
)
from tests.selftest.cases import DISPENSABLE_FILE, finders, save_dispensable, undecided_in_vain
from tests.selftest.deciders import deciders
from tests.selftest.narrowed import save_narrowed, try_all
from tests.selftest.page import PAGE, render
from tests.selftest.passing import Passing, sample_of, save_passing
from tests.selftest.passing_run import JOURNAL_FILE, measure
from tests.selftest.peers import sample_for_peers, seen_by
from tests.selftest.repeated import outcome, repetitions, save_repeated
from tests.selftest.results import MENDED, RESULTS_FILE, Drawn, Planted, Results, load, read_junit, save
from tests.selftest.tools import ToolMissing, tools

_ROOT = Path(__file__).parents[2]
# A run of the suite waits more than it computes: six for each core keep the cores at work.
_WORKERS = 6 * (os.cpu_count() or 1)
_OF_AREAS_FOR_PEERS = 10
_HIDDEN_FOR_PEERS = 10
_DRAWS = 200


@click.group(invoke_without_command=True)
@click.option("--quick", is_flag=True, help="One mutant per area and three targets, in under three minutes.")
@click.option("--workers", default=_WORKERS, show_default=True, type=click.IntRange(1), help="Processes at work.")
@click.pass_context
def main(context: click.Context, quick: bool, workers: int) -> None:
    """Plant every mutant, draw every conforming target, and say what the suite made of them."""
    if context.invoked_subcommand:
        return
    started = time.monotonic()
    mutants, draws = _run("quick_selftest" if quick else "mutants or conforming", workers)
    minutes = round((time.monotonic() - started) / 60, 1)
    _tell(mutants, draws, minutes)
    if not quick:
        previous = load() if RESULTS_FILE.exists() else None
        peers = previous.peers if previous else ()
        _publish(Results(_today(), _machine(), minutes, mutants, draws, peers))
    context.exit(0 if _is_clean(mutants, draws) else 1)


@main.command()
@click.option("--rows", default="", help="Run the mutants of these rows again too, separated by commas.")
@click.option("--workers", default=_WORKERS, show_default=True, type=click.IntRange(1), help="Processes at work.")
def again(rows: str, workers: int) -> None:
    """Run what failed in the last self-test again, after the suite was mended. The page says so."""
    last = load()
    failed = [mutant.name for mutant in last.mutants if not mutant.killed]
    failed += [f"draw {draw.seed}" for draw in last.draws if draw.alarms]
    names = [f"{name.replace(' ', '-')}-" if name.startswith("draw ") else name for name in failed]
    mutants, draws = _run("mutants or conforming", workers, [*names, *filter(None, rows.split(","))])
    all_mutants = {mutant.name: mutant for mutant in (*last.mutants, *mutants)}
    all_draws = {draw.seed: draw for draw in (*last.draws, *draws)}
    told = [last.remark] if last.remark else []
    if failed:
        told.append(f"{MENDED}: {', '.join(failed)}.")
    if rows:
        told.append(f"All mutants of {rows.replace(',', ', ')} ran again later.")
    remark = " ".join(told)
    _publish(replace(last, mutants=tuple(all_mutants.values()), draws=tuple(all_draws.values()), remark=remark))


@main.command()
@click.option("--plain", default=_OF_AREAS_FOR_PEERS, show_default=True, help="Areas of which one mutant is taken.")
@click.option("--hidden", default=_HIDDEN_FOR_PEERS, show_default=True, help="Mutants of hidden state to draw.")
def peers(plain: int, hidden: int) -> None:
    """Give some mutants to teesheet, Schemathesis and Specmatic, all three at once."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        (folder / "bench").mkdir()
        # Requests that no mutant was made for may make one crash: then it answers 500, which is to be found as well.
        with bench(folder / "bench", may_crash=True) as ready:
            try:
                with ThreadPoolExecutor() as at_once:
                    sample = sample_for_peers(plain, hidden)
                    measured = tuple(at_once.map(lambda tool: seen_by(tool, sample, click.echo), tools(ready, folder)))
            except ToolMissing as missing:
                raise click.ClickException(str(missing)) from missing
    _publish(replace(load(), peers=measured))


@main.command()
@click.option("--mutants", "count", default=len(MUTANTS), type=click.IntRange(1), help="How many.  [default: all]")
@click.option("--draws", default=_DRAWS, show_default=True, type=click.IntRange(1), help="Conforming targets.")
@click.option("--workers", default=_WORKERS, show_default=True, type=click.IntRange(1), help="Runs at once.")
@click.option(
    "--recorded",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="The folder of `pytest -m mutants --basetemp FOLDER`: its runs are judged, and not repeated.",
)
@click.pass_context
def passing(context: click.Context, count: int, draws: int, workers: int, recorded: Path | None) -> None:
    """Let the traffic of the suite pass the judges of the proxy.

    Ctrl-C interrupts it, and the same command resumes it.
    """
    rows = [row.id for row in load_catalogue() if row.level in (Level.must, Level.should)]
    with tempfile.TemporaryDirectory() as folder, bench(Path(folder), may_crash=True) as ready:
        measured = measure(ready, sample_of(count), draws, rows, workers, recorded)
    if measured.failed:
        click.echo(f"{measured.failed} could not be measured. The same command tries these again.")
        context.exit(1)
    save_passing(Passing(_today(), measured.sights, measured.quiets, _machine(), workers, known=len(MUTANTS)))
    JOURNAL_FILE.unlink()
    _publish(load())


@main.command()
@click.option("--whole", is_flag=True, help="Run every row, as users do. Without it: only the row that a fault breaks.")
@click.option("--seed", default=1, show_default=True, help="The seed of all runs.")
@click.option("--workers", default=_WORKERS, show_default=True, type=click.IntRange(1), help="Runs at once.")
@click.option("--lot", default=5, show_default=True, help="The lot whose faults are planted.")
@click.option("--missed", is_flag=True, help="Only the faults that the first whole runs missed.")
@click.option("--tours", help="Further requests that a run may plan for tours.")
@click.option("--requests", help="The limit of requests of a run.")
def blind(whole: bool, seed: int, workers: int, lot: int, missed: bool, **options: str | None) -> None:
    """Run the suite on the faults that are laid aside, and keep what it found.

    Runs with tours, runs with another limit of requests, and runs with the first seed on the faults that it missed
    before, have files of their own.
    """
    names = missed_at_first(load_blind()) if missed else None
    given = {name: value for name, value in options.items() if value}
    special = next((FILES_OF_OPTIONS[name] for name in given), None)
    file = special or (MENDED_FILE if missed and seed == FIRST_SEED else BLIND_FILE)
    words = [word for name, value in given.items() for word in (f"--{name}", value)]
    with tempfile.TemporaryDirectory() as folder, bench(Path(folder), may_crash=True, served=["--laid-aside"]) as ready:
        looked = []
        for run in look_at_all(ready, lot=lot, whole=whole, seed=seed, workers=workers, options=words, names=names):
            looked.append(run)
            # An interrupted command loses no run that has ended.
            save_blind(looked, file)
            click.echo(f"{len(looked):4} {run.fault:40} {run.verdict}")
    click.echo(summary(looked))


@main.command("narrowed")
@click.option(
    "--runs", default=60, show_default=True, type=click.IntRange(1), help="Whole runs, with seven faults each."
)
@click.option("--seed", default=1, show_default=True, help="Decides which mutant shows under which circumstance.")
@click.option(
    "--together", default=1, show_default=True, type=click.IntRange(1, 2), help="Circumstances of each fault."
)
@click.option("--workers", default=4, show_default=True, type=click.IntRange(1), help="Runs at once.")
def try_narrowed(runs: int, seed: int, together: int, workers: int) -> None:
    """Let plain mutants show under one circumstance each, or two, and keep what whole runs find."""
    drawn, tried = batches(runs, seed, together), []
    options = ["--narrowed", str(runs), "--seed", str(seed), "--together", str(together)]
    with tempfile.TemporaryDirectory() as folder, bench(Path(folder), may_crash=True, served=options) as ready:
        for fault in try_all(ready, drawn, workers):
            tried.append(fault)
            click.echo(f"{fault.verdict:12} {fault.shown:4}  {fault.mutant}, {fault.circumstance}: {fault.value}")
    save_narrowed(tried, together, _today(), _machine())
    _publish(load())


@main.command("repeated")
@click.option("--times", default=3, show_default=True, type=click.IntRange(1), help="Runs on each of three targets.")
@click.option("--lanes", default=8, show_default=True, type=click.IntRange(1, 16), help="Checks side by side.")
@click.option("--only", default="", help="Rows to decide, separated by commas.  [default: all]")
@click.option("--workers", default=2, show_default=True, type=click.IntRange(1), help="Runs at once.")
@click.option("--other-seeds", is_flag=True, help="Give each run another seed, and count only the rows that fail.")
@click.pass_context
def repeat(context: click.Context, times: int, lanes: int, only: str, workers: int, other_seeds: bool) -> None:
    """Repeat runs with lanes on three conforming targets, and count the rows that fail or change their verdict.

    Whole runs are kept for the page. An interrupted command loses no run that has ended.
    """
    seen = []
    with tempfile.TemporaryDirectory() as folder, bench(Path(folder), may_crash=True) as ready:
        rows = tuple(filter(None, only.split(",")))
        for run in repetitions(ready, times, lanes, rows, workers, other_seeds=other_seeds):
            seen.append(run)
            click.echo(f"{run.target:6} {len(run.verdicts)} rows")
            for row, message in run.messages.items():
                click.echo(f"       {row} {run.verdicts[row]}: {message}")
            repeated = outcome(seen, lanes, _today(), _machine(), other_seeds=other_seeds)
            if not only:
                save_repeated(repeated)
    click.echo("\n".join([*repeated.flaws, f"{len(repeated.flaws)} flaws in {len(seen)} runs"]))
    context.exit(1 if repeated.flaws else 0)


@main.command()
@click.option("--workers", default=_WORKERS, show_default=True, type=click.IntRange(1), help="Processes at work.")
def cases(workers: int) -> None:
    """Find the cases that a run drops first to save requests, from runs on known faults and on conforming targets."""
    found_by, undecided = dict[str, frozenset[str]](), list[Mutant]()
    for mutant, names in finders(workers):
        if names is None:
            undecided.append(mutant)
        else:
            found_by[mutant.name] = names
        click.echo(f"{mutant.name:50} {'undecided' if names is None else f'{len(names)} checks'}")
    if in_vain := undecided_in_vain(undecided, found_by):
        raise click.ClickException(
            f"{len(in_vain)} runs did not decide the row of their fault, {in_vain[-1]} the last of them. Perhaps the"
            " sandbox or the proxy ended too early. Nothing was written."
        )
    save_dispensable(found_by, list(deciders(workers)))
    click.echo(f"Written: {DISPENSABLE_FILE.relative_to(_ROOT)}")


@main.command()
def page() -> None:
    """Render docs/self-test.md again from the results that are there."""
    _publish(load())


def _run(marks: str, workers: int, names: Sequence[str] = ()) -> tuple[tuple[Planted, ...], tuple[Drawn, ...]]:
    """The mutants and draws of the tests with these *marks*, or of those of them whose name contains one of *names*."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "junit.xml"
        command = [sys.executable, "-m", "pytest", "tests/test_conforming.py", "tests/test_mutants.py", "-m", marks]
        # The longest come first, each for the next worker that is free.
        command += ["-p", "tests.selftest.longest_first"]
        shared = ("-n", str(workers), "--dist", "load", "--maxschedchunk", "1", "-k", " or ".join(names))
        subprocess.run([*command, *shared, f"--junitxml={report}"], cwd=_ROOT, env=_environment(), check=False)
        if not report.exists():
            raise click.ClickException("pytest wrote no report. Its output is above.")
        return read_junit(report)


def _environment() -> dict[str, str]:
    """Ours, but with bytecode kept: hundreds of processes would each compile the same modules."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def _tell(mutants: tuple[Planted, ...], draws: tuple[Drawn, ...], minutes: float) -> None:
    console = Console()
    killed, quiet = sum(mutant.killed for mutant in mutants), sum(not draw.alarms for draw in draws)
    console.print(f"\nkilled    {killed} of {len(mutants)} mutants", highlight=False)
    for mutant in mutants:
        if not mutant.killed:
            console.print(f"survives  {mutant.name} ({mutant.verdict}): {MUTANTS[mutant.name].breaks}", highlight=False)
    console.print(f"quiet     on {quiet} of {len(draws)} conforming targets", highlight=False)
    for alarmed in draws:
        if alarmed.alarms:
            console.print(f"alarm     draw {alarmed.seed}: {' '.join(alarmed.alarms)}", highlight=False)
    console.print(f"in        {minutes} minutes", highlight=False)


def _is_clean(mutants: tuple[Planted, ...], draws: tuple[Drawn, ...]) -> bool:
    return (
        bool(mutants)
        and bool(draws)
        and all(mutant.killed for mutant in mutants)
        and not any(draw.alarms for draw in draws)
    )


def _publish(results: Results) -> None:
    save(results)
    PAGE.write_text(render(results), encoding="utf-8")
    click.echo(f"Written: {PAGE.relative_to(_ROOT)}")


def _today() -> str:
    return datetime.now(UTC).date().isoformat()


def _machine() -> str:
    return f"{os.cpu_count()} cores, Python {platform.python_version()}"


if __name__ == "__main__":
    main()
