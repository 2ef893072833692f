"""Assembles the sandbox: the interface, the control plane and the documentation, in one ASGI application."""

import logging
import re
import socket
from dataclasses import replace
from functools import cached_property
from typing import Any

from mock_server.api.answer_checks import Faults
from mock_server.api.application import Parts
from mock_server.api.edge import Edge, RequestIds
from mock_server.api.editions import Shelf
from mock_server.api.journal import Journal
from mock_server.api.metrics import Metrics
from mock_server.api.problems import CONTROL_REFUSALS
from mock_server.api.security import Keys, read_keys
from mock_server.candidates.offers import PACKAGED, ContractOffer, line_up
from mock_server.clock import wall_clock
from mock_server.console.addresses import PREFIX
from mock_server.control.application import ControlPlane
from mock_server.control.reach import Reach
from mock_server.control.stages import Stage
from mock_server.control.visitors import OwnNames
from mock_server.deliveries.outbox import Outbox
from mock_server.deliveries.sender import Sender
from mock_server.documentation import documentation
from mock_server.domain.world_owners import WorldOwners
from mock_server.settings import Settings
from mock_server.storage.courses import CourseBook
from mock_server.storage.store import Store
from openapi.bundler import control as bundled_control

EDITION = "teesheet.edition"

logger = logging.getLogger("teesheet")


def _own_names(settings: Settings) -> OwnNames:
    """The names for calls to the control plane. If other machines can call, they include the name of this machine."""
    names = settings.allowed_hosts if settings.loopback else (*settings.allowed_hosts, socket.gethostname())
    return OwnNames.of(settings.public_url, names, any_address=not settings.loopback)


async def _served(scope: Any, receive: Any, send: Any) -> None:
    """Answers with the edition that was on the shelf when the request came."""
    await scope[EDITION](scope, receive, send)


def _open_store(settings: Settings, keys: Keys) -> Store:
    """The database of *settings*. It keeps a random secret if strangers can reach the server, or if keys are listed."""
    return Store(
        settings.database_url,
        CourseBook(settings.seed),
        settings.max_worlds,
        allow_loopback=settings.loopback,
        own_inboxes=f"{settings.public_url}/_sandbox/v1/inbox/",
        keeps_secrets=settings.keys_file is not None or not settings.loopback,
        owners=WorldOwners(keys.worlds),
    )


# A program that asks for another version of the control plane gets no page for people.
_OTHER_VERSION = re.compile(r"/_sandbox/v\d")


class Sandbox:
    """The ASGI application of a server. What programs ask is built at once, so that errors appear at start-up."""

    def __init__(self, settings: Settings, offer: ContractOffer = PACKAGED) -> None:
        """Opens the database, and serves the contracts of *offer*. Raises StoreUnavailable or KeysUnreadable."""
        keys = Keys() if settings.keys_file is None else read_keys(settings.keys_file, settings.max_worlds)
        self.store = _open_store(settings, keys)
        sender = Sender(allow_loopback=settings.loopback, own_inboxes=self.store.own_inboxes)
        self.outbox = Outbox(self.store, sender)
        faults, request_ids = Faults(), RequestIds()
        metrics = Metrics(of_several_processes=settings.workers > 1)
        self.journal = Journal(self.store, settings.journal_body_characters, metrics.lost_entries.inc)
        self.parts = Parts(self.store, faults, settings.max_body_bytes, keys, self.outbox.wake)
        self.shelf = Shelf(line_up(offer, self.parts))
        self.reach = Reach(
            shelf=self.shelf,
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
            stage=self._stage_now,
        )
        self._settings, self._offer = settings, offer
        self._stage: tuple[ContractOffer, Stage] | None = None
        self.interface = Edge(_served, request_ids, faults, self.journal, metrics)
        control = ControlPlane(self.reach)
        self.control_prefix = control.base_path + "/"
        self.control = Edge(control, request_ids, faults, codes=CONTROL_REFUSALS)
        self.console = Edge(self._show, request_ids, faults)
        self.rest = Edge(documentation(self.shelf), request_ids, faults)

    async def _show(self, scope: Any, receive: Any, send: Any) -> None:
        await self._pages(scope, receive, send)

    @cached_property
    def _pages(self) -> Any:
        """The console. It asks this application, as a program asks over HTTP.

        It loads with its first page: most sandboxes never show a page to a person.
        """
        from mock_server.console.application import Console  # noqa: PLC0415 - see above.
        from mock_server.console.views import Server  # noqa: PLC0415 - see above.

        server = Server(
            app=self,
            own_names=self.reach.own_names,
            keys=self.reach.keys,
            public_url=self.reach.public_url,
            control_base=self.control_prefix.rstrip("/"),
            interface_base=lambda: self.shelf.now.main.contract.base_path,
            admin_is_open=self.reach.admin_token is None and self.store.owners.are_open,
            reports=self._settings.reports,
        )
        return Console(server)

    def _stage_now(self) -> Stage:
        """A second sandbox in memory that serves the same contracts. It never starts its outbox."""
        if self._stage is None or self._stage[0] is not self._offer:
            settings = replace(self._settings, database_url="sqlite://", keys_file=None, admin_token=None, workers=1)
            second = Sandbox(settings, self._offer)
            self._stage = (self._offer, Stage(second, second.store, second.journal, second.control_prefix.rstrip("/")))
        return self._stage[1]

    def take_up(self, offer: ContractOffer) -> None:
        """Serves the contracts of *offer* from the next request on. Takes a while, and may run in any thread.

        Contracts that the code fails to prepare are not served: the last good contracts stay, with the reason.
        """
        try:
            self.shelf.now = line_up(offer, self.parts, self.shelf.now)
            self._offer = offer
        except Exception as fault:
            reason = f"The sandbox failed to prepare this edit ({type(fault).__name__}). This is a fault of teesheet."
            logger.error("%s The last good contract is still served.", reason)  # noqa: TRY400 - The sentence is for people.
            self.shelf.now = replace(self.shelf.now, trouble=reason)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Passes a request to the part that its path names."""
        if scope["type"] == "lifespan":
            await self.lifespan(receive, send)
        elif scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1000})
        elif (edition := self.shelf.now.edition_of(scope["path"])) is not None:
            scope[EDITION] = edition
            await self.interface(scope, receive, send)
        elif f"{scope['path']}/".startswith(self.control_prefix):
            await self.control(scope, receive, send)
        elif f"{scope['path']}/".startswith(PREFIX) and not _OTHER_VERSION.match(scope["path"]):
            await self.console(scope, receive, send)
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
