"""Checks of changing a booking. The answer to a change is not shown, so each one is read back."""

from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any

import pytest

from conformance.asking.oracles import accepted, golden, part, refused, same, within_budget
from conformance.discovery import BookingDesk, CourseFinder, FreshDay, TeeTimeFinder
from conformance.evidence.exchanges import Answer, Role
from conformance.evidence.verdicts import Inconclusive, Untested, expect, verifies
from conformance.suite.arranged.booked import (
    PARTY_SIZES,
    PLACES,
    Booked,
    all_modifiable,
    book,
    book_from_hold,
    change,
    lead_player,
    read,
)
from conformance.suite.arranged.booking_values import comparable, plain
from conformance.suite.arranged.read_back import changes_in_words, moved_members, refused_and_unchanged
from conformance.target.target import Target

_NEW_REQUESTS = "Two electric trolleys, please. Changed by a conformance run."
_NEW_VALUES: Mapping[str, Any] = {
    "players": 3,
    "specialRequests": _NEW_REQUESTS,
    "agencyBookingReference": "changed-by-a-conformance-run",
}
_FEWER = {"players": 1}

_OTHER_VALUES: Mapping[str, Any] = {
    "specialRequests": "A table for lunch, please. Changed again by a conformance run.",
    "agencyBookingReference": "changed-again-by-a-conformance-run",
}

_FROM_A_HOLD = 4

# Beside those just outside, sizes that are far from any.
_FAR_OFF = (-1, 99)


@pytest.fixture(scope="session")
def by_size(bookings: BookingDesk, tee_times: TeeTimeFinder) -> Callable[[int], Booked]:
    """A booking by the number of players it is made for. Several checks change the same one, so each reads it first."""
    return cache(lambda players: _made(bookings, tee_times, players))


@pytest.fixture(scope="session")
def of_two(bookings: BookingDesk, tee_times: TeeTimeFinder) -> Booked:
    """A booking for two, of which one member after the other is changed."""
    return _made(bookings, tee_times, 2)


@pytest.fixture(scope="session")
def ordinary(bookings: BookingDesk, tee_times: TeeTimeFinder) -> Booked:
    """A booking that is changed for control, and never looked at."""
    return _made(bookings, tee_times, 2)


@pytest.fixture(scope="session")
def rigid(bookings: BookingDesk, tee_times: TeeTimeFinder, courses: CourseFinder) -> Booked:
    """A booking on the declared course whose terms forbid changes. Raises `Untested` when they do not."""
    course_id = courses.declared("no_modification")
    if part(courses.terms(course_id), "bookingTerms.modificationAllowed", judge=False) is not False:
        raise Untested(f"The terms of course {course_id} do not say modificationAllowed = false.")
    return _made(bookings, tee_times, 2, course_id)


@verifies("BKU-01")
@pytest.mark.parametrize(("before", "after"), [(2, 4), (4, 1), (1, 3), (3, 2)])
def test_players_can_be_raised_and_lowered(
    bookings: BookingDesk, tee_times: TeeTimeFinder, target: Target, before: int, after: int
) -> None:
    tee_time = tee_times.fresh()
    make = partial(book_from_hold, target=target) if before == _FROM_A_HOLD else book
    booked = make(bookings, bookings.body(tee_time, before), tee_time)

    answer, seen = _changed_until_seen(bookings, target, booked, "players", after, whole=before % 2 == 1)
    if not answer.is_success and tee_times.places_free(booked.tee_time) < after - before:
        raise Inconclusive("Somebody else took the places that this change needs.")

    golden(answer)
    same(seen, after, f"players of {booked.where}, after a change from {before} to {after},")


@verifies("BKU-02")
@pytest.mark.parametrize("players", PARTY_SIZES)
def test_special_requests_can_be_changed(
    bookings: BookingDesk, by_size: Callable[[int], Booked], target: Target, players: int
) -> None:
    booked = by_size(players)

    whole = players % 2 == 0
    answer, seen = _changed_until_seen(bookings, target, booked, "specialRequests", _NEW_REQUESTS, whole=whole)

    golden(answer)
    same(plain(seen), _NEW_REQUESTS, f"specialRequests of booking {booked.id} for {players}, after a change,")


@verifies("BKU-03")
@pytest.mark.parametrize("players", PARTY_SIZES)
def test_the_agency_booking_reference_can_be_changed(
    bookings: BookingDesk, by_size: Callable[[int], Booked], target: Target, players: int
) -> None:
    booked = by_size(players)
    new = f"{booked.sent['agencyBookingReference']}-B"

    whole = players % 2 == 0
    answer, seen = _changed_until_seen(bookings, target, booked, "agencyBookingReference", new, whole=whole)

    golden(answer)
    same(seen, new, f"agencyBookingReference of booking {booked.id} for {players}, after a change,")
    what = f"agencyBookingReference of booking {booked.id} in the list, after a change,"
    same(_listed_reference(bookings, target, booked, new), new, what)


@verifies("BKU-04")
@pytest.mark.parametrize("beside", [{}, {"specialRequests": _NEW_REQUESTS, "players": 3}], ids=["alone", "beside"])
def test_nothing_else_can_be_changed(
    bookings: BookingDesk, tee_times: TeeTimeFinder, courses: CourseFinder, beside: Mapping[str, Any]
) -> None:
    day = tee_times.fresh_day(tee_times=2)
    tee_time = next(one for one in day.tee_times if one.places >= PLACES)
    booked = book(bookings, bookings.body(tee_time, 2), tee_time)
    before = read(bookings, booked.id)

    attempted: list[str] = []
    for member, value in _forbidden_changes(booked, day, tee_times.at(day.course_id), courses).items():
        answer = bookings.update(booked.id, {member: value, **beside})
        answer.mark(Role.attempt)
        attempted.append(member)
        # A status comes last: what it cancels cannot be changed any more.
        if member == "status" or (answer.is_success and not beside):
            after, named = read(bookings, booked.id), " or ".join(attempted)
            moved = _moved(before, after)
            told = f"after {answer.where} (answered {answer.status}) the booking has {changes_in_words(moved)}"
            expect(not moved, f"{named} in a change moves nothing", told, answer)
            told = f"after {answer.where} (answered {answer.status}) the status is {after.get('status')}"
            expect(after.get("status") != "cancelled", f"{named} in a change does not cancel", told, answer)
            attempted.clear()


@verifies("BKU-05")
@pytest.mark.parametrize("member", _NEW_VALUES)
def test_a_course_that_forbids_changes_refuses_them(
    bookings: BookingDesk, rigid: Booked, ordinary: Booked, member: str
) -> None:
    changes = {member: _NEW_VALUES[member]}
    before = read(bookings, rigid.id)

    bodies = [changes, all_modifiable(before, changes), *([_FEWER] if member == "players" else [])]
    attempts = [bookings.update(rigid.id, body) for body in bodies]
    control = change(bookings, ordinary.id, changes)

    refused_and_unchanged(attempts, before, read(bookings, rigid.id), control=control)


@verifies("BKU-07")
@pytest.mark.parametrize("booked_players", PARTY_SIZES)
def test_a_change_keeps_players_within_one_to_four(
    bookings: BookingDesk, by_size: Callable[[int], Booked], booked_players: int
) -> None:
    booked = by_size(booked_players)
    before = read(bookings, booked.id)
    wrong = [{"players": players} for players in (0, 5, _FAR_OFF[booked_players % 2])]
    bodies = [*wrong, all_modifiable(before, wrong[booked_players % 2])]

    attempts = [bookings.update(booked.id, body) for body in bodies]
    after = read(bookings, booked.id)
    control = change(bookings, booked.id, {"players": _other_size(before)})

    refused_and_unchanged(attempts, before, after, control=control)


@verifies("BKU-09")
@pytest.mark.parametrize("member", _NEW_VALUES)
def test_members_that_are_not_sent_keep_their_value(
    bookings: BookingDesk, of_two: Booked, target: Target, member: str
) -> None:
    booked = of_two
    before = read(bookings, booked.id)

    answer = bookings.update(booked.id, {member: _NEW_VALUES[member]})
    if not answer.is_success:
        answer.mark(Role.attempt)
        raise Untested(f"The target refuses a change of {member} alone ({answer.status}), so no member is left out.")
    _read_until(bookings, target, booked, member, _NEW_VALUES[member])

    others = [name for name in _NEW_VALUES if name != member]
    moved = moved_members(before, read(bookings, booked.id), others)
    told = f"after {answer.where} with {member} alone the booking has {changes_in_words(moved)}"
    expect(not moved, f"a change of {member} alone leaves the other members as they were", told, answer)


@verifies("BKU-11")
def test_an_unknown_booking_cannot_be_changed(
    bookings: BookingDesk, by_size: Callable[[int], Booked], courses: CourseFinder
) -> None:
    booked = by_size(2)
    unknown_id = courses.unknown_id(booked.id)
    bodies = [{member: value} for member, value in _NEW_VALUES.items()]

    attempts = [bookings.update(unknown_id, body) for body in (*bodies, all_modifiable({}, _NEW_VALUES))]
    made_up = bookings.read(unknown_id)
    control = change(bookings, booked.id, _NEW_VALUES)

    for attempt in (*attempts, made_up):
        refused(attempt, control=control)


@verifies("BKU-12")
@pytest.mark.parametrize("players", PARTY_SIZES)
def test_a_change_keeps_what_identifies_the_booking(
    bookings: BookingDesk, by_size: Callable[[int], Booked], players: int
) -> None:
    booked = by_size(players)
    before = read(bookings, booked.id)

    for member, value in {**_OTHER_VALUES, "players": _other_size(before)}.items():
        answer = change(bookings, booked.id, {member: value})
        accepted(answer, "Changing a booking")
        moved = moved_members(before, read(bookings, booked.id))
        told = f"after {answer.where} with another {member} the booking has {changes_in_words(moved)}"
        expect(not moved, f"a change of {member} keeps id, reference, createdAt, course, date and time", told, answer)


def _other_size(booking: Mapping[str, Any]) -> int:
    """A number of players that *booking* does not have now."""
    players = booking.get("players")
    return 5 - players if players in PARTY_SIZES else 1


def _made(desk: BookingDesk, tee_times: TeeTimeFinder, players: int, course_id: str | None = None) -> Booked:
    if course_id is None:
        tee_time = tee_times.fresh()
    else:
        tee_time = next(one for one in tee_times.at(course_id).tee_times if one.places >= PLACES)
    return book(desk, desk.body(tee_time, players), tee_time)


def _changed_until_seen(
    desk: BookingDesk, target: Target, booked: Booked, member: str, value: Any, *, whole: bool
) -> tuple[Answer, Any]:
    """The answer to a PUT of all members that may be modified, and what the booking then shows.

    Unless it is to be *whole*, a PUT of the member alone comes first, and is enough where it is taken and kept.
    """
    if not whole:
        alone = desk.update(booked.id, {member: value})
        if alone.is_success and plain(seen := _read_until(desk, target, booked, member, value)) == value:
            return alone, seen
        alone.mark(Role.attempt)
    answer = desk.update(booked.id, all_modifiable(read(desk, booked.id), {member: value}))
    return answer, _read_until(desk, target, booked, member, value)


def _read_until(desk: BookingDesk, target: Target, booked: Booked, member: str, value: Any) -> Any:
    return within_budget(
        lambda: read(desk, booked.id).get(member),
        lambda seen: plain(seen) == value,
        seconds=target.budgets.visibility_seconds,
    )


def _listed_reference(desk: BookingDesk, target: Target, booked: Booked, wanted: str) -> Any:
    """The reference that the list shows for the booking. Raises `Inconclusive` when it is not listed."""

    def listed() -> list[Any]:
        items = desk.listed(booked.tee_time.play_date)
        return [item.get("agencyBookingReference") for item in items if item.get("id") == booked.id]

    seen = within_budget(listed, lambda seen: seen == [wanted], seconds=target.budgets.visibility_seconds)
    if not seen:
        raise Inconclusive(f"The list of {booked.tee_time.play_date} does not show the booking (BKL-03).")
    return seen[0]


def _forbidden_changes(booked: Booked, day: FreshDay, other_day: FreshDay, courses: CourseFinder) -> dict[str, Any]:
    """Every documented member that may not be modified, with another value that would be possible."""
    other_course = next(one["id"] for one in courses.online(2) if one["id"] != day.course_id)
    other_time = next(one.time for one in day.tee_times if one.time != booked.tee_time.time)
    return {
        "date": other_day.play_date.isoformat(),
        "teeTime": other_time,
        "courseId": other_course,
        "course": {"id": other_course},
        "leadPlayer": lead_player(1),
        "bookingReference": "TSC-000000",
        "createdAt": "2020-02-02T02:02:02Z",
        "status": "cancelled",
    }


def _moved(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    people = [comparable("leadPlayer", booking.get("leadPlayer")) for booking in (before, after)]
    return moved_members(before, after) | ({} if people[0] == people[1] else {"leadPlayer": people})
