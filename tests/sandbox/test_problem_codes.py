"""Every refusal has a code, and every code of the contract is one that the sandbox knows."""

import pytest

from mock_server.api.problems import CODES, REFUSALS
from mock_server.domain import refusals
from openapi.bundler import contract

SCHEMAS = contract()["components"]["schemas"]
CODES_OF_THE_CONTRACT = next(schema for name, schema in SCHEMAS.items() if name.endswith("ProblemCode"))["enum"]


@pytest.mark.parametrize("kind", refusals.Refusal.__subclasses__(), ids=lambda kind: kind.__name__)
def test_every_refusal_has_a_code(kind: type[refusals.Refusal]) -> None:
    assert REFUSALS[kind] in CODES


@pytest.mark.parametrize("code", CODES_OF_THE_CONTRACT)
def test_every_code_of_the_contract_has_a_status(code: str) -> None:
    assert 400 <= CODES[code][0] < 600
