"""Distinguishes an answer that no check can read from a fault in a check.

A check reads answers in the documented form. When it fails after an answer in another form, the target is the likelier
cause. The row of that answer then reports the target. Pure.
"""

from collections.abc import Mapping, Sequence
from functools import cache

from jsonschema_rs import Draft202012Validator

from conformance.catalogue.operations import OPERATIONS
from conformance.contracts.documented import documented_contract
from conformance.evidence.exchanges import Exchange
from openapi.references import dereference

# Python raises these when a value has an unexpected type. Any other exception is certainly our own fault.
STUMBLES = (TypeError, LookupError, AttributeError, ValueError, ArithmeticError, RecursionError)


class OddAnswers:
    """Checks the exchanges of a run, each only once."""

    def __init__(self) -> None:
        self._checked = 0
        self._first: str | None = None

    def first_in(self, exchanges: Sequence[Exchange]) -> str | None:
        """Method and path of the first success whose body is not as documented, or None. A later call continues."""
        while self._first is None and self._checked < len(exchanges):
            if _is_odd(exchanges[self._checked]):
                request = exchanges[self._checked].request
                self._first = f"{request.method} {request.path}"
            self._checked += 1
        return self._first


def _is_odd(exchange: Exchange) -> bool:
    validator = _validators().get(exchange.operation_id or "")
    if exchange.response is None or not exchange.response.is_success or validator is None:
        return False
    return not exchange.response.content or not validator.is_valid(exchange.response.value)


@cache
def _validators() -> Mapping[str, Draft202012Validator]:
    """Validators for the success of each operation whose body is documented."""
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
