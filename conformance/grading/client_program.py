"""The program of a client: started in a group of its own, watched, and gone afterwards with everything it started."""

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import BinaryIO

from conformance.grading.sandbox import ExaminationError

_LAST_LINES = 5
# The last lines are read from the end of the output. The output may be larger than the memory.
_READ_BYTES = 16_384
_GRACE_SECONDS = 2.0
_BETWEEN_CHECKS_SECONDS = 0.02


@dataclass(frozen=True)
class Ended:
    """How the program ended. *exit_code* is None when it did not end in time. *last_lines* are of its output."""

    exit_code: int | None
    seconds: float
    last_lines: tuple[str, ...]


def run_client(command: Sequence[str], environment: Mapping[str, str], seconds: float) -> Ended:
    """Runs *command*, *seconds* at most. Raises `ExaminationError` when it cannot be started."""
    began = time.monotonic()
    with tempfile.TemporaryFile() as output:
        try:
            process = subprocess.Popen(  # noqa: S603 - the user names the program
                list(command),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                env={**os.environ, **environment},
                start_new_session=sys.platform != "win32",
            )
        except OSError as error:
            raise ExaminationError(f"The command {command[0]} cannot be started: {error.strerror}.") from error
        try:
            code: int | None = process.wait(seconds)
        except subprocess.TimeoutExpired:
            code = None
        finally:
            worked = time.monotonic() - began
            _end(process)
        lines = _last_lines(output)
    return Ended(code, worked, lines)


def _last_lines(output: BinaryIO) -> tuple[str, ...]:
    """The last lines of *output*. Of lines that are longer than `_READ_BYTES` together, only the end."""
    written = output.seek(0, os.SEEK_END)
    output.seek(max(0, written - _READ_BYTES))
    lines = output.read(_READ_BYTES).decode("utf-8", errors="replace").strip().splitlines()
    return tuple(lines[-_LAST_LINES:])


def _end(process: "subprocess.Popen[bytes]") -> None:
    """Ends the program, and the processes that it started and left. Each may end by itself first, within the grace."""
    for number in (signal.SIGTERM, getattr(signal, "SIGKILL", signal.SIGTERM)):
        with suppress(ProcessLookupError, PermissionError):
            if sys.platform == "win32":
                process.terminate()
            else:
                os.killpg(process.pid, number)
        if _ends_in_time(process):
            return


def _ends_in_time(process: "subprocess.Popen[bytes]") -> bool:
    """Whether no process of the group is alive, now or within the grace."""
    until = time.monotonic() + _GRACE_SECONDS
    while _group_is_alive(process):
        if time.monotonic() >= until:
            return False
        time.sleep(_BETWEEN_CHECKS_SECONDS)
    return True


def _group_is_alive(process: "subprocess.Popen[bytes]") -> bool:
    # `poll` also removes the ended program from the process table. Until then, it counts as a member of its group.
    is_running = process.poll() is None
    if sys.platform == "win32":
        return is_running
    try:
        os.killpg(process.pid, 0)
    except (ProcessLookupError, PermissionError):
        return False
    return True
