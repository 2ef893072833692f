"""The sandbox of an examination: a process of its own. It knows how to start and end it, and nothing of its worlds."""

import os
import selectors
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Any
from urllib.parse import urlsplit

_SERVE = (sys.executable, "-m", "mock_server.cli", "serve", "--ephemeral", "--journal-body", "1000000")
_START_SECONDS = 60.0


class ExaminationError(Exception):
    """The examination cannot begin or go on. The message is one sentence with the way out."""


class SituationRefused(ExaminationError):
    """The world is in a state in which a lever cannot act, for instance because of what the client booked."""


@contextmanager
def running_sandbox(listen: str, seed: int = 1) -> Iterator[str]:
    """The address of a new sandbox at *listen*, HOST:PORT, with the courses of *seed*. It ends with the block.

    Raises `ExaminationError` when it does not start.
    """
    host, _, port = listen.rpartition(":")
    with tempfile.TemporaryFile("w+", encoding="utf-8") as errors:
        process = subprocess.Popen(  # noqa: S603 - our own command line
            [*_SERVE, "--host", host.strip("[]"), "--port", port, "--seed", str(seed)],
            stdout=subprocess.PIPE,
            stderr=errors,
            cwd=Path(tempfile.gettempdir()),
        )
        try:
            yield _address(process, errors)
        finally:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
            if process.stdout:
                process.stdout.close()


def _address(process: "subprocess.Popen[bytes]", errors: Any) -> str:
    line = _first_line(process)
    url = next((word for word in (line or "").split() if word.startswith("http")), None)
    if url is None:
        errors.seek(0)
        said = (errors.read().strip().splitlines() or ["it said nothing"])[-1].removeprefix("teesheet serve: ")
        silence = f"it did not answer within {_START_SECONDS:g} seconds, and its last words were: "
        raise ExaminationError(f"The sandbox did not start: {silence if line is None else ''}{said}")
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


# `mock_server.embedding.process` has the same lines: neither may import the other, and a test that imports `teesheet`
# may have a folder of its own with the name of any package below both.
def _first_line(process: "subprocess.Popen[bytes]") -> str | None:
    """The first line that the sandbox writes, or what it wrote before it ended. None: no line came in time."""
    assert process.stdout is not None
    output, line, deadline = process.stdout.fileno(), b"", monotonic() + _START_SECONDS
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
