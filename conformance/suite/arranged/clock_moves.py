"""Moves of the clock by days, as far as the bookings of the run allow."""

from datetime import UTC, date, datetime, time, timedelta

from conformance.discovery import MovableClock, TeeTimeFinder
from conformance.evidence.verdicts import NoEvidence
from conformance.scope.run import Run

# On the day after, the day goes on in some zones.
_IN_EVERY_ZONE = timedelta(days=2)


def past_everywhere(day: date) -> datetime:
    """A moment at which *day* is past in every zone, aware UTC."""
    return datetime.combine(day + _IN_EVERY_ZONE, time(), UTC)


def move_to(moment: datetime, tee_times: TeeTimeFinder, clock: MovableClock, run: Run) -> None:
    """Moves the clock to *moment*, aware, unless it is later already. Raises `NoEvidence` where no clock moves, and as
    `require_room`.
    """
    if not clock.moves:
        raise NoEvidence("No clock can be moved by days.")
    require_room(moment, tee_times, run)
    now = clock.now()
    if moment > now:
        clock.advance(moment - now, now)


def require_room(until: datetime, tee_times: TeeTimeFinder, run: Run) -> None:
    """Raises `NoEvidence` when bookings of the run come inside a cutoff before the clock shows *until*: then their
    cancellation costs something.
    """
    if until.date() > run.today + tee_times.room:
        raise NoEvidence(f"Before {until.date()}, bookings of this run would come inside a cutoff of their course.")
