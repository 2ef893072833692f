"""Checks of holding a tee time and of booking what is held."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from conformance.client import Agency
from conformance.discovery import BookingDesk, CourseFinder, OfferedTeeTime, TeeTimeFinder
from conformance.exchanges import Answer, Role
from conformance.oracles import accepted, golden, part, refused, same, within_budget
from conformance.run import Run
from conformance.suite.booked import if_possible
from conformance.suite.booking_values import moment
from conformance.suite.course_samples import unknown_courses
from conformance.suite.held_tee_times import HeldTeeTime, HoldDay, hold, hold_days, places_listed
from conformance.suite.races import Racer, answered, once_more, race_together
from conformance.suite.tee_sheets import comes_to, is_amount
from conformance.target import Target
from conformance.verdicts import Inconclusive, Untested, Violation, exercises, expect, verifies

_LONGEST_HOLD = timedelta(minutes=15)
_CLOCK_SKEW = timedelta(seconds=60)
_NOBODY_PLAYS_AT = "03:17"
_SECOND_HOLD = 2


@dataclass(frozen=True)
class CompletedHold:
    """A hold of one place that became a booking: the answer, the booking, the places listed after it."""

    held: HeldTeeTime
    hold_id: str
    booking: Any
    places_after: int


@pytest.fixture(scope="session")
def days(tee_times: TeeTimeFinder) -> tuple[HoldDay, HoldDay]:
    """A weekday and a weekend day to hold tee times on."""
    return hold_days(tee_times)


@pytest.fixture(scope="session")
def held(agency: Agency, bookings: BookingDesk, days: tuple[HoldDay, HoldDay], target: Target) -> Sequence[HeldTeeTime]:
    """One to four places, on weekdays and weekend days by turns, held once for all checks here."""
    return [hold(agency, bookings, days[players % 2].tee_time(), players, target) for players in (1, 2, 3, 4)]


@pytest.fixture(scope="session")
def completed(agency: Agency, bookings: BookingDesk, days: tuple[HoldDay, HoldDay], target: Target) -> CompletedHold:
    """A hold of one place, completed at once. Raises `Inconclusive` when that is refused: HLD-07 judges it."""
    return _completed(agency, bookings, days[1].tee_time(), target)


@pytest.fixture(scope="session")
def second_hold(bookings: BookingDesk, held: Sequence[HeldTeeTime]) -> Answer:
    """The answer to a second hold on a tee time, whatever it is."""
    answer = bookings.hold(held[0].tee_time, _SECOND_HOLD)
    if not answer.is_success:
        answer.mark(Role.attempt)
    return answer


@exercises("holdTeeTime", writes=True)
def test_tee_times_are_held_for_every_party_size(held: Sequence[HeldTeeTime]) -> None:
    for one in held:
        accepted(one.answer, "Holding a tee time")


@verifies("HLD-02")
def test_a_hold_is_for_what_was_asked(held: Sequence[HeldTeeTime]) -> None:
    for one in held:
        wanted = [one.tee_time.course_id, one.tee_time.play_date.isoformat(), one.tee_time.time, one.players]
        actual = [_member(one, name) for name in ("courseId", "date", "time", "players")]
        if actual != wanted:
            raise Violation(f"courseId, date, time and players are {wanted}", f"{actual}", one.answer.index)


@verifies("HLD-03")
def test_a_hold_lasts_at_most_fifteen_minutes(held: Sequence[HeldTeeTime]) -> None:
    for one in held:
        _lasts_at_most_fifteen_minutes(one.answer)


@verifies("HLD-04")
def test_a_new_hold_has_not_expired(held: Sequence[HeldTeeTime]) -> None:
    for one in held:
        expires_at = moment(_member(one, "holdExpiration"), "holdExpiration")
        # Without a Date header the answer is timed by our own clock, which may be ahead.
        slack = timedelta() if "date" in one.answer.headers else _CLOCK_SKEW
        if expires_at <= one.answer.answered_at - slack:
            expected = f"holdExpiration is after the answer of {one.answer.answered_at}"
            raise Violation(expected, f"{expires_at}", one.answer.index)


@verifies("HLD-05")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_held_places_are_not_offered(
    agency: Agency,
    bookings: BookingDesk,
    other_eyes: TeeTimeFinder,
    days: tuple[HoldDay, HoldDay],
    held: Sequence[HeldTeeTime],
    target: Target,
    players: int,
) -> None:
    one = next(one for one in held if one.players == players)
    if _offered_to_anybody(one, other_eyes, target) <= one.places_left:
        return

    # Somebody may have given places back meanwhile; not twice.
    again = hold(agency, bookings, days[players % 2].tee_time(), players, target)
    offered = _offered_to_anybody(again, other_eyes, target)
    if offered <= again.places_left:
        raise Inconclusive(f"The places at {one.tee_time.time} did not go down, those at {again.tee_time.time} did.")
    expected = f"at most {again.places_left} places are offered while {players} of {again.before.available} are held"
    raise Violation(expected, f"{offered}", again.answer.index)


@verifies("HLD-05")
def test_a_second_hold_takes_its_places_too(
    agency: Agency,
    bookings: BookingDesk,
    days: tuple[HoldDay, HoldDay],
    held: Sequence[HeldTeeTime],
    second_hold: Answer,
    target: Target,
) -> None:
    first, second = held[0], second_hold
    # Somebody may have given places back meanwhile; not twice.
    for one in (first.tee_time, days[0].tee_time()):
        most = one.places - _SECOND_HOLD
        if one is not first.tee_time:
            accepted(bookings.hold(one, first.players), "Holding a tee time")
            second = bookings.hold(one, _SECOND_HOLD)
        if not second.is_success:
            second.mark(Role.attempt)
            return
        # A target may let the second hold of an agency take the place of its first.
        places = _until_at_most(most, lambda: places_listed(agency, one), target)  # noqa: B023 - called at once
        if places <= most:
            return
    raise Violation(f"at most {most} places are offered beside a hold of {_SECOND_HOLD}", f"{places}", second.index)


@verifies("HLD-03")
def test_a_second_hold_lasts_at_most_fifteen_minutes_too(second_hold: Answer) -> None:
    if second_hold.is_success:
        _lasts_at_most_fifteen_minutes(second_hold)


@verifies("HLD-07")
def test_a_hold_is_completed_by_booking_with_its_id(
    agency: Agency, bookings: BookingDesk, days: tuple[HoldDay, HoldDay], target: Target
) -> None:
    whole = hold(agency, bookings, days[1].tee_time_of_four(), 4, target)

    booking = golden(bookings.complete(_member(whole, "holdId"), whole.tee_time, 4))

    same(part(booking, "data.status"), "confirmed", "the status of a booking that completes a hold")
    wanted = (whole.tee_time.course_id, whole.tee_time.play_date.isoformat(), whole.tee_time.time, 4)
    for member, value in zip(("course.id", "date", "teeTime", "players"), wanted, strict=True):
        same(part(booking, f"data.{member}", judge=False), value, f"{member} of a booking that completes a hold")


@verifies("HLD-09")
@pytest.mark.parametrize(("places_held", "places_wanted"), [(4, 1), (1, 4)], ids=["all held", "one held"])
def test_held_places_cannot_be_booked_by_another_agency(
    agency: Agency,
    bookings: BookingDesk,
    second_bookings: BookingDesk,
    days: tuple[HoldDay, HoldDay],
    target: Target,
    places_held: int,
    places_wanted: int,
) -> None:
    day = days[0] if places_held == 4 else days[1]
    whole = hold(agency, bookings, day.tee_time_of_four(), places_held, target)
    body = second_bookings.body(whole.tee_time, places_wanted)

    attempt = second_bookings.post(body)
    control = second_bookings.create(day.tee_time(), places_wanted)

    refused(attempt, control=control)
    second_bookings.nothing_created(body)


@verifies("HLD-11")
def test_a_hold_costs_what_the_tee_sheet_says(held: Sequence[HeldTeeTime]) -> None:
    for one in held:
        pricing = [_member(one, f"pricing.{name}") for name in ("currency", "greenFee", "totalAmount")]
        currency, green_fee, total = pricing
        if [currency, green_fee] != [one.before.currency, one.before.green_fee]:
            expected = f"the tee sheet's {one.before.green_fee} {one.before.currency} per player"
            raise Violation(expected, f"{green_fee} {currency}", one.answer.index)
        if not is_amount(total) or not comes_to(total, green_fee, one.players):
            expected = f"totalAmount is {green_fee} times {one.players}"
            raise Violation(expected, f"{total}", one.answer.index)


@verifies("HLD-12")
def test_a_time_that_is_not_offered_cannot_be_held(bookings: BookingDesk, held: Sequence[HeldTeeTime]) -> None:
    for one in held:
        attempt = bookings.hold(replace(one.tee_time, time=_NOBODY_PLAYS_AT), one.players)

        refused(attempt, control=one.answer)


@verifies("HLD-13")
def test_an_unknown_course_cannot_be_held(
    bookings: BookingDesk, courses: CourseFinder, run: Run, held: Sequence[HeldTeeTime]
) -> None:
    unknown = [course_id for course_id, _ in unknown_courses(courses, run, "hold of an unknown course")]
    for one in held:
        attempt = bookings.hold(replace(one.tee_time, course_id=unknown[-1]), one.players)

        refused(attempt, control=one.answer)


@verifies("HLD-14")
def test_each_hold_has_its_own_id(held: Sequence[HeldTeeTime]) -> None:
    ids = [_member(one, "holdId") for one in held]

    expect(all(ids.count(one) == 1 for one in ids), "each hold has an id of its own", ids)


@verifies("HLD-15")
@once_more
def test_a_hold_completes_one_booking_only_at_the_same_moment(bookings: BookingDesk, tee_times: TeeTimeFinder) -> None:
    tee_time = tee_times.fresh()
    hold_id = part(accepted(bookings.hold(tee_time, 1), "Holding a tee time"), "holdId", judge=False)

    finishes = race_together([Racer(1, partial(bookings.complete, hold_id, tee_time, 1)) for _ in range(2)])

    made = [answered(one) for one in finishes if one.is_accepted]
    for one in made[1:]:
        one.mark(Role.attempt)
    if not made:
        raise Inconclusive("Both of two requests with one hold id were refused, which HLD-07 judges.")
    ids = {str(part(one.body, "data.id", judge=False)) for one in made}
    expect(len(ids) == 1, "one hold completes one booking", sorted(ids))


@verifies("HLD-15")
def test_a_hold_completes_one_booking_only(bookings: BookingDesk, completed: CompletedHold) -> None:
    tee_time = completed.held.tee_time
    attempt = bookings.complete(completed.hold_id, tee_time, 1)
    control = bookings.create(tee_time, 1)

    # The same booking again is as good as a refusal, and no second booking with its id.
    attempt.mark(Role.attempt)
    if not _shows_again(attempt, completed.booking):
        refused(attempt, control=control)


@verifies("HLD-16")
def test_completing_a_hold_takes_no_further_places(completed: CompletedHold) -> None:
    least = completed.held.places_after
    expect(
        completed.places_after >= least,
        f"the {least} places that were free beside the hold are free beside the booking",
        f"{completed.places_after}",
    )


@verifies("INV-05")
def test_a_booking_that_completes_a_hold_takes_its_places(
    agency: Agency, bookings: BookingDesk, tee_times: TeeTimeFinder, request: pytest.FixtureRequest, target: Target
) -> None:
    completed: CompletedHold = if_possible(lambda: request.getfixturevalue("completed"))
    if _places_beside(agency, completed, target) <= completed.held.places_left:
        return

    # Somebody may have given places back meanwhile; not twice.
    again = _completed(agency, bookings, tee_times.fresh(), target)
    places = _places_beside(agency, again, target)
    if places <= again.held.places_left:
        raise Inconclusive("Too many places were offered beside a booking from a hold, which did not happen again.")
    expected = f"at most {again.held.places_left} places are offered beside a booking of {again.held.players}"
    raise Violation(expected, f"{places}", again.held.answer.index)


@verifies("HLD-17")
def test_more_places_than_are_free_cannot_be_held(bookings: BookingDesk, days: tuple[HoldDay, HoldDay]) -> None:
    tee_time = _broken_tee_time(days)
    # A hold that is accepted would leave nothing to its twin.
    twin = next(filter(None, (day.broken_tee_time() for day in days)), tee_time)

    attempt = bookings.hold(tee_time, tee_time.places + 1)
    control = bookings.hold(twin, twin.places)

    refused(attempt, control=control)


def _completed(agency: Agency, desk: BookingDesk, tee_time: OfferedTeeTime, target: Target) -> CompletedHold:
    """A hold of one place, completed at once. Raises `Inconclusive` when that is refused: HLD-07 judges it."""
    one = hold(agency, desk, tee_time, 1, target)
    hold_id = part(one.answer.body, "holdId", judge=False)
    answer = desk.complete(hold_id, one.tee_time, 1)
    booking = part(accepted(answer, "Completing a hold"), "data", judge=False)
    return CompletedHold(one, hold_id, booking, places_listed(agency, one.tee_time))


def _lasts_at_most_fifteen_minutes(answer: Answer) -> None:
    ends_at = moment(part(answer.body, "holdExpiration", judge=False), "holdExpiration")
    lasts = ends_at - answer.answered_at
    if lasts > _LONGEST_HOLD + _CLOCK_SKEW:
        raise Violation("a hold lasts at most 15 minutes", f"it lasts {lasts}", answer.index)


def _places_beside(agency: Agency, one: CompletedHold, target: Target) -> int:
    """Places listed beside the booking that a hold became, within the budget for changes to show."""
    if one.places_after <= one.held.places_left:
        return one.places_after
    return _until_at_most(one.held.places_left, lambda: places_listed(agency, one.held.tee_time), target)


def _member(one: HeldTeeTime, name: str) -> Any:
    """A member of the hold; HLD-01 judges whether it is there."""
    return part(one.answer.body, name, judge=False)


def _offered_to_anybody(one: HeldTeeTime, other_eyes: TeeTimeFinder, target: Target) -> int:
    """The most places that this agency and another one see beside the hold, within the budget for changes to show."""
    seen = _until_at_most(one.places_left, lambda: other_eyes.places_free(one.tee_time), target)
    return max(one.places_after, seen)


def _until_at_most(most: int, read: Callable[[], int], target: Target) -> int:
    return within_budget(read, lambda places: places <= most, seconds=target.budgets.visibility_seconds)


def _shows_again(answer: Answer, booking: Any) -> bool:
    return answer.is_success and part(answer.body, "data.id", judge=False) == part(booking, "id", judge=False)


def _broken_tee_time(days: tuple[HoldDay, HoldDay]) -> OfferedTeeTime:
    """A tee time with fewer than four free places. Raises `Untested` when there is none."""
    found = next(filter(None, (day.broken_tee_time() for day in days)), None)
    if found is None:
        raise Untested("No tee time with one to three free places was found.")
    return found
