"""Checks of the envelope, of media types, of where the interface stands, and of what bad input does."""

from collections.abc import Sequence

import pytest

from conformance.asking.client import Agency, segment
from conformance.asking.oracles import accepted, golden, part
from conformance.discovery import CourseFinder
from conformance.discovery.bookings import BOOKINGS
from conformance.discovery.courses import COURSES
from conformance.evidence.exchanges import Exchange, NotJson, Role, parse_json
from conformance.evidence.verdicts import Untested, Violation, expect, shown, verifies
from conformance.scope.run import Run
from conformance.suite.arranged.golden_reads import golden_reads
from conformance.target.target import Target

_NOWHERE = {"latitude": 0, "longitude": -30, "distance": 1}
_LONG_AGO = {"startDate": "2001-01-01", "endDate": "2001-01-01"}


@verifies("ENV-02", closing=True)
def test_every_body_of_a_success_is_json(exchanges: Sequence[Exchange]) -> None:
    for exchange, _, content in _bodies(exchanges):
        try:
            parse_json(content)
        except NotJson as error:
            actual = f"{_named(exchange)}: {error}: {content[:80]!r}"
            raise Violation("every body of a 2xx answer is JSON", actual, exchange.index) from error


@verifies("ENV-03", closing=True)
def test_json_is_labelled_as_json(exchanges: Sequence[Exchange]) -> None:
    for exchange, media_type, _ in _bodies(exchanges):
        if media_type != "application/json" and not media_type.endswith("+json"):
            actual = f"{_named(exchange)}: {media_type or 'no content type'}"
            raise Violation("JSON bodies are labelled application/json", actual, exchange.index)


@verifies("ENV-08")
@pytest.mark.parametrize(("path", "filters"), [(COURSES, _NOWHERE), (BOOKINGS, _LONG_AGO)])
def test_an_empty_list_is_an_array_with_pagination_too(agency: Agency, path: str, filters: dict[str, object]) -> None:
    answer = agency.get(path, **filters)
    body = accepted(answer, "A search that finds nothing")

    data, pagination = part(body, "data"), part(body, "meta.pagination")
    expect(
        isinstance(data, list), f"data is an array when {answer.where} finds nothing", f"data is {shown(data)}", answer
    )
    expect(
        isinstance(pagination, dict),
        f"meta.pagination is an object when {answer.where} finds nothing",
        f"it is {shown(pagination)}",
        answer,
    )


@verifies("ENV-12", closing=True)
def test_courses_availability_and_bookings_are_served_under_travel(
    agency: Agency, courses: CourseFinder, run: Run, target: Target
) -> None:
    for read in golden_reads(agency, courses, run):
        answer = read.answered(agency)
        # One course may be missing where the others are served.
        for path in [] if answer.is_success else _at_another_course(read.path, courses):
            answer.mark(Role.attempt)
            answer = agency.get(path, **dict(read.query))
        if read.booking_id and not answer.is_success:
            seconds = target.budgets.visibility_seconds
            answer = read.answered_in_time(agency, lambda seen: seen.is_success, seconds=seconds)
        golden(answer)


def _at_another_course(path: str, courses: CourseFinder) -> Sequence[str]:
    """The same path below another online course; none for a path below no course, and where there is no other."""
    below = f"{COURSES}/{segment(courses.online()[0]['id'])}"
    try:
        found = [f"{COURSES}/{segment(one['id'])}" for one in courses.online(2)]
    except Untested:
        return []
    return [path.replace(below, other) for other in found if path.startswith(below) and other != below]


@verifies("ENV-15", closing=True)
def test_bad_input_never_produces_a_server_error(
    agency: Agency, courses: CourseFinder, exchanges: Sequence[Exchange]
) -> None:
    for path, query in _bad_reads(courses):
        agency.send("GET", path, query=query, role=Role.attempt)

    for exchange in exchanges:
        if exchange.role is Role.attempt and exchange.response and exchange.response.status >= 500:
            actual = f"{exchange.request.method} {exchange.request.url} answered {exchange.response.status}"
            raise Violation("bad input is refused without a server error", actual, exchange.index)


def _bad_reads(courses: CourseFinder) -> Sequence[tuple[str, dict[str, object]]]:
    """Requests that no caller should send, beside the attempts of all other checks."""
    course = f"{COURSES}/{segment(courses.listed[0]['id'])}" if courses.listed else COURSES
    return (
        (COURSES, {"page": "first"}),
        (COURSES, {"pageSize": "99999999999999999999"}),
        (COURSES, {"latitude": "north", "longitude": "west"}),
        (f"{COURSES}/{segment('no such course')}", {}),
        (f"{course}/pricing", {"startDate": "31/12/2026", "endDate": "soon"}),
        (f"{course}/tee-times", {"date": "2026-02-30"}),
        (f"{course}/tee-times", {"date": "", "players": "-1"}),
        (f"{course}/availability", {"startDate": "tomorrow", "endDate": "2026-13-01"}),
        (BOOKINGS, {"startDate": "2026-00-00", "pageSize": "many"}),
        (f"{BOOKINGS}/{segment('no such booking')}", {}),
    )


def _bodies(exchanges: Sequence[Exchange]) -> Sequence[tuple[Exchange, str, bytes]]:
    """Every successful answer that has a body, with its media type. Raises `Untested` when there is none."""
    found = [
        (one, (one.response.header("content-type") or "").partition(";")[0].strip().lower(), one.response.content)
        for one in exchanges
        if one.response and one.response.is_success and one.response.content
    ]
    if not found:
        raise Untested("No successful answer of this run had a body.")
    return found


def _named(exchange: Exchange) -> str:
    return f"{exchange.request.method} {exchange.request.path}"
