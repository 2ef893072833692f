"""The session of one agent: a sandbox, one world of it, and one agency in that world."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from mock_server.embedding.asynchronous.sandboxes import AsyncSandbox
from mock_server.embedding.asynchronous.worlds import AsyncWorld
from mock_server.embedding.names import key_of, names_in

# The grade judges bodies, so the journal keeps them whole.
OPTIONS = ("--journal-body", "1000000")


@dataclass(frozen=True, slots=True)
class AgentSession:
    """What the verbs work on."""

    sandbox: AsyncSandbox
    world: AsyncWorld

    async def contract(self) -> dict[str, Any]:
        """The contract that the sandbox serves at this moment."""
        client = self.world.connection.new_client(self.world.connection.address, {})
        answer = await client.get("/openapi.json")
        answer.raise_for_status()
        document: dict[str, Any] = answer.json()
        return document


@asynccontextmanager
async def session(url: str | None, key: str | None) -> AsyncIterator[AgentSession]:
    """A session at *url*, or in a sandbox of its own. A world that nobody named is removed at the end.

    Raises SandboxNotStarted, LeverRefused, ValueError for an address or a key, or httpx.TransportError.
    """
    own = None if url is not None or key is None else _names(key)
    async with AsyncSandbox(options=OPTIONS) if url is None else AsyncSandbox.at(url, key) as sandbox:
        world = sandbox.world() if own is None else sandbox.world(own[0], agency=own[1])
        await world.state()
        yield AgentSession(sandbox, world)
        if key is None:
            await world.delete()


def _names(key: str) -> tuple[str, str]:
    """The world and the agency of a key that a sandbox without a key file accepts. Raises NoSuchKey."""
    world, agency = names_in(key)
    key_of(world, agency)
    return world, agency
