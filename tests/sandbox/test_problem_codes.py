"""The codes of problems: what the sandbox sends, the contract lists, and under the status that its examples show."""

from typing import Any

from mock_server.api.problems import CODES
from openapi.bundler import contract


def _problems() -> list[dict[str, Any]]:
    """Every problem document among the examples."""
    examples = contract()["components"]["examples"].values()
    return [
        example["value"]
        for example in examples
        if isinstance(example["value"], dict) and "requestId" in example["value"]
    ]


def test_the_sandbox_knows_every_code_of_the_contract() -> None:
    listed = set(contract()["components"]["schemas"]["ProblemCode"]["enum"])

    assert listed - set(CODES) == set()


def test_a_code_has_the_status_of_its_examples() -> None:
    shown = {problem["code"]: problem["status"] for problem in _problems()}

    assert {code: CODES[code][0] for code in shown} == shown


def test_every_code_has_the_status_that_its_examples_show() -> None:
    examples = [example["value"] for example in contract()["components"]["examples"].values()]
    shown = {
        example["code"]: example["status"]
        for example in examples
        if isinstance(example, dict) and "requestId" in example
    }

    assert {code: CODES[code][0] for code in shown} == shown
