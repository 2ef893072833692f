"""The connection of a test to one sandbox: its addresses, its clients, and the calls of levers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, TypeVar
from urllib.parse import urlsplit

import httpx

from mock_server.embedding.asynchronous.transports import AsyncSharedTransport
from mock_server.embedding.call import CONTROL, LeverCall
from mock_server.embedding.levers import server

T = TypeVar("T")
# A wait of the control plane takes up to 60 seconds, a gauntlet a little more.
LIMIT_SECONDS = 90


class AsyncAsks(Protocol):
    """Whoever sends the calls of levers: a world with its key."""

    async def ask(self, call: LeverCall[T]) -> T:
        """The answer to a call."""
        ...


class AsyncConnection:
    """The connection to a sandbox at *url*, the base of its booking interface."""

    def __init__(self, url: str, transport: httpx.AsyncBaseTransport | None = None) -> None:
        """*transport* replaces sockets. None uses sockets."""
        parts = urlsplit(url)
        self.url, self.address = url, f"{parts.scheme}://{parts.netloc}"
        self.control_url = self.address + CONTROL
        self._shared = AsyncSharedTransport(tls=parts.scheme == "https")
        self._transport = transport or self._shared
        self._control = self.new_client(self.address, {})
        self._named: list[server.NamedCourse] = []

    async def send(self, call: LeverCall[T], headers: Mapping[str, str]) -> T:
        """The answer to a call with these headers. Raises LeverRefused, or httpx.TransportError without an answer."""
        return call.answer(await self._control.send(call.request(self._control, headers)))

    def new_client(self, base_url: str, headers: Mapping[str, str]) -> httpx.AsyncClient:
        """A client that shares the connections of all clients of this sandbox, so nobody needs to close it."""
        return httpx.AsyncClient(
            base_url=base_url, headers=headers, timeout=LIMIT_SECONDS, transport=self._transport, trust_env=False
        )

    async def course(self, behaviour: str) -> server.NamedCourse:
        """The course with a known behaviour. KeyError: the message lists the behaviours."""
        self._named = self._named or await self.send(server.list_named_courses(), {})
        for course in self._named:
            if course["behaviour"] == behaviour:
                return course
        known = ", ".join(sorted(course["behaviour"] for course in self._named))
        raise KeyError(f"No course is named {behaviour!r}. The behaviours are {known}.")

    async def aclose(self) -> None:
        """Closes the connections."""
        await self._shared.end()
