"""Tells an answer that no check can read from a check that has a fault.

A check reads answers as the specification shows them. Where it stumbles after the target has answered otherwise, the
target is the likelier cause, and the row of that answer says so. Pure.
"""

from collections.abc import Mapping, Sequence
from functools import cache

from jsonschema_rs import Draft202012Validator

from conformance.catalogue.operations import OPERATIONS
from conformance.contracts.documented import documented_contract
from conformance.evidence.exchanges import Exchange, NotJson, parse_json
from openapi.bundler import dereference

# What Python raises when a value is of another kind than expected. Anything else is a fault of ours for certain.
STUMBLES = (TypeError, LookupError, AttributeError, ValueError, ArithmeticError, RecursionError)


class OddAnswers:
    """Looks through the exchanges of a run, each once."""

    def __init__(self) -> None:
        self._looked_at = 0
        self._first: str | None = None

    def first_in(self, exchanges: Sequence[Exchange]) -> str | None:
        """Method and path of the first success whose body is not as documented, or None; a later call goes on."""
        while self._first is None and self._looked_at < len(exchanges):
            if _is_odd(exchanges[self._looked_at]):
                request = exchanges[self._looked_at].request
                self._first = f"{request.method} {request.path}"
            self._looked_at += 1
        return self._first


def _is_odd(exchange: Exchange) -> bool:
    validator = _validators().get(exchange.operation_id or "")
    if exchange.response is None or not exchange.response.is_success or validator is None:
        return False
    try:
        return not validator.is_valid(parse_json(exchange.response.content))
    except NotJson:
        return True


@cache
def _validators() -> Mapping[str, Draft202012Validator]:
    """What the success of each operation looks like, for those whose body is shown."""
    contract = documented_contract()
    found = {}
    for operation in OPERATIONS:
        responses = contract["paths"][operation.path][operation.method.lower()]["responses"]
        for status, named in responses.items():
            media = dereference(contract, named).get("content", {}).get("application/json", {})
            if str(status).startswith("2") and "schema" in media:
                schema = {"allOf": [media["schema"]], "components": contract["components"]}
                found[operation.id] = Draft202012Validator(schema, validate_formats=True)
    return found
