"""Deliveries connect to public addresses, and to loopback only where the sandbox is on loopback itself."""

import asyncio
import socket
import threading
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import httpcore
import pytest

from mock_server.deliveries.guard import BlockedAddress, Guard, kind_refused, system_addresses
from tests.deliveries.receivers import answering, receiving


def resolving(*answers: list[str]) -> Callable[[str, int], Awaitable[list[str]]]:
    """A resolver that gives the answers one after another, and the last for ever."""
    remaining = list(answers)

    async def resolve(_host: str, _port: int) -> list[str]:
        return remaining.pop(0) if len(remaining) > 1 else remaining[0]

    return resolve


@pytest.mark.parametrize("address", ["93.184.215.14", "1.1.1.1", "2606:4700:4700::1111", "172.32.0.1", "100.128.0.1"])
def test_public_addresses_are_allowed(address: str) -> None:
    assert kind_refused(address, allow_loopback=False) is None


@pytest.mark.parametrize(
    "address",
    [
        "0.0.0.0",  # noqa: S104 - nothing is bound.
        "10.1.2.3",
        "100.64.0.1",
        "100.127.255.254",
        "169.254.0.1",
        "169.254.169.254",
        "172.16.0.1",
        "172.31.255.254",
        "192.0.0.8",
        "192.168.1.1",
        "198.18.0.1",
        "224.0.0.1",
        "239.255.255.250",
        "240.0.0.1",
        "255.255.255.255",
        "168.63.129.16",
        "::",
        "fc00::1",
        "fd00:ec2::254",
        "fe80::1",
        "fe80::1%eth0",
        "ff02::1",
        "2001:db8::1",
        "2001:0:1::1",
        "64:ff9b:1::1",
        "100::1",
        "::7f00:1",
        "4000::1",
    ],
)
def test_other_addresses_are_refused_even_with_loopback(address: str) -> None:
    assert kind_refused(address, allow_loopback=True) is not None


@pytest.mark.parametrize(
    "address",
    [
        "::ffff:10.0.0.1",
        "::ffff:127.0.0.1",
        "::ffff:169.254.169.254",
        "2002:0a00:0001::1",
        "2002:7f00:0001::",
        "64:ff9b::10.0.0.1",
        "64:ff9b::7f00:1",
        "64:ff9b::169.254.169.254",
    ],
)
def test_a_refused_address_in_disguise_is_refused(address: str) -> None:
    assert kind_refused(address, allow_loopback=True) is not None


@pytest.mark.parametrize("address", ["::ffff:1.1.1.1", "2002:0101:0101::1", "64:ff9b::1.1.1.1"])
def test_a_public_address_in_disguise_is_allowed(address: str) -> None:
    assert kind_refused(address, allow_loopback=False) is None


@pytest.mark.parametrize("address", ["127.0.0.1", "127.255.255.254", "::1"])
def test_loopback_is_a_setting(address: str) -> None:
    assert kind_refused(address, allow_loopback=True) is None
    assert kind_refused(address, allow_loopback=False) == "loopback"


def test_the_refusal_names_the_host_the_address_and_the_kind() -> None:
    guard = Guard(resolving(["10.0.0.7"]), allow_loopback=True)

    with pytest.raises(BlockedAddress, match=r"intranet\.example is at 10\.0\.0\.7, which is private"):
        asyncio.run(guard.connect_tcp("intranet.example", 443))


def test_a_name_that_resolves_to_loopback_is_refused_on_a_public_host() -> None:
    async def connected() -> None:
        async with receiving(answering("204 No Content")) as receiver:
            await Guard(system_addresses, allow_loopback=False).connect_tcp("localhost", receiver.port)

    with pytest.raises(BlockedAddress, match="loopback"):
        asyncio.run(connected())


@pytest.mark.parametrize("host", ["2130706433", "0x7f.1", "127.1", "0"])
def test_odd_spellings_of_loopback_are_seen_through(host: str) -> None:
    with pytest.raises(BlockedAddress):
        asyncio.run(Guard(system_addresses, allow_loopback=False).connect_tcp(host, 80))


def test_one_refused_address_among_several_refuses_the_name() -> None:
    guard = Guard(resolving(["127.0.0.1", "10.0.0.7"]), allow_loopback=True)

    with pytest.raises(BlockedAddress):
        asyncio.run(guard.connect_tcp("mixed.example", 443))


def test_a_name_that_changes_its_mind_is_connected_where_it_was_checked() -> None:
    async def connected() -> object:
        async with receiving(answering("204 No Content")) as receiver:
            guard = Guard(resolving(["127.0.0.1"], ["10.0.0.7"]), allow_loopback=True)
            stream = await guard.connect_tcp("rebinding.example", receiver.port)
            return stream.get_extra_info("server_addr")[0]

    assert asyncio.run(connected()) == "127.0.0.1"


def test_the_second_resolution_is_checked_like_the_first() -> None:
    async def connected() -> None:
        async with receiving(answering("204 No Content")) as receiver:
            guard = Guard(resolving(["127.0.0.1"], ["10.0.0.7"]), allow_loopback=True)
            await guard.connect_tcp("rebinding.example", receiver.port)
            await guard.connect_tcp("rebinding.example", receiver.port)

    with pytest.raises(BlockedAddress, match=r"10\.0\.0\.7"):
        asyncio.run(connected())


def test_plain_http_stays_on_loopback() -> None:
    guard = Guard(resolving(["1.1.1.1"]), allow_loopback=True, only_loopback=True)

    with pytest.raises(BlockedAddress, match="plain http"):
        asyncio.run(guard.connect_tcp("public.example", 80))


def test_the_next_address_is_tried_where_the_first_takes_no_connection() -> None:
    async def connected() -> object:
        async with receiving(answering("204 No Content")) as receiver:
            guard = Guard(resolving(["127.0.0.2", "127.0.0.1"]), allow_loopback=True)
            stream = await guard.connect_tcp("two.example", receiver.port)
            return stream.get_extra_info("server_addr")[0]

    assert asyncio.run(connected()) == "127.0.0.1"


def test_a_name_without_addresses_fails_to_connect() -> None:
    with pytest.raises(httpcore.ConnectError):
        asyncio.run(Guard(resolving([]), allow_loopback=True).connect_tcp("empty.example", 443))


def silent_for_some_names(never: threading.Event) -> Callable[..., Any]:
    """A resolver of names that answers for `.silent.example` only after *never* is set."""
    resolve = socket.getaddrinfo

    def resolve_or_wait(host: str, *arguments: Any, **options: Any) -> Any:
        if host.endswith(".silent.example"):
            never.wait(30)
        return resolve("127.0.0.1", *arguments, **options)

    return resolve_or_wait


def test_names_that_are_never_resolved_keep_no_other_name_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    never = threading.Event()

    async def found() -> Sequence[str]:
        lost = [asyncio.ensure_future(system_addresses(f"{number}.silent.example", 443)) for number in range(50)]
        await asyncio.sleep(0)
        try:
            return await asyncio.wait_for(system_addresses("good.example", 443), 2)
        finally:
            for task in lost:
                task.cancel()
            never.set()

    monkeypatch.setattr(socket, "getaddrinfo", silent_for_some_names(never))

    assert asyncio.run(found()) == ["127.0.0.1"]
