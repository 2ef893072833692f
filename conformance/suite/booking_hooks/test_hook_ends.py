"""Checks that a booking hook lasts 14 days: by its own word, and by the clock of the target."""

from collections.abc import Callable, Mapping
from functools import partial

import pytest

from conformance.discovery import BookingHookDesk, MovableClock, TeeTimeFinder
from conformance.evidence.verdicts import verifies
from conformance.recordings.parts import kept
from conformance.scope.run import Run
from conformance.suite.arranged.booked import if_possible
from conformance.suite.arranged.hooked_tee_times import (
    Hooked,
    hook_tee_time,
    hook_within_four_weeks,
)
from conformance.suite.arranged.second_cases import require_not_again
from conformance.suite.booking_hooks.hook_ends import (
    Lasting,
    hook_where_no_end_is_shown,
    let_end,
    require_confirmed_until_its_end,
    require_fourteen_days_by_the_clock,
    require_fourteen_days_shown,
    require_no_longer_confirmed,
    require_places_back,
    shown_end,
    wait_for_the_last_day,
    watch_for_fifteen_days,
)
from conformance.target.target import Target

_FOURTEEN_DAYS_IN_MINUTES, _FIFTEEN_DAYS_IN_MINUTES = 14 * 24 * 60, 15 * 24 * 60


# Its hooks are days old when the clock has moved for other checks.
@pytest.fixture(scope="session")
def lasting(hooks: BookingHookDesk, tee_times: TeeTimeFinder) -> Lasting:
    """Hooks by their number of players, one of them less than 28 days before play."""
    made: Mapping[int, Callable[[], Hooked]] = {
        1: partial(hook_within_four_weeks, hooks, tee_times, 1),
        2: partial(hook_tee_time, hooks, tee_times, 2),
        4: partial(hook_tee_time, hooks, tee_times, 4),
    }
    # One after the other: each draws a tee time.
    return {players: kept(make) for players, make in made.items()}


@pytest.fixture(scope="session")
def ended(lasting: Lasting, hooks: BookingHookDesk, tee_times: TeeTimeFinder, clock: MovableClock, run: Run) -> Lasting:
    """The hooks `lasting`, and the clock moved past their end."""
    return let_end(lasting, hooks, tee_times, clock, run)


@verifies("HOK-04")
@pytest.mark.parametrize("players", [1, 4], ids=["within four weeks", "any day"])
def test_a_hook_says_that_it_lasts_fourteen_days(
    hooks: BookingHookDesk, lasting: Lasting, clock: MovableClock, players: int
) -> None:
    hook = lasting[players]()

    ends_at = shown_end(hooks, hook, clock)

    require_fourteen_days_shown(hook, ends_at)


@verifies("HOK-04", moves_clock_minutes=_FOURTEEN_DAYS_IN_MINUTES - 1)
def test_a_hook_is_confirmed_on_its_last_day(
    lasting: Lasting, hooks: BookingHookDesk, tee_times: TeeTimeFinder, clock: MovableClock, run: Run
) -> None:
    hook = if_possible(lasting[2])
    wait_for_the_last_day(hook, hooks, tee_times, clock, run)

    require_confirmed_until_its_end(hook, hooks, tee_times)


@verifies("HOK-04", moves_clock_minutes=_FOURTEEN_DAYS_IN_MINUTES)
def test_the_places_of_a_hook_are_back_after_its_end(ended: Lasting, tee_times: TeeTimeFinder, target: Target) -> None:
    require_not_again(
        lambda hook: require_places_back(hook, tee_times, target),
        ended[1](),
        ended[4],
        "Places of a hook did not come back after its end. Another hook did not show this.",
    )


@verifies("HOK-04", moves_clock_minutes=_FOURTEEN_DAYS_IN_MINUTES)
def test_a_hook_cannot_be_confirmed_after_its_end(
    ended: Lasting, hooks: BookingHookDesk, tee_times: TeeTimeFinder
) -> None:
    require_no_longer_confirmed(ended[4](), hooks, tee_times)


# Only where a hook does not say when it ends: 15 days are a long way for the other bookings of a run.
@verifies("HOK-04", moves_clock_minutes=_FIFTEEN_DAYS_IN_MINUTES)
def test_a_hook_that_does_not_say_so_lasts_fourteen_days(
    hooks: BookingHookDesk, tee_times: TeeTimeFinder, clock: MovableClock, target: Target
) -> None:
    hook = hook_where_no_end_is_shown(hooks, tee_times, clock)

    watched = watch_for_fifteen_days(hook, tee_times, clock, target)

    require_fourteen_days_by_the_clock(watched)
