"""The problem examples of the contract: each is exactly what the sandbox sends, with the values of the story."""

from collections.abc import Callable
from typing import Any

import httpx
import pytest

from mock_server.api.calls import Answer
from mock_server.api.handlers import HANDLERS
from mock_server.api.problems import problem_of
from mock_server.api.transactions import FromWorld
from mock_server.app import Sandbox
from mock_server.storage.engines import StoreUnavailable
from mock_server.storage.failures import LOCKED
from openapi.bundler import contract
from tests.sandbox.in_process import KEY, asked, whole_sandbox
from tests.sandbox.problem_examples import REFUSED

PROBLEMS: dict[str, Any] = {
    name: example["value"]
    for name, example in contract()["components"]["examples"].items()
    if isinstance(example["value"], dict) and "requestId" in example["value"]
}
REQUEST_ID = "req_5w8k2n4t7c1z"
HEADERS = {**KEY, "X-Request-Id": REQUEST_ID}
BOOKINGS = "/api/v1/travel/bookings"
ADA = {
    "courseId": "crs_7k2m9x4q",
    "date": "2027-04-17",
    "teeTime": "09:30",
    "players": 3,
    "leadPlayer": {"firstName": "Ada", "lastName": "Lindqvist", "email": "ada@lindqvist.example"},
}


def _book(sandbox: Sandbox, **options: Any) -> httpx.Response:
    return asked(sandbox, "POST", BOOKINGS, **{"headers": HEADERS, "json": ADA, **options})


def _two_mistakes(sandbox: Sandbox) -> httpx.Response:
    lead = {**ADA["leadPlayer"], "email": "ada(at)lindqvist.example"}  # type: ignore[dict-item]
    return _book(sandbox, json={**ADA, "players": 5, "leadPlayer": lead})


def _sixty_one_in_a_minute(sandbox: Sandbox) -> httpx.Response:
    clock = {"mode": "frozen", "now": "2040-05-07T08:00:30Z"}
    asked(sandbox, "PUT", "/_sandbox/v1/clock", json=clock)
    asked(sandbox, "PATCH", "/_sandbox/v1/settings", json={"rateLimit": {"requests": 60, "seconds": 60}})
    return [_book(sandbox) for _ in range(61)][-1]


# Name of the example -> the request to which a fresh sandbox answers with it.
ASKED: dict[str, Callable[[Sandbox], httpx.Response]] = {
    "BodyTooLarge": lambda sandbox: _book(sandbox, json={**ADA, "specialRequests": "x" * 1024 * 1024}),
    "InvalidRequest": _two_mistakes,
    "KeyMissing": lambda sandbox: _book(sandbox, headers={"X-Request-Id": REQUEST_ID}),
    "KeyUnknown": lambda sandbox: _book(sandbox, headers={"X-Request-Id": REQUEST_ID, "X-Api-Key": "meridian"}),
    "MalformedJson": lambda sandbox: _book(
        sandbox,
        json=None,
        content=b'{"courseId": "crs_7k2m9x4q", "date": "2027-04-17", "players"',
        headers={**HEADERS, "Content-Type": "application/json"},
    ),
    "MethodNotAllowed": lambda sandbox: asked(sandbox, "PATCH", BOOKINGS, headers=HEADERS),
    "NotAcceptable": lambda sandbox: _book(sandbox, headers={**HEADERS, "Accept": "application/xml"}),
    "RateLimited": _sixty_one_in_a_minute,
    "UnsupportedMediaType": lambda sandbox: _book(sandbox, json=None, data={"players": "3"}),
}


def _failing(error: Exception) -> Callable[..., Any]:
    def handler(*_: Any) -> Any:
        raise error

    return handler


# Name of the example -> code of createBooking that fails in this way.
FAILING: dict[str, Callable[..., Any]] = {
    "InternalError": _failing(ValueError("a mistake of the code")),
    "ResponseContractViolation": lambda _call, _session: Answer(207, {"data": {}}, {}),
    "Unavailable": _failing(StoreUnavailable("The database failed.", LOCKED)),
}


@pytest.mark.parametrize("name", REFUSED)
def test_an_example_of_a_refusal_is_what_the_sandbox_says(name: str) -> None:
    example = PROBLEMS[name]

    assert problem_of(REFUSED[name]).body(example["instance"], example["requestId"]) == example


@pytest.mark.parametrize("name", ASKED)
def test_an_example_of_a_bad_request_is_what_the_sandbox_answers(name: str) -> None:
    assert ASKED[name](whole_sandbox()).json() == PROBLEMS[name]


@pytest.mark.parametrize("name", FAILING)
def test_an_example_of_a_fault_is_what_the_sandbox_answers(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setitem(HANDLERS, "createBooking", FromWorld(FAILING[name], writes=True))  # type: ignore[arg-type]

    assert _book(whole_sandbox()).json() == PROBLEMS[name]


def test_every_problem_example_is_compared_with_the_sandbox() -> None:
    assert set(PROBLEMS) == {*REFUSED, *ASKED, *FAILING}


def test_the_schema_shows_a_problem_of_the_story() -> None:
    (shown,) = contract()["components"]["schemas"]["Problem"]["examples"]

    assert shown == PROBLEMS["BookingsTeeTimeUnavailable"]


# No operation of the contract has these answers: the first is for a path of no operation, and the second for an
# operation that has no code.
WITHOUT_AN_EXAMPLE = {"not_found", "no_example"}


def test_every_other_code_of_the_contract_has_an_example() -> None:
    codes = set(contract()["components"]["schemas"]["ProblemCode"]["enum"])

    assert codes - {problem["code"] for problem in PROBLEMS.values()} == WITHOUT_AN_EXAMPLE
