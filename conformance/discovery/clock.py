"""The clock of the target as checks move it: by a span, and only if it then shows that it moved."""

from datetime import datetime, timedelta

from conformance.asking.client import Agency
from conformance.asking.levers import TargetClock
from conformance.discovery.courses import COURSES
from conformance.evidence.verdicts import Untested

_WAY_OF_THE_REQUESTS = timedelta(seconds=2)


# A group is worked on in the background; nobody says how long.
PROCESSING = timedelta(minutes=10)


class MovableClock:
    """Moves for everybody who uses the same world: checks that do so run last."""

    def __init__(self, agency: Agency, clock: TargetClock) -> None:
        self._agency = agency
        self._clock = clock
        self._failure: Untested | None = None

    @property
    def moves(self) -> bool:
        """Whether the target file declares how to move it."""
        return self._clock.moves

    def now(self) -> datetime:
        """The time of the target, aware UTC. Raises `Untested` when a declared lever does not tell it."""
        answer = self._agency.get(COURSES, pageSize=1)
        return self._clock.now(answer.answered_at - answer.ahead)

    def advance(self, by: timedelta) -> datetime:
        """Move it forward and return the time it shows afterwards.

        Raises `Untested` when that is not declared, fails, or shows no effect: a clock that stood still proves nothing.
        A lever without an effect is not pulled again, because nobody knows what it did.
        """
        if self._failure:
            raise self._failure
        before = self.now()
        self._clock.move(by, before)
        after = self.now()
        if after - before < by - _WAY_OF_THE_REQUESTS:
            self._failure = Untested(
                f"The lever clock_advance was pulled by {by}, and the target shows {after} after {before}. Declare"
                " clock_read under [levers] if its Date header does not follow its clock."
            )
            raise self._failure
        return after
