"""Assembles the sandbox: the interface, the control plane and the documentation, in one ASGI application."""

import hashlib
import socket
from typing import Any

from mock_server.api.answer_checks import Faults
from mock_server.api.application import interface
from mock_server.api.bodies import write_json
from mock_server.api.contract import Contract
from mock_server.api.edge import Edge, RequestIds
from mock_server.api.journal import Journal
from mock_server.api.metrics import Metrics
from mock_server.api.security import Keys, read_keys
from mock_server.clock import wall_clock
from mock_server.control.application import ControlPlane
from mock_server.control.reach import Reach
from mock_server.control.visitors import OwnNames
from mock_server.deliveries.outbox import Outbox
from mock_server.deliveries.sender import Sender
from mock_server.documentation import documentation
from mock_server.domain.world_owners import WorldOwners
from mock_server.settings import Settings
from mock_server.storage.courses import CourseBook
from mock_server.storage.store import Store
from openapi.bundler import contract as bundled_contract
from openapi.bundler import control as bundled_control
from openapi.rendering import rendering_30


def _own_names(settings: Settings) -> OwnNames:
    """The names for calls to the control plane. If other machines can call, they include the name of this machine."""
    names = settings.allowed_hosts if settings.loopback else (*settings.allowed_hosts, socket.gethostname())
    return OwnNames.of(settings.public_url, names, any_address=not settings.loopback)


class Sandbox:
    """The ASGI application of a server. Everything is built here, so that errors appear at start-up."""

    def __init__(self, settings: Settings) -> None:
        """Opens the database. Raises StoreUnavailable or KeysUnreadable."""
        keys = Keys() if settings.keys_file is None else read_keys(settings.keys_file, settings.max_worlds)
        document = bundled_contract()
        contract = Contract(document)
        contract_bytes = write_json(document)
        own_inboxes = f"{settings.public_url}/_sandbox/v1/inbox/"
        self.store = Store(
            settings.database_url,
            CourseBook(settings.seed),
            settings.max_worlds,
            allow_loopback=settings.loopback,
            own_inboxes=own_inboxes,
            keeps_secrets=settings.keys_file is not None or not settings.loopback,
            owners=WorldOwners(keys.worlds),
        )
        sender = Sender(allow_loopback=settings.loopback, own_inboxes=own_inboxes)
        self.outbox = Outbox(self.store, sender)
        faults, request_ids = Faults(), RequestIds()
        metrics = Metrics(of_several_processes=settings.workers > 1)
        self.journal = Journal(self.store, metrics.lost_entries.inc)
        reach = Reach(
            contract=contract,
            contract_sha256=hashlib.sha256(contract_bytes).hexdigest(),
            control_document=bundled_control(),
            store=self.store,
            faults=faults,
            keys=keys,
            journal=self.journal,
            metrics=metrics,
            workers=settings.workers,
            public_url=settings.public_url,
            admin_token=settings.admin_token,
            own_names=_own_names(settings),
            started_at=wall_clock(),
            outbox_filled=self.outbox.wake,
            sender=sender,
        )
        served = interface(contract, self.store, faults, settings.max_body_bytes, keys, self.outbox.wake)
        self.interface_prefix = contract.base_path + "/"
        self.interface = Edge(served, request_ids, faults, self.journal, metrics)
        control = ControlPlane(reach)
        self.control_prefix = control.base_path + "/"
        self.control = Edge(control, request_ids, faults)
        rest = documentation(contract_bytes, lambda: write_json(rendering_30(document)))
        self.rest = Edge(rest, request_ids, faults)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Passes a request to the part that its path names."""
        if scope["type"] == "lifespan":
            await self.lifespan(receive, send)
        elif scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1000})
        elif scope["path"].startswith(self.interface_prefix):
            await self.interface(scope, receive, send)
        elif f"{scope['path']}/".startswith(self.control_prefix):
            await self.control(scope, receive, send)
        else:
            # Starlette's router then raises an exception for a wrong method, and the edge answers it.
            await self.rest({**scope, "app": self}, receive, send)

    async def lifespan(self, receive: Any, send: Any) -> None:
        """Sends deliveries while the server runs, and closes the database when it ends."""
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                await self.outbox.start()
            else:
                await self.outbox.stop()
                await self.journal.flush()
                self.store.close()
            await send({"type": message["type"] + ".complete"})
            if message["type"] == "lifespan.shutdown":
                return
