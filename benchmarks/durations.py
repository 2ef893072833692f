"""How long the sandbox takes to start, and the suite to check it. On new databases, each in its own process."""

import subprocess
import sys
import time
from pathlib import Path

from benchmarks import sandbox
from benchmarks.processes import LOAD_CORE, SERVER_CORE, Start, environment

CONFORMANT, INCOMPLETE = 0, 3


def starts(folder: Path, times: int) -> list[Start]:
    """From the start of the process to the first 200, on one core, *times* times.

    One start goes before them and does not count: it compiles.
    """
    taken = []
    for number in range(times + 1):
        with sandbox.running(folder / f"start-{number}.db", SERVER_CORE) as server:
            taken.append(server.start)
    return taken[1:]


def check_seconds(folder: Path) -> float:
    """The read-only profile of `teesheet check` on a local sandbox, on both cores.

    Raises RuntimeError where it finds a violation or cannot run: its duration would mean nothing.
    """
    command = [sys.executable, "-m", "mock_server.cli", "check", sandbox.BASE_URL, "--read-only"]
    command += [
        "--api-key",
        "sbx_check_alpha",
        "--second-api-key",
        "sbx_check_bravo",
        "--report",
        str(folder / "report"),
    ]
    with sandbox.running(folder / "check.db", f"{SERVER_CORE},{LOAD_CORE}"):
        begun = time.perf_counter()
        finished = subprocess.run(command, check=False, capture_output=True, text=True, env=environment())
        taken = time.perf_counter() - begun
    if finished.returncode not in (CONFORMANT, INCOMPLETE):
        raise RuntimeError(f"teesheet check ended with {finished.returncode}: {finished.stdout}{finished.stderr}")
    return taken
