"""Judges a recording in a process of its own, in which opening a connection or waiting is an error."""

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

# An audit hook cannot be taken off again, so it needs a process of its own.
_FORBIDDING = """
import sys

def refuse(event, arguments):
    if event in ("socket.connect", "socket.bind", "socket.__new__", "socket.getaddrinfo", "time.sleep"):
        raise RuntimeError(f"judging may not: {event} {arguments}")

from conformance.cli import commands
sys.addaudithook(refuse)
commands(sys.argv[1:], prog_name="teesheet")
"""

_COMPARED = ("id", "selected", "verdict", "message", "expected", "actual", "exchanges", "program")


@dataclass(frozen=True)
class Judgement:
    """What the command `judge` came to: its exit code, what it printed, and the folder of its reports."""

    code: int
    printed: str
    folder: Path

    @property
    def report(self) -> Any:
        """The parsed report.json."""
        assert (self.folder / "report.json").exists(), self.printed
        return json.loads((self.folder / "report.json").read_text("utf-8"))


def judged(recording: Path, folder: Path, *options: str) -> Judgement:
    """Judge *recording* with reports in *folder*. The order of sets differs from process to process, as it may."""
    done = subprocess.run(
        [sys.executable, "-c", _FORBIDDING, "judge", str(recording), "--report", str(folder), *options],
        capture_output=True,
        text=True,
        check=False,
    )
    return Judgement(done.returncode, done.stdout + done.stderr, folder)


def rows(report: Any) -> list[dict[str, Any]]:
    """What verdicts are made of, row by row."""
    return [{name: row[name] for name in _COMPARED} for row in report["requirements"]]
