"""What `teesheet contract replay` says about traffic: newly broken apart from broken before, for whom, and without keys
or data of people.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.conformance.archives import archive, entry
from tests.conformance.replaying import ANY_ANSWER, BOOKED, NUMBER_PLAYERS, TEXT_PLAYERS, booked, replay
from tests.conformance.small_contracts import ANSWERED, BOOK, READ, WISHED, written

Replayed = Callable[..., tuple[int, Any]]


@pytest.fixture
def replayed(tmp_path: Path) -> Replayed:
    """Replays entries against a change of the small contract: the exit code and the parsed JSON."""

    def run(entries: list[dict[str, Any]], *changes: Any, options: tuple[object, ...] = ()) -> tuple[int, Any]:
        traffic = archive(tmp_path / "traffic.har", *entries)
        old, new = written(tmp_path / "old.json"), written(tmp_path / "new.json", *changes)
        result = replay(traffic, "--old", old, "--new", new, "--format", "json", *options)
        return result.exit_code, json.loads(result.stdout)

    return run


def faults(report: Any) -> list[tuple[str, str, str]]:
    return [
        (broken["side"], broken["place"], broken["fault"]) for group in report["groups"] for broken in group["broken"]
    ]


def test_the_same_contract_breaks_nothing(replayed: Replayed) -> None:
    code, report = replayed([booked()])

    assert (code, report["outcome"], report["groups"]) == (0, "compatible", [])


BREAKS = [
    pytest.param(TEXT_PLAYERS, {"players": 3}, ("request", "body.players", "is a whole number, not text"), id="type"),
    pytest.param(
        ((*WISHED, "required"), ["players", "kind"]),
        {"players": 3},
        ("request", "body.kind", "is missing"),
        id="required",
    ),
    pytest.param(
        ((*WISHED, "properties", "kind"), None),
        {"players": 3, "kind": "hold"},
        ("request", "body.kind", "is not in the contract"),
        id="undeclared member",
    ),
    pytest.param(
        ((*WISHED, "properties", "kind"), {"enum": ["plain"]}),
        {"players": 3, "kind": "hold"},
        ("request", "body.kind", 'is "hold", not one of "plain"'),
        id="enum",
    ),
    pytest.param(
        ((*WISHED, "properties", "kind"), {"anyOf": [{"type": "null"}, {"type": "string", "maxLength": 3}]}),
        {"players": 3, "kind": "hold"},
        ("request", "body.kind", "is longer than 3 characters"),
        id="the alternative that is meant",
    ),
    pytest.param((BOOK, None), {"players": 3}, ("request", "operation", "is not in the contract"), id="operation"),
    pytest.param(
        (("security",), [{"Key": [], "Token": []}]),
        {"players": 3},
        ("request", "header.X-Token", "is missing"),
        id="key",
    ),
]


@pytest.mark.parametrize(("change", "sent", "fault"), BREAKS)
def test_a_request_that_the_candidate_refuses_is_newly_broken(
    replayed: Replayed, change: Any, sent: object, fault: tuple[str, str, str]
) -> None:
    token = (("components", "securitySchemes", "Token"), {"type": "apiKey", "in": "header", "name": "X-Token"})

    code, report = replayed([booked(sent)], token, change)

    assert (code, [found for found in faults(report) if found[0] == "request"]) == (1, [fault])


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (((*ANSWERED, "required"), ["id", "price"]), ("answer", "body.price", "is missing")),
        (((*BOOK, "responses"), {"200": {"description": "Done."}}), ("answer", "status", "201 is not in the contract")),
        (
            ((*BOOK, "responses", "201", "content"), {"text/plain": {}}),
            ("answer", "media type application/json", "is not in the contract"),
        ),
        (
            ((*BOOK, "responses", "201", "headers"), {"Location": {"required": True, "schema": {"type": "string"}}}),
            ("answer", "header.Location", "is missing"),
        ),
    ],
)
def test_an_answer_that_a_client_of_the_candidate_cannot_read_is_newly_broken(
    replayed: Replayed, change: Any, fault: tuple[str, str, str]
) -> None:
    code, report = replayed([booked()], change)

    assert (code, faults(report)) == (1, [fault])


@pytest.mark.parametrize("query", ["?page=x", "?page=2&page=3", "?pages=2"])
def test_a_parameter_that_was_wrong_before_is_not_newly_broken(replayed: Replayed, query: str) -> None:
    _, report = replayed([entry(f"/bookings/b{query}", answer=BOOKED)], ((*READ, "parameters"), []))

    assert (faults(report), report["counts"]["requests"]["before"]) == ([], 1)


def test_a_parameter_that_the_candidate_drops_is_newly_broken(replayed: Replayed) -> None:
    code, report = replayed([entry("/bookings/b?page=2", answer=BOOKED)], ((*READ, "parameters"), []))

    assert (code, faults(report)) == (1, [("request", "query.page", "is not in the contract")])


def test_a_request_that_was_refused_before_is_not_newly_broken(replayed: Replayed) -> None:
    code, report = replayed([booked({"players": 0}, status=400, answer="")], TEXT_PLAYERS)

    assert (code, report["counts"]["requests"]) == (0, {"judged": 1, "newly": 0, "before": 1, "mended": 0})


def test_a_request_that_a_tolerant_service_accepted_can_be_newly_broken(replayed: Replayed) -> None:
    code, report = replayed([booked({"players": 3, "extra": 1})], TEXT_PLAYERS, ANY_ANSWER)

    assert (code, faults(report)) == (1, [("request", "body.players", "is a whole number, not text")])


def test_a_fault_that_the_candidate_accepts_is_mended(replayed: Replayed) -> None:
    code, report = replayed([booked({"players": 0}, status=400, answer="")], NUMBER_PLAYERS)

    assert (code, report["counts"]["requests"]["mended"]) == (0, 1)


def test_the_share_names_the_agencies_in_a_sentence(replayed: Replayed) -> None:
    callers = [booked(key=f"key-{number}") for number in range(3)]
    others = [entry("/bookings/b", key=f"key-{number}", answer="", status=404) for number in range(3, 11)]
    changes = (TEXT_PLAYERS, ANY_ANSWER, ((*READ, "responses", "4XX"), {"description": "Refused."}))

    _, report = replayed([*callers, *others], *changes)

    assert [share["sentence"] for share in report["shares"]] == [
        "Three of eleven agencies send `players` as a whole number; this change breaks them."
    ]


def test_groups_by_agency_show_who_is_concerned(replayed: Replayed) -> None:
    calls = [booked(key="a"), booked(key="b"), booked(key="b")]

    _, report = replayed(calls, TEXT_PLAYERS, ANY_ANSWER, options=("--by", "agency"))

    assert [(group["name"], group["newly"], group["judged"]) for group in report["groups"]] == [
        ("agency 2", 2, 4),
        ("agency 1", 1, 2),
    ]


def test_the_journal_of_the_sandbox_names_its_agencies(replayed: Replayed) -> None:
    calls = [booked() | {"_agency": "alpha"}, booked() | {"_agency": "bravo"}]

    assert replayed(calls)[1]["agencies"] == ["alpha", "bravo"]


def test_the_first_example_is_found_again(replayed: Replayed) -> None:
    _, report = replayed([entry("/bookings/b", answer=BOOKED), booked(), booked()], TEXT_PLAYERS)

    first = {broken["operation"]: broken["first"] for group in report["groups"] for broken in group["broken"]}
    assert first["POST /bookings"] == {"file": "traffic.har", "entry": 1}


def test_a_cut_body_is_counted_and_never_judged(replayed: Replayed) -> None:
    cut = booked()
    cut["request"]["postData"] = {"mimeType": "application/json", "text": '{"players"', "_truncated": True}

    code, report = replayed([cut], TEXT_PLAYERS, ANY_ANSWER)

    assert (code, report["outcome"]) == (3, "incomplete")
    assert report["notJudged"]["bodies"] == {"the recording has only the beginning of the body": 1}


def test_calls_that_neither_contract_knows_are_counted(replayed: Replayed) -> None:
    other = entry("/bookings/b", method="PATCH")
    elsewhere = entry("/x", base_url="https://cdn.example")
    preflight = entry("/bookings", method="OPTIONS")

    code, report = replayed([booked(), other, elsewhere, preflight])

    assert (code, report["notJudged"]) == (0, {"bodies": {}, "unknownOperations": 1, "otherAddresses": 2})


@pytest.mark.parametrize("base_url", ["https://golf.example/api/v1", "https://golf.example/b2b", "http://127.0.0.1:1"])
def test_the_base_address_is_found_in_the_traffic(replayed: Replayed, base_url: str) -> None:
    call = entry("/bookings/b", base_url=base_url, answer=BOOKED)

    assert replayed([call], (("servers",), [{"url": "/api/v2"}]))[1]["addresses"] == [base_url]


def test_two_versions_beside_each_other_are_both_judged(replayed: Replayed) -> None:
    calls = [
        entry("/bookings/b", base_url=f"https://golf.example/api/{version}", answer=BOOKED) for version in ("v1", "v2")
    ]

    assert replayed(calls)[1]["counts"]["requests"]["judged"] == 2


def test_a_moved_base_path_is_said(replayed: Replayed) -> None:
    _, report = replayed([booked()], (("servers",), [{"url": "https://golf.example/api/v2/"}]))

    assert report["notices"] == [
        "The base path moves from /api/v1 to /api/v2. Operations are compared below the base path."
    ]


def test_a_contract_of_openapi_30_is_read_with_its_own_keywords(replayed: Replayed) -> None:
    nullable = ((*WISHED, "properties", "kind"), {"type": "string", "nullable": True})
    above = (("components", "schemas", "Players"), {"type": "integer", "minimum": 3, "exclusiveMinimum": True})

    _, report = replayed([booked({"players": 3, "kind": None})], (("openapi",), "3.0.3"), nullable, above, ANY_ANSWER)

    assert faults(report) == [("request", "body.players", "is not more than 3")]
