"""Checks of a tee time at which two agencies hold places."""

from collections.abc import Sequence

from conformance.asking.client import Agency
from conformance.discovery import BookingDesk
from conformance.evidence.verdicts import verifies
from conformance.suite.arranged.second_cases import require_not_again
from conformance.suite.tee_time_holds.held_tee_times import HoldDays
from conformance.suite.tee_time_holds.new_holds import (
    HoldBeside,
    hold_beside_another_agency,
    require_holds_take_places_together,
)
from conformance.target.target import Target


@verifies("HLD-05")
def test_the_holds_of_two_agencies_take_places_together(
    askers: Sequence[Agency],
    bookings: BookingDesk,
    other_bookings: BookingDesk,
    days_for_holds: HoldDays,
    target: Target,
) -> None:
    def hold_both() -> HoldBeside:
        return hold_beside_another_agency(bookings, other_bookings, days_for_holds[1].tee_time())

    require_not_again(
        lambda second: require_holds_take_places_together(askers, second, target),
        hold_both(),
        hold_both,
        "Places that two agencies hold were offered. Holds at another tee time did not show this.",
    )
