"""Starts `teesheet proxy` as a user does, in a process of its own, and ends it again."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

COMMAND = [sys.executable, "-m", "mock_server.cli", "proxy"]
_ENVIRONMENT = {**os.environ, "COLUMNS": "80"}


class Proxy:
    """A proxy that listens at *address*, the base address of its callers. `end` ends it and returns its output."""

    def __init__(self, to: str, *options: str, folder: Path | None = None) -> None:
        command = [*COMMAND, "--to", f"{to}/api/v1", *options, "--listen", "127.0.0.1:0"]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=_ENVIRONMENT, cwd=folder)
        self.address = self.next_line().split()[2]

    def next_line(self) -> str:
        """The next line that the proxy prints."""
        assert self._process.stdout is not None
        return self._process.stdout.readline()

    def end(self) -> str:
        """Everything that the proxy printed after the lines that were read."""
        self._process.send_signal(signal.SIGINT)
        output, _ = self._process.communicate(timeout=60)
        assert self._process.returncode == 0
        return output

    def kill(self) -> None:
        """End it whatever happens."""
        self._process.kill()
        self._process.communicate()


@contextmanager
def proxying(to: str, *options: str, folder: Path | None = None) -> Iterator[Proxy]:
    """A running proxy on a free port, in front of the service at *to*. It is gone afterwards, whatever happens."""
    running = Proxy(to, *options, folder=folder)
    try:
        yield running
    finally:
        running.kill()


def free_place() -> str:
    """An address like `127.0.0.1:8091` at which nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        return f"127.0.0.1:{free.getsockname()[1]}"
