"""Moves of the clock by days, as far as the bookings of the run allow."""

from datetime import datetime

from conformance.discovery import MovableClock, TeeTimeFinder
from conformance.evidence.verdicts import NoEvidence
from conformance.scope.run import Run


def move_to(moment: datetime, tee_times: TeeTimeFinder, clock: MovableClock, run: Run) -> None:
    """Moves the clock to *moment*, aware, unless it is later already. Raises `NoEvidence` as `require_room`."""
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
