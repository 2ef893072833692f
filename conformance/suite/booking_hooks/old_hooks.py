"""Booking hooks that are more than a week old, because the clock of the target moved on."""

from collections.abc import Sequence
from datetime import timedelta

from conformance.asking.oracles import accepted
from conformance.discovery import BookingDesk, BookingHookDesk, MovableClock, TeeTimeFinder
from conformance.evidence.exchanges import Answer
from conformance.evidence.verdicts import NoEvidence, expect
from conformance.scope.run import Run
from conformance.suite.arranged.booked import if_possible
from conformance.suite.arranged.clock_moves import require_room
from conformance.suite.arranged.hooked_tee_times import Hooked, hook_tee_time
from conformance.suite.booking_hooks.hook_lives import (
    places_beside_hook,
    require_booking_of,
    require_readable_unless_cancelled,
)
from conformance.target.target import Target

_AGE = timedelta(days=8)
EIGHT_DAYS_IN_MINUTES = int(_AGE.total_seconds() // 60)
# The players of four hooks, with even and with odd seeds: one to confirm, one to release, one to give back its places,
# and one more in case somebody else books or cancels at that tee time meanwhile. Four players take the whole tee time.
_PARTIES = ((3, 4, 3, 3), (4, 3, 4, 4))
_PLAYERS = 3


class OldHooks:
    """The hooks that were *made* at the same moment, each for one check that ends it. *release* answered the release of
    one more, *released*, at that moment.
    """

    def __init__(self, made: Sequence[Hooked], released: Hooked, release: Answer) -> None:
        self.made = made
        self.released = released
        self.release = release
        self._left = iter(made)

    def next(self) -> Hooked:
        """The next hook. Raises `NoEvidence` when all are used."""
        hook = next(self._left, None)
        if hook is None:
            raise NoEvidence("All old hooks are used.")
        return hook


def hooks_of_eight_days(hooks: BookingHookDesk, tee_times: TeeTimeFinder, clock: MovableClock, run: Run) -> OldHooks:
    """Four hooks and one more that is released, and the clock moved by eight days.

    Raises `NoEvidence` where no clock moves, where a hook shows no end, since another check moves the clock there, and
    where bookings of the run would come inside a cutoff: their cancellation would cost something.
    """
    if not clock.moves:
        raise NoEvidence("No clock can be moved by eight days.")
    require_room(clock.now() + _AGE, tee_times, run)
    made = [hook_tee_time(hooks, tee_times, players) for players in _PARTIES[run.seed % 2]]
    if any(hooks.expiry_of(hook.answer) is None for hook in made):
        raise NoEvidence("A hook shows no end, so it may end within eight days.")
    released = hook_tee_time(hooks, tee_times, _PLAYERS)
    release = hooks.release(hooks.id_of(released.answer))
    clock.advance(_AGE)
    return OldHooks(made, released, release)


def require_places_kept(hook: Hooked, tee_times: TeeTimeFinder, target: Target) -> None:
    """Raises `Violation` when places are offered that a hook keeps, which has not ended."""
    most, places = hook.tee_time.places - hook.players, places_beside_hook(hook, tee_times, target)
    expected = f"at most {most} places are offered beside a hook for {hook.players} of {_AGE.days} days"
    expect(places <= most, expected, f"{places} places are offered on {hook.tee_time.where}", hook.answer)


def require_confirmed_booking(hook: Hooked, answer: Answer, bookings: BookingDesk, target: Target) -> None:
    """Raises `Violation` unless the hook is a booking that is listed and that can be read, after the *answer* to its
    confirmation.
    """
    if_possible(lambda: accepted(answer, "Confirming a hook"))
    require_readable_unless_cancelled(bookings, require_booking_of(hook, bookings, target), target)
