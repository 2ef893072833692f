"""Turns of a clock that several lanes move. Knows no lever.

The clock moves only while every lane waits for it, and then to the earliest moment that a lane waits for. So no lane
sees a move that it did not ask for, and lanes that wait for the same moment wait once.
"""

import threading
import time
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

# Lanes that wait for moments so near to each other get one move, to the latest of them.
_TOGETHER = timedelta(seconds=20)
# What a lane read so long ago is still the time of the clock: a move may go so much too far.
_A_READING_COUNTS_FOR_SECONDS = 5.0


@dataclass(frozen=True)
class ClockReading:
    """What the clock has *shown* after a move, aware UTC, and by how many seconds it was ahead of the Date headers."""

    shown: datetime
    ahead_seconds: float


@dataclass(frozen=True)
class Turn:
    """What came of waiting for a moment. Where another lane has moved the clock so far, *reading* is what it showed
    then. Otherwise, this lane moves it *to* that moment, *since* what it showed a moment ago, None when nobody has read
    it lately.
    """

    to: datetime
    since: datetime | None = None
    reading: ClockReading | None = None


class ClockTurns:
    """The turns of *lanes* lanes. Each lane leaves when it moves the clock no more."""

    def __init__(self, lanes: int) -> None:
        self._running = lanes
        self._goals: list[datetime] = []
        self._reached = datetime.min.replace(tzinfo=UTC)
        self._reading: ClockReading | None = None
        self._known: tuple[datetime, float] | None = None
        self._changed = threading.Condition()

    def join(self, lanes: int) -> None:
        """Notes that *lanes* further lanes may move the clock."""
        with self._changed:
            self._running += lanes

    def leave(self) -> None:
        """Notes that a lane has ended."""
        with self._changed:
            self._running -= 1
            self._changed.notify_all()

    def wait_for(self, goal: datetime, since: datetime) -> Turn:
        """Waits until the clock may move to *goal*, or has been moved so far. *since* is what this lane has just read.
        A lane that moves the clock itself, to *goal* or a moment soon after it, calls `moved` then.
        """
        with self._changed:
            self._know(since)
            self._running -= 1
            self._goals.append(goal)
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._reached >= goal or self._is_next(goal))
            if self._reached >= goal:
                return Turn(goal, reading=self._reading)
            self._running += 1
            self._goals.remove(goal)
            to = max([goal, *(other for other in self._goals if other - goal <= _TOGETHER)])
            return Turn(to, self._shown_lately())

    def moved(self, moment: datetime, reading: ClockReading | None) -> None:
        """Notes that this lane has moved the clock to *moment*, and lets the lanes go on that waited for it. Without a
        *reading*, the move has failed, and the next lane tries.
        """
        with self._changed:
            self._known = None
            if reading is not None:
                self._reading = reading
                self._know(reading.shown)
                self._reached = max(self._reached, moment)
                self._running += sum(goal <= self._reached for goal in self._goals)
                self._goals = [goal for goal in self._goals if goal > self._reached]
            self._changed.notify_all()

    def _know(self, shown: datetime) -> None:
        self._known = shown, time.monotonic()

    def _shown_lately(self) -> datetime | None:
        if self._known is None or time.monotonic() - self._known[1] > _A_READING_COUNTS_FOR_SECONDS:
            return None
        return self._known[0]

    def _is_next(self, goal: datetime) -> bool:
        return self._running == 0 and goal == min(self._goals)
