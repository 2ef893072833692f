"""`python -m benchmarks.far_runs`: how long runs of the suite take at a distance, one check after the other and side by
side. Prints a table.

The seconds of a busy machine say little, so the table shows its load, and how many requests followed each other: the
longest row of requests of which each began after the one before it had ended. Multiplied by the round trip, this number
is the time that no lane can save.
"""

import json
import os
import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks.processes import free_port
from tests.sandbox.servers import Server, serving

ROUND_TRIPS_SECONDS = (0.0, 0.04, 0.1, 0.25)
_LONGEST_RUN_SECONDS = 900
_KINDS = {"usual": (), "all cases": ("--requests", "4300"), "read-only": ("--read-only",)}


@dataclass(frozen=True)
class Run:
    """A run: its *options* in the table and on the command line, the distance, its seconds, requests and exit code.

    *in_a_row* is how many requests followed each other, and *load* the load of the machine (one minute) at the end.
    """

    options: tuple[str, ...]
    round_trip: float
    seconds: float
    requests: int
    in_a_row: int
    load: float
    exit_code: int


def measured(sandbox: Server, address: str, round_trip: float, options: Sequence[str], world: str) -> Run:
    """Run the suite on *address*, the sandbox at this distance, in a *world* of its own."""
    with tempfile.TemporaryDirectory() as folder:
        command = [
            *(sys.executable, "-m", "conformance", "check", f"{address}/api/v1", "--seed", "1", "--report", folder),
            *("--target", f"{sandbox.address}/_sandbox/v1/target"),
            *("--api-key", f"sbx_{world}_alpha", "--second-api-key", f"sbx_{world}_bravo", *options),
        ]
        subprocess.run(command, check=False, capture_output=True, timeout=_LONGEST_RUN_SECONDS)
        report = json.loads((Path(folder) / "report.json").read_text(encoding="utf-8"))
        in_a_row = requests_in_a_row(Path(folder) / "exchanges.har")
    moments = [datetime.fromisoformat(report[name]) for name in ("startedAt", "finishedAt")]
    seconds = (moments[1] - moments[0]).total_seconds()
    requests = report["traffic"]["requests"]
    return Run(tuple(options), round_trip, seconds, requests, in_a_row, os.getloadavg()[0], report["exitCode"])


def requests_in_a_row(recording: Path) -> int:
    """The most requests of a *recording*, levers included, of which each began after the one before it had ended."""
    log = json.loads(recording.read_text(encoding="utf-8"))["log"]
    spans = []
    for entry in (*log["entries"], *log["_teesheet"]["levers"]):
        began = datetime.fromisoformat(entry["startedDateTime"])
        spans.append((began + timedelta(milliseconds=entry["time"]), began))
    count, last = 0, datetime.min.replace(tzinfo=UTC)
    for ended, began in sorted(spans):
        if began >= last:
            count, last = count + 1, ended
    return count


@contextmanager
def at_distance(sandbox: Server, round_trip: float) -> Iterator[str]:
    """The address at which *sandbox* is a number of seconds away."""
    if not round_trip:
        yield sandbox.address
        return
    port = free_port()
    relay = [sys.executable, "-m", "benchmarks.distance", "--to", sandbox.address.removeprefix("http://")]
    process = subprocess.Popen([*relay, "--port", str(port), "--round-trip", str(round_trip)])
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait()


def main() -> None:
    """Measure usual runs, runs with all cases and read-only runs, in turn and side by side."""
    ArgumentParser(prog="python -m benchmarks.far_runs", description=main.__doc__).parse_args()
    table = Table("run", "round trip", "checks", "seconds", "requests", "in a row", "load", "exit")
    with serving("--ephemeral") as sandbox:
        for round_trip in ROUND_TRIPS_SECONDS:
            with at_distance(sandbox, round_trip) as address:
                for words, options in _KINDS.items():
                    for checks in ("1", "8"):
                        world = f"far-{int(round_trip * 1000)}-{words.split()[0]}-{checks}"
                        run = measured(sandbox, address, round_trip, (*options, "--concurrency", checks), world)
                        at_once = "side by side" if checks != "1" else "in turn"
                        table.add_row(
                            *(words, f"{round_trip * 1000:.0f} ms", at_once),
                            *(f"{run.seconds:.1f}", str(run.requests), str(run.in_a_row)),
                            *(f"{run.load:.1f}", str(run.exit_code)),
                        )
    Console(width=100).print(table)


if __name__ == "__main__":
    main()
