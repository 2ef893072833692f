"""Connections to one sandbox that every client of a process shares, and no fork and no other event loop."""

# Written by `python -m tests.levers` from the module of the same name in `asynchronous`.

from __future__ import annotations

import os

import httpx

from mock_server.embedding.call import SandboxUnreachable


class SharedTransport(httpx.BaseTransport):
    """Opens connections for the process, and for the event loop, that asks. A client that closes it changes nothing."""

    def __init__(self, *, tls: bool) -> None:
        self._tls = tls
        self._opened: dict[tuple[int, int], httpx.HTTPTransport] = {}

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """The answer of the sandbox. Raises SandboxUnreachable."""
        asker = os.getpid(), 0
        if asker not in self._opened:
            # Reading the authorities takes long, and plain HTTP needs none.
            self._opened[asker] = httpx.HTTPTransport(verify=self._tls, trust_env=self._tls)
        try:
            return self._opened[asker].handle_request(request)
        except (httpx.ConnectError, httpx.ConnectTimeout) as error:
            address = f"{request.url.scheme}://{request.url.netloc.decode()}"
            raise SandboxUnreachable(address, error) from None

    def close(self) -> None:
        """Nothing: clients come and go, and the connections stay."""

    def end(self) -> None:
        """Closes the connections of whoever asks."""
        opened = self._opened.pop((os.getpid(), 0), None)
        if opened is not None:
            opened.close()
