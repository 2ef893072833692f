"""The codes of problems: the sandbox knows every code of the contract."""

from mock_server.api.problems import CODES
from openapi.bundler import contract


def test_the_sandbox_knows_every_code_of_the_contract() -> None:
    listed = set(contract()["components"]["schemas"]["ProblemCode"]["enum"])

    assert listed - set(CODES) == set()
