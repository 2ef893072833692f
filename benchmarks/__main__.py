"""`python -m benchmarks`: measures, prints a table and writes benchmarks/results.json."""

import json
import os
import tempfile
from pathlib import Path

import click
from rich.console import Console

from benchmarks.comparison import compare
from benchmarks.durations import check_seconds, starts
from benchmarks.load import require_tools
from benchmarks.processes import CACHE
from benchmarks.results import Results, as_json, print_tables

RESULTS_FILE = Path(__file__).with_name("results.json")
STARTS = 5


@click.command()
@click.option("--rounds", default=3, show_default=True, type=click.IntRange(1), help="Rounds per request and server.")
@click.option("--seconds", default=6, show_default=True, type=click.IntRange(1), help="How long a round lasts.")
def main(rounds: int, seconds: int) -> None:
    """Measure the sandbox beside Prism."""
    require_tools("wrk", "taskset", "npm")
    with tempfile.TemporaryDirectory(dir=CACHE) as folder:
        results = _measured(Path(folder), rounds, seconds)
    print_tables(results, Console(width=100))
    RESULTS_FILE.write_text(json.dumps(as_json(results), indent=2) + "\n")


def _measured(folder: Path, rounds: int, seconds: int) -> Results:
    before = os.getloadavg()[0]
    started = starts(folder, STARTS)
    run = compare(folder, rounds, seconds)
    checked = check_seconds(folder)
    return Results(run, started, checked, (before, os.getloadavg()[0]))


if __name__ == "__main__":
    main()
