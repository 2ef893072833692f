"""`python -m benchmarks.before COMMIT`: measures the sandbox beside the sandbox of an earlier commit, in one run."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from benchmarks import sandbox
from benchmarks.comparison import OURS, Comparison, Contestant, bodies_of, compared, in_turns
from benchmarks.load import require_tools
from benchmarks.processes import CACHE, SERVER_CORE, free_port
from benchmarks.scenarios import scenarios

_ROOT = Path(__file__).parent.parent


@click.command()
@click.argument("commit")
@click.option("--rounds", default=5, show_default=True, type=click.IntRange(1), help="Rounds per request and server.")
@click.option("--seconds", default=6, show_default=True, type=click.IntRange(1), help="How long a round lasts.")
def main(commit: str, rounds: int, seconds: int) -> None:
    """Measure the sandbox beside the sandbox of COMMIT."""
    require_tools("wrk", "taskset", "git")
    before = os.getloadavg()[0]
    python = _environment_of(_full_name(commit))
    with tempfile.TemporaryDirectory(dir=CACHE) as folder:
        measured = _measure(commit, python, Path(folder), rounds, seconds)
    console = Console(width=100)
    console.print(_table(commit, measured))
    console.print(f"Load average before and after: {before:.1f}, {os.getloadavg()[0]:.1f}.")


def _full_name(commit: str) -> str:
    command = ["git", "rev-parse", "--verify", f"{commit}^{{commit}}"]
    asked = subprocess.run(command, cwd=_ROOT, check=False, capture_output=True)
    if asked.returncode:
        raise click.ClickException(f"This repository has no commit {commit}. `git log --oneline` lists them.")
    return asked.stdout.decode().strip()


def _environment_of(commit: str) -> Path:
    """The Python of an environment with the code of *commit*, made at its first use and kept in the cache."""
    folder = CACHE / "commits" / commit
    python = folder / ".venv" / "bin" / "python"
    is_ready = folder / "ready"
    if is_ready.exists():
        return python
    folder.mkdir(parents=True, exist_ok=True)
    archive = subprocess.run(["git", "archive", commit], cwd=_ROOT, check=True, capture_output=True).stdout
    subprocess.run(["tar", "-x"], cwd=folder, input=archive, check=True)
    subprocess.run([sys.executable, "-m", "venv", ".venv"], cwd=folder, check=True)
    install = [str(python), "-m", "pip", "install", "-q", "-c", "requirements.lock", "-e", ".[test]"]
    subprocess.run(install, cwd=folder, check=True)
    is_ready.touch()
    return python


def _measure(commit: str, python: Path, folder: Path, rounds: int, seconds: int) -> Sequence[Comparison]:
    port = free_port()
    with ExitStack() as running:
        ours = running.enter_context(sandbox.running(folder / "ours.db", SERVER_CORE))
        theirs = running.enter_context(sandbox.running(folder / "theirs.db", SERVER_CORE, str(python), port))
        contestants = {
            OURS: Contestant(ours, sandbox.BASE_URL),
            commit: Contestant(theirs, sandbox.base_url(port)),
        }
        reader = sandbox.Reader()
        return [
            compared(item, in_turns(contestants, item, bodies_of(item, reader, folder, rounds, seconds), seconds))
            for item in scenarios(reader.busy_course())
        ]


def _table(commit: str, comparisons: Sequence[Comparison]) -> Table:
    table = Table("request", title=f"Medians of alternating rounds, server on one core, beside {commit}")
    for heading in ("per second", "before", "× before", "× by CPU", "CPU µs", "before", "non-2xx", "before"):
        table.add_column(heading, justify="right")
    for comparison in comparisons:
        now, then = comparison.medians[OURS], comparison.medians[commit]
        table.add_row(
            comparison.scenario.name,
            *(f"{sample.requests_per_second:.0f}" for sample in (now, then)),
            f"{comparison.ratio:.2f}",
            f"{comparison.cpu_ratio:.2f}",
            *(f"{sample.cpu_microseconds:.0f}" for sample in (now, then)),
            str(now.refused),
            str(then.refused),
        )
    return table


if __name__ == "__main__":
    main()
