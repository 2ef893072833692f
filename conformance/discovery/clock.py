"""The clock of the target, moved by checks. Every move is verified: the clock must show it."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from conformance.asking.client import Agency
from conformance.asking.levers import TargetClock, differ
from conformance.catalogue.paths import COURSES
from conformance.evidence.verdicts import Untested, or_else
from conformance.recordings import moments
from conformance.scope.lanes import PerLane

_WAY_OF_THE_REQUESTS = timedelta(seconds=2)
# A clock that shows whole minutes seems to jump by less than that.
_MORE_THAN_A_COARSE_CLOCK = timedelta(seconds=75)

# The target works on a group in the background. No document says how long that takes.
PROCESSING = timedelta(minutes=10)


@dataclass(frozen=True)
class _Compared:
    """What the clock showed when a lane compared it with a Date header, when, in seconds of `moments.monotonic`, and
    how far it was *ahead*.
    """

    shown: datetime
    at: float
    ahead: timedelta


class MovableClock:
    """A clock that moves for everybody who uses the same world. Checks that move it run last, and move it in turns."""

    def __init__(self, agency: Agency, clock: TargetClock) -> None:
        self._agency = agency
        self._clock = clock
        self._failure: Untested | None = None
        self._compared: PerLane[_Compared | None] = PerLane(lambda: None)
        # Whether Date headers show the moves of the clock, None when this lane has not seen one.
        self._dates_follow: PerLane[bool | None] = PerLane(lambda: None)

    @property
    def moves(self) -> bool:
        """Whether the target file declares how to move the clock."""
        return self._clock.moves

    def now(self) -> datetime:
        """The time of the target, aware UTC. Raises `Untested` when a declared lever does not show the time.

        The clock is compared with a Date header where somebody may have moved it since this lane compared them. Date
        headers that have followed such a move once, or have not, need no further look.
        """
        now = self._clock.shown()
        if now is None:
            return self._date_header()
        at, compared = moments.monotonic(), self._compared.here
        if compared is None:
            self._clock.compare(now, self._date_header())
        else:
            jump = now - compared.shown - timedelta(seconds=at - compared.at)
            if not differ(jump, timedelta()):
                return now
            self._note_jump(jump, now, compared.ahead)
        self._compared.here = _Compared(now, at, self._clock.ahead)
        return now

    def _note_jump(self, jump: timedelta, now: datetime, ahead: timedelta) -> None:
        """Updates how far the clock is ahead: it shows *now*, and since it was *ahead*, somebody moved it by *jump*."""
        is_a_move, follow = abs(jump) > _MORE_THAN_A_COARSE_CLOCK, self._dates_follow.here
        if is_a_move and follow is not None:
            self._clock.ahead = ahead if follow else ahead + jump
            return
        self._clock.compare(now, self._date_header())
        if is_a_move:
            self._dates_follow.here = not differ(self._clock.ahead, ahead)

    def _date_header(self) -> datetime:
        answer = self._agency.get(COURSES, pageSize=1)
        return answer.answered_at - answer.ahead

    def today(self, otherwise: date) -> date:
        """The date of the target, or *otherwise* where the target does not show its time."""
        return or_else(lambda: self.now().date(), otherwise)

    def advance(self, by: timedelta, since: datetime | None = None) -> datetime:
        """Moves the clock forward from *since*, which the caller has just read, or from now. Returns its new time.

        Raises `Untested` when no lever is declared, when the lever fails, and when the clock did not move. A lever
        without an effect is not pulled again, because nobody knows what it did.
        """
        if self._failure:
            raise self._failure
        before = since or self.now()
        after = self._clock.move_in_turn(before + by, before, self._move_to).shown
        self._compared.here = _Compared(after, moments.monotonic(), self._clock.ahead)
        if after - before < by - _WAY_OF_THE_REQUESTS:
            self._failure = Untested(
                f"The lever clock_advance was to move the clock by {by}. The target showed {before} before the call"
                f" and {after} after the call. Declare clock_read under [levers] if its Date header does not follow"
                " its clock."
            )
            raise self._failure
        return after

    def _move_to(self, goal: datetime, since: datetime | None) -> datetime:
        """What the clock shows after its move to *goal*. *since* is what it showed before, None when unknown."""
        now = since or self.now()
        if now < goal:
            self._clock.move(goal - now, now)
        return self.now()
