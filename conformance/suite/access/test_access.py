"""Checks of the API key: what is closed without one, and that it is enough."""

from collections.abc import Callable, Sequence

import pytest

from conformance.asking.client import Agency, segment
from conformance.asking.oracles import accepted, golden, refused
from conformance.discovery import BookingDesk, CourseFinder, TeeTimeFinder
from conformance.discovery.bookings import BOOKINGS
from conformance.discovery.courses import COURSES
from conformance.evidence.exchanges import Answer, Exchange, Role
from conformance.evidence.verdicts import Violation, expect, verifies
from conformance.scope.run import Run
from conformance.suite.arranged.booked import if_possible
from conformance.suite.arranged.golden_reads import GoldenAnswers
from conformance.suite.arranged.list_pages import LISTS
from conformance.target.target import Target

# Their requests are shown, and name nothing of our own that could be missing.
_OPEN_POSTS = frozenset(
    {"createBooking", "holdTeeTime", "createGroupBooking", "findGroupSlots", "calculateGroupPrice", "createWebhook"}
)


@pytest.fixture(scope="session")
def golden_answers(agency: Agency, courses: CourseFinder, run: Run) -> GoldenAnswers:
    """One documented read of every kind, and what it answers."""
    return GoldenAnswers(agency, courses, run)


# Closing, because by then there may be a booking of our own to read.
@verifies("AUT-01", closing=True)
def test_read_operations_need_the_key(agency: Agency, golden_answers: GoldenAnswers) -> None:
    for read in golden_answers.reads:
        control = golden_answers.to(read)
        attempt = agency.send("GET", read.path, query=dict(read.query), key=None, role=Role.attempt)

        refused(attempt, control=control)


@verifies("AUT-01")
def test_a_booking_code_opens_nothing_without_a_key(agency: Agency, courses: CourseFinder) -> None:
    code = if_possible(courses.booking_code).code
    for path in (f"{COURSES}/{segment(code)}", f"{COURSES}/{segment(code)}/pricing"):
        control = agency.get(path)
        attempt = agency.send("GET", path, key=None, role=Role.attempt)

        refused(attempt, control=control)


@verifies("AUT-05")
def test_an_unknown_key_gives_no_access(
    agency: Agency, stranger: Agency, bookings: BookingDesk, tee_times: TeeTimeFinder, run: Run
) -> None:
    for path in LISTS:
        refused(stranger.get(path), control=agency.get(path))

    if not run.read_only:
        body = bookings.body(tee_times.fresh())
        attempt = stranger.post(BOOKINGS, body)
        refused(attempt, control=bookings.post(body))


@verifies("AUT-06")
@pytest.mark.parametrize("path", LISTS)
def test_an_empty_key_gives_no_access(agency: Agency, path: str) -> None:
    control = agency.get(path)
    attempt = agency.send("GET", path, key="", role=Role.attempt)

    refused(attempt, control=control)


@verifies("AUT-07")
@pytest.mark.parametrize("spelt", [pytest.param(str.lower, id="x-api-key"), pytest.param(str.upper, id="X-API-KEY")])
def test_the_name_of_the_key_header_is_read_in_any_case(
    agency: Agency, target: Target, spelt: Callable[[str], str]
) -> None:
    header = target.wire.key_header

    golden(agency.send("GET", COURSES, key=None, headers={spelt(header.name): header.value(target.api_key)}))


@verifies("AUT-08", closing=True)
def test_the_key_alone_is_enough(
    agency: Agency, golden_answers: GoldenAnswers, target: Target, exchanges: Sequence[Exchange]
) -> None:
    for read in golden_answers.reads:
        answer = golden_answers.to(read)
        # A new booking may not be found for a moment, and what is not found may be refused like this.
        wanted = _is_found if read.booking_id else _is_open
        if not wanted(answer):
            answer = read.answered_in_time(agency, wanted, seconds=target.budgets.visibility_seconds)
        expect(_is_open(answer), f"{answer.where} is open to the key alone", f"it answered {answer.status}", answer)
        accepted(answer, "A documented read")
    for operation in sorted(_OPEN_POSTS):
        asked = [one for one in exchanges if one.operation_id == operation and one.agency == agency.label]
        _is_open_to_the_key(asked, target)


def _is_open_to_the_key(asked: Sequence[Exchange], target: Target) -> None:
    """Raise `Violation` when an operation wanted to know who asks, and never in this run worked with the key alone."""
    by_key = [one for one in asked if one.response and not _has_token(one, target)]
    closed = [one for one in by_key if one.role is Role.golden and one.response and one.response.status == 401]
    if closed and not any(one.response and one.response.is_success for one in by_key):
        where = f"{closed[0].request.method} {closed[0].request.path}"
        raise Violation(
            f"{where} is open to the key alone",
            "it answered 401, and no request to it succeeded in this run",
            closed[0],
        )


def _has_token(exchange: Exchange, target: Target) -> bool:
    """Whether the request carries a token, in a header that carries neither the key nor what an operator declared."""
    declared = {name.lower() for name, _ in target.wire.headers} | {target.wire.key_header.name.lower()}
    return any(name.lower() == "authorization" and name.lower() not in declared for name, _ in exchange.request.headers)


def _is_found(answer: Answer) -> bool:
    return answer.is_success


def _is_open(answer: Answer) -> bool:
    return answer.status not in (401, 403)
