"""The problem examples of the control plane: each is exactly what the sandbox answers."""

from collections.abc import Callable
from typing import Any

import httpx
import pytest

from mock_server.api.problems import CODES, CONTROL_REFUSALS, problem_of
from mock_server.app import Sandbox
from mock_server.control.rules import MAX_RULES
from mock_server.domain import refusals
from mock_server.domain.refusals import Refusal
from mock_server.services.inventory import MAX_PRICES
from mock_server.services.snapshots import MAX_SNAPSHOTS
from mock_server.services.world_exports import MAX_EXPORT_BYTES
from mock_server.settings import Settings
from openapi.bundler import contract, control
from tests.sandbox.in_process import KEY, asked, whole_sandbox
from tests.sandbox.problem_examples import BOOKING

_REFUSED = control()["components"]["responses"]["Refused"]["content"]["application/problem+json"]["examples"]
PROBLEMS: dict[str, dict[str, Any]] = {name: example["value"] for name, example in _REFUSED.items()}
EXPORT = control()["paths"]["/worlds/{world}/import"]["post"]["requestBody"]["content"]["application/json"]["example"]
MAX_WORLDS = Settings().max_worlds
NOON = {"mode": "frozen", "now": "2027-03-02T10:15:00Z"}


def _ask(sandbox: Sandbox, method: str, name: str, body: Any = None) -> httpx.Response:
    problem = PROBLEMS[name]
    headers = {**KEY, "X-Request-Id": problem["requestId"]}
    return asked(sandbox, method, problem["instance"], headers=headers, json=body)


def _backwards(sandbox: Sandbox) -> httpx.Response:
    asked(sandbox, "PUT", "/_sandbox/v1/clock", json=NOON)
    return _ask(sandbox, "POST", "clockBackwards", {"to": "2027-03-01T00:00:00Z"})


def _twice(sandbox: Sandbox) -> httpx.Response:
    asked(sandbox, "POST", "/_sandbox/v1/worlds", json={"name": "demo"})
    return _ask(sandbox, "POST", "worldExists", {"name": "demo"})


# Name of the example -> the request to which a fresh sandbox answers with it.
ASKED: dict[str, Callable[[Sandbox], httpx.Response]] = {
    "clockBackwards": _backwards,
    "deliveryNotFound": lambda sandbox: _ask(sandbox, "GET", "deliveryNotFound"),
    "eventNotFound": lambda sandbox: _ask(sandbox, "GET", "eventNotFound"),
    "exportDamaged": lambda sandbox: _ask(sandbox, "POST", "exportDamaged", EXPORT),
    "invalidRequest": lambda sandbox: _ask(sandbox, "PUT", "invalidRequest", {"mode": "stopped"}),
    "snapshotNotFound": lambda sandbox: _ask(sandbox, "POST", "snapshotNotFound"),
    "worldExists": _twice,
}
# The others need a full world, a file of keys, or a booking with the id of the story.
REFUSED: dict[str, Refusal] = {
    "tooManyGreenFees": refusals.TooManyPrices(MAX_PRICES),
    "tooManyRules": refusals.TooManyRules(MAX_RULES),
    "tooManyWorlds": refusals.TooManyWorlds(MAX_WORLDS),
    "tooManySnapshots": refusals.TooManySnapshots(MAX_SNAPSHOTS),
    "worldNotYours": refusals.WorldNotYours("acme"),
    "nothingToDecide": refusals.NothingToDecide(BOOKING, "confirmed"),
    "worldTooLarge": refusals.WorldTooLarge(40_000_000, MAX_EXPORT_BYTES),
}


@pytest.mark.parametrize("name", ASKED)
def test_an_example_of_the_control_plane_is_what_the_sandbox_answers(name: str) -> None:
    assert ASKED[name](whole_sandbox()).json() == PROBLEMS[name]


@pytest.mark.parametrize("name", REFUSED)
def test_an_example_of_a_refusal_is_what_the_sandbox_says(name: str) -> None:
    example = PROBLEMS[name]

    assert problem_of(REFUSED[name], CONTROL_REFUSALS).body(example["instance"], example["requestId"]) == example


def test_every_problem_example_of_the_control_plane_is_compared() -> None:
    assert set(PROBLEMS) == {*ASKED, *REFUSED}


def test_every_code_that_is_not_in_the_contract_has_an_example() -> None:
    in_the_contract = set(contract()["components"]["schemas"]["ProblemCode"]["enum"])

    assert set(CODES) - in_the_contract <= {problem["code"] for problem in PROBLEMS.values()}
