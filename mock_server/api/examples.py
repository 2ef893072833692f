"""Answers operations without code from the examples of the contract. The answers are marked as examples.

So the sandbox serves a new operation of the contract at once and validates its requests.
"""

import copy
from collections.abc import Callable

from mock_server.api.answer_checks import AnswerUnfit, fitting
from mock_server.api.calls import Answer, Call
from mock_server.api.contract import OperationPlan, ResponsePlan
from mock_server.api.problems import Problem
from mock_server.storage.courses import CourseBook

MARK = {"Teesheet-Mock": "example"}


def example_answer(plan: OperationPlan) -> Callable[[Call, CourseBook], Answer]:
    """A handler that gives the first valid example of the lowest success status.

    If the contract has no valid example, the handler raises Problem no_example.
    """
    answer = _answer(plan)

    def handler(_call: Call, _courses: CourseBook) -> Answer:
        if answer is None:
            raise Problem(
                "no_example",
                f"{plan.operation_id} is not built, and the contract has no valid example of it. Write one.",
            )
        return copy.deepcopy(answer)

    return handler


def _answer(plan: OperationPlan) -> Answer | None:
    named = min((status for status in plan.responses if status.startswith("2")), default="default")
    response = plan.responses.get(named)
    if response is None:
        return None
    status = int(named) if named.isdecimal() else 200
    return next((answer for answer in _answers(status, response) if _is_valid(plan, answer)), None)


def _answers(status: int, response: ResponsePlan) -> list[Answer]:
    headers = {name: str(value) for name, value in response.examples_of_headers.items() if name != "X-Request-Id"}
    headers.pop("Idempotency-Replayed", None)
    if not response.bodies:
        return [Answer(status, None, {**headers, **MARK})]
    return [
        Answer(status, example, {**headers, **MARK}, media_type)
        for media_type, examples in response.examples.items()
        for example in examples
    ]


def _is_valid(plan: OperationPlan, answer: Answer) -> bool:
    try:
        fitting(plan, answer)
    except AnswerUnfit:
        return False
    return True
