"""`python -m benchmarks.before COMMIT`: measures the sandbox beside the sandbox of an earlier commit, in one run."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from benchmarks import sandbox
from benchmarks.comparison import OURS, Comparison, Contestant, bodies_of, in_turns
from benchmarks.load import Sample, median, require_tools
from benchmarks.processes import CACHE, SERVER_CORE, free_port
from benchmarks.scenarios import Scenario, scenarios

_ROOT = Path(__file__).parent.parent


@click.command()
@click.argument("commit")
@click.option("--of", "later", metavar="COMMIT", help="Measure this commit. [default: the working tree]")
@click.option(
    "--rounds",
    default=6,
    show_default=True,
    type=click.IntRange(1),
    help="Rounds, each on servers that were just started.",
)
@click.option("--seconds", default=6, show_default=True, type=click.IntRange(1), help="How long a round lasts.")
def main(commit: str, later: str | None, rounds: int, seconds: int) -> None:
    """Measure the sandbox beside the sandbox of COMMIT."""
    require_tools("wrk", "taskset", "git")
    before = os.getloadavg()[0]
    ours = Path(sys.executable) if later is None else _environment_of(_full_name(later))
    theirs = _environment_of(_full_name(commit))
    with tempfile.TemporaryDirectory(dir=CACHE) as folder:
        measured = _measure(commit, (ours, theirs), Path(folder), rounds, seconds)
    console = Console(width=100)
    console.print(_table(later or "the working tree", commit, measured))
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


def _measure(commit: str, pythons: tuple[Path, Path], folder: Path, rounds: int, seconds: int) -> Sequence[Comparison]:
    """Each round starts both servers anew, in turns: two processes of the same code can differ by a twentieth."""
    taken: dict[str, dict[str, list[Sample]]] = {}
    bodies: dict[str, Sequence[Path | None]] = {}
    for number in range(rounds):
        with ExitStack() as running:
            contestants = _started(running, commit, pythons, folder / str(number), ours_first=number % 2 == 0)
            # Both are asked, because the first call for a tee time creates the world.
            readers = [sandbox.Reader(contestant.base_url) for contestant in contestants.values()]
            busy_course, _ = [reader.busy_course() for reader in readers]
            chosen = scenarios(busy_course)
            for item in chosen:
                if item.name not in bodies:
                    bodies[item.name] = bodies_of(item, readers[0], folder, 1, seconds)
                for name, (_warm_up, sample) in in_turns(contestants, item, bodies[item.name], seconds).items():
                    taken.setdefault(item.name, {}).setdefault(name, []).append(sample)
    return [_compared(item, taken[item.name], commit) for item in chosen]


def _started(
    running: ExitStack, commit: str, pythons: tuple[Path, Path], folder: Path, *, ours_first: bool
) -> dict[str, Contestant]:
    """Both servers on new databases. They start in the order in which they are measured."""
    folder.mkdir()
    port = free_port()
    servers = [
        (OURS, str(pythons[0]), sandbox.BASE_URL, sandbox.PORT),
        (commit, str(pythons[1]), sandbox.base_url(port), port),
    ]
    return {
        name: Contestant(
            running.enter_context(sandbox.running(folder / f"{at}.db", SERVER_CORE, interpreter, at)), base_url
        )
        for name, interpreter, base_url, at in (servers if ours_first else reversed(servers))
    }


def _compared(item: Scenario, rounds: Mapping[str, Sequence[Sample]], commit: str) -> Comparison:
    return Comparison(item, rounds, {name: median(samples) for name, samples in rounds.items()}, commit)


def _table(later: str, commit: str, comparisons: Sequence[Comparison]) -> Table:
    table = Table("request", title=f"Medians of alternating rounds, server on one core: {later} beside {commit}")
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
