"""Checks of booking hooks that are more than a week old. Other checks decide their rows as well, without a clock."""

import pytest

from conformance.discovery import BookingDesk, BookingHookDesk, MovableClock, TeeTimeFinder
from conformance.evidence.verdicts import verifies
from conformance.scope.run import Run
from conformance.suite.arranged.second_cases import require_not_again
from conformance.suite.booking_hooks.hook_lives import release_hook, require_places_taken_and_returned
from conformance.suite.booking_hooks.old_hooks import (
    EIGHT_DAYS_IN_MINUTES,
    OldHooks,
    hooks_of_eight_days,
    require_confirmed_booking,
)
from conformance.target.target import Target


@pytest.fixture(scope="session")
def old(hooks: BookingHookDesk, tee_times: TeeTimeFinder, clock: MovableClock, run: Run) -> OldHooks:
    """Some hooks, and the clock moved by eight days."""
    return hooks_of_eight_days(hooks, tee_times, clock, run)


@verifies("HOK-06", moves_clock_minutes=EIGHT_DAYS_IN_MINUTES)
def test_a_hook_that_is_confirmed_after_eight_days_is_a_booking(
    hooks: BookingHookDesk, bookings: BookingDesk, old: OldHooks, target: Target
) -> None:
    require_confirmed_booking(old.next(), hooks, bookings, target)


@verifies("HOK-05", moves_clock_minutes=EIGHT_DAYS_IN_MINUTES)
def test_the_release_of_a_hook_of_eight_days_returns_its_places(
    hooks: BookingHookDesk, tee_times: TeeTimeFinder, other_eyes: TeeTimeFinder, old: OldHooks, target: Target
) -> None:
    require_not_again(
        require_places_taken_and_returned,
        release_hook(old.next(), hooks, (tee_times, other_eyes), target),
        lambda: release_hook(old.next(), hooks, (tee_times, other_eyes), target),
        "A hook of eight days did not return its places. A second hook did not show this.",
    )
