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

from conformance.grading.sandbox import ExaminationError

_LAST_LINES = 5
_GRACE_SECONDS = 2.0


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
        output.seek(0)
        lines = output.read().decode("utf-8", errors="replace").strip().splitlines()
    return Ended(code, worked, tuple(lines[-_LAST_LINES:]))


def _end(process: "subprocess.Popen[bytes]") -> None:
    """Ends the program, and the processes that it started and left."""
    for number in (signal.SIGTERM, getattr(signal, "SIGKILL", signal.SIGTERM)):
        with suppress(ProcessLookupError, PermissionError):
            if sys.platform == "win32":
                process.terminate()
            else:
                os.killpg(process.pid, number)
        with suppress(subprocess.TimeoutExpired):
            process.wait(_GRACE_SECONDS)
        if not _group_is_alive(process):
            return


def _group_is_alive(process: "subprocess.Popen[bytes]") -> bool:
    if sys.platform == "win32":
        return process.poll() is None
    try:
        os.killpg(process.pid, 0)
    except (ProcessLookupError, PermissionError):
        return False
    return True
