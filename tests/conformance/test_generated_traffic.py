"""Generated traffic on a target that answers examples: what is sent, what is never sent, and what counts."""

import json
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import pytest
import requests.adapters

from conformance.catalogue.operations import OPERATIONS
from conformance.evidence.exchanges import Role
from conformance.evidence.verdicts import Finding
from conformance.generated.parts import OperationShare
from conformance.generated.traffic import SOURCE, send_generated_traffic
from conformance.results.generated import GeneratedTraffic
from conformance.running.check import OpenRun
from tests.conformance.conftest import Checked
from tests.conformance.example_target import ExampleTarget, open_run

LEFT_OUT = {"validateGroupBooking", "updateWebhook"}


class Sent:
    """One run of generated traffic, and the target that it was sent to."""

    def __init__(self, target: ExampleTarget, run: OpenRun, traffic: GeneratedTraffic) -> None:
        self.target = target
        self.run = run
        self.traffic = traffic

    def bodies(self, operation_id: str) -> list[Any]:
        return [json.loads(item.content or b"null") for item in self.target.sent(operation_id)]


def sent(target: ExampleTarget, **options: Any) -> Sent:
    with open_run(target, **options) as run:
        traffic = send_generated_traffic(run.session)
    assert traffic is not None
    return Sent(target, run, traffic)


@pytest.fixture(scope="module")
def whole() -> Sent:
    """One run that every test of this module may look at."""
    return sent(ExampleTarget())


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Generate little: a fault of every answer shows in any of them."""
    monkeypatch.setattr("conformance.generated.traffic._SHARES", {0: OperationShare(1, 2, 2, 2, 2)})


@pytest.fixture(scope="module")
def reading() -> Sent:
    return sent(ExampleTarget(), read_only=True)


def test_examples_of_the_contract_break_nothing(whole: Sent) -> None:
    assert (whole.traffic.findings, whole.traffic.trouble) == ((), None)


def test_every_operation_whose_request_is_known_is_reached(whole: Sent) -> None:
    unreached = {operation.operation_id for operation in whole.traffic.reach if not operation.is_reached}

    assert unreached == LEFT_OUT
    assert [operation.operation_id for operation in whole.traffic.reach] == [operation.id for operation in OPERATIONS]


def test_what_is_left_out_says_why(whole: Sent) -> None:
    shown = {operation.operation_id: operation.left_out for operation in whole.traffic.reach if operation.left_out}

    assert shown == dict.fromkeys(
        sorted(LEFT_OUT, reverse=True),
        "No document shows the body of this request, and the target file does not declare the body.",
    )


def test_the_budget_is_kept_and_no_operation_takes_it_from_the_others(whole: Sent) -> None:
    counts = [operation.requests for operation in whole.traffic.reach if not operation.left_out]

    assert 150 < whole.traffic.requests <= 370
    assert min(counts) >= 2
    assert max(counts) <= 50


@pytest.mark.usefixtures("few")
def test_nothing_goes_around_our_own_transport(monkeypatch: pytest.MonkeyPatch) -> None:
    gone_around: list[str] = []
    monkeypatch.setattr(requests.adapters.HTTPAdapter, "send", lambda *_, **__: gone_around.append("a request"))

    found = sent(ExampleTarget())

    recorded = [exchange for exchange in found.run.session.recording.exchanges if exchange.check == SOURCE]
    assert gone_around == []
    assert len(recorded) == len(found.target.requests)


def test_keys_go_in_their_header_and_are_masked(whole: Sent) -> None:
    keys = {dict(request.headers).get("X-Api-Key") for request in whole.target.requests}
    shown = {dict(exchange.request.headers).get("X-Api-Key") for exchange in whole.run.session.recording.exchanges}

    assert (keys, shown) == ({"key-of-alpha"}, {"$API_KEY"})


@pytest.mark.usefixtures("few")
def test_both_agencies_ask_what_every_agency_may_ask_and_one_does_the_rest() -> None:
    by_operation: defaultdict[str, set[str | None]] = defaultdict(set)
    for exchange in sent(ExampleTarget(), second_key="key-of-bravo").run.session.recording.exchanges:
        by_operation[str(exchange.operation_id)].add(exchange.agency)

    of_both = {name for name, agencies in by_operation.items() if len(agencies) == 2}
    reads = "searchCourses getCourse getCoursePricing getCourseTerms listTeeTimes checkAvailability"
    assert of_both == set(reads.split())
    assert {"first agency"} in by_operation.values()


@pytest.mark.usefixtures("few")
def test_the_same_seed_asks_the_same() -> None:
    asked = [
        sorted(
            (request.method, request.path, request.query)
            for request in sent(ExampleTarget()).target.requests
            if request.method == "GET"
        )
        for _ in range(2)
    ]

    assert asked[0] == asked[1]


@pytest.mark.parametrize("operation_id", ["createBooking", "createGroupBooking"])
def test_what_is_booked_carries_the_marker_and_the_address_of_nobody(whole: Sent, operation_id: str) -> None:
    bodies = whole.bodies(operation_id)

    references = [body["agencyBookingReference"] for body in bodies]
    assert all(reference.startswith(whole.run.session.run.marker) for reference in references)
    assert len(set(references)) == len(references)
    assert {body["leadPlayer"]["email"] for body in bodies} == {"conformance@example.com"}


def test_hooks_carry_the_marker_where_the_target_file_puts_it(whole: Sent) -> None:
    assert all(body["ref"].startswith(whole.run.session.run.marker) for body in whole.bodies("createBookingHook"))


def test_deliveries_are_asked_for_at_a_dead_end_of_the_loopback_only(whole: Sent) -> None:
    assert {body["url"] for body in whole.bodies("createWebhook")} == {"https://127.0.0.1:9/teesheet-conformance"}


def test_bookings_lie_far_beyond_every_cutoff(whole: Sent) -> None:
    today = whole.run.session.run.today.isoformat()
    days = {body["date"] for body in whole.bodies("createBooking")}

    assert all(day > today for day in days)
    assert len(days) > 1


@pytest.mark.usefixtures("few")
def test_what_others_made_is_never_changed() -> None:
    target = ExampleTarget()
    target.faults["createBooking"] = lambda _status, _body: (409, {})
    target.faults["createBookingHook"] = lambda _status, _body: (409, {})

    counts = sent(target).target.counts

    assert counts["listBookings"] > 0
    assert [counts[name] for name in ("updateBooking", "cancelBooking", "releaseBookingHook")] == [0, 0, 0]


@pytest.mark.usefixtures("few")
def test_groups_are_booked_only_where_they_can_be_taken_back() -> None:
    found = sent(ExampleTarget(), levers={})

    assert found.target.counts["createGroupBooking"] == 0


def test_a_read_only_run_sends_nothing_but_get(reading: Sent) -> None:
    assert {request.method for request in reading.target.requests} == {"GET"}
    assert 60 < reading.traffic.requests < 140
    assert {operation.operation_id for operation in reading.traffic.reach if operation.is_reached} == {
        operation.id for operation in OPERATIONS if operation.method == "GET"
    }


def holes_in_words(_status: int, body: Any) -> tuple[int, Any]:
    body["data"]["holes"] = "eighteen"
    return 200, body


@pytest.mark.usefixtures("few")
def test_a_violation_that_shows_again_counts_for_its_row() -> None:
    target = ExampleTarget()
    target.faults["getCourse"] = holes_in_words

    found = sent(target)

    (finding,) = found.traffic.findings
    assert (finding.operation_id, finding.place, finding.confirmed) == ("getCourse", "/data/holes", True)
    evidence = [evidence_item for row in finding.rows for evidence_item in found.run.session.evidence[row.id]]
    assert {evidence_item.finding for evidence_item in evidence} == {Finding.violated}
    assert evidence[0].exchanges == (finding.exchange, finding.repeated_in)


@pytest.mark.usefixtures("few")
def test_a_violation_that_does_not_show_again_counts_for_nothing() -> None:
    target = ExampleTarget()
    bodies = iter(["eighteen"])
    target.faults["getCourse"] = lambda _, body: (200, {"data": {**body["data"], "holes": next(bodies, 18)}})

    found = sent(target)

    (finding,) = found.traffic.findings
    assert (finding.confirmed, bool(finding.rows), finding.repeated_in is not None) == (False, True, True)
    assert found.run.session.evidence == {}


@pytest.mark.usefixtures("few")
def test_a_server_error_is_no_more_than_a_warning() -> None:
    target = ExampleTarget()
    target.faults["searchCourses"] = lambda status, body: (500, {}) if len(target.requests) > 40 else (status, body)

    found = sent(target)

    noted = {
        row_id: [evidence_item.finding for evidence_item in evidence]
        for row_id, evidence in found.run.session.evidence.items()
    }
    assert noted == {"ENV-15": [Finding.advisory]}


@pytest.mark.usefixtures("few")
def test_another_success_than_202_for_a_group_counts_for_its_row() -> None:
    target = ExampleTarget()
    target.faults["createGroupBooking"] = lambda _status, body: (200, body)

    found = sent(target)

    assert {evidence_item.finding for evidence_item in found.run.session.evidence["GRP-01"]} == {Finding.violated}


@pytest.mark.usefixtures("few")
def test_a_finding_that_no_row_covers_is_reported_and_counts_for_none() -> None:
    target = ExampleTarget()
    target.faults["listWebhooks"] = lambda _status, _body: (302, None)

    found = sent(target)

    shown = [(finding.operation_id, finding.check, finding.rows) for finding in found.traffic.findings]
    assert shown == [("listWebhooks", "status_code_conformance", ())]
    assert found.run.session.evidence == {}


def test_an_engine_that_fails_is_no_fault_of_the_target(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> Iterator[Any]:
        raise RuntimeError("the engine is out of order")
        yield

    monkeypatch.setattr("conformance.generated.traffic.outcomes", broken)

    found = sent(ExampleTarget())

    assert found.traffic.trouble == "RuntimeError: the engine is out of order"
    assert (found.run.session.evidence, found.run.session.faults) == ({}, [])


@pytest.mark.usefixtures("few")
def test_a_replay_tells_what_the_run_found_and_sends_nothing() -> None:
    target = ExampleTarget()
    target.faults["getCourse"] = holes_in_words
    first = sent(target)
    with open_run(ExampleTarget()) as again:
        again.session.carried_over.update(json.loads(json.dumps(first.run.session.carried_over)))

        traffic = send_generated_traffic(again.session)

    assert traffic == first.traffic
    assert again.session.evidence == first.run.session.evidence
    assert again.session.recording.exchanges == []


def test_a_run_of_single_rows_generates_nothing(checked: Checked) -> None:
    result = checked("PAG-03")

    assert result.generated is None
    assert {exchange.role for exchange in result.exchanges} & {Role.generated} == set()


@pytest.mark.usefixtures("few")
def test_a_signal_that_the_engine_keeps_to_itself_stops_the_run() -> None:
    target = ExampleTarget()

    def interrupted(*_: Any) -> Any:
        raise KeyboardInterrupt

    target.faults["getCourse"] = interrupted

    found = sent(target)

    assert (found.traffic.trouble, found.run.session.interrupted) == ("The user stopped the run.", True)
