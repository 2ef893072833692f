"""Checks of what is left of a tee-time hold when its time is over. They move the clock of the target."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import pytest

from conformance.client import Agency
from conformance.discovery import BookingDesk, MovableClock, TeeTimeFinder
from conformance.oracles import accepted, golden, part, refused, within_budget
from conformance.suite.booked import PARTY_SIZES
from conformance.suite.booking_values import moment
from conformance.suite.held_tee_times import HeldTeeTime, hold, hold_days, places_listed
from conformance.target import Target
from conformance.verdicts import Inconclusive, Violation, verifies

_LONGEST_HOLD = timedelta(minutes=15)
_AFTER_IT = timedelta(seconds=61)
_BEFORE_THE_END = timedelta(seconds=60)


@dataclass(frozen=True)
class Lapsed:
    """Holds whose time is over: one of every party size, and two at tee times of four, of all places and of one."""

    of_every_size: Sequence[HeldTeeTime]
    all_held: HeldTeeTime
    one_held: HeldTeeTime


@pytest.fixture(scope="session")
def lapsed(
    agency: Agency, bookings: BookingDesk, tee_times: TeeTimeFinder, clock: MovableClock, target: Target
) -> Lapsed:
    """Six holds, and the clock moved past the last of them."""
    days = hold_days(tee_times)
    sizes = [hold(agency, bookings, days[size % 2].tee_time(), size, target) for size in PARTY_SIZES]
    all_held = hold(agency, bookings, days[0].tee_time_of_four(), 4, target)
    one_held = hold(agency, bookings, days[1].tee_time_of_four(), 1, target)
    now = clock.now()
    clock.advance(max(_time_left(one, now) for one in (*sizes, all_held, one_held)) + _AFTER_IT)
    return Lapsed(sizes, all_held, one_held)


@dataclass(frozen=True)
class Ending:
    """Two holds of an agency that end in a minute: one to look at, one to complete."""

    kept: HeldTeeTime
    to_complete: HeldTeeTime


@pytest.fixture(scope="session")
def ending(
    agency: Agency, bookings: BookingDesk, tee_times: TeeTimeFinder, clock: MovableClock, target: Target
) -> Ending | None:
    """Two holds, and the clock moved to a minute before they end. None where it does not move or they are shorter."""
    if not clock.moves:
        return None
    kept, to_complete = (hold(agency, bookings, tee_times.fresh(), players, target) for players in (4, 2))
    left = min(_time_left(one, clock.now()) for one in (kept, to_complete)) - _BEFORE_THE_END
    if left <= timedelta():
        return None
    clock.advance(left)
    return Ending(kept, to_complete)


@verifies("HLD-05", moves_clock_minutes=14)
def test_held_places_are_not_offered_a_minute_before_the_end(agency: Agency, ending: Ending | None) -> None:
    if ending is None:
        return
    one = ending.kept
    if one.places_after > one.places_left:
        raise Inconclusive("The hold did not take its places off sale from the start.")

    places = places_listed(agency, one.tee_time)

    if places > one.places_left:
        expected = f"at most {one.places_left} places are offered a minute before the hold ends"
        raise Violation(expected, f"{places}", one.answer.index)


@verifies("HLD-07", moves_clock_minutes=14)
def test_a_hold_is_completed_a_minute_before_its_end(bookings: BookingDesk, ending: Ending | None) -> None:
    if ending is None:
        return
    one = ending.to_complete

    golden(bookings.complete(part(one.answer.body, "holdId", judge=False), one.tee_time, one.players))


@verifies("HLD-06", moves_clock_minutes=16)
@pytest.mark.parametrize("players", PARTY_SIZES)
def test_the_places_of_an_expired_hold_are_offered_again(
    agency: Agency,
    bookings: BookingDesk,
    tee_times: TeeTimeFinder,
    clock: MovableClock,
    lapsed: Lapsed,
    target: Target,
    players: int,
) -> None:
    one = next(one for one in lapsed.of_every_size if one.players == players)
    if one.places_after > one.places_left:
        raise Inconclusive("The hold did not take its places off sale, which HLD-05 judges.")

    places = _offered_again(agency, one, target)
    if places <= one.places_after:
        # Somebody may have booked there meanwhile; not twice.
        again = hold(agency, bookings, tee_times.fresh(), players, target)
        clock.advance(_time_left(again, clock.now()) + _AFTER_IT)
        places_again = _offered_again(agency, again, target)
        if places_again <= again.places_after:
            expected = f"{again.before.available} places are offered again when a hold of {players} is over"
            raise Violation(expected, f"{places_again} are", again.answer.index)
    if places < one.before.available:
        raise Inconclusive(f"{places} of {one.before.available} places are offered: somebody else may have booked.")


def _offered_again(agency: Agency, one: HeldTeeTime, target: Target) -> int:
    """The places listed after the hold is over, all of them or what the budget for changes brought."""
    return within_budget(
        lambda: places_listed(agency, one.tee_time),
        lambda free: free >= one.before.available,
        seconds=target.budgets.visibility_seconds,
    )


@verifies("HLD-08", moves_clock_minutes=16)
@pytest.mark.parametrize("places_held", [4, 1])
def test_an_expired_hold_reserves_nothing(
    bookings: BookingDesk, second_bookings: BookingDesk, tee_times: TeeTimeFinder, lapsed: Lapsed, places_held: int
) -> None:
    one = lapsed.all_held if places_held == 4 else lapsed.one_held
    hold_id = part(one.answer.body, "holdId", judge=False)
    other = tee_times.fresh()
    fresh_hold_id = part(accepted(bookings.hold(other, places_held), "Holding"), "holdId", judge=False)

    accepted(second_bookings.create(one.tee_time, 4), "Booking all places of an expired hold with the second key")
    attempt = bookings.complete(hold_id, one.tee_time, places_held)
    control = bookings.complete(fresh_hold_id, other, places_held)

    refused(attempt, control=control)


def _time_left(one: HeldTeeTime, now: datetime) -> timedelta:
    """How long the hold lasts by its own word, at most a day; the documented time where it says nothing readable."""
    try:
        ends_at = moment(part(one.answer.body, "holdExpiration", judge=False), "holdExpiration")
    except Inconclusive:
        ends_at = one.answer.answered_at + _LONGEST_HOLD
    return min(max(ends_at - now, timedelta()), timedelta(days=1))
