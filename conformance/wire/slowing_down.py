"""Slows a run down when the target asks for fewer requests: all callers wait, and the run is slower for a while."""

from collections import deque

from conformance.evidence.exchanges import Response
from conformance.wire.retrying import LONGEST_WAIT_SECONDS, asked_to_wait

_MOST_IN_A_ROW = 10
_LONGEST_BACK_OFF_SECONDS = 16.0
_SLOWER_FOR_SECONDS = 30.0
_LONGEST_GAP_SECONDS = 5.0
_NO_GAP_SECONDS = 0.005
_GAP_BEFORE_ANY_IS_KNOWN_SECONDS = 0.1


class SlowingDown:
    """The state of slowing down. Times are seconds on one clock. Not safe for threads: its owner must hold a lock."""

    def __init__(self) -> None:
        self.times = 0
        self.seconds = 0.0
        self.paused_until = 0.0
        self._in_a_row = 0
        self._last_at = float("-inf")
        self._gap = 0.0
        self._starts: deque[float] = deque(maxlen=50)

    def started(self, now: float) -> None:
        """Notes that a request was sent at *now*."""
        self._starts.append(now)

    @property
    def gap_of_late(self) -> float | None:
        """Means seconds between the last requests, None before the second request."""
        return (self._starts[-1] - self._starts[0]) / (len(self._starts) - 1) if len(self._starts) > 1 else None

    def gap(self, now: float) -> float:
        """Seconds to wait between two requests. They are halved each time the target was content for a while."""
        halvings = int((now - self._last_at) / _SLOWER_FOR_SECONDS) if self._gap else 0
        gap = self._gap / 2.0 ** min(halvings, 30)
        return gap if gap > _NO_GAP_SECONDS else 0.0

    @property
    def does_not_relent(self) -> bool:
        """Whether the target asked for fewer requests many times, with no other answer in between."""
        return self._in_a_row >= _MOST_IN_A_ROW

    def content(self) -> None:
        """Notes that the target gave another answer."""
        self._in_a_row = 0

    def wanted(self, response: Response, began: float, now: float) -> None:
        """Notes that the target asked for fewer requests in *response*, to a request that began at *began*.

        A request that began before the last such answer counts for nothing, because it could not know the new pace.
        When the target asks for a longer wait than the maximum, the run goes on after the usual wait.
        """
        if began < self._last_at:
            return
        self.times += 1
        self._in_a_row += 1
        asked = asked_to_wait(response)
        backing_off = min(2.0 ** (self._in_a_row - 1), _LONGEST_BACK_OFF_SECONDS)
        until = now + (backing_off if asked is None or asked > LONGEST_WAIT_SECONDS else asked)
        self._gap = min(
            2 * max(self.gap(now), self.gap_of_late or _GAP_BEFORE_ANY_IS_KNOWN_SECONDS), _LONGEST_GAP_SECONDS
        )
        self._last_at = now
        self.seconds += max(until - max(now, self.paused_until), 0.0)
        self.paused_until = max(self.paused_until, until)
