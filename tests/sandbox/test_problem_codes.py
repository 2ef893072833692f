"""The codes of problems: the sandbox knows every code of the contract, and gives each refusal a code."""

import pytest

from mock_server.api.problems import CODES, REFUSALS
from mock_server.domain import refusals
from mock_server.domain.refusals import Refusal
from openapi.bundler import contract


def test_the_sandbox_knows_every_code_of_the_contract() -> None:
    listed = set(contract()["components"]["schemas"]["ProblemCode"]["enum"])

    assert listed - set(CODES) == set()


# A class with classes below it is raised by nobody: each of them is a reason.
REASONS = [
    kind
    for kind in vars(refusals).values()
    if isinstance(kind, type) and issubclass(kind, Refusal) and not kind.__subclasses__()
]


@pytest.mark.parametrize("reason", REASONS, ids=lambda reason: reason.__name__)
def test_every_reason_has_a_code(reason: type[Refusal]) -> None:
    assert REFUSALS[reason] in CODES


def test_only_reasons_have_a_code() -> None:
    assert set(REFUSALS) == set(REASONS)


def test_the_table_of_codes_is_in_the_order_of_the_statuses() -> None:
    statuses = [status for status, _ in CODES.values()]

    assert statuses == sorted(statuses)
