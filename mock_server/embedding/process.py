"""Runs `teesheet serve` for a test, in a process that ends with the process of the test."""

import os
import selectors
import subprocess
import sys
import tempfile
import weakref
from collections.abc import Sequence
from time import monotonic
from typing import IO

# A start takes about a second. A machine under load may need many.
START_SECONDS = 60.0
STOP_SECONDS = 15

_running: "weakref.WeakSet[ServerProcess]" = weakref.WeakSet()


class SandboxNotStarted(RuntimeError):
    """The server did not start. The message is the sentence in which the server says why, if it says anything."""


class ServerProcess:
    """One server process. It ends when its standard input ends, so it never outlives the process that started it."""

    def __init__(self, port: int, database: str | None, options: Sequence[str]) -> None:
        if isinstance(options, str):
            raise TypeError(f"options is a list of words, such as ['--seed', '7'], and not the text {options!r}.")
        state = ["--ephemeral"] if database is None else ["--database", str(database)]
        self._words = ["serve", "--port", str(port), *state, "--end-with-stdin", *map(str, options)]
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, stdin: int = subprocess.PIPE) -> str:
        """Starts the server, and returns the base address of its interface as soon as it answers.

        *stdin* is the standard input that the server ends with; by default a pipe of this process. RuntimeError: the
        server runs already. SandboxNotStarted: it cannot start.
        """
        if self._process is not None:
            raise RuntimeError("The sandbox is running already. Stop it before you start it again.")
        if sys.platform == "win32":
            raise SandboxNotStarted("The sandbox does not run on Windows. Start it in WSL, and use Sandbox.at(url).")
        with tempfile.TemporaryFile() as errors:
            # -P: the folder of the tests may have packages with the names of ours.
            words = [sys.executable, "-P", "-m", "mock_server.cli", *self._words]
            self._process = subprocess.Popen(  # noqa: S603 - our own command.
                words, stdin=stdin, stdout=subprocess.PIPE, stderr=errors, env=_environment()
            )
            _running.add(self)
            greeting = _first_line(self._process, START_SECONDS)
            if greeting is None or not greeting.startswith("teesheet sandbox"):
                self.stop()
                errors.seek(0)
                said = errors.read().decode("utf-8", "replace")
                raise SandboxNotStarted(_silence(said) if greeting is None else _reason(said))
        return greeting.split()[-1]

    def stop(self) -> None:
        """Ends the server. Does nothing if it has ended, or has not started."""
        process, self._process = self._process, None
        if process is None:
            return
        _close(process.stdin)
        process.terminate()
        try:
            process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        _close(process.stdout)

    def forget(self) -> None:
        """Lets go of the server in a fork: the process that started it stops it, and its end ends it."""
        process, self._process = self._process, None
        if process is not None:
            _close(process.stdin)
            _close(process.stdout)
            # A fork cannot wait for a child of its parent.
            process.returncode = 0


def _environment() -> dict[str, str]:
    """The environment without what somebody set for a server of their own."""
    return {name: value for name, value in os.environ.items() if not name.startswith("TEESHEET_")}


def _first_line(process: "subprocess.Popen[bytes]", seconds: float) -> str | None:
    """The first line that the server writes, or what it wrote before it ended. None: no line came in these seconds."""
    assert process.stdout is not None
    output, line, deadline = process.stdout.fileno(), b"", monotonic() + seconds
    with selectors.DefaultSelector() as selector:
        selector.register(output, selectors.EVENT_READ)
        while b"\n" not in line:
            if not selector.select(max(0.0, deadline - monotonic())):
                return None
            written = os.read(output, 4096)
            if not written:
                break
            line += written
    return line.partition(b"\n")[0].decode("utf-8", "replace")


def _silence(errors: str) -> str:
    said = _last_line(errors)
    words = f" Its last words were {said!r}." if said else ""
    return (
        f"The sandbox did not start: it was silent for {START_SECONDS:g} seconds.{words} "
        "Run `teesheet serve` in a terminal to see where it waits."
    )


def _reason(errors: str) -> str:
    return f"The sandbox did not start: {_last_line(errors) or 'it ended without a word'}"


def _last_line(errors: str) -> str:
    lines = [line for line in errors.splitlines() if line.strip()]
    return lines[-1].removeprefix("teesheet serve: ") if lines else ""


def _close(stream: IO[bytes] | None) -> None:
    if stream is not None:
        stream.close()


def _forget_all() -> None:
    for process in list(_running):
        process.forget()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_all)
