"""Requests of our own are right before a target is judged by them, and a second oracle agrees about which are."""

import json
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from conformance.contracts.documented import documented_contract
from conformance.contracts.own_requests import accepted_attempts, our_mistakes, untied, without_our_mistakes
from conformance.contracts.requests import own_complaints
from conformance.evidence.exchanges import Exchange, Response, Role
from conformance.evidence.verdicts import Evidence, Finding
from conformance.results.run_result import RunResult
from conformance.running.check import check
from conformance.scope.selection import Options
from conformance.target.describing import describe_target
from conformance.target.target import Placement
from conformance.wire.transport import HttpTransport
from openapi.bundler import contract
from tests.conformance.conftest import Checked
from tests.conformance.made_up import exchange
from tests.conformance.second_oracle import objections
from tests.conformance.small_operations import SmallTarget
from tests.conformance.small_suites import suite_of, verdict
from tests.conformance.test_documented import is_allowed
from tests.sandbox.servers import serving

BOOKING = {
    "courseId": "crs_7k2m9x4q",
    "date": "2027-04-17",
    "teeTime": "09:30",
    "players": 3,
    "leadPlayer": {"firstName": "Ada", "lastName": "Lindqvist", "email": "ada@lindqvist.example"},
}


def booked(role: Role = Role.golden, **changes: Any) -> Exchange:
    body = json.dumps(BOOKING | changes).encode()
    return exchange(method="POST", path="/travel/bookings", role=role, sent=body, status=201)


def mistakes(*exchanges: Exchange, hold_id: Placement | None = None) -> list[str]:
    numbered = [replace(exchange, index=index) for index, exchange in enumerate(exchanges)]
    return [mistake.sentence for mistake in our_mistakes(numbered, hold_id).values()]


def sentence(complaint: str, request: str = "POST /travel/bookings") -> str:
    return f"The request {request} of this check does not fit the contract: {complaint}."


def test_a_request_that_fits_is_no_mistake() -> None:
    assert mistakes(booked(), exchange(query=(("pageSize", "100"), ("latitude", "-4.5e1"), ("longitude", "4")))) == []


@pytest.mark.parametrize("role", [Role.read, Role.golden, Role.control])
def test_a_request_that_is_meant_to_be_right_has_to_fit(role: Role) -> None:
    assert mistakes(booked(role, players=5)) == [sentence("body.players is more than 4")]


def test_a_request_that_the_target_put_off_is_judged_when_it_is_sent_again() -> None:
    put_off = replace(booked(players=5), response=Response(429, (), b""))

    assert mistakes(put_off, booked(Role.attempt, players=5)) == []
    assert mistakes(put_off, booked(players=5)) == [sentence("body.players is more than 4")]


@pytest.mark.parametrize("role", [Role.attempt, Role.generated])
def test_attempts_and_generated_requests_are_free(role: Role) -> None:
    assert mistakes(booked(role, players=5)) == []


@pytest.mark.parametrize(
    ("query", "complaint"),
    [
        ((("pageSize", "0"),), "query.pageSize is less than 1"),
        ((("pageSize", "many"),), "query.pageSize is text, not a whole number"),
        ((("colour", "green"),), "query.colour is not in the contract"),
        ((("page", "1"), ("page", "2")), "query.page appears more than once"),
    ],
)
def test_a_query_that_does_not_fit_says_where(query: tuple[tuple[str, str], ...], complaint: str) -> None:
    assert mistakes(exchange(query=query)) == [sentence(complaint, "GET /travel/courses")]


def test_a_required_parameter_that_is_missing_is_named() -> None:
    path = "/travel/courses/crs_1/tee-times"

    assert mistakes(exchange(path=path)) == [sentence("query.date is missing", f"GET {path}")]


@pytest.mark.parametrize("place", ["body", "query", "header"])
def test_a_hold_id_is_passed_over_where_the_target_file_puts_it(place: str) -> None:
    in_body = booked(hold="hld_1") if place == "body" else booked()
    sent = replace(in_body, request=replace(in_body.request, query=(("hold", "hld_1"),) if place == "query" else ()))

    assert mistakes(sent, hold_id=Placement(place, "hold")) == []


def test_a_payload_that_no_document_shows_is_not_compared() -> None:
    assert mistakes(exchange(method="POST", path="/travel/bookings/hooks", role=Role.golden, sent=b'{"x":1}')) == []


def test_an_id_of_the_target_may_have_any_shape() -> None:
    assert mistakes(exchange(path="/travel/courses/urn%3Acourse%2F7%20b")) == []


def test_a_text_that_the_target_showed_before_is_its_own() -> None:
    sheet = exchange(b'{"availableTimes":[{"time":"9:30"}]}', path="/travel/courses/crs_1", query=())

    assert mistakes(sheet, booked(teeTime="9:30")) == []
    assert len(mistakes(booked(teeTime="9:30"))) == 1


@pytest.mark.parametrize(
    ("finding", "becomes"),
    [("violated", "broken"), ("held", "broken"), ("untested", "untested"), ("absent", "absent")],
)
def test_what_rests_on_a_mistake_is_broken_and_not_a_fault_of_the_target(finding: str, becomes: str) -> None:
    found = our_mistakes([booked(players=5)], None)

    (evidence,) = without_our_mistakes([Evidence(Finding(finding), "It did.", "a_check")], found)

    assert evidence.finding == becomes


def test_a_mistake_of_a_step_without_rows_is_a_fault_of_the_suite() -> None:
    found = our_mistakes([booked(players=5)], None)

    assert untied(found, {"another_check"}) == (f"a_check: {found['a_check'].sentence}",)
    assert untied(found, {"a_check"}) == ()


def test_a_check_that_sends_a_bad_control_breaks_its_row(checked: Checked, tmp_path: Path) -> None:
    suite = suite_of(
        tmp_path,
        """
        @verifies("PAG-03")
        def test_a_page_of_a_size_that_nobody_may_ask_for(agency):
            expect(agency.get("/travel/courses", pageSize=500).is_success, "it succeeds", "it does not")
        """,
    )

    result = checked("PAG-03", suite=suite)

    assert (verdict(result, "PAG-03"), result.exit_code) == ("broken", 4)


def test_an_attempt_that_does_not_fit_and_is_accepted_is_reported(small_target: SmallTarget, checked: Checked) -> None:
    small_target.faults.add("leadPlayer")

    shown = checked("BKC-13").accepted_attempts

    assert {line.operation_id for line in shown} == {"createBooking"}
    assert "leadPlayer" in shown[0].sentence
    assert accepted_attempts([booked(Role.attempt)], None) == ()


@pytest.fixture(scope="module")
def recorded() -> RunResult:
    """A run of some rows on the sandbox, among them many that send what does not fit."""
    with serving("--ephemeral") as server:
        declared = httpx.get(f"{server.address}/_sandbox/v1/target", headers={"X-Api-Key": "sbx_oracle_alpha"})

        target = describe_target(
            f"{server.address}/api/v1", "sbx_oracle_alpha", "sbx_oracle_bravo", tomllib.loads(declared.text)
        )
        transport = HttpTransport(target.budgets.timeout_seconds)
        rows = ("ENV-15", "PAG-05", "BKC-09", "BKC-13", "AVT-07", "HLD-01")
        result = check(target, Options(only=rows), 7, transport)
        transport.close()
    return result


def test_openapi_core_agrees_on_every_request_of_a_run(recorded: RunResult) -> None:
    known = [
        exchange
        for exchange in recorded.exchanges
        if exchange.operation_id and "no%20such" not in exchange.request.path
    ]
    ours = {item.index: any(own_complaints(item.request, None)) for item in known}
    theirs = {item.index: bool(objections(item.request)) for item in known}

    assert ours == theirs
    assert sum(ours.values()) > 10
    assert len(ours) > 60


def test_every_answer_of_a_run_that_fits_the_contract_fits_the_documented_view(recorded: RunResult) -> None:
    answers = [
        (
            exchange.operation_id,
            exchange.response.status,
            _media_type(exchange),
            json.loads(exchange.response.content or b"null"),
        )
        for exchange in recorded.exchanges
        if exchange.operation_id and exchange.response
    ]
    fitting = [answer for answer in answers if is_allowed(contract(), answer)]

    assert len(fitting) > 60
    assert [item for item in fitting if not is_allowed(documented_contract(), item)] == []


def _media_type(item: Exchange) -> str:
    return ((item.response and item.response.header("content-type")) or "").partition(";")[0]


def test_a_request_that_the_contract_does_not_know_has_no_complaints() -> None:
    unknown = exchange(method="GET", path="/travel/clubs", query=(("pageSize", "999"),))

    assert list(own_complaints(unknown.request, None)) == []
