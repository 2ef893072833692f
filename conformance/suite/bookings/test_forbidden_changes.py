"""Checks of changes that a service does not make: of other members, and where a course forbids changes."""

from collections.abc import Mapping
from typing import Any

import pytest

from conformance.discovery import BookingDesk, CourseFinder, TeeTimeFinder
from conformance.evidence.verdicts import verifies
from conformance.suite.arranged.booked import (
    Booked,
    book_own_tee_time,
    change,
    read,
    read_before,
)
from conformance.suite.arranged.changes import with_other_texts
from conformance.suite.arranged.read_back import require_refused_and_unchanged
from conformance.suite.arranged.ways_to_book import book_in_some_way
from conformance.suite.bookings.changed_bookings import (
    NEW_REQUESTS,
    NEW_VALUES,
    attempt_changes,
    book_where_changes_are_forbidden,
    forbidden_changes,
    require_nothing_moved,
)
from conformance.suite.bookings.refused_bookings import whole_tee_time
from conformance.target.target import Target

# A course may forbid more players and not fewer.
_FURTHER_CHANGES = {"players": [{"players": 1}]}


@pytest.fixture(scope="session")
def ordinary(bookings: BookingDesk, tee_times: TeeTimeFinder) -> Booked:
    """A booking that is changed for control, and that no check reads."""
    return book_own_tee_time(bookings, tee_times, 2)


@pytest.fixture(scope="session")
def rigid(bookings: BookingDesk, tee_times: TeeTimeFinder, courses: CourseFinder) -> Booked:
    """A booking on the declared course whose terms forbid changes. Raises `Untested` when they do not."""
    return book_where_changes_are_forbidden(bookings, tee_times, courses)


@verifies("BKU-04")
@pytest.mark.parametrize("beside", [{}, {"specialRequests": NEW_REQUESTS, "players": 3}], ids=["alone", "beside"])
def test_nothing_else_can_be_changed(
    bookings: BookingDesk, tee_times: TeeTimeFinder, courses: CourseFinder, target: Target, beside: Mapping[str, Any]
) -> None:
    day = tee_times.fresh_day(tee_times=2)
    tee_time = whole_tee_time(day)
    booked = book_in_some_way(bookings, tee_time, target, 2)
    before = read_before(bookings, booked.id)
    forbidden = forbidden_changes(booked, day, tee_times, courses)

    attempted = attempt_changes(bookings, booked.id, forbidden, beside)

    require_nothing_moved(before, attempted)


@verifies("BKU-05")
@pytest.mark.parametrize("member", NEW_VALUES)
def test_a_course_that_forbids_changes_refuses_them(
    bookings: BookingDesk, rigid: Booked, ordinary: Booked, member: str
) -> None:
    changes = {member: NEW_VALUES[member]}
    before = read_before(bookings, rigid.id)
    bodies = [changes, with_other_texts(before, changes), *_FURTHER_CHANGES.get(member, ())]

    attempts = [bookings.update(rigid.id, body) for body in bodies]
    control = change(bookings, ordinary.id, changes)

    require_refused_and_unchanged(attempts, before, read(bookings, rigid.id), control=control)
