"""Starts the sandbox in a process of its own, by its command line, and ends it again."""

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.forks import Forked, Process

TEESHEET = [sys.executable, "-m", "mock_server.cli"]
# On a free port unless the options name another: a sandbox of whoever runs the tests may listen on the usual one.
SERVE = ("serve", "--port", "0")
# Without the token that whoever runs the tests may have set for a server of their own.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "TEESHEET_ADMIN_TOKEN"}


@dataclass(frozen=True)
class Server:
    """A sandbox that answers. *address* is scheme, host and port; the file *errors* has its stderr."""

    address: str
    process: Process
    errors: Path

    def complaints(self) -> str:
        """Its stderr so far."""
        return self.errors.read_text()

    def kill(self) -> None:
        """Ends it as a power cut would: SIGKILL, nothing is tidied up."""
        self.process.kill()
        self.process.wait(10)

    def ended(self, by: signal.Signals) -> int:
        """Asks it to end by a signal and answers with its exit code."""
        self.process.send_signal(by)
        return self.process.wait(20)


@dataclass(frozen=True)
class Refused:
    """The end of a command that could not start: its exit code and its stderr."""

    returncode: int
    stderr: str


@contextmanager
def serving(*options: str) -> Iterator[Server]:
    """A running sandbox on a free port. It is gone afterwards, whatever happens.

    It is a fork with all modules loaded. Several workers load their modules themselves, so their parent does too.
    """
    start = serving_afresh if "--workers" in options else _serving_as_a_fork
    with start(*options) as server:
        yield server


@contextmanager
def _serving_as_a_fork(*options: str) -> Iterator[Server]:
    with tempfile.NamedTemporaryFile() as errors:
        process = Forked([*SERVE, *options], Path(errors.name), ENVIRONMENT)
        with _ending(process, Path(errors.name)) as server:
            yield server


@contextmanager
def serving_afresh(*options: str, folder: Path | None = None, command: Sequence[str] = SERVE) -> Iterator[Server]:
    """A running sandbox in a new interpreter, started in *folder* or here, as a user starts it."""
    # A file, since nobody reads a pipe while the server talks.
    with tempfile.NamedTemporaryFile() as errors:
        words = [*TEESHEET, *command, *options]
        process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=errors, text=True, env=ENVIRONMENT, cwd=folder)
        with _ending(process, Path(errors.name)) as server:
            yield server


@contextmanager
def _ending(process: Process, errors: Path) -> Iterator[Server]:
    try:
        yield Server(_greeted(process, errors), process, errors)
    finally:
        process.kill()
        process.communicate()


def _greeted(process: Process, errors: Path) -> str:
    """The address that a server names once it listens."""
    assert process.stdout is not None
    greeting = process.stdout.readline()
    assert greeting.startswith("teesheet sandbox"), f"{greeting}{errors.read_text()}"
    return greeting.split()[-1].removesuffix("/api/v1")


def refused_start(*options: str) -> Refused:
    """The exit code and the complaint of a command that cannot start. It ends by itself, or fails after 20 seconds."""
    with tempfile.NamedTemporaryFile() as errors:
        process = Forked([*SERVE, *options], Path(errors.name), ENVIRONMENT)
        try:
            code = process.wait(20)
        finally:
            process.kill()
            process.communicate()
        return Refused(code, Path(errors.name).read_text("utf-8"))
