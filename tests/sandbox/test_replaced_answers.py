"""An answer of the code that a second version does not allow: an example replaces the answer."""

import copy
import json

import pytest

from mock_server.app import Sandbox
from openapi.bundler import contract
from tests.sandbox.in_process import asked
from tests.sandbox.second_versions import body_of_its_own, named_beside, sandbox_beside
from tests.sandbox.trade import NOW


@pytest.fixture(scope="module")
def narrow(tmp_path_factory: pytest.TempPathFactory) -> Sandbox:
    """A sandbox beside a version whose bookings have only the tee times of the examples, which the code cannot know."""
    document = copy.deepcopy(contract())
    document["servers"] = [{"url": "/api/v2"}]
    document["components"]["schemas"]["Booking"]["properties"]["teeTime"] = {"enum": ["09:30", "10:10", "10:20"]}
    file = tmp_path_factory.mktemp("narrow") / "openapi.json"
    file.write_text(json.dumps(document))
    sandbox = sandbox_beside(named_beside(file))
    asked(sandbox, "PUT", "/_sandbox/v1/clock", json={"mode": "frozen", "now": NOW})
    return sandbox


def test_an_answer_that_the_contract_does_not_allow_is_replaced_by_the_example(narrow: Sandbox) -> None:
    answer = asked(narrow, "POST", "/api/v2/travel/bookings", json=body_of_its_own(1))

    assert (answer.status_code, answer.json()["data"]["teeTime"], answer.headers["teesheet-mock"]) == (
        201,
        "09:30",
        "example",
    )


def test_a_replaced_answer_says_why(narrow: Sandbox) -> None:
    answer = asked(narrow, "POST", "/api/v2/travel/bookings", json=body_of_its_own(1))

    assert answer.headers["teesheet-mock-reason"].startswith(
        "The contract does not allow the answer of the code: /body/data/teeTime: "
    )


def test_a_replaced_answer_writes_nothing(narrow: Sandbox) -> None:
    asked(narrow, "POST", "/api/v2/travel/bookings", json=body_of_its_own(1))

    listed = asked(narrow, "GET", "/api/v1/travel/bookings").json()

    assert listed["meta"]["pagination"]["totalItems"] == 0


def test_replaced_answers_are_counted(narrow: Sandbox) -> None:
    asked(narrow, "POST", "/api/v2/travel/bookings", json=body_of_its_own(1))

    (replaced,) = asked(narrow, "GET", "/_sandbox/v1/contract").json()["data"]["beside"]["replacedAnswers"]

    assert (replaced["operationId"], replaced["count"] > 0) == ("createBooking", True)
