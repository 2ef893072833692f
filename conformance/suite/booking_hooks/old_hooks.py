"""Booking hooks that are more than a week old, because the clock of the target moved on."""

from collections.abc import Iterator
from datetime import timedelta

from conformance.discovery import BookingHookDesk, MovableClock, TeeTimeFinder
from conformance.evidence.verdicts import NoEvidence
from conformance.scope.run import Run
from conformance.suite.arranged.hooked_tee_times import Hooked, hook_tee_time

_AGE = timedelta(days=8)
EIGHT_DAYS_IN_MINUTES = int(_AGE.total_seconds() // 60)
# One to judge, and two more in case somebody else books or cancels at its tee time meanwhile.
_HOOKS = 3
_PLAYERS = 3


def hooks_of_eight_days(
    hooks: BookingHookDesk, tee_times: TeeTimeFinder, clock: MovableClock, run: Run
) -> Iterator[Hooked]:
    """Three hooks, and the clock moved by eight days.

    Raises `NoEvidence` where no clock moves, where a hook shows no end, since another check moves the clock there, and
    where bookings of the run would come inside a cutoff: their cancellation would cost something.
    """
    if not clock.moves:
        raise NoEvidence("No clock can be moved by eight days.")
    if (clock.now() + _AGE).date() > run.today + tee_times.room:
        raise NoEvidence("In eight days, bookings of this run would come inside a cutoff of their course.")
    made = [hook_tee_time(hooks, tee_times, _PLAYERS) for _ in range(_HOOKS)]
    if any(hooks.expiry_of(hook.answer) is None for hook in made):
        raise NoEvidence("A hook shows no end, so it may end within eight days.")
    clock.advance(_AGE)
    return iter(made)
