"""Processes that begin with the modules of the product loaded: a fork server loads them once for each test process."""

import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from io import TextIOWrapper
from multiprocessing.connection import Connection
from pathlib import Path
from typing import IO, Protocol

FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(["tests.preloaded"])


class Process(Protocol):
    """The methods and facts of `subprocess.Popen` that the tests use."""

    pid: int

    @property
    def stdout(self) -> IO[str] | None: ...
    def poll(self) -> int | None: ...
    def wait(self, timeout: float | None = None) -> int: ...
    def send_signal(self, sig: int, /) -> None: ...
    def kill(self) -> None: ...
    def communicate(self) -> object: ...


class Forked:
    """A command line of teesheet in a process of its own. It replaces a `subprocess.Popen`.

    A fork has the hash seed of the fork server. Tests that compare two processes start both with `subprocess`.
    """

    def __init__(self, words: Sequence[str], errors: Path, environment: Mapping[str, str]) -> None:
        reader, writer = FORKS.Pipe(duplex=False)
        self.stdout: IO[str] = TextIOWrapper(os.fdopen(os.dup(reader.fileno()), "rb"), encoding="utf-8")
        reader.close()
        self._process = FORKS.Process(target=_teesheet, args=(list(words), writer, errors, dict(environment)))
        self._process.start()
        writer.close()
        assert self._process.pid is not None
        self.pid = self._process.pid

    def poll(self) -> int | None:
        """The exit code, negative for a signal, or None while the process runs."""
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        """The exit code at the end. Raises `subprocess.TimeoutExpired` after *timeout* seconds."""
        self._process.join(timeout)
        if self._process.exitcode is None:
            raise subprocess.TimeoutExpired("teesheet", timeout or 0)
        return self._process.exitcode

    def send_signal(self, number: int) -> None:
        """Sends a signal to a process that runs."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """Ends the process by SIGKILL."""
        self.send_signal(signal.SIGKILL)

    def communicate(self) -> None:
        """Waits for the end and closes the output."""
        self.wait()
        self.stdout.close()


def _teesheet(words: list[str], output: Connection, errors: Path, environment: Mapping[str, str]) -> None:
    os.dup2(output.fileno(), sys.stdout.fileno())
    output.close()
    with errors.open("ab") as file:
        os.dup2(file.fileno(), sys.stderr.fileno())
    os.environ.clear()
    os.environ.update(environment)
    # The fork server knows the modules, so this import is fast.
    from mock_server.cli import main

    main(words, prog_name="teesheet")
