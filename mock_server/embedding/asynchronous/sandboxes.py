"""A sandbox: a server that the test starts, or one that runs already somewhere."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence
from types import TracebackType
from typing import Self, TypeVar

from mock_server.embedding.asynchronous.connections import AsyncConnection
from mock_server.embedding.asynchronous.worlds import AsyncWorld
from mock_server.embedding.call import LeverCall
from mock_server.embedding.levers import server
from mock_server.embedding.names import NoSuchKey, key_of, names_in, require_address
from mock_server.embedding.process import ServerProcess

T = TypeVar("T")
BASE_PATH = "/api/v1"


class AsyncSandbox:
    """A sandbox of your own in a process of its own, on a free port of loopback, with its state in memory.

    Use it as a context manager, or call `start` and `stop`. The server ends with your process, also if that crashes.
    """

    def __init__(self, *, port: int = 0, database: str | None = None, options: Sequence[str] = ()) -> None:
        """*port* 0 takes a free one. *database* is a URL such as `sqlite:///bookings.db`; None keeps state in memory.

        *options* are further options of `teesheet serve`, such as `["--seed", "7"]`.
        """
        self._process: ServerProcess | None = ServerProcess(port, database, options)
        self._connection: AsyncConnection | None = None
        self._key: str | None = None
        self._admin_token: str | None = None
        self._worlds = 0

    @classmethod
    def at(cls, url: str, key: str | None = None, *, admin_token: str | None = None) -> Self:
        """A sandbox that runs already, at an address such as `http://sandbox.example.com:8080`.

        With a *key*, `world()` is the world of that key. A server that accepts only the keys of a file needs it.
        """
        parts = require_address(url)
        if not isinstance(key, str | None):
            raise TypeError(f"{key!r} is not a key. Pass a text such as sbx_demo_alpha.")
        sandbox = cls()
        sandbox._process = None
        sandbox._connection = AsyncConnection(f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/') or BASE_PATH}")
        sandbox._key, sandbox._admin_token = key, admin_token
        return sandbox

    async def start(self) -> Self:
        """Starts the server, and returns when it answers. Raises SandboxNotStarted, with the sentence of the server."""
        if self._process is not None:
            self._connection = AsyncConnection(await asyncio.to_thread(self._process.start))
        return self

    async def stop(self) -> None:
        """Ends the server, and closes the connections of this process."""
        if self._connection is not None:
            await self._connection.aclose()
        if self._process is not None:
            self._connection = None
            await asyncio.to_thread(self._process.stop)

    async def __aenter__(self) -> Self:
        return await self.start()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()

    @property
    def connection(self) -> AsyncConnection:
        """The connection to the server. RuntimeError before the start."""
        if self._connection is None:
            raise RuntimeError("The sandbox is not running. Use it in a `with` statement, or call start() first.")
        return self._connection

    @property
    def url(self) -> str:
        """The base of the booking interface, for the client under test. RuntimeError before the start."""
        return self.connection.url

    def world(self, name: str | None = None, *, agency: str = "alpha") -> AsyncWorld:
        """A world, which its first request creates. Without a name it is a new world, or the world of your key.

        *name* and *agency* have at most 32 of the characters a-z, 0-9 and hyphen. Raises NoSuchKey, a ValueError.
        """
        if name is None and self._key is not None:
            own_name, own_agency = names_in(self._key)
            return AsyncWorld(self.connection, own_name, own_agency, self._key)
        if self._key is not None and not self._key.startswith("sbx_"):
            raise NoSuchKey("A key of a file opens only its own world. Call world() without a name.")
        chosen = self._new_name() if name is None else name
        return AsyncWorld(self.connection, chosen, agency, key_of(chosen, agency))

    def _new_name(self) -> str:
        self._worlds += 1
        # Other people may use a server that runs already.
        return f"test-{self._worlds}" if self._process is not None else f"test-{os.urandom(6).hex()}"

    async def course(self, behaviour: str) -> server.NamedCourse:
        """The course with a known behaviour, such as `offline-declines`. KeyError: the message lists the behaviours."""
        return await self.connection.course(behaviour)

    async def ask(self, call: LeverCall[T]) -> T:
        """The answer to any call of `teesheet.levers`, as the administrator of the server. Raises LeverRefused."""
        token = self._admin_token
        return await self.connection.send(call, {} if token is None else {"Authorization": f"Bearer {token}"})
