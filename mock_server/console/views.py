"""What a page sees: its server, its visitor, its address, and the answers of the control plane."""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from mock_server.api.security import Keys
from mock_server.console.addresses import BELOW, MENU, is_page
from mock_server.console.asking import Ask, Refused, Reply, send
from mock_server.console.visits import Visit
from mock_server.control.visitors import OwnNames


@dataclass(frozen=True, slots=True)
class Server:
    """What the console knows of its server.

    *app* answers every request of the server. *interface_base* is the base path of the interface at this moment.
    *admin_is_open* says whether everybody who reaches the port is the administrator. *reports* is the folder with
    reports of the suite, empty if there is none.
    """

    app: Any
    own_names: OwnNames
    keys: Keys
    public_url: str
    control_base: str
    interface_base: Callable[[], str]
    admin_is_open: bool
    reports: str = ""

    @property
    def keys_are_open(self) -> bool:
        """Whether every key of the form sbx_<world>_<agency> is known."""
        return self.keys.worlds is None


@dataclass(frozen=True, slots=True)
class Page:
    """What a handler returns: a template and its facts. *headers* are further headers of the answer."""

    template: str
    facts: Mapping[str, Any] = field(default_factory=dict)
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class View:
    """One request of a visitor. *path* holds the variable parts of the address, *query* its parameters.

    *address* is the address below the folder of the console. *root* leads from the page to that folder.
    *world* is what the control plane says about the world of the key.
    """

    server: Server
    visit: Visit
    address: str
    root: str
    path: Mapping[str, str]
    query: Mapping[str, str]
    world: Mapping[str, Any] = field(default_factory=dict)

    @property
    def menu(self) -> list[tuple[str, str]]:
        """The pages in the menu. Some are only for the administrator."""
        further = [("Worlds", "worlds"), *([("Reports", "reports")] if self.server.reports else [])]
        return [*MENU, *(further if self.is_admin else [])]

    @property
    def here(self) -> str:
        """The address of this page below the folder of the console, to come back to it."""
        kept = {name: value for name, value in self.query.items() if name != "said"}
        return f"{self.address}?{urlencode(kept)}" if kept else self.address

    def is_at(self, address: str) -> bool:
        """Whether the page belongs to an entry of the menu."""
        return self.address.partition("/")[0] == address

    def is_below(self, address: str) -> bool:
        """Whether an entry of the menu leads to the page by way of tabs or links."""
        return self.address.partition("/")[0] in BELOW.get(address, ())

    def has(self, folder: str) -> bool:
        """Whether the console has pages in a folder."""
        return is_page(folder)

    @property
    def agency(self) -> str:
        """The agency of the key."""
        return self.server.keys.caller([(b"x-api-key", self.visit.key.encode("latin-1", "replace"))]).agency

    @property
    def is_admin(self) -> bool:
        """Whether the visitor may be the administrator. The control plane decides."""
        return self.server.admin_is_open or bool(self.visit.token)

    def may_be(self, agency: str) -> bool:
        """Whether the visitor can send requests as this agency of the world."""
        return self.server.keys_are_open or agency == self.agency

    def credentials(self, agency: str = "") -> dict[str, str]:
        """The headers that prove who asks. Where every key is known, *agency* can be another agency of the world."""
        if agency and self.server.keys_are_open:
            return {"X-Api-Key": f"sbx_{self.world['name']}_{agency}"}
        return {"X-Api-Key": self.visit.key}

    def shown_credentials(self, agency: str = "") -> dict[str, str]:
        """The same for the eyes of a reader: a key of a file is a secret, so a variable stands for it."""
        return self.credentials(agency) if self.server.keys_are_open else {"X-Api-Key": "$TEESHEET_KEY"}

    def control(self, method: str, path: str, body: Any = None, **query: Any) -> Ask:
        """A request to the control plane. Parameters that are None or empty are left out."""
        sent = {name: str(value) for name, value in query.items() if value not in (None, "")}
        return Ask(method, f"{self.server.control_base}{path}", sent, body)

    def interface(self, method: str, path: str, body: Any = None, **query: str) -> Ask:
        """A request to the booking interface, as a client sends it."""
        return Ask(method, f"{self.server.interface_base()}{path}", query, body)

    def curl(self, ask: Ask, agency: str = "") -> str:
        """The same request as a curl line."""
        return ask.curl(self.server.public_url, self.shown_credentials(agency))

    async def send(self, ask: Ask, agency: str = "") -> Reply:
        """The answer to *ask*."""
        return await send(self.server.app, ask, self.credentials(agency))

    async def read(self, path: str, **query: Any) -> Any:
        """The body of GET *path* of the control plane. Raises Refused."""
        reply = await self.send(self.control("GET", path, **query))
        if reply.is_refusal:
            raise Refused(reply)
        return reply.json

    async def read_as_administrator(self, path: str) -> Reply:
        """The answer to GET *path* for the administrator."""
        credentials = {"Authorization": f"Bearer {self.visit.token}"} if self.visit.token else {}
        return await send(self.server.app, self.control("GET", path), credentials)

    def once(self) -> str:
        """A new name for a form, so that the sandbox notices a form that is sent twice."""
        return f"console-{secrets.token_hex(8)}"
