"""Puts the sandbox together: the interface, the control plane and the documentation, in one ASGI application."""

import hashlib
from typing import Any

from mock_server.api.application import interface
from mock_server.api.bodies import write_json
from mock_server.api.contract import Contract
from mock_server.api.edge import Edge, RequestIds
from mock_server.api.operations import Faults
from mock_server.control.application import BASE_PATH, ControlPlane, Reach
from mock_server.documentation import documentation
from mock_server.settings import Settings
from mock_server.storage.courses import CourseBook
from mock_server.storage.store import Store
from openapi.bundler import contract as bundled_contract
from openapi.rendering import rendering_30


class Sandbox:
    """The ASGI application of a server. Everything is built here, so that what cannot work fails at start-up."""

    def __init__(self, settings: Settings) -> None:
        """Opens the database. Raises StoreUnavailable."""
        document = bundled_contract()
        contract = Contract(document)
        contract_bytes = write_json(document)
        self.store = Store(settings.database_url, CourseBook(settings.seed), settings.max_worlds)
        faults, request_ids = Faults(), RequestIds(settings.seed)
        reach = Reach(
            contract=contract,
            contract_sha256=hashlib.sha256(contract_bytes).hexdigest(),
            store=self.store,
            faults=faults,
            request_ids=request_ids,
            public_url=settings.public_url,
            max_body_bytes=settings.max_body_bytes,
        )
        served = interface(contract, self.store, faults, settings.max_body_bytes)
        self.interface_prefix = contract.base_path + "/"
        self.interface = Edge(served, request_ids, faults)
        self.control = Edge(ControlPlane(reach), request_ids, faults)
        rest = documentation(contract_bytes, lambda: write_json(rendering_30(document)))
        self.rest = Edge(rest, request_ids, faults)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Hands a request to the part that its path names."""
        if scope["type"] == "lifespan":
            await self.lifespan(receive, send)
        elif scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1000})
        elif scope["path"].startswith(self.interface_prefix):
            await self.interface(scope, receive, send)
        elif scope["path"].startswith(BASE_PATH + "/"):
            await self.control(scope, receive, send)
        else:
            # Starlette's router then raises for a wrong method, for the edge to answer.
            await self.rest({**scope, "app": self}, receive, send)

    async def lifespan(self, receive: Any, send: Any) -> None:
        """Closes the database when the server ends."""
        while True:
            message = await receive()
            if message["type"] == "lifespan.shutdown":
                self.store.close()
            await send({"type": message["type"] + ".complete"})
            if message["type"] == "lifespan.shutdown":
                return
