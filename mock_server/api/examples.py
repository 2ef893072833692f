"""Answers operations without code from the examples of the contract. The answers are marked as examples.

So the sandbox serves a new operation of the contract at once and validates its requests.
"""

import copy
from collections.abc import Callable

from mock_server.api.calls import Answer, Call
from mock_server.api.contract import OperationPlan
from mock_server.api.parameters import findings_of
from mock_server.api.problems import Problem
from mock_server.storage.courses import CourseBook

MARK = {"Teesheet-Mock": "example"}


def example_answer(plan: OperationPlan) -> Callable[[Call, CourseBook], Answer]:
    """A handler that gives the first example of the lowest success status.

    If the contract has no valid example, the handler raises Problem no_example.
    """
    status = min((status for status in plan.responses if status.startswith("2")), default="501")
    answer = _answer(plan, status)

    def handler(_call: Call, _courses: CourseBook) -> Answer:
        if answer is None:
            raise Problem(
                "no_example", f"{plan.operation_id} is not built, and the contract has no valid example of it."
            )
        return copy.deepcopy(answer)

    return handler


def _answer(plan: OperationPlan, status: str) -> Answer | None:
    response = plan.responses.get(status)
    if response is None:
        return None
    headers = {name: str(value) for name, value in response.examples_of_headers.items() if name != "X-Request-Id"}
    headers.pop("Idempotency-Replayed", None)
    for media_type, example in response.examples.items():
        if example is None or findings_of(response.bodies[media_type], example, ""):
            return None
        return Answer(int(status), example, {**headers, **MARK}, media_type)
    return Answer(int(status), None, {**headers, **MARK})
