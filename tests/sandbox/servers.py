"""Starts the sandbox as a user does, in a process of its own, and ends it again. Knows only the command line."""

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

# On a free port unless the options name another: a sandbox of whoever runs the tests may listen on the usual one.
TEESHEET = [sys.executable, "-m", "mock_server.cli"]
COMMAND = [*TEESHEET, "serve", "--port", "0"]
# Without the token that whoever runs the tests may have set for a server of their own.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "TEESHEET_ADMIN_TOKEN"}


@dataclass(frozen=True)
class Server:
    """A sandbox that answers. *address* is scheme, host and port; the file *errors* has its stderr."""

    address: str
    process: subprocess.Popen[str]
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


@contextmanager
def serving(
    *options: str, folder: Path | None = None, command: Sequence[str] = ("serve", "--port", "0")
) -> Iterator[Server]:
    """A running sandbox on a free port, started in *folder* or here. It is gone afterwards, whatever happens."""
    # A file, since nobody reads a pipe while the server talks.
    with tempfile.NamedTemporaryFile() as errors:
        process = subprocess.Popen(
            [*TEESHEET, *command, *options],
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            env=ENVIRONMENT,
            cwd=folder,
        )
        try:
            yield Server(_greeted(process, Path(errors.name)), process, Path(errors.name))
        finally:
            process.kill()
            process.communicate()


def _greeted(process: subprocess.Popen[str], errors: Path) -> str:
    """The address that a server names once it listens."""
    assert process.stdout is not None
    greeting = process.stdout.readline()
    assert greeting.startswith("teesheet sandbox"), f"{greeting}{errors.read_text()}"
    return greeting.split()[-1].removesuffix("/api/v1")


def refused_start(*options: str) -> subprocess.CompletedProcess[str]:
    """What the command says when it cannot start. Ends by itself, or fails after 20 seconds."""
    command = [*COMMAND, *options]
    return subprocess.run(command, capture_output=True, text=True, timeout=20, check=False, env=ENVIRONMENT)
