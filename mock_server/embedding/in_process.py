"""The sandbox inside the process of the test: no port, no second process, no start time but the loading of its modules.

It imports the server when it starts. Deliveries go out over real sockets, to receivers on loopback.
"""

import asyncio
from collections.abc import MutableMapping
from typing import Any, Self

import httpx

from mock_server.embedding.asynchronous.connections import AsyncConnection
from mock_server.embedding.asynchronous.sandboxes import BASE_PATH, AsyncSandbox
from mock_server.embedding.call import SandboxUnreachable
from mock_server.embedding.values import require_number

# No socket listens here. The name only fills the `Host` header, and the server knows it as its own.
ADDRESS = "http://localhost"


class _Cut:
    """Takes the place of a connection that a rule of the sandbox can break."""

    def abort(self) -> None:
        """Fails as a client does over a socket."""
        raise httpx.RemoteProtocolError("Server disconnected without sending a response.")


class InProcessSandbox(AsyncSandbox):
    """A sandbox that answers in the event loop of the test. It has every lever of AsyncSandbox.

    Only clients with `transport` reach it, such as `world.client`: a client that opens sockets needs AsyncSandbox. Its
    inboxes receive nothing, since they have no port; use a Receiver.
    """

    def __init__(self, *, database: str | None = None, seed: int = 1) -> None:
        """*database* is a URL of SQLAlchemy; None keeps state in memory. *seed* chooses courses, sheets and ids."""
        super().__init__()
        require_number("seed", seed, "Write for example InProcessSandbox(seed=7).")
        self._database, self._seed = database or "sqlite://", seed
        self._messages: asyncio.Queue[MutableMapping[str, Any]] = asyncio.Queue()
        self._answers: asyncio.Queue[MutableMapping[str, Any]] = asyncio.Queue()

    @property
    def transport(self) -> httpx.AsyncBaseTransport:
        """What a client of httpx needs to reach the sandbox: `httpx.AsyncClient(transport=sandbox.transport)`."""
        return httpx.ASGITransport(self._answer)

    async def start(self) -> Self:
        """Opens the database, and sends deliveries from now on."""
        # A test that uses a server process must not load the server.
        from mock_server.app import Sandbox  # noqa: PLC0415 - see above.
        from mock_server.settings import Settings  # noqa: PLC0415 - see above.

        self._app = Sandbox(Settings(database_url=self._database, seed=self._seed, public_url=ADDRESS))
        self._life = asyncio.create_task(self._app.lifespan(self._messages.get, self._answers.put))
        await self._tell("lifespan.startup")
        self._connection = AsyncConnection(ADDRESS + BASE_PATH, self.transport)
        return self

    async def stop(self) -> None:
        """Stops the deliveries, and closes the database. Does nothing before a start."""
        if self._connection is None:
            return
        await super().stop()
        await self._tell("lifespan.shutdown")
        await self._life

    async def _answer(self, scope: Any, receive: Any, send: Any) -> None:
        from mock_server.api.exchanges import TRANSPORT  # noqa: PLC0415 - see start.

        if self._connection is None:
            raise SandboxUnreachable(ADDRESS, "this process stopped it")
        await self._app({**scope, "extensions": {TRANSPORT: _Cut()}}, receive, send)

    async def _tell(self, kind: str) -> None:
        """Sends a message of the lifespan of ASGI, and waits for its answer."""
        await self._messages.put({"type": kind})
        await self._answers.get()
