"""Keeps deliveries away from private and reserved networks, at the moment of connecting.

A name is resolved once. Every address of the name must be allowed, and the connection goes to one of these addresses.
A separate check of the name, or a second resolution, would be unsafe: a name can change its addresses in between.
"""

import asyncio
import socket
import threading
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

import httpcore

from mock_server.domain.webhook_addresses import Address

Resolver = Callable[[str, int], Awaitable[Sequence[str]]]
SocketOptions = Iterable[httpcore.SOCKET_OPTION]

# Networks in which no agency has a receiver, with a description of each.
_REFUSED = tuple(
    (ip_network(network), kind)
    for network, kind in (
        ("169.254.169.254/32", "the metadata service of a cloud"),
        ("168.63.129.16/32", "a service of a cloud"),
        ("100.100.100.200/32", "the metadata service of a cloud"),
        ("fd00:ec2::254/128", "the metadata service of a cloud"),
        ("0.0.0.0/8", "unspecified"),
        ("10.0.0.0/8", "private"),
        ("100.64.0.0/10", "shared by a provider's customers"),
        ("169.254.0.0/16", "link-local"),
        ("172.16.0.0/12", "private"),
        ("192.0.0.0/24", "reserved"),
        ("192.0.2.0/24", "reserved for documentation"),
        ("192.88.99.0/24", "reserved"),
        ("192.168.0.0/16", "private"),
        ("198.18.0.0/15", "reserved for measurements"),
        ("198.51.100.0/24", "reserved for documentation"),
        ("203.0.113.0/24", "reserved for documentation"),
        ("224.0.0.0/4", "multicast"),
        ("240.0.0.0/4", "reserved"),
        ("::/128", "unspecified"),
        ("fc00::/7", "private"),
        ("fe80::/10", "link-local"),
        ("ff00::/8", "multicast"),
        ("2001::/23", "reserved"),
        ("2001:db8::/32", "reserved for documentation"),
        ("3fff::/20", "reserved for documentation"),
    )
)
_GLOBAL_IPV6 = ip_network("2000::/3")
_NAT64 = ip_network("64:ff9b::/96")


class BlockedAddress(Exception):
    """No delivery may go to this address. The message is one sentence that names the address and the rule."""


async def system_addresses(host: str, port: int) -> list[str]:
    """The addresses of a name, from the resolver of the machine. Raises socket.gaierror.

    Each name has its own thread. In the few threads of the event loop, names whose servers never answer would block all
    other names. Nobody waits for such a thread at the end.
    """
    loop = asyncio.get_running_loop()
    found: asyncio.Future[list[str]] = loop.create_future()

    def settle(addresses: list[str] | None, failure: Exception | None) -> None:
        if found.done():
            return
        if failure is not None:
            found.set_exception(failure)
        else:
            found.set_result(addresses or [])

    def look_up() -> None:
        addresses, failure = None, None
        try:
            addresses = _addresses(host, port)
        except (OSError, UnicodeError) as error:
            failure = error
        with suppress(RuntimeError):  # The loop has ended, and nobody needs the answer.
            loop.call_soon_threadsafe(settle, addresses, failure)

    threading.Thread(target=look_up, name="resolver", daemon=True).start()
    return await found


def _addresses(host: str, port: int) -> list[str]:
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(sockaddr[0]) for _family, _type, _protocol, _name, sockaddr in found))


def kind_refused(text: str, *, allow_loopback: bool) -> str | None:
    """The kind of an address to which no delivery may go, or None for an allowed address."""
    address = ip_address(text.partition("%")[0])
    carried = _carried(address)
    if carried is not None:
        # No agency has a reason to send through a tunnel to this machine.
        kind = kind_refused(str(carried), allow_loopback=False)
        return None if kind is None else f"a way to {carried}, which is {kind}"
    if address.is_loopback:
        return None if allow_loopback else "loopback"
    for network, kind in _REFUSED:
        if address in network:
            return kind
    if isinstance(address, IPv6Address) and address not in _GLOBAL_IPV6:
        return "reserved"
    return None


def _carried(address: Address) -> IPv4Address | None:
    """The IPv4 address inside an IPv6 address: mapped, 6to4 or NAT64. None for any other address."""
    if isinstance(address, IPv4Address):
        return None
    if address in _NAT64:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour


class Guard(httpcore.AsyncNetworkBackend):
    """Connects only to allowed addresses. TLS still verifies the name."""

    def __init__(self, resolve: Resolver, *, allow_loopback: bool, only_loopback: bool = False) -> None:
        """*only_loopback* is for plain http, which may not leave the machine."""
        self._resolve = resolve
        self._allow_loopback = allow_loopback
        self._only_loopback = only_loopback
        self._network = httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: SocketOptions | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """A connection to the first address of *host* that accepts it.

        Raises BlockedAddress, socket.gaierror for a name that has no address, or httpcore.ConnectError.
        """
        addresses = await self._resolve(host, port)
        for address in addresses:
            self._require_allowed(host, address)
        failed: Exception = httpcore.ConnectError(f"{host} has no address")
        for address in addresses:
            try:
                return await self._network.connect_tcp(address, port, timeout, local_address, socket_options)
            except httpcore.ConnectError as error:
                failed = error
        raise failed

    def _require_allowed(self, host: str, address: str) -> None:
        kind = kind_refused(address, allow_loopback=self._allow_loopback)
        if kind is not None:
            raise BlockedAddress(f"{host} is at {address}, which is {kind}. Deliveries go to public addresses only.")
        if self._only_loopback and not ip_address(address.partition("%")[0]).is_loopback:
            raise BlockedAddress(f"{host} is at {address}, and plain http goes to loopback only. Use https.")

    async def sleep(self, seconds: float) -> None:
        """Waits, for httpcore between attempts."""
        await asyncio.sleep(seconds)
