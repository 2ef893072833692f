"""The judge of messages by any contract: requests by the whole contract, answers by what it states."""

import copy
import json
from typing import Any

import pytest

from conformance.evidence.exchanges import Request, Response
from conformance.target.target import Placement
from conformance.watching.contract_judge import ContractJudge
from tests.conformance.small_contracts import SMALL

JSON = (("content-type", "application/json"),)


def contract(**changed: Any) -> dict[str, Any]:
    """The small contract with these members, and without the ids of its operations."""
    document = copy.deepcopy(SMALL) | changed
    for item in document["paths"].values():
        for operation in item.values():
            operation.pop("operationId", None)
    return document


def booked(sent: Any = None, *, query: tuple[tuple[str, str], ...] = ()) -> Request:
    content = json.dumps(sent or {"players": 3}).encode()
    return Request("POST", "/bookings", query, "http://golf.example/bookings", JSON, content)


def faults(document: dict[str, Any], request: Request, hold_id: Placement | None = None) -> list[str]:
    judge = ContractJudge("small", document, hold_id)
    met = judge.met(request.method, request.path)
    assert met is not None
    return [fault.sentence for fault in judge.request_faults(request, met)]


def answered(document: dict[str, Any], response: Response) -> list[str]:
    judge = ContractJudge("small", document)
    met = judge.met("POST", "/bookings")
    assert met is not None
    return [fault.sentence for fault in judge.answer_faults(booked(), met, response)]


def test_an_operation_without_an_id_is_named_by_method_and_path() -> None:
    met = ContractJudge("small", contract()).met("GET", "/bookings/b")

    assert met is not None
    assert met.operation_id == "GET /bookings/{id}"


def test_a_request_is_judged_by_the_whole_contract() -> None:
    assert sorted(faults(contract(), booked({"players": 0, "extra": 1}))) == [
        "body.extra is not in the contract",
        "body.players is less than 1",
    ]


@pytest.mark.parametrize(
    ("sent", "query", "place"),
    [
        ({"players": 3, "holdId": "hld_1"}, (), Placement("body", "holdId")),
        ({"players": 3}, (("hold", "hld_1"),), Placement("query", "hold")),
    ],
)
def test_the_hold_id_of_the_target_file_is_no_fault(
    sent: dict[str, Any], query: tuple[tuple[str, str], ...], place: Placement
) -> None:
    request = booked(sent, query=query)

    assert faults(contract(), request, place) == []
    assert len(faults(contract(), request)) == 1


def test_a_media_type_of_an_answer_is_not_stated() -> None:
    response = Response(201, (("content-type", "text/plain"),), b'{"id": "b", "players": 3}')

    assert answered(contract(), response) == []


@pytest.mark.parametrize(
    ("response", "fault"),
    [
        (Response(201, JSON, b'{"id": "b"}'), "body.players is missing"),
        (Response(201, JSON, b"<html>"), "body is not JSON"),
        (Response(201, JSON, b""), "body is missing"),
        (Response(200, JSON, b"{}"), "status 200 is not in the contract"),
    ],
)
def test_a_success_that_is_not_as_stated_is_a_fault(response: Response, fault: str) -> None:
    assert answered(contract(), response) == [fault]


def test_a_refusal_has_no_stated_form() -> None:
    assert answered(contract(), Response(409, JSON, b"<html>")) == []


def test_a_contract_of_openapi_30_is_judged_in_its_own_notation() -> None:
    document = contract(openapi="3.0.3")
    document["components"]["schemas"]["Players"] = {"type": "integer", "nullable": True}

    assert answered(document, Response(201, JSON, b'{"id": "b", "players": null}')) == []


def test_a_body_that_is_no_json_is_not_judged() -> None:
    document = contract()
    document["paths"]["/bookings"]["post"]["requestBody"]["content"] = {"text/csv": {}}

    assert faults(document, booked()) == []
