"""An alternative covers its whole question: everything in the contract that bears the mark of its assumption."""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import httpx
import pytest

from mock_server.api.alternatives import varied, written_problem
from mock_server.api.calls import Written
from mock_server.api.contract import Contract, Parameter
from mock_server.api.exchanges import Exchange
from mock_server.api.problems import CODES, Finding, Problem, invalid_request
from mock_server.domain.world_settings import WorldSettings
from openapi.bundler import bundle
from openapi.references import dereference
from tests.sandbox.agencies import Agency
from tests.sandbox.trade import ORDINARY, SATURDAY

NOON = datetime(2040, 5, 7, 12, 0, tzinfo=UTC)
DOCUMENT = bundle()
OPERATIONS = Contract(DOCUMENT).operations
# What a read needs beside the parameter that is out of bounds.
_BESIDE: Mapping[str, Mapping[str, object]] = {
    "distance": {"latitude": 40.4, "longitude": -3.7},
    "players": {"date": SATURDAY},
}


def _bounded(assumption: str) -> Iterator[tuple[str, Parameter, str, str]]:
    """Operation, parameter, a value out of bounds and its nearest bound, for every parameter with a mark."""
    for operation_id, plan in OPERATIONS.items():
        for parameter in plan.parameters:
            if assumption in parameter.assumptions:
                least, most = parameter.bounds
                assert least is not None
                assert most is not None
                yield operation_id, parameter, str(Decimal(least) - 1), least
                yield operation_id, parameter, str(Decimal(most) + 1), most


OUT_OF_BOUNDS = [
    pytest.param(operation_id, parameter.name, value, bound, id=f"{operation_id} {parameter.name}={value}")
    for operation_id, parameter, value, bound in _bounded("A-13")
]


def _asked(agency: Agency, operation_id: str, name: str, value: str) -> httpx.Response:
    path = OPERATIONS[operation_id].path.replace("{courseId}", ORDINARY.id)
    return agency.get(path, **_BESIDE.get(name, {}), **{name: value})


@pytest.mark.parametrize(("operation_id", "name", "value", "bound"), OUT_OF_BOUNDS)
def test_every_parameter_of_the_question_is_clamped(
    alpha: Agency, operation_id: str, name: str, value: str, bound: str
) -> None:
    alpha.control("PATCH", "/settings", {"alternatives": {"pageSize": "clamp"}})

    answers = [_asked(alpha, operation_id, name, sent) for sent in (value, bound)]

    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[0].json() == answers[1].json()


@pytest.mark.parametrize(("operation_id", "name", "value", "bound"), OUT_OF_BOUNDS)
def test_every_parameter_of_the_question_is_refused_by_default(
    alpha: Agency, operation_id: str, name: str, value: str, bound: str
) -> None:
    refused = _asked(alpha, operation_id, name, value)

    assert (refused.status_code, refused.json()["errors"][0]["pointer"]) == (400, f"/query/{name}")


def _creations() -> Iterator[tuple[str, Any]]:
    for path in DOCUMENT["paths"].values():
        for operation in path.values():
            if isinstance(operation, dict) and "201" in operation.get("responses", {}):
                yield operation["operationId"], dereference(DOCUMENT, operation["responses"]["201"])


@pytest.mark.parametrize(("operation_id", "response"), list(_creations()), ids=[name for name, _ in _creations()])
def test_every_creation_answers_200_where_the_world_has_chosen_it(operation_id: str, response: Any) -> None:
    schema = response["content"]["application/json"]["schema"]

    answer = varied(Written(201, {}, b"{}"), schema, DOCUMENT, WorldSettings({"createdStatus": "200"}))

    assert answer.status == 200


def _refused(code: str, **alternatives: str) -> Written:
    problem = invalid_request([Finding("/body", "type", "No.")]) if code == "invalid_request" else Problem(code, "No.")
    exchange = Exchange("req_1", "GET", "/", b"", [], NOON, 0.0, settings=WorldSettings(alternatives))
    return written_problem(problem, exchange, "/")


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize(
    ("form", "media_type"),
    [("envelope", "application/json"), ("text", "text/plain; charset=utf-8"), ("empty", None)],
)
def test_every_refusal_has_the_chosen_form(code: str, form: str, media_type: str | None) -> None:
    assert _refused(code, errorBody=form).headers.get("Content-Type") == media_type


@pytest.mark.parametrize("code", ["invalid_request", *(code for code, (status, _) in CODES.items() if status == 422)])
@pytest.mark.parametrize("choice", ["400", "422"])
def test_every_refusal_of_invalid_input_has_the_chosen_status(code: str, choice: str) -> None:
    assert _refused(code, invalidStatus=choice).status == int(choice)
