"""Checks that a course without a live tee sheet refuses wrong bookings as other courses do, before anybody reads them.

Only the declared offline course is asked. A request that it accepts would be a real request, so each is cancelled.
"""

from collections.abc import Callable
from typing import Any

import pytest

from conformance.asking.oracles import refused
from conformance.discovery import BookingDesk, CourseFinder, changed, without
from conformance.evidence.exchanges import Role
from conformance.evidence.verdicts import verifies
from conformance.scope.run import Run
from conformance.suite.arranged.booked import Booked, give_back, if_possible
from conformance.suite.arranged.pending import book_pending, wished
from conformance.suite.arranged.play_days import latest_day_over

_AT = "16:10"

# How a valid body becomes wrong.
Spoil = Callable[[dict[str, Any]], dict[str, Any]]


def _lacking(member: str) -> Spoil:
    return lambda body: without(body, member)


def _with(member: str, value: Any) -> Spoil:
    return lambda body: changed(body, member, value)


@pytest.fixture(scope="session")
def valid(bookings: BookingDesk, courses: CourseFinder, run: Run) -> Booked:
    """A booking that the declared offline course takes. Raises `NoEvidence` where there is none."""
    return if_possible(lambda: book_pending(bookings, wished(courses, run, _AT), 2))


@pytest.mark.parametrize(
    "spoil",
    [
        pytest.param(_lacking("date"), marks=verifies("BKC-10"), id="no date"),
        pytest.param(_lacking("teeTime"), marks=verifies("BKC-11"), id="no time"),
        pytest.param(_lacking("players"), marks=verifies("BKC-12"), id="no players"),
        pytest.param(_lacking("leadPlayer"), marks=verifies("BKC-13"), id="no lead player"),
        pytest.param(_lacking("leadPlayer.firstName"), marks=verifies("BKC-14"), id="no first name"),
        pytest.param(_lacking("leadPlayer.lastName"), marks=verifies("BKC-15"), id="no last name"),
        pytest.param(_lacking("leadPlayer.email"), marks=verifies("BKC-16"), id="no email"),
        pytest.param(_with("players", 0), marks=verifies("BKC-20"), id="nobody"),
        pytest.param(_with("players", "two"), marks=verifies("BKC-22"), id="a word"),
        pytest.param(_with("date", "soon"), marks=verifies("BKC-29"), id="no day"),
        pytest.param(_with("leadPlayer", "Ada Lindqvist"), marks=verifies("BKC-34"), id="a name"),
    ],
)
def test_an_offline_course_refuses_a_wrong_booking(bookings: BookingDesk, valid: Booked, spoil: Spoil) -> None:
    body = spoil(bookings.body(valid.tee_time, 2))

    attempt = bookings.post(body, role=Role.attempt)
    give_back(bookings, attempt)

    refused(attempt, control=valid.answer)


@verifies("BKC-26")
def test_an_offline_course_refuses_a_day_that_is_over(
    bookings: BookingDesk, courses: CourseFinder, valid: Booked
) -> None:
    yesterday = latest_day_over(courses, valid.tee_time.course_id, valid.answer.answered_at)
    body = changed(bookings.body(valid.tee_time, 2), "date", yesterday.isoformat())

    attempt = bookings.post(body, role=Role.attempt)
    give_back(bookings, attempt)

    refused(attempt, control=valid.answer)
