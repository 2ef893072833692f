"""The service behind the proxy: its address, and connections to it."""

import asyncio
import re
import ssl
from dataclasses import dataclass, field
from typing import NamedTuple
from urllib.parse import urlsplit

from conformance.target.declarations import TargetError

# How much of one direction waits in memory for a slow reader.
STREAM_BYTES = 262_144

_HOST_LINE = re.compile(rb"(\r?\nhost:[ \t]*)[^\r\n]*", re.IGNORECASE)


class Streams(NamedTuple):
    """Both directions of one connection."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter


@dataclass(frozen=True)
class Service:
    """An origin. *base_path* is the path of the interface there, such as `/api/v1`, without a slash at its end."""

    host: str
    port: int
    base_path: str
    origin: str
    tls: ssl.SSLContext | None = field(default=None, compare=False)

    async def connect(self) -> Streams:
        """A new connection. Raises `OSError`."""
        name = self.host if self.tls else None
        return Streams(
            *await asyncio.open_connection(self.host, self.port, ssl=self.tls, server_hostname=name, limit=STREAM_BYTES)
        )

    def with_host(self, head: bytes) -> bytes:
        """The *head* of a request in which Host names this service. Every other byte stays as it is."""
        authority = self.origin.partition("://")[2].encode("ascii")
        return _HOST_LINE.sub(lambda found: found[1] + authority, head, count=1)


def service_at(url: str, tls: ssl.SSLContext, option: str = "--to") -> Service:
    """The service at *url*. Raises `TargetError`, which names the *option*, for a text that is not such an address."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise TargetError(f"{option} is not an address: {error}.") from error
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise TargetError(f"{option} must have an http or https address like http://127.0.0.1:8080/api/v1, not {url}.")
    if parts.username or parts.query or parts.fragment:
        raise TargetError(f"{option} must have neither a user nor a query: the proxy passes on what the callers send.")
    usual = 443 if parts.scheme == "https" else 80
    # The host of a URL may have letters beyond ASCII, the header Host may not.
    authority = parts.netloc.encode("idna").decode("ascii") if not parts.netloc.isascii() else parts.netloc
    return Service(
        parts.hostname,
        port or usual,
        parts.path.rstrip("/"),
        f"{parts.scheme}://{authority}",
        tls if parts.scheme == "https" else None,
    )


def listening_place(option: str, text: str) -> tuple[str, int]:
    """Host and port of a text like `127.0.0.1:8090`. Raises `TargetError`, which names the *option*."""
    host, colon, port = text.rpartition(":")
    if not (colon and host and port.isdecimal() and int(port) < 65_536):
        raise TargetError(f"{option} must be HOST:PORT like 127.0.0.1:8090, not {text}.")
    return host.strip("[]"), int(port)
