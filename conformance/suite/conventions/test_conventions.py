"""Checks of the envelope, of media types, of the address of the interface, and of bad input."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import pytest

from conformance.asking.client import Agency, segment
from conformance.asking.oracles import accepted, part
from conformance.catalogue.paths import BOOKINGS, COURSES
from conformance.discovery import CourseFinder
from conformance.evidence.exchanges import Answer, Exchange, Response, Role
from conformance.evidence.verdicts import Untested, Violation, expect, shown, verifies
from conformance.scope.lanes import run_together
from conformance.suite.arranged.golden_reads import GoldenAnswers, GoldenRead
from conformance.suite.arranged.many_answers import require_successes
from conformance.target.target import Target

_NOWHERE = {"latitude": 0, "longitude": -30, "distance": 1}
_LONG_AGO = {"startDate": "2001-01-01", "endDate": "2001-01-01"}


@verifies("ENV-02", closing=True)
def test_every_body_of_a_success_is_json(exchanges: Sequence[Exchange]) -> None:
    spoiled = [body for body in _bodies(exchanges) if body.response.fault_of_json]

    expect(not spoiled, "every body of a 2xx answer is JSON", *_named(spoiled))


@verifies("ENV-03", closing=True)
def test_json_is_labelled_as_json(exchanges: Sequence[Exchange]) -> None:
    mislabelled = [body for body in _bodies(exchanges) if not body.is_labelled_as_json]

    expect(not mislabelled, "JSON bodies are labelled application/json", *_named(mislabelled))


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
    agency: Agency, courses: CourseFinder, golden_answers: GoldenAnswers, target: Target
) -> None:
    answers = _answers_to_reads(agency, courses, golden_answers, target.budgets.visibility_seconds)

    require_successes(answers)


def _answers_to_reads(
    agency: Agency, courses: CourseFinder, golden_answers: GoldenAnswers, seconds: float
) -> Iterator[Answer]:
    """The answer to each documented read. A refused read is sent again: at another course, and until *seconds* have
    passed where it reads a booking.
    """
    for read in golden_answers.reads:
        answer = golden_answers.to(read)
        if not answer.is_success:
            answer = _answer_elsewhere(agency, courses, read, answer)
        if read.booking_id and not answer.is_success:
            answer = read.answered_in_time(agency, lambda seen: seen.is_success, seconds=seconds)
        yield answer


def _answer_elsewhere(agency: Agency, courses: CourseFinder, read: GoldenRead, refusal: Answer) -> Answer:
    """The answer to the same read of another online course: one course may be missing where the others are served. The
    *refusal* itself where the read is of no course, and where there is no other course.
    """
    below = f"{COURSES}/{segment(courses.online()[0]['id'])}"
    others = [path for path in _paths_of_two_courses(courses) if path != below]
    if not others or not read.path.startswith(below):
        return refusal
    refusal.mark(Role.attempt)
    return agency.get(read.path.replace(below, others[0]), **dict(read.query))


def _paths_of_two_courses(courses: CourseFinder) -> list[str]:
    """The paths of two online courses; none where the target has no second one."""
    try:
        return [f"{COURSES}/{segment(course['id'])}" for course in courses.online(2)]
    except Untested:
        return []


@verifies("ENV-15", closing=True)
def test_bad_input_never_produces_a_server_error(
    agency: Agency, courses: CourseFinder, exchanges: Sequence[Exchange]
) -> None:
    _send_bad_reads(agency, courses)

    _require_no_server_error(exchange for exchange in exchanges if exchange.role is Role.attempt)


def _send_bad_reads(agency: Agency, courses: CourseFinder) -> None:
    run_together(
        partial(agency.send, "GET", path, query=query, role=Role.attempt) for path, query in _bad_reads(courses)
    )


def _require_no_server_error(attempts: Iterable[Exchange]) -> None:
    """Raises `Violation` for an attempt that is answered with 5xx."""
    for exchange in attempts:
        if exchange.response and exchange.response.status >= 500:
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


@dataclass(frozen=True)
class _Body:
    """The body of a successful answer, and its media type, empty when the answer names none."""

    exchange: Exchange
    response: Response
    media_type: str

    @property
    def where(self) -> str:
        return f"{self.exchange.request.method} {self.exchange.request.path}"

    @property
    def is_labelled_as_json(self) -> bool:
        return self.media_type == "application/json" or self.media_type.endswith("+json")

    @property
    def facts(self) -> str:
        """What is wrong with the body or its label, for a message."""
        error = self.response.fault_of_json
        fault = f"{error}: {self.response.content[:80]!r}" if error else self.media_type or "no content type"
        return f"{self.where}: {fault}"


def _bodies(exchanges: Sequence[Exchange]) -> Sequence[_Body]:
    """Every body of a successful answer. Raises `Untested` when there is none."""
    found = [
        _Body(exchange, exchange.response, _media_type(exchange.response.header("content-type") or ""))
        for exchange in exchanges
        if exchange.response and exchange.response.is_success and exchange.response.content
    ]
    if not found:
        raise Untested("No successful answer of this run had a body.")
    return found


def _media_type(content_type: str) -> str:
    return content_type.partition(";")[0].strip().lower()


def _named(bodies: Sequence[_Body]) -> tuple[str, Sequence[int]]:
    """The first three of *bodies* in words, and the places of their exchanges."""
    return "; ".join(body.facts for body in bodies[:3]), [body.exchange.index for body in bodies[:3]]
