"""Lets the requests of a race wait for each other right before they are sent, when all their preparations are done."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

# A racer may wait seconds for its turn in the pace of the run. The others do not wait that long for it.
_LONGEST_WAIT_SECONDS = 0.25


class StartingLine:
    """Lets its *racers*, each in a thread of its own, start at the same moment."""

    def __init__(self, racers: int) -> None:
        self._expected = racers
        self._arrived = 0
        self._counting = threading.Lock()
        self._off = threading.Event()

    def wait(self, at_once: int) -> None:
        """Waits until all racers are here, or as many as may be sent *at_once*."""
        with self._counting:
            self._arrived += 1
            if self._arrived >= min(self._expected, at_once):
                self._off.set()
        self._off.wait(_LONGEST_WAIT_SECONDS)

    def give_up(self) -> None:
        """Lets the others start without this racer, which never came here."""
        with self._counting:
            self._expected -= 1
            if self._arrived >= self._expected:
                self._off.set()


_LINE: ContextVar[StartingLine | None] = ContextVar("starting line", default=None)


@contextmanager
def starting_at(line: StartingLine) -> Iterator[None]:
    """Within the block, the first request of this thread waits at *line*."""
    _LINE.set(line)
    try:
        yield
    finally:
        if _LINE.get() is line:
            _LINE.set(None)
            line.give_up()


def wait_for_the_start(at_once: int) -> None:
    """Waits for the other racers. Does nothing in a thread that does not race or has already started."""
    line = _LINE.get()
    if line is not None:
        _LINE.set(None)
        line.wait(at_once)
