"""Operations without code: answered from the contract's examples, marked, and guarded like every other operation."""

import copy
import json
from functools import lru_cache
from typing import Any

import httpx
import pytest

from mock_server.api.handlers import HANDLERS
from openapi.bundler import ASSUMPTIONS_FILE, contract
from openapi.lint.documents import Document
from openapi.places import load_yaml
from openapi.references import dereference
from tests.sandbox.agencies import BASE_PATH
from tests.sandbox.in_process import asked, serving_contract
from tests.sandbox.problems import document, pointers, refusal
from tests.sandbox.trade import LEAD

DOCUMENT = contract()

GROUP = {
    "courseId": "crs_7k2m9x4q",
    "date": "2040-05-12",
    "preferredTime": "09:30",
    "totalPlayers": 12,
    "leadPlayer": LEAD,
}
HOOK = {"courseId": "crs_7k2m9x4q", "date": "2040-05-12", "teeTime": "09:30", "players": 2, "leadPlayer": LEAD}
SLOTS = {"courseId": "crs_7k2m9x4q", "date": "2040-05-12", "totalPlayers": 12, "preferredStartTime": "09:30"}
PRICE = {"courseId": "crs_7k2m9x4q", "date": "2040-05-12", "totalPlayers": 12}
WEBHOOK = {"url": "https://agency.example/hooks", "events": ["booking.confirmed"]}
PLAYERS = {"players": [{"firstName": "Ada", "lastName": "Lindqvist"}]}

# Method, path, valid body, and the status the contract names for success.
REQUESTS: dict[str, tuple[str, str, Any, int]] = {
    "createBookingHook": ("POST", "/travel/bookings/hooks", HOOK, 201),
    "confirmBookingHook": ("POST", "/travel/bookings/hooks/hok_1/confirm", None, 200),
    "releaseBookingHook": ("DELETE", "/travel/bookings/hooks/hok_1", None, 200),
    "createGroupBooking": ("POST", "/travel/group-bookings", GROUP, 202),
    "getGroupBooking": ("GET", "/travel/group-bookings/grp_1", None, 200),
    "updateGroupBookingPlayers": ("PUT", "/travel/group-bookings/grp_1/players", PLAYERS, 200),
    "findGroupSlots": ("POST", "/travel/group-bookings/find-slots", SLOTS, 200),
    "calculateGroupPrice": ("POST", "/travel/group-bookings/calculate-price", PRICE, 200),
    "validateGroupBooking": ("POST", "/travel/group-bookings/validate", GROUP, 200),
    "createWebhook": ("POST", "/webhooks", WEBHOOK, 201),
    "listWebhooks": ("GET", "/webhooks", None, 200),
    "updateWebhook": ("PUT", "/webhooks/whk_1", {"isActive": False}, 200),
    "deleteWebhook": ("DELETE", "/webhooks/whk_1", None, 204),
    "createToken": ("POST", "/auth/token", None, 200),
    "refreshToken": ("POST", "/auth/refresh", {"refreshToken": "rt_1"}, 200),
    "revokeToken": ("POST", "/auth/logout", None, 204),
}
OPERATIONS = {
    operation["operationId"]: operation
    for item in DOCUMENT["paths"].values()
    for operation in item.values()
    if isinstance(operation, dict)
}
each_operation = pytest.mark.parametrize("name", REQUESTS)


@lru_cache(maxsize=1)
def _nothing_built() -> Any:
    """The interface of a contract whose operations nobody has built: those of ours, under other names."""
    document = copy.deepcopy(DOCUMENT)
    for item in document["paths"].values():
        for operation in item.values():
            if isinstance(operation, dict):
                operation["operationId"] = f"{operation['operationId']}Anew"
    return serving_contract(document)


def _asked(name: str, suffix: str = "", **options: Any) -> httpx.Response:
    """The answer of an operation that is not built, to a valid request unless *options* spoil it."""
    method, path, body, _status = REQUESTS[name]
    return asked(_nothing_built(), method, f"{BASE_PATH}{path}{suffix}", **{"json": body, **options})


def _first_example(name: str) -> Any:
    """The example that the contract gives first for the success of an operation; None where success has no body."""
    response = dereference(DOCUMENT, OPERATIONS[name]["responses"][str(REQUESTS[name][3])])
    media = response.get("content", {}).get("application/json")
    return media and dereference(DOCUMENT, next(iter(media["examples"].values())))["value"]


def test_every_stated_operation_is_built() -> None:
    stated = load_yaml(ASSUMPTIONS_FILE.parent / "stated.yaml")["operations"]
    ids = {item.node["operationId"] for item in Document(DOCUMENT).operations if Document.signature(item) in stated}

    assert (len(stated), ids - HANDLERS.keys()) == (len(ids), set())


def test_everything_that_is_built_is_in_the_contract() -> None:
    assert HANDLERS.keys() - OPERATIONS.keys() == set()


@each_operation
def test_an_operation_without_code_answers_its_example(name: str) -> None:
    answer = _asked(name)

    assert (answer.status_code, json.loads(answer.content or b"null")) == (REQUESTS[name][3], _first_example(name))


@each_operation
def test_an_answer_from_an_example_is_marked(name: str) -> None:
    assert _asked(name).headers["teesheet-mock"] == "example"


@each_operation
def test_an_operation_without_code_still_validates_its_parameters(name: str) -> None:
    assert pointers(_asked(name, "?surprise=1")) == ["/query/surprise"]


@pytest.mark.parametrize("name", [name for name in REQUESTS if isinstance(REQUESTS[name][2], dict)])
def test_an_operation_without_code_still_validates_its_body(name: str) -> None:
    assert pointers(_asked(name, json={**REQUESTS[name][2], "surprise": 1})) == ["/body/surprise"]


@each_operation
def test_an_operation_without_code_still_demands_a_key(name: str) -> None:
    assert refusal(_asked(name, headers={})) == (401, "key_missing")


def _with_reports(example: Any) -> dict[str, Any]:
    """The contract with one more path, written inline as an author of a contract first writes it."""
    document = copy.deepcopy(DOCUMENT)
    row = {"type": "object", "required": ["rounds"], "properties": {"rounds": {"type": "integer"}}}
    parameter = {
        "name": "month",
        "in": "query",
        "required": True,
        "schema": {"type": "string", "pattern": "^[0-9-]{7}$"},
    }
    document["paths"]["/travel/reports/{id}"] = {
        "parameters": [{"name": "id", "in": "path", "required": True, "schema": {"type": "string", "maxLength": 9}}],
        "get": {
            "operationId": "getReport",
            "parameters": [parameter],
            "responses": {
                "200": {
                    "description": "A report.",
                    "content": {"application/json": {"schema": row, "example": example}},
                }
            },
        },
    }
    return document


def test_a_new_operation_is_served_with_no_code() -> None:
    app = serving_contract(_with_reports({"rounds": 18}))

    answer = asked(app, "GET", "/api/v1/travel/reports/r1?month=2040-05")

    assert (answer.status_code, answer.json(), answer.headers["teesheet-mock"]) == (200, {"rounds": 18}, "example")


def test_a_new_operation_validates_its_requests() -> None:
    app = serving_contract(_with_reports({"rounds": 18}))

    answer = asked(app, "GET", "/api/v1/travel/reports/0123456789?month=May")

    assert pointers(answer) == ["/path/id", "/query/month"]


def test_a_new_operation_demands_the_key() -> None:
    app = serving_contract(_with_reports({"rounds": 18}))

    answer = asked(app, "GET", "/api/v1/travel/reports/r1?month=2040-05", headers={})

    assert refusal(answer) == (401, "key_missing")


def test_a_new_operation_leaves_the_others_as_they_are() -> None:
    app = serving_contract(_with_reports({"rounds": 18}))

    assert asked(app, "GET", "/api/v1/travel/bookings").status_code == 200


@pytest.mark.parametrize("example", [{"rounds": "eighteen"}, {}, None], ids=["wrong type", "member missing", "none"])
def test_an_operation_without_a_valid_example_is_not_implemented(example: Any) -> None:
    app = serving_contract(_with_reports(example))

    answer = asked(app, "GET", "/api/v1/travel/reports/r1?month=2040-05")

    assert refusal(answer) == (501, "no_example")


def test_an_operation_without_an_example_names_itself() -> None:
    app = serving_contract(_with_reports(None))

    answer = asked(app, "GET", "/api/v1/travel/reports/r1?month=2040-05")

    assert "getReport" in document(answer)["detail"]


def test_a_contract_with_a_schema_that_cannot_be_compiled_is_refused_at_start_up() -> None:
    broken = _with_reports({"rounds": 18})
    broken["paths"]["/travel/reports/{id}"]["get"]["parameters"][0]["schema"]["pattern"] = "["

    with pytest.raises(ValueError, match="regex"):
        serving_contract(broken)
