"""Checks of holding a tee time, and of what others can do with it then."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from conformance.asking.client import Agency
from conformance.asking.oracles import accepted, part, refused
from conformance.discovery import BookingDesk, CourseFinder, TeeTimeFinder
from conformance.evidence.exchanges import Answer, Role
from conformance.evidence.verdicts import Inconclusive, Violation, exercises, expect, verifies
from conformance.scope.run import Run
from conformance.suite.arranged.booked import if_possible
from conformance.suite.arranged.booking_values import moment
from conformance.suite.arranged.course_samples import unknown_courses
from conformance.suite.arranged.tee_sheets import comes_to, is_amount
from conformance.suite.tee_time_holds.held_tee_times import (
    HeldTeeTime,
    HoldDay,
    broken_tee_time,
    hold,
    offered_to_anybody,
    places_listed,
    until_at_most,
)
from conformance.target.target import Target

_LONGEST_HOLD = timedelta(minutes=15)
_CLOCK_SKEW = timedelta(seconds=60)
_NOBODY_PLAYS_AT = "03:17"
_SECOND_HOLD = 2


@pytest.fixture(scope="session")
def held(
    agency: Agency, bookings: BookingDesk, days_for_holds: tuple[HoldDay, HoldDay], target: Target
) -> Sequence[HeldTeeTime]:
    """One to four places, on weekdays and weekend days by turns, held once for all checks here."""
    return [hold(agency, bookings, days_for_holds[players % 2].tee_time(), players, target) for players in (1, 2, 3, 4)]


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
            expected = f"courseId, date, time and players of the hold are those asked for, {wanted}"
            raise Violation(expected, f"the hold is for {actual}", one.answer)


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
            raise Violation(expected, f"holdExpiration is {expires_at}", one.answer)


@verifies("HLD-05")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_held_places_are_not_offered(
    agency: Agency,
    bookings: BookingDesk,
    other_eyes: TeeTimeFinder,
    days_for_holds: tuple[HoldDay, HoldDay],
    held: Sequence[HeldTeeTime],
    target: Target,
    players: int,
) -> None:
    one = next(one for one in held if one.players == players)
    if offered_to_anybody(one, other_eyes, target) <= one.places_left:
        return

    # Somebody may have given places back meanwhile; not twice.
    again = hold(agency, bookings, days_for_holds[players % 2].tee_time(), players, target)
    offered = offered_to_anybody(again, other_eyes, target)
    if offered <= again.places_left:
        raise Inconclusive(f"The places at {one.tee_time.time} did not go down, those at {again.tee_time.time} did.")
    expected = f"at most {again.places_left} places are offered while {players} of {again.before.available} are held"
    raise Violation(expected, f"{offered} places are offered on {again.tee_time.where}")


@verifies("HLD-05")
def test_a_second_hold_takes_its_places_too(
    agency: Agency,
    bookings: BookingDesk,
    days_for_holds: tuple[HoldDay, HoldDay],
    held: Sequence[HeldTeeTime],
    second_hold: Answer,
    target: Target,
) -> None:
    first, second = held[0], second_hold
    # Somebody may have given places back meanwhile; not twice.
    for one in (first.tee_time, days_for_holds[0].tee_time()):
        most = one.places - _SECOND_HOLD
        if one is not first.tee_time:
            accepted(bookings.hold(one, first.players), "Holding a tee time")
            second = bookings.hold(one, _SECOND_HOLD)
        if not second.is_success:
            second.mark(Role.attempt)
            return
        # A target may let the second hold of an agency take the place of its first.
        places = until_at_most(most, lambda: places_listed(agency, one), target)  # noqa: B023 - called at once
        if places <= most:
            return
    expected = f"at most {most} places are offered beside a second hold, for {_SECOND_HOLD}"
    raise Violation(expected, f"{places} places are offered on {one.where}", second)


@verifies("HLD-03")
def test_a_second_hold_lasts_at_most_fifteen_minutes_too(second_hold: Answer) -> None:
    if second_hold.is_success:
        _lasts_at_most_fifteen_minutes(second_hold)


@verifies("HLD-09")
@pytest.mark.parametrize(("places_held", "places_wanted"), [(4, 1), (1, 4)], ids=["all held", "one held"])
def test_held_places_cannot_be_booked_by_another_agency(
    agency: Agency,
    bookings: BookingDesk,
    second_bookings: BookingDesk,
    days_for_holds: tuple[HoldDay, HoldDay],
    target: Target,
    places_held: int,
    places_wanted: int,
) -> None:
    day = days_for_holds[0] if places_held == 4 else days_for_holds[1]
    whole = hold(agency, bookings, day.tee_time_of_four(), places_held, target)
    body = second_bookings.body(whole.tee_time, places_wanted)

    attempt = second_bookings.post(body)
    control = second_bookings.create(day.tee_time(), places_wanted)

    because = f"another agency holds {places_held} of the {whole.tee_time.places} places of {whole.tee_time.where}"
    refused(attempt, control=control, because=because)
    second_bookings.nothing_created(body)


@verifies("HLD-09")
def test_places_of_a_second_hold_cannot_be_booked_by_another_agency(
    bookings: BookingDesk, second_bookings: BookingDesk, days_for_holds: tuple[HoldDay, HoldDay]
) -> None:
    tee_time, other = days_for_holds[0].tee_time_of_four(), days_for_holds[0].tee_time()
    if_possible(lambda: accepted(bookings.hold(tee_time, 1), "Holding a tee time"))
    # A target may let the second hold take the place of the first, or refuse it.
    if_possible(lambda: accepted(bookings.hold(tee_time, 3), "Holding a tee time again"))

    attempt = second_bookings.create(tee_time, _SECOND_HOLD)
    control = second_bookings.create(other, _SECOND_HOLD)

    refused(attempt, control=control, because=f"another agency holds all places of {tee_time.where} in two holds")


@verifies("HLD-11")
def test_a_hold_costs_what_the_tee_sheet_says(held: Sequence[HeldTeeTime]) -> None:
    for one in held:
        pricing = [_member(one, f"pricing.{name}") for name in ("currency", "greenFee", "totalAmount")]
        currency, green_fee, total = pricing
        if [currency, green_fee] != [one.before.currency, one.before.green_fee]:
            price = f"{one.before.green_fee} {one.before.currency}"
            expected = f"the hold of {one.tee_time.where} costs {price} per player, as on the tee sheet"
            raise Violation(expected, f"greenFee of the hold is {green_fee} {currency}", one.answer)
        if not is_amount(total) or not comes_to(total, green_fee, one.players):
            expected = f"totalAmount of a hold for {one.players} on {one.tee_time.where} is {one.players} × {green_fee}"
            raise Violation(expected, f"totalAmount of the hold is {total}", one.answer)


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

    expect(all(ids.count(one) == 1 for one in ids), "each hold has an id of its own", f"the holds have the ids {ids}")


@verifies("HLD-17")
def test_more_places_than_are_free_cannot_be_held(
    bookings: BookingDesk, days_for_holds: tuple[HoldDay, HoldDay]
) -> None:
    tee_time = broken_tee_time(days_for_holds)
    # A hold that is accepted would leave nothing to its twin.
    twin = next(filter(None, (day.broken_tee_time() for day in days_for_holds)), tee_time)

    attempt = bookings.hold(tee_time, tee_time.places + 1)
    control = bookings.hold(twin, twin.places)

    refused(attempt, control=control, because=f"only {tee_time.places} places are free on {tee_time.where}")


def _lasts_at_most_fifteen_minutes(answer: Answer) -> None:
    ends_at = moment(part(answer.body, "holdExpiration", judge=False), "holdExpiration")
    lasts = ends_at - answer.answered_at
    if lasts > _LONGEST_HOLD + _CLOCK_SKEW:
        told = f"it lasts {lasts}, from {answer.answered_at:%H:%M:%S} to {ends_at:%H:%M:%S} UTC"
        raise Violation("a hold lasts at most 15 minutes", told, answer)


def _member(one: HeldTeeTime, name: str) -> Any:
    """A member of the hold; HLD-01 judges whether it is there."""
    return part(one.answer.body, name, judge=False)
