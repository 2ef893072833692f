"""Connections to one sandbox that every client of a process shares, and no fork and no other event loop."""

from __future__ import annotations

import asyncio
import os

import httpx

from mock_server.embedding.call import SandboxUnreachable


class AsyncSharedTransport(httpx.AsyncBaseTransport):
    """Opens connections for the process, and for the event loop, that asks. A client that closes it changes nothing."""

    def __init__(self, *, tls: bool) -> None:
        self._tls = tls
        self._opened: dict[tuple[int, int], httpx.AsyncHTTPTransport] = {}

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """The answer of the sandbox. Raises SandboxUnreachable."""
        asker = os.getpid(), id(asyncio.get_running_loop())
        if asker not in self._opened:
            # Reading the authorities takes long, and plain HTTP needs none.
            self._opened[asker] = httpx.AsyncHTTPTransport(verify=self._tls, trust_env=self._tls)
        try:
            return await self._opened[asker].handle_async_request(request)
        except (httpx.ConnectError, httpx.ConnectTimeout) as error:
            address = f"{request.url.scheme}://{request.url.netloc.decode()}"
            raise SandboxUnreachable(address, error) from None

    async def aclose(self) -> None:
        """Nothing: clients come and go, and the connections stay."""

    async def end(self) -> None:
        """Closes the connections of whoever asks."""
        opened = self._opened.pop((os.getpid(), id(asyncio.get_running_loop())), None)
        if opened is not None:
            await opened.aclose()
