"""Runs that a test kills, and the traces that they leave on a sandbox."""

import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx

from tests.sandbox.servers import Server

_LONGEST_WAIT_SECONDS, _UNTIL_IT_STANDS_SECONDS = 120, 0.02
# A sweep cannot find what these made when their answer never came.
_MAKE_WHAT_NO_LIST_SHOWS = (b"createBookingHook", b"createGroupBooking")

# The journal of a run that came to its end and could not cancel its booking.
JOURNAL_THAT_LEFT_A_BOOKING = """\
{"line": "run", "journal": 1, "target": "http://elsewhere.example/api/v1", "at": "2026-11-20T10:00:00Z"}
{"line": "making", "n": 1, "operation": "createBooking", "agency": "first agency", "at": "2026-11-20T10:00:01Z"}
{"line": "made", "n": 1, "id": "bkg_1"}
{"line": "ended", "at": "2026-11-20T10:00:09Z"}
"""

# Whom a test acts for, as their keys say.
_AGENCIES = ("alpha", "bravo")


def keys(world: str) -> list[str]:
    return ["--api-key", f"sbx_{world}_alpha", "--second-api-key", f"sbx_{world}_bravo"]


def target_file(sandbox: Server) -> str:
    return f"{sandbox.address}/_sandbox/v1/target"


def killed_check(sandbox: Server, world: str, folder: Path, making: int) -> None:
    """Start `teesheet check` as a process, and kill it when it has announced a number of things that it creates. With
    one lane, at most one request is under way then, and it makes nothing that no list shows.
    """
    arguments = ["check", f"{sandbox.address}/api/v1", "--target", target_file(sandbox), *keys(world)]
    options = ["--seed", "1", "--report", str(folder), "--concurrency", "1"]
    with (folder.parent / f"{world}.log").open("wb") as log:
        command = [sys.executable, "-m", "conformance", *arguments, *options]
        process = subprocess.Popen(command, stdout=log, stderr=log, cwd=folder.parent)
        try:
            stop_after(folder / "run.journal.jsonl", making, process)
        finally:
            process.send_signal(signal.SIGKILL)
            process.wait(10)


def stop_after(journal: Path, making: int, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + _LONGEST_WAIT_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        if len(_announced(journal)) >= making:
            process.send_signal(signal.SIGSTOP)
            time.sleep(_UNTIL_IT_STANDS_SECONDS)
            if not any(operation in _announced(journal)[-1] for operation in _MAKE_WHAT_NO_LIST_SHOWS):
                return
            process.send_signal(signal.SIGCONT)
        time.sleep(0.005)
    raise AssertionError(f"The run did not announce {making} things to be made before it ended.")


def _announced(journal: Path) -> list[bytes]:
    lines = journal.read_bytes().splitlines() if journal.exists() else []
    return [line for line in lines if b'"line":"making"' in line]


def uncancelled(sandbox: Server, world: str) -> list[str]:
    """References of the bookings of both agencies that are not cancelled."""
    found = []
    for agency in _AGENCIES:
        with httpx.Client(base_url=f"{sandbox.address}/api/v1", headers={"X-Api-Key": f"sbx_{world}_{agency}"}) as asks:
            pages, page = 1, 1
            while page <= pages:
                body = asks.get("/travel/bookings", params={"page": page, "pageSize": 100}).json()
                pages, page = body["meta"]["pagination"]["totalPages"], page + 1
                found += [item["agencyBookingReference"] for item in body["data"] if item["status"] != "cancelled"]
    return found


def subscriptions(sandbox: Server, world: str) -> list[Any]:
    found = []
    for agency in _AGENCIES:
        answer = httpx.get(f"{sandbox.address}/api/v1/webhooks", headers={"X-Api-Key": f"sbx_{world}_{agency}"})
        found += answer.json()["data"]
    return found
