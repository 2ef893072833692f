"""Shapes are judged on every documented answer, and on nothing else."""

from typing import Any

import pytest

from conformance.contracts.shape_evidence import judge_shapes, kinds_of_courses, shown_answers
from conformance.evidence.exchanges import Exchange, Role
from conformance.evidence.verdicts import Evidence, Finding
from tests.conformance.made_up import exchange, row

NAMED: dict[str, Any] = {"operations": ["searchCourses"], "at": "/data/*", "schema": {"required": ["name"]}}


def judged(shape: Any, *exchanges: Exchange) -> Evidence:
    answers = shown_answers(exchanges)
    return judge_shapes(row(shape=shape), answers, kinds_of_courses(answers))


def test_a_shape_holds_when_every_item_fits() -> None:
    evidence = judged(NAMED, exchange(b'{"data": [{"name": "A"}, {"name": "B"}]}'))

    assert (evidence.finding, evidence.message) == (Finding.held, "Held for 2 values in 1 answer.")


def test_a_shape_names_the_place_and_the_count_of_violations() -> None:
    evidence = judged(NAMED, exchange(b'{"data": [{"name": "A"}, {}]}', index=4))

    assert evidence.finding is Finding.violated
    assert evidence.actual == "searchCourses: data[1].name is missing (1 of 2 such values)"
    assert evidence.exchanges == (4,)


def test_what_only_the_advisory_schema_dislikes_is_an_advisory() -> None:
    shape = NAMED | {"advisory_schema": {"properties": {"name": {"type": "string"}}}}

    assert judged(shape, exchange(b'{"data": [{"name": null}]}')).finding is Finding.advisory


@pytest.mark.parametrize(
    "seen",
    [
        pytest.param(exchange(b'{"data": []}'), id="an empty list"),
        pytest.param(exchange(b'{"items": [{}]}'), id="an absent parent"),
        pytest.param(exchange(b'{"data": [{}]}', status=400), id="a refusal"),
        pytest.param(exchange(b'{"data": [{}]}', role=Role.attempt), id="an answer to a bad request"),
        pytest.param(exchange(b'{"data": [{}]}', path="/travel/bookings"), id="another operation"),
        pytest.param(exchange(b'{"data": [{}]}', path="/travel/clubs"), id="an undocumented path"),
        pytest.param(exchange(b'{"data": [{}'), id="a body that is not JSON"),
    ],
)
def test_nothing_to_judge_is_untested(seen: Exchange) -> None:
    evidence = judged(NAMED, seen)

    assert (evidence.finding, evidence.message) == (Finding.untested, "No answer of searchCourses showed /data/*.")


def test_an_empty_body_violates_a_shape_of_the_whole_body() -> None:
    shape = {"operations": ["cancelBooking"], "schema": {"required": ["data"]}}
    seen = exchange(b"", method="DELETE", path="/travel/bookings/bkg_1", status=204)

    evidence = judged(shape, seen)

    assert evidence.actual == "cancelBooking: the body is empty (1 of 1 such values)"


def test_the_single_date_form_of_availability_is_never_judged() -> None:
    shape = {"operations": ["checkAvailability"], "schema": {"required": ["availabilityResults"]}}
    seen = exchange(b"{}", path="/travel/courses/crs_1/availability", query=(("date", "2026-05-01"),))

    assert judged(shape, seen).finding is Finding.untested


def test_a_shape_may_ask_for_parameters_of_the_request() -> None:
    shape = NAMED | {"query": ["country"]}

    assert judged(shape, exchange(b'{"data": [{}]}')).finding is Finding.untested
    assert judged(shape, exchange(b'{"data": [{}]}', query=(("country", "ES"),))).finding is Finding.violated


def test_a_shape_may_ask_for_a_body_that_fits() -> None:
    shape = NAMED | {"where": {"required": ["meta"]}}

    assert judged(shape, exchange(b'{"data": [{}]}')).finding is Finding.untested
    assert judged(shape, exchange(b'{"data": [{}], "meta": {}}')).finding is Finding.violated


@pytest.mark.parametrize(("kind", "finding"), [("online", Finding.violated), ("offline", Finding.untested)])
def test_a_shape_may_ask_for_a_kind_of_course(kind: str, finding: Finding) -> None:
    shape = {"operations": ["listTeeTimes"], "course": kind, "schema": {"required": ["dayType"]}}
    listed = exchange(b'{"data": [{"id": "crs_1", "isOnline": true}]}')
    sheet = exchange(b"{}", path="/travel/courses/crs_1/tee-times")

    assert judged(shape, listed, sheet).finding is finding


@pytest.mark.parametrize(
    ("token", "finding"),
    [(b"85", "held"), (b"85.0", "held"), (b"85.10", "held"), (b"85.333", "violated"), (b'"85.00"', "violated")],
)
def test_money_has_two_decimals_at_most(token: bytes, finding: str) -> None:
    shape = {"operations": ["searchCourses"], "at": "/fee", "schema": {"type": "number", "multipleOf": 0.01}}

    assert judged(shape, exchange(b'{"fee": ' + token + b"}")).finding == finding
