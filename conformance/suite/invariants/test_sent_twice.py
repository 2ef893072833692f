"""Checks of equal requests at the same moment: what they give back or book counts once."""

import pytest

from conformance.discovery import BookingDesk, BookingHookDesk, TeeTimeFinder
from conformance.evidence.verdicts import verifies
from conformance.suite.arranged.races import until_something_races
from conformance.suite.arranged.second_cases import require_not_again
from conformance.suite.invariants.sent_twice import (
    CANCELLATION,
    RELEASE,
    SMALLER_PARTY,
    Desks,
    confirm_twice,
    give_back_twice,
    require_given_back_once,
    require_one_booking_of_the_hook,
)
from conformance.target.target import Target

# Requests of other checks would take the slots of the racers.
pytestmark = pytest.mark.races


@pytest.fixture
def desks(bookings: BookingDesk, hooks: BookingHookDesk, tee_times: TeeTimeFinder, target: Target) -> Desks:
    """What the agency of the run books with."""
    return Desks(bookings, hooks, tee_times, target)


def _require_given_back_once(desks: Desks, what: str) -> None:
    require_not_again(
        require_given_back_once,
        give_back_twice(desks, what),
        lambda: give_back_twice(desks, what),
        f"Too many places were free after {what} was sent twice at once. A second tee time did not show this.",
    )


@verifies("INV-06")
@pytest.mark.parametrize("what", [CANCELLATION, SMALLER_PARTY])
@until_something_races
def test_places_come_back_once_when_a_request_is_sent_twice_at_once(desks: Desks, what: str) -> None:
    _require_given_back_once(desks, what)


@verifies("HOK-05")
@until_something_races
def test_the_places_of_a_hook_come_back_once_when_it_is_released_twice_at_once(desks: Desks) -> None:
    _require_given_back_once(desks, RELEASE)


@verifies("HOK-06")
@until_something_races
def test_a_hook_that_is_confirmed_twice_at_once_is_one_booking(desks: Desks) -> None:
    require_one_booking_of_the_hook(confirm_twice(desks))
