"""What a run showed, as a table and as JSON, beside what the sandbox aims at."""

import os
import platform
import statistics
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks import prism
from benchmarks.comparison import OURS, PEER, Comparison, Run
from benchmarks.processes import Start

START_TARGET_SECONDS = 1.5
MEMORY_TARGET_MB = 150
CHECK_TARGET_SECONDS = 30


@dataclass(frozen=True, slots=True)
class Results:
    """Everything that was measured. *load_averages* are those of the machine before and after, over a minute."""

    run: Run
    starts: Sequence[Start]
    check_seconds: float
    load_averages: tuple[float, float]


def as_json(results: Results) -> dict[str, Any]:
    """The results with every round, ready to be written."""
    run = results.run
    return {
        "machine": {"cores": os.cpu_count(), "python": platform.python_version(), "prism": prism.VERSION},
        "loadAverages": results.load_averages,
        "requests": [_scenario_json(comparison) for comparison in run.comparisons],
        "bookings": {"answered201": run.bookings_answered, "stored": run.bookings_stored},
        "start": {
            "target": START_TARGET_SECONDS,
            "median": asdict(_median_start(results.starts)),
            "all": [asdict(start) for start in results.starts],
        },
        "residentMb": {"target": MEMORY_TARGET_MB, **run.resident_mb},
        "checkReadOnlySeconds": {"target": CHECK_TARGET_SECONDS, "taken": results.check_seconds},
    }


def _scenario_json(comparison: Comparison) -> dict[str, Any]:
    servers = {
        name: {"median": asdict(comparison.medians[name]), "rounds": [asdict(sample) for sample in rounds]}
        for name, rounds in comparison.rounds.items()
    }
    scenario = comparison.scenario
    ratios = {"ratio": comparison.ratio, "ratioByCpu": comparison.cpu_ratio, "target": scenario.target}
    return {"name": scenario.name, **ratios, "servers": servers}


def _median_start(starts: Sequence[Start]) -> Start:
    return Start(
        seconds=statistics.median(start.seconds for start in starts),
        cpu_seconds=statistics.median(start.cpu_seconds for start in starts),
    )


def print_tables(results: Results, console: Console) -> None:
    """Prints requests first, then the single figures."""
    console.print(_requests_table(results.run.comparisons))
    console.print(_figures_table(results))
    run = results.run
    console.print(f"Bookings answered 201: {run.bookings_answered}. Bookings stored: {run.bookings_stored}.")
    console.print("Load average before and after: {:.1f}, {:.1f}.".format(*results.load_averages))


def _requests_table(comparisons: Sequence[Comparison]) -> Table:
    table = Table("request", "server", title="Medians of alternating rounds, server on one core")
    for heading in ("per second", "× Prism", "× by CPU", "target", "CPU µs", "p99 ms", "non-2xx", "lost"):
        table.add_column(heading, justify="right")
    for comparison in comparisons:
        for name in (OURS, PEER):
            table.add_row(*_requests_row(comparison, name), end_section=name == PEER)
    return table


def _requests_row(comparison: Comparison, name: str) -> list[str]:
    sample, scenario = comparison.medians[name], comparison.scenario
    ratios = [comparison.ratio, comparison.cpu_ratio, scenario.target] if name == OURS else []
    return [
        scenario.name if name == OURS else "",
        name,
        f"{sample.requests_per_second:.0f}",
        *(f"{ratio:.2f}" for ratio in ratios),
        *("" for _ in range(3 - len(ratios))),
        f"{sample.cpu_microseconds:.0f}",
        f"{sample.p99_ms:.1f}",
        str(sample.refused),
        str(sample.lost),
    ]


def _figures_table(results: Results) -> Table:
    table = Table("sandbox alone")
    table.add_column("measured", justify="right")
    table.add_column("target", justify="right")
    start = _median_start(results.starts)
    table.add_row("start to first 200, median", f"{start.seconds:.2f} s", f"{START_TARGET_SECONDS} s")
    table.add_row("CPU time of that start", f"{start.cpu_seconds:.2f} s", "")
    table.add_row("resident memory after load", f"{results.run.resident_mb[OURS]:.0f} MB", f"{MEMORY_TARGET_MB} MB")
    table.add_row("teesheet check --read-only", f"{results.check_seconds:.1f} s", f"{CHECK_TARGET_SECONDS} s")
    return table
