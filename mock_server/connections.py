"""A connection that can be cut: what no ASGI message can ask for, an integrator must be able to see."""

from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from mock_server.api.exchanges import TRANSPORT


class CuttableProtocol(HttpToolsProtocol):
    """HTTP as uvicorn speaks it, with the transport in the scope of each request."""

    def on_message_begin(self) -> None:
        """Begins a request."""
        super().on_message_begin()
        scope: Any = self.scope
        scope.setdefault("extensions", {})[TRANSPORT] = self.transport
