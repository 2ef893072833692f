"""Sends one delivery once and returns the outcome. It follows no redirect, keeps no cookie and uses no proxy.

Whatever a receiver does, it returns an AttemptOutcome within the time limit and with a bounded answer.
"""

import asyncio
import socket
import ssl
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib.metadata import version
from urllib.parse import urlsplit

import httpcore

from mock_server.deliveries.guard import BlockedAddress, Guard, Resolver, system_addresses
from mock_server.domain.webhook_addresses import is_own_inbox

LIMIT_SECONDS = 15.0
MAX_ANSWER_BYTES = 256 * 1024


@dataclass(frozen=True, slots=True)
class AttemptOutcome:
    """The outcome of one attempt.

    *status* is None without an answer. *reason* is None if the receiver accepted with 2xx; otherwise it is a sentence
    that says why the attempt failed. *body* is at most the first 256 KiB of the answer. *truncated* says that there
    was more.
    """

    status: int | None
    reason: str | None
    headers: Sequence[tuple[str, str]]
    body: bytes
    truncated: bool
    milliseconds: int

    @property
    def accepted(self) -> bool:
        """Whether the receiver accepted the delivery."""
        return self.reason is None


@dataclass(slots=True)
class _Answer:
    """The part of the answer that has arrived so far."""

    status: int | None = None
    headers: Sequence[tuple[str, str]] = ()
    body: bytearray = field(default_factory=bytearray)

    @property
    def truncated(self) -> bool:
        return len(self.body) > MAX_ANSWER_BYTES


class Sender:
    """Sends deliveries. A server has one sender, which keeps no state between deliveries."""

    def __init__(
        self,
        *,
        allow_loopback: bool,
        own_inboxes: str = "",
        resolve: Resolver = system_addresses,
        limit_seconds: float = LIMIT_SECONDS,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        """*allow_loopback* is for a sandbox that is itself on loopback. *limit_seconds* is for the whole exchange.

        *own_inboxes* is the beginning of the addresses of this sandbox's inboxes, which it may always reach. *tls* None
        trusts the authorities that browsers trust.
        """
        self._given_tls = tls
        self._allow_loopback = allow_loopback
        self._own_inboxes = own_inboxes
        self._resolve = resolve
        self._limit_seconds = limit_seconds
        self._user_agent = f"teesheet/{version('teesheet')}"

    async def send(self, url: str, headers: Mapping[str, str], body: bytes) -> AttemptOutcome:
        """POSTs *body* to *url* and waits for the answer, 15 s at most. Raises nothing."""
        answer, started = _Answer(), time.monotonic()
        try:
            async with asyncio.timeout(self._limit_seconds):
                await self._exchange(url, headers, body, answer)
            reason = _refused(answer.status)
        except (BlockedAddress, OSError, ValueError, httpcore.NetworkError, httpcore.ProtocolError) as error:
            reason = self._failed(error, url)
        spent = int((time.monotonic() - started) * 1000)
        return AttemptOutcome(
            answer.status, reason, answer.headers, bytes(answer.body[:MAX_ANSWER_BYTES]), answer.truncated, spent
        )

    async def _exchange(self, url: str, headers: Mapping[str, str], body: bytes, answer: _Answer) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("https", "http") or not parts.hostname:
            raise ValueError("it is not an http address")
        # Each delivery has its own pool, since the guard does not check a connection that is used again.
        pool = httpcore.AsyncConnectionPool(self._tls, network_backend=self._network(url), max_keepalive_connections=0)
        async with pool, pool.stream("POST", _target(url), headers=self._headers(headers), content=body) as response:
            answer.status = response.status
            answer.headers = tuple(
                (name.decode("latin-1"), value.decode("latin-1")) for name, value in response.headers
            )
            await _read(response, answer)

    def _network(self, url: str) -> httpcore.AsyncNetworkBackend:
        if is_own_inbox(url, self._own_inboxes):
            return httpcore.AnyIOBackend()
        plain = urlsplit(url).scheme == "http"
        return Guard(self._resolve, allow_loopback=self._allow_loopback, only_loopback=plain)

    def _headers(self, headers: Mapping[str, str]) -> list[tuple[str, str]]:
        own = {"User-Agent": self._user_agent, "Content-Type": "application/json", "Accept": "*/*"}
        return [*own.items(), ("Connection", "close"), *headers.items()]

    @cached_property
    def _tls(self) -> ssl.SSLContext:
        # Reading the authorities takes a while, and a sandbox on loopback may never need them.
        return self._given_tls or httpcore.default_ssl_context()

    def _failed(self, error: Exception, url: str) -> str:
        """A sentence that says why there is no complete answer."""
        sentence = next(sentence for kind, sentence in _FAILURES if isinstance(error, kind))
        return sentence.format(error=str(error) or type(error).__name__, url=url, limit=f"{self._limit_seconds:g}")


# The first kind that fits gives the sentence.
_FAILURES: tuple[tuple[type[Exception], str], ...] = (
    (BlockedAddress, "{error}"),
    (TimeoutError, "No complete answer came within {limit} seconds."),
    (socket.gaierror, "The name in {url} has no address."),
    (httpcore.ConnectError, "The connection failed: {error}."),
    (httpcore.RemoteProtocolError, "The receiver sent no complete HTTP answer: {error}."),
    (ValueError, "Nothing can be sent to {url}: {error}."),
    (Exception, "The connection broke: {error}."),
)


def _target(url: str) -> str:
    """The address without a fragment, which is never sent."""
    return url.partition("#")[0]


async def _read(response: httpcore.Response, answer: _Answer) -> None:
    async for part in response.aiter_stream():
        answer.body += part
        if answer.truncated:
            return


def _refused(status: int | None) -> str | None:
    """Why an answer is not a success, or None for a success."""
    assert status is not None
    if 200 <= status < 300:
        return None
    if 300 <= status < 400:
        return f"The receiver answered {status}. Redirects are not followed: subscribe with the final address."
    if status == 410:
        return "The receiver answered 410: it wants no more deliveries."
    return f"The receiver answered {status} in place of 2xx."
