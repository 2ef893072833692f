"""Booking hooks that are more than a week old, because the clock of the target moved on."""

from collections.abc import Iterator
from datetime import timedelta

from conformance.discovery import BookingHookDesk, MovableClock, TeeTimeFinder
from conformance.evidence.verdicts import NoEvidence
from conformance.suite.arranged.hooked_tee_times import Hooked, hook_tee_time

_AGE, _SPARE = timedelta(days=8), timedelta(days=2)
EIGHT_DAYS_IN_MINUTES = int(_AGE.total_seconds() // 60)
# One to judge, and two more in case somebody else books or cancels at its tee time meanwhile.
_HOOKS = 3
_PLAYERS = 3


def hooks_of_eight_days(hooks: BookingHookDesk, tee_times: TeeTimeFinder, clock: MovableClock) -> Iterator[Hooked]:
    """Three hooks, and the clock moved by eight days.

    Raises `NoEvidence` where no clock moves, where a hook shows no end, since another check moves the clock there, and
    where a tee time is too near.
    """
    if not clock.moves:
        raise NoEvidence("No clock can be moved by eight days.")
    made = [hook_tee_time(hooks, tee_times, _PLAYERS) for _ in range(_HOOKS)]
    if any(hooks.expiry_of(hook.answer) is None for hook in made):
        raise NoEvidence("A hook shows no end, so it may end within eight days.")
    if min(hook.tee_time.play_date for hook in made) < (clock.now() + _AGE + _SPARE).date():
        raise NoEvidence("The tee time of a hook is too near to wait eight days.")
    clock.advance(_AGE)
    return iter(made)
