"""Checks requests by a contract that may not know the service: keys and headers are not judged, ids have any form.

Pure. Requests that only the target file declares are not compared, because there the file is right.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from conformance.contracts.complaints import Complaint, shown_name
from conformance.contracts.documented import assumptions_of
from conformance.contracts.interface import Interface, MetOperation
from conformance.contracts.request_judging import body_complaints, parameter_complaints
from conformance.evidence.exchanges import Request
from conformance.target.target import Placement
from openapi.bundler import METHODS, PLAIN_VALUE, contract
from openapi.references import dereference

# Ids come from the target, and may have any form.
_ANY_ID = {"type": "string"}
_PLACES = ("path", "query")
_NO_CONTENT_TYPE = ""


def own_complaints(request: Request, hold_id: Placement | None) -> Iterator[Complaint]:
    """Every complaint of the contract of this distribution about *request*, except about a hold id at the place that
    the target file declares. Empty when the contract has no such operation: it then says nothing about *request*.
    """
    met = own_contract().met(request.method, request.path)
    return own_contract().complaints(request, met, hold_id) if met else iter(())


class RequestContract:
    """What *document*, a bundled contract, says about requests. *name* is what the user called it."""

    def __init__(self, name: str, document: Mapping[str, Any]) -> None:
        self._interface = Interface(name, _with_any_id(_of_shown_bodies(document)))
        self.met = self._interface.met

    def complaints(self, request: Request, met: MetOperation, hold_id: Placement | None) -> Iterator[Complaint]:
        """Every complaint about the address and the body of *request*, which meets *met*, without the hold id."""
        place_of_hold_id = f"{hold_id.place}.{shown_name(hold_id.name)}" if hold_id else None
        found = (
            *parameter_complaints(self._interface, met, request, _PLACES),
            *body_complaints(self._interface, met, request, _NO_CONTENT_TYPE),
        )
        return (complaint for complaint in found if complaint.place != place_of_hold_id)


@cache
def own_contract() -> RequestContract:
    """The contract of this distribution, without what the specification does not show of requests."""
    return RequestContract("the contract", contract())


def _of_shown_bodies(document: Mapping[str, Any]) -> dict[str, Any]:
    """*document* without the bodies that are assumptions as a whole: the specification does not show them."""
    paths = {
        path: {name: _of_shown_body(document, value) if name in METHODS else value for name, value in item.items()}
        for path, item in document["paths"].items()
    }
    return {**document, "paths": paths}


def _of_shown_body(document: Mapping[str, Any], operation: Mapping[str, Any]) -> Mapping[str, Any]:
    body = dereference(document, operation.get("requestBody"))
    if body is None or not assumptions_of(body):
        return operation
    return {name: value for name, value in operation.items() if name != "requestBody"}


def _with_any_id(node: Any) -> Any:
    """*node*, in which every id may have any form."""
    if isinstance(node, list):
        return [_with_any_id(part) for part in node]
    if not isinstance(node, Mapping):
        return node
    if node.get(PLAIN_VALUE) == "Identifier":
        return _ANY_ID
    return {member: _with_any_id(part) for member, part in node.items()}
