"""Ends a run on SIGTERM, as a cancelled CI job or the stop of a container sends it: like Ctrl-C, within seconds."""

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
        """Notes that the clean-up begins. From now on, a first SIGTERM only limits the time."""
        self._phase = "clean-up"
        if self._asked_at is not None:
            self._bound_the_time()

    def clean_up_ended(self) -> None:
        """Notes that the clean-up ended. The rest takes a moment, and no signal interrupts it."""
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
    """Within the block, SIGTERM stops the run. The run reports its phases to the value of the block. Works only in the
    main thread, and only on systems with signals.
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
