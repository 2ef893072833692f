"""Checks of the API key: what is closed without one, and that it is enough."""

from collections.abc import Sequence
from functools import partial

import pytest

from conformance.asking.client import Agency, segment
from conformance.asking.oracles import golden, refused
from conformance.catalogue.paths import COURSES, WEBHOOKS
from conformance.discovery import BookingDesk, CourseFinder, TeeTimeFinder
from conformance.discovery.tokens import TokenDesk
from conformance.evidence.exchanges import Answer, Exchange, Role
from conformance.evidence.verdicts import verifies
from conformance.scope.run import Run
from conformance.suite.access.keys import (
    book_as,
    present_new_token,
    read_as,
    read_lists_as,
    read_paths_without_key,
    read_with_a_token_alone,
    read_with_the_key,
    read_without_key,
    require_answered_as_usual,
    require_not_asked_for_a_token,
    require_open_to_the_key,
    require_posts_open_to_the_key,
    write_with_the_key_alone,
)
from conformance.suite.arranged.booked import if_possible
from conformance.suite.arranged.golden_reads import GoldenAnswers
from conformance.suite.arranged.list_pages import LISTS
from conformance.suite.arranged.many_answers import require_refusals
from conformance.target.target import Target


# Closing, because by then there may be a booking of our own to read.
@verifies("AUT-01", closing=True)
def test_read_operations_need_the_key(agency: Agency, golden_answers: GoldenAnswers) -> None:
    attempts = read_without_key(agency, golden_answers)

    require_refusals(attempts)


@verifies("AUT-01", closing=True)
def test_a_token_does_not_take_the_place_of_the_key(
    agency: Agency, tokens: TokenDesk, golden_answers: GoldenAnswers, target: Target, run: Run
) -> None:
    headers = present_new_token(tokens, target, run)

    attempts = read_with_a_token_alone(agency, golden_answers, headers)

    require_refusals(attempts)


@verifies("AUT-01")
def test_a_booking_code_opens_nothing_without_a_key(agency: Agency, courses: CourseFinder) -> None:
    code = if_possible(courses.booking_code).code
    paths = [f"{COURSES}/{segment(code)}", f"{COURSES}/{segment(code)}/pricing"]

    attempts = read_paths_without_key(agency, paths)

    require_refusals(attempts)


@verifies("AUT-05", closing=True)
def test_an_unknown_key_reads_nothing_that_was_read_before(stranger: Agency, golden_answers: GoldenAnswers) -> None:
    attempts = read_as(stranger, golden_answers)

    require_refusals(attempts)


# It books with the key as a control, although its row is one of reading.
@verifies("AUT-05")
@pytest.mark.needs_quiet
def test_an_unknown_key_gives_no_access(
    agency: Agency, stranger: Agency, bookings: BookingDesk, tee_times: TeeTimeFinder, run: Run
) -> None:
    require_refusals(read_lists_as(stranger, agency))
    require_refusals(book_as(stranger, bookings, tee_times, run))


@verifies("AUT-06")
@pytest.mark.parametrize("path", LISTS)
def test_an_empty_key_gives_no_access(agency: Agency, path: str) -> None:
    control = agency.get(path)
    attempt = agency.send("GET", path, key="", role=Role.attempt)

    refused(attempt, control=control)


@verifies("AUT-07")
def test_the_name_of_the_key_header_is_read_in_any_case(agency: Agency, target: Target) -> None:
    header = target.wire.key_header
    for name in (header.name.lower(), header.name.upper()):
        headers = {name: header.value(target.api_key)}

        golden(agency.send("GET", COURSES, key=None, headers=headers))
        require_answered_as_usual(partial(agency.send, "GET", WEBHOOKS), headers)


# It writes, although its row is one of reading.
@verifies("AUT-07")
@pytest.mark.needs_quiet
def test_a_write_with_the_key_in_capitals_is_answered_as_usual(
    agency: Agency, tee_times: TeeTimeFinder, target: Target
) -> None:
    header, tee_time = target.wire.key_header, tee_times.fresh()
    path = f"{COURSES}/{segment(tee_time.course_id)}/hold-tee-time"
    held = {"date": tee_time.play_date.isoformat(), "time": tee_time.time, "players": 1}

    ask = partial(agency.send, "POST", path, json=held)

    require_answered_as_usual(ask, {header.name.upper(): header.value(target.api_key)})


@verifies("AUT-08", closing=True)
def test_the_key_alone_is_enough(
    agency: Agency, golden_answers: GoldenAnswers, target: Target, exchanges: Sequence[Exchange]
) -> None:
    answers = read_with_the_key(agency, golden_answers, target)

    require_open_to_the_key(answers)
    require_posts_open_to_the_key(agency, target, exchanges)


# It writes, although its row is one of reading.
@verifies("AUT-08")
@pytest.mark.needs_quiet
def test_the_key_is_enough_while_a_token_session_is_open(
    tokens: TokenDesk, bookings: BookingDesk, tee_times: TeeTimeFinder
) -> None:
    def write_in_a_session() -> Sequence[Answer]:
        if_possible(tokens.open_session)
        answers = write_with_the_key_alone(bookings, tee_times)
        tokens.close()
        return answers

    require_not_asked_for_a_token(
        write_in_a_session(), lambda: write_with_the_key_alone(bookings, tee_times), write_in_a_session
    )
