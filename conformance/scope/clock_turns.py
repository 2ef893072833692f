"""Turns of a clock that several lanes move. Knows no lever.

The clock moves only while every lane waits for it, and then to the earliest moment that a lane waits for. So no lane
sees a move that it did not ask for, and lanes that wait for the same moment wait once.
"""

import threading
from datetime import UTC, datetime, timedelta

# Lanes that wait for moments so near to each other get one move, to the latest of them.
_TOGETHER = timedelta(seconds=20)


class ClockTurns:
    """The turns of *lanes* lanes. Each lane leaves when it moves the clock no more."""

    def __init__(self, lanes: int) -> None:
        self._running = lanes
        self._goals: list[datetime] = []
        self._reached = datetime.min.replace(tzinfo=UTC)
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

    def wait_for(self, goal: datetime) -> datetime | None:
        """Waits until the clock may move to *goal*, then returns the moment to which this lane moves it: *goal* or a
        moment soon after it. The lane calls `moved` then. None when another lane has moved the clock so far.
        """
        with self._changed:
            self._running -= 1
            self._goals.append(goal)
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._reached >= goal or self._is_next(goal))
            if self._reached >= goal:
                return None
            self._running += 1
            self._goals.remove(goal)
            return max([goal, *(other for other in self._goals if other - goal <= _TOGETHER)])

    def moved(self, moment: datetime) -> None:
        """Notes that this lane has moved the clock to *moment*, and lets the lanes go on that waited for it."""
        with self._changed:
            self._reached = max(self._reached, moment)
            self._running += sum(goal <= self._reached for goal in self._goals)
            self._goals = [goal for goal in self._goals if goal > self._reached]
            self._changed.notify_all()

    def _is_next(self, goal: datetime) -> bool:
        return self._running == 0 and goal == min(self._goals)
