"""What SIGTERM does to a run: a cancelled CI job or the stop of a container ends it as Ctrl-C does, within seconds."""

import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

SECONDS_FOR_CLEAN_UP = 8.0
_LEAST_SECONDS = 1.0


class Stopping:
    """Whether somebody asked this run to stop. The checks end at once; the clean-up has `SECONDS_FOR_CLEAN_UP`."""

    def __init__(self) -> None:
        self._asked_at: float | None = None
        self._phase = "checks"

    def clean_up_begins(self) -> None:
        """From here on a first SIGTERM interrupts nothing, and only the time is bounded."""
        self._phase = "clean-up"
        if self._asked_at is not None:
            self._bound_the_time()

    def clean_up_ended(self) -> None:
        """What is left takes a moment and is not interrupted."""
        self._phase = "reports"
        if self._asked_at is not None:
            signal.setitimer(signal.ITIMER_REAL, 0)

    def ask(self, number: int, _frame: Any) -> None:
        """The handler of SIGTERM. A second one ends the process at once."""
        if self._asked_at is not None:
            signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)
            return
        self._asked_at = time.monotonic()
        if self._phase == "clean-up":
            self._bound_the_time()
        if self._phase == "checks":
            raise KeyboardInterrupt

    def _bound_the_time(self) -> None:
        passed = time.monotonic() - (self._asked_at or 0.0)
        signal.setitimer(signal.ITIMER_REAL, max(SECONDS_FOR_CLEAN_UP - passed, _LEAST_SECONDS))

    def time_is_up(self, _number: int, _frame: Any) -> None:
        """The handler of the timer."""
        if self._phase == "clean-up":
            raise KeyboardInterrupt


@contextmanager
def stopped_by_sigterm() -> Iterator[Stopping]:
    """Within the block, SIGTERM stops the run whose phases the value is told: in the main thread, where the system has
    signals.
    """
    stopping = Stopping()
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "SIGALRM"):
        yield stopping
        return
    before = signal.signal(signal.SIGTERM, stopping.ask), signal.signal(signal.SIGALRM, stopping.time_is_up)
    try:
        yield stopping
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGTERM, before[0])
        signal.signal(signal.SIGALRM, before[1])
