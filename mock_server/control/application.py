"""The control plane over HTTP, below /_sandbox/v1, as its own document describes it.

It stands outside the base path of the interface: a client that is pointed at a real service gets a 404 here.
"""

from typing import Any

from mock_server.api.contract import Contract
from mock_server.api.routing import Router
from mock_server.control.handlers import HANDLERS
from mock_server.control.operations import ControlOperation, Receiving
from mock_server.control.reach import Reach


class ControlPlane:
    """The ASGI application of the control plane. Everything is built at once: what cannot work fails at start-up."""

    def __init__(self, reach: Reach) -> None:
        document = reach.control_document
        self.own_names = reach.own_names
        contract = Contract(document)
        self.base_path = contract.base_path
        self.router = Router(self.base_path, document["paths"])
        self.operations = {
            name: ControlOperation(plan, _security(document, plan.path, plan.method), HANDLERS[name], reach)
            for name, plan in contract.operations.items()
        }

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answers one request. Raises Problem or a Refusal, which the edge turns into an answer.

        What a page of another origin sends is refused here, before anything of the request is read.
        """
        # The index is at the base path, with a slash at its end and without.
        address = f"{self.base_path}/" if scope["path"] == self.base_path else scope["path"]
        name, scope["path_params"] = self.router.find(scope["method"], address)
        operation = self.operations[name]
        # Deliveries come from anywhere. Nothing else does.
        if not isinstance(operation.served, Receiving):
            self.own_names.require_visitor(scope)
        await operation(scope, receive, send)


def _security(document: dict[str, Any], path: str, method: str) -> list[dict[str, Any]]:
    required: list[dict[str, Any]] = document["paths"][path][method.lower()].get("security", document["security"])
    return required
