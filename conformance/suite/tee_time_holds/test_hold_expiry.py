"""Checks of what remains of a tee-time hold when its time is over. They move the clock of the target."""

from collections.abc import Callable, Mapping
from functools import partial

import pytest

from conformance.asking.client import Agency
from conformance.asking.oracles import accepted, part
from conformance.discovery import BookingDesk, MovableClock, TeeTimeFinder
from conformance.evidence.verdicts import verifies
from conformance.recordings.parts import kept_together
from conformance.suite.arranged.booked import PARTY_SIZES, if_possible
from conformance.suite.arranged.many_answers import require_all_refused
from conformance.suite.arranged.second_cases import require_chance, require_not_again
from conformance.suite.tee_time_holds.expired_holds import (
    Afterwards,
    Expiry,
    Lapsed,
    hold_and_let_lapse,
    require_places_offered_again,
    require_taken_off_sale,
)
from conformance.suite.tee_time_holds.late_completions import (
    LateCompletion,
    complete_after_its_end,
    complete_beside_free_places,
    require_no_places_taken,
)
from conformance.suite.tee_time_holds.new_holds import require_not_expired
from conformance.target.target import Target

_A_DAY_IN_MINUTES = 24 * 60


@pytest.fixture(scope="session")
def lapsed(
    agency: Agency,
    bookings: BookingDesk,
    other_bookings: BookingDesk,
    tee_times: TeeTimeFinder,
    clock: MovableClock,
    target: Target,
) -> Lapsed:
    """Six holds and a second one beside one of them, and the clock moved past the last of them."""
    return hold_and_let_lapse(agency, bookings, other_bookings, tee_times, clock, target)


@pytest.fixture(scope="session")
def expiry(
    agency: Agency,
    bookings: BookingDesk,
    other_bookings: BookingDesk,
    tee_times: TeeTimeFinder,
    other_eyes: TeeTimeFinder,
    clock: MovableClock,
    target: Target,
) -> Expiry:
    """Lets holds expire, and reads how many places are offered after that."""
    return Expiry(agency, bookings, other_bookings, tee_times, other_eyes, clock, target)


@pytest.fixture(scope="session")
def offered_again(lapsed: Lapsed, expiry: Expiry) -> Mapping[int, Callable[[], Afterwards]]:
    """By party size, the hold whose time is over and the places that are offered then."""
    return kept_together({players: partial(expiry.after, lapsed.of_size(players)) for players in PARTY_SIZES})


@verifies("HLD-06", moves_clock_minutes=16)
@pytest.mark.parametrize("players", PARTY_SIZES)
def test_the_places_of_an_expired_hold_are_offered_again(
    lapsed: Lapsed, expiry: Expiry, offered_again: Mapping[int, Callable[[], Afterwards]], players: int
) -> None:
    held = lapsed.of_size(players)
    require_taken_off_sale(held)

    require_chance(
        require_places_offered_again,
        offered_again[players](),
        lambda: expiry.let_another_lapse(held),
        lambda: expiry.let_another_lapse(held, on_its_day=True),
    )


@pytest.fixture(scope="session")
def over_midnight(expiry: Expiry) -> Afterwards:
    """A hold that began before midnight UTC and ended after it. A target may compare days in place of moments."""
    return if_possible(expiry.over_midnight)


# Only where the clock can be moved: other checks decide the row as well.
@verifies("HLD-04", moves_clock_minutes=_A_DAY_IN_MINUTES)
def test_a_new_hold_before_midnight_has_not_expired(over_midnight: Afterwards) -> None:
    require_not_expired([over_midnight.held])


@verifies("HLD-06", moves_clock_minutes=_A_DAY_IN_MINUTES)
def test_the_places_of_a_hold_that_ends_after_midnight_are_offered_again(
    expiry: Expiry, over_midnight: Afterwards
) -> None:
    require_not_again(
        require_places_offered_again,
        over_midnight,
        expiry.over_midnight,
        "Places of a hold did not come back after midnight. Another hold did not show this.",
    )


@verifies("HLD-08", moves_clock_minutes=16)
@pytest.mark.parametrize("places_held", [4, 1])
def test_an_expired_hold_reserves_nothing(
    bookings: BookingDesk, second_bookings: BookingDesk, tee_times: TeeTimeFinder, lapsed: Lapsed, places_held: int
) -> None:
    hold_id = part(lapsed.with_places_held(places_held).answer.body, "holdId", judge=False)
    other = tee_times.fresh()
    fresh_hold_id = part(accepted(bookings.hold(other, places_held), "Holding"), "holdId", judge=False)

    attempts = complete_after_its_end(bookings, second_bookings, tee_times, lapsed, places_held, hold_id)
    control = bookings.complete(fresh_hold_id, other, places_held)

    because = "that hold has expired and another agency has booked its places"
    require_all_refused(attempts, control=control, because=because)


@verifies("HLD-08", moves_clock_minutes=16)
def test_a_hold_that_is_completed_after_its_end_takes_no_places(
    bookings: BookingDesk, tee_times: TeeTimeFinder, lapsed: Lapsed, target: Target
) -> None:
    holds = iter(lapsed.of_every_size)

    def complete_late() -> LateCompletion:
        return complete_beside_free_places(bookings, tee_times, next(holds), target)

    require_not_again(
        require_no_places_taken,
        complete_late(),
        complete_late,
        "Places were gone after a late completion. Another late completion did not show this.",
    )
