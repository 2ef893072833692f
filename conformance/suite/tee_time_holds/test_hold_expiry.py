"""Checks of what is left of a tee-time hold when its time is over. They move the clock of the target."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

import pytest

from conformance.asking.client import Agency
from conformance.asking.oracles import accepted, golden, part, refused, within_budget
from conformance.discovery import BookingDesk, MovableClock, TeeTimeFinder
from conformance.evidence.exchanges import Answer, Role
from conformance.evidence.verdicts import Inconclusive, NoEvidence, Violation, verifies
from conformance.suite.arranged.booked import PARTY_SIZES, PLACES, if_possible
from conformance.suite.arranged.booking_values import moment
from conformance.suite.tee_time_holds.held_tee_times import HeldTeeTime, hold, hold_days, places_listed
from conformance.target.target import Target

_LONGEST_HOLD = timedelta(minutes=15)
_AFTER_IT = timedelta(seconds=61)
_BEFORE_THE_END = timedelta(seconds=60)


@dataclass(frozen=True)
class Lapsed:
    """Holds whose time is over: one of every party size, and two at tee times of four, of all places and of one.

    Where a second hold was given at the tee time of the first size, it is over too.
    """

    of_every_size: Sequence[HeldTeeTime]
    all_held: HeldTeeTime
    one_held: HeldTeeTime


@pytest.fixture(scope="session")
def lapsed(
    agency: Agency, bookings: BookingDesk, tee_times: TeeTimeFinder, clock: MovableClock, target: Target
) -> Lapsed:
    """Six holds and a second one beside one of them, and the clock moved past the last of them."""
    days = hold_days(tee_times)
    sizes = [hold(agency, bookings, days[size % 2].tee_time(), size, target) for size in PARTY_SIZES]
    all_held = hold(agency, bookings, days[0].tee_time_of_four(), 4, target)
    one_held = hold(agency, bookings, days[1].tee_time_of_four(), 1, target)
    second = _held_twice(bookings, sizes[0])
    now = clock.now()
    clock.advance(max(_time_left(one, now) for one in (*sizes, all_held, one_held, second)) + _AFTER_IT)
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
        raise Violation(expected, f"{places} places are offered on {one.tee_time.where}")


@pytest.fixture(scope="session")
def completed_late(bookings: BookingDesk, ending: Ending | None) -> Answer | None:
    """The answer to completing a hold a minute before its end, whatever it is."""
    return _complete(bookings, ending.to_complete) if ending else None


@verifies("HLD-07", moves_clock_minutes=14)
def test_a_hold_is_completed_a_minute_before_its_end(completed_late: Answer | None) -> None:
    if completed_late is not None:
        golden(completed_late)


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
        second = _held_twice(bookings, again) if players == PARTY_SIZES[0] else again
        now = clock.now()
        clock.advance(max(_time_left(again, now), _time_left(second, now)) + _AFTER_IT)
        places_again = _offered_again(agency, again, target)
        if places_again <= again.places_after:
            expected = f"{again.before.available} places are offered again when a hold of {players} is over"
            raise Violation(expected, f"{places_again} places are offered on {again.tee_time.where}")
    if places < one.before.available:
        raise Inconclusive(f"{places} of {one.before.available} places are offered: somebody else may have booked.")


def _held_twice(desk: BookingDesk, one: HeldTeeTime) -> HeldTeeTime:
    """A second hold like *one* at its tee time, or *one* where it is refused."""
    answer = desk.hold(one.tee_time, one.players)
    if answer.is_success:
        return replace(one, answer=answer)
    answer.mark(Role.attempt)
    return one


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
    attempts = [bookings.complete(hold_id, one.tee_time, places_held)]
    if places_held == 4:
        attempts += _complete_where_two_are_free(bookings, second_bookings, lapsed.of_every_size[-1])
    control = bookings.complete(fresh_hold_id, other, places_held)

    for attempt in attempts:
        refused(attempt, control=control, because="that hold is over and another agency has booked its places")


def _complete_where_two_are_free(desk: BookingDesk, second_desk: BookingDesk, one: HeldTeeTime) -> Iterator[Answer]:
    """The answer to completing the hold of four, which is over, when another agency has two of four places."""
    if one.before.available == PLACES and second_desk.create(one.tee_time, 2).is_success:
        yield _complete(desk, one)


@verifies("INV-02", moves_clock_minutes=16)
def test_a_booking_keeps_its_places_when_its_hold_would_be_over(
    agency: Agency,
    bookings: BookingDesk,
    tee_times: TeeTimeFinder,
    clock: MovableClock,
    request: pytest.FixtureRequest,
    target: Target,
) -> None:
    ending: Ending | None = if_possible(lambda: request.getfixturevalue("ending"))
    completed_late: Answer | None = if_possible(lambda: request.getfixturevalue("completed_late"))
    if ending is None or completed_late is None or not completed_late.is_success:
        return
    if _is_kept(bookings, clock, ending.to_complete):
        return

    # Somebody may have given places back meanwhile; not twice.
    again = hold(agency, bookings, tee_times.fresh(), ending.to_complete.players, target)
    accepted(_complete(bookings, again), "Completing a hold")
    if _is_kept(bookings, clock, again):
        raise Inconclusive("More players were confirmed than there are places, which did not happen again.")
    players = again.places_left + 1 + again.players
    expected = f"at most {again.before.available} players are confirmed on {again.tee_time.where}"
    raise Violation(expected, f"{players} players are confirmed there, after a hold that was completed")


def _is_kept(desk: BookingDesk, clock: MovableClock, one: HeldTeeTime) -> bool:
    """Whether one player more than there are places beside *one* is refused, when it is booked and its time is over.

    Raises `NoEvidence` where one booking cannot tell: there are too many places, or the hold did not take its own.
    """
    too_many = one.places_left + 1
    if one.places_after > one.places_left or too_many > PLACES:
        raise NoEvidence(f"{one.places_after} places are shown beside a hold of {one.players}.")
    if left := _time_left(one, clock.now()):
        clock.advance(left + _AFTER_IT)
    answer = desk.create(one.tee_time, too_many)
    answer.mark(Role.attempt)
    return not answer.is_success or part(answer.body, "data.status", judge=False) != "confirmed"


def _complete(desk: BookingDesk, one: HeldTeeTime) -> Answer:
    return desk.complete(part(one.answer.body, "holdId", judge=False), one.tee_time, one.players)


def _time_left(one: HeldTeeTime, now: datetime) -> timedelta:
    """How long the hold lasts by its own word, at most a day; the documented time where it says nothing readable."""
    try:
        ends_at = moment(part(one.answer.body, "holdExpiration", judge=False), "holdExpiration")
    except Inconclusive:
        ends_at = one.answer.answered_at + _LONGEST_HOLD
    return min(max(ends_at - now, timedelta()), timedelta(days=1))
