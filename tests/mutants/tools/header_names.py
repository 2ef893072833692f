"""The names of headers as the caller wrote them: ASGI shows a request with names in lower case alone."""

from __future__ import annotations

from starlette.requests import Request
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

_KEPT = "header_names"


class KeepingHeaderNames(HttpToolsProtocol):
    """A connection of uvicorn that keeps the names of headers beside the request."""

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.scope["state"][_KEPT] = []

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        self.scope["state"][_KEPT].append(name.decode("latin-1"))


def header_names(request: Request) -> tuple[str, ...]:
    """The names of the headers of *request* in their order and spelling, empty where nothing kept them."""
    return tuple(request.scope.get("state", {}).get(_KEPT, ()))
