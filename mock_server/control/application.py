"""The control plane over HTTP, below /_sandbox/v1, as its own document describes it.

It is outside the base path of the interface: a client that uses a real service gets a 404 here.
"""

from typing import Any

from mock_server.api.contract import Contract
from mock_server.api.routing import Router
from mock_server.control.handlers import HANDLERS
from mock_server.control.operations import ControlOperation, Receiving
from mock_server.control.reach import Reach


class ControlPlane:
    """The ASGI application of the control plane. It is built completely, so that errors appear at start-up."""

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

        It refuses a request from a page of another origin before it reads anything of the request.
        """
        # The index is at the base path, with and without a slash at its end.
        address = f"{self.base_path}/" if scope["path"] == self.base_path else scope["path"]
        name, scope["path_params"] = self.router.find(scope["method"], address)
        operation = self.operations[name]
        # Only deliveries may come from anywhere.
        if not isinstance(operation.served, Receiving):
            self.own_names.require_visitor(scope)
        await operation(scope, receive, send)


def _security(document: dict[str, Any], path: str, method: str) -> list[dict[str, Any]]:
    required: list[dict[str, Any]] = document["paths"][path][method.lower()].get("security", document["security"])
    return required
