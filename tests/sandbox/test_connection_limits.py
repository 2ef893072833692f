"""Connections that say nothing, crawl, take no answer or come in floods end in time, and shut nobody out.

The tests in this process move the time at which the server looks, and wait for nothing.
"""

import asyncio
import resource
import socket
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from time import monotonic, sleep
from typing import Any

import httpx
import pytest

from mock_server.http_limits import ANSWER_SECONDS, BODY_SECONDS, HEAD_SECONDS
from tests.sandbox.clients_by_hand import POST, REQUEST, Here, run
from tests.sandbox.servers import Server, serving


def test_a_connection_that_says_nothing_is_closed() -> None:
    async def story(here: Here) -> None:
        client = await here.client()
        await here.later(HEAD_SECONDS + 1)

        assert await client.hears() == b""

    run(story)


def test_a_connection_that_says_nothing_may_wait_a_little() -> None:
    async def story(here: Here) -> None:
        client = await here.client()
        await here.later(HEAD_SECONDS - 1)
        client.says(REQUEST)

        assert b" 200 " in await client.hears_an_answer()

    run(story)


HEADS = {
    "half a line": b"GET /qui",
    "half a header": b"GET /quick HTTP/1.1\r\nHost: sand",
    "a head without its end": b"GET /quick HTTP/1.1\r\nHost: sandbox\r\n",
}


@pytest.mark.parametrize("case", HEADS)
def test_a_head_that_does_not_end_gets_408(case: str) -> None:
    async def story(here: Here) -> None:
        client = (await here.client()).says(HEADS[case])
        await here.later(HEAD_SECONDS + 1)

        assert (await client.hears()).startswith(b"HTTP/1.1 408 ")

    run(story)


def test_a_second_head_that_does_not_end_gets_408() -> None:
    async def story(here: Here) -> None:
        client = (await here.client()).says(REQUEST + b"GET /qui")
        assert b" 200 " in await client.hears_an_answer()
        await here.later(HEAD_SECONDS + 1)

        assert (await client.hears()).startswith(b"HTTP/1.1 408 ")

    run(story)


def test_blank_lines_do_not_keep_a_connection_for_ever() -> None:
    async def story(here: Here) -> None:
        client = (await here.client()).says(REQUEST)
        await client.hears_an_answer()
        client.says(b"\r\n\r\n")
        await asyncio.sleep(0.02)

        (connection,) = here.state.connections
        assert connection.timeout_keep_alive_task is not None

    run(story)


def test_a_body_that_crawls_gets_408_and_is_not_carried_out() -> None:
    async def story(here: Here) -> None:
        client = (await here.client()).says(POST + b"12345")
        await here.later(BODY_SECONDS + 1)

        assert (await client.hears()).startswith(b"HTTP/1.1 408 ")
        assert here.carried_out == []

    run(story)


def test_a_body_may_take_most_of_its_time() -> None:
    async def story(here: Here) -> None:
        client = (await here.client()).says(POST + b"12345")
        await here.later(BODY_SECONDS - 1)
        client.says(b"67890")

        assert b" 200 " in await client.hears_an_answer()

    run(story)


def test_a_request_at_work_is_no_slow_client() -> None:
    async def story(here: Here) -> None:
        client = (await here.client()).says(REQUEST.replace(b"quick", b"slow"))
        await here.later(10 * BODY_SECONDS)
        here.may_answer.set()

        assert b" 200 " in await client.hears_an_answer()

    run(story)


def test_a_slow_head_behind_a_request_at_work_waits_for_its_answer() -> None:
    async def story(here: Here) -> None:
        client = (await here.client()).says(REQUEST.replace(b"quick", b"slow") + b"GET /qui")
        await here.later(10 * BODY_SECONDS)
        here.may_answer.set()

        said = await client.hears()
        assert said.index(b" 200 ") < said.index(b" 408 ") if b" 408 " in said else b" 200 " in said

    run(story)


def test_a_client_that_takes_no_answer_is_cut() -> None:
    async def story(here: Here) -> None:
        client = await here.client()
        client.writer.transport.pause_reading()  # type: ignore[attr-defined]  # asyncio's transport can.
        client.says(REQUEST.replace(b"quick", b"large"))
        async with asyncio.timeout(20):
            while not here.carried_out:
                await asyncio.sleep(0.01)
        await here.later(0)
        await here.later(ANSWER_SECONDS + 1)
        await asyncio.sleep(0.02)

        assert here.state.connections == set()

    run(story)


def test_a_request_that_needs_no_body_keeps_its_answer_when_its_chunks_break() -> None:
    async def story(here: Here) -> None:
        raw = b"POST /unread HTTP/1.1\r\nHost: sandbox\r\nTransfer-Encoding: chunked\r\n\r\n"
        client = (await here.client()).says(raw)
        assert b" 200 " in await client.hears_an_answer()
        client.says(b"zz\r\n")

        assert (await client.hears(), here.carried_out) == (b"", ["/unread"])

    run(story)


def test_a_request_at_work_keeps_its_answer_when_garbage_follows_it() -> None:
    async def story(here: Here) -> None:
        client = (await here.client()).says(REQUEST.replace(b"quick", b"slow"))
        await asyncio.sleep(0.02)
        client.says(b"\x00\x01\x02\r\n\r\n")
        await asyncio.sleep(0.02)
        here.may_answer.set()

        said = await client.hears()
        assert (said.startswith(b"HTTP/1.1 200 "), b"HTTP/1.1 400 " in said) == (True, True)

    run(story)


def test_one_connection_too_many_ends_one_that_waits_longest() -> None:
    async def story(here: Here) -> None:
        silent = [await here.client() for _ in range(10)]
        await asyncio.sleep(0.02)
        newcomer = (await here.client()).says(REQUEST)

        assert b" 200 " in await newcomer.hears_an_answer()
        assert await silent[0].hears() == b""
        assert len(here.state.connections) == 10

    run(story, max_connections=10)


def test_a_burst_ends_no_more_connections_than_it_has() -> None:
    async def story(here: Here) -> None:
        silent = [await here.client() for _ in range(100)]
        await asyncio.sleep(0.02)
        await asyncio.gather(*(here.client() for _ in range(5)))
        await asyncio.sleep(0.02)

        assert sum(client.is_open() for client in silent) == 95

    run(story, max_connections=100)


def test_a_connection_at_work_is_not_ended_for_another() -> None:
    async def story(here: Here) -> None:
        working = (await here.client()).says(REQUEST.replace(b"quick", b"slow"))
        await asyncio.sleep(0.02)
        flood = [await here.client() for _ in range(20)]
        await asyncio.sleep(0.02)
        here.may_answer.set()
        assert sum(client.is_open() for client in flood) < 5

        assert b" 200 " in await working.hears_an_answer()

    run(story, max_connections=5)


def test_a_server_whose_connections_are_all_at_work_says_so() -> None:
    async def story(here: Here) -> None:
        working = [(await here.client()).says(REQUEST.replace(b"quick", b"slow")) for _ in range(5)]
        await asyncio.sleep(0.02)
        assert all(client.is_open() for client in working)

        assert (await (await here.client()).hears()).startswith(b"HTTP/1.1 503 ")

    run(story, max_connections=5)


@pytest.fixture
def many_files() -> Iterator[None]:
    """Lets this process open as many files as the system allows."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_flood_of_silent_connections_shuts_nobody_out(many_files: None, workers: str, tmp_path: Any) -> None:
    options = ("--database", f"sqlite:///{tmp_path}/flood.db", "--workers", workers, "--max-connections", "200")
    with serving(*options) as server, ExitStack() as flood:
        spent = []
        for _wave in range(10):
            for _ in range(100):
                flood.enter_context(_silent(server))
            begun = monotonic()
            answer = httpx.get(f"{server.address}/_sandbox/v1/info", timeout=20)
            spent.append(monotonic() - begun)
            assert answer.status_code == 200

        assert max(spent) < HEAD_SECONDS


def _silent(server: Server) -> socket.socket:
    host, _, port = server.address.removeprefix("http://").partition(":")
    return socket.create_connection((host, int(port)), timeout=5)


def _heard_while_crawling(connection: socket.socket) -> bytes:
    """The first bytes that the server says to a client that sends a byte now and then."""
    connection.settimeout(0.01)
    for byte in b"GET /" + b"a" * 100:
        with suppress(ConnectionError):
            connection.send(bytes([byte]))
        with suppress(TimeoutError):
            if heard := connection.recv(1000):
                return heard
        sleep(0.5)
    return b""


def test_the_server_looks_at_its_connections_by_itself(sandbox: Server) -> None:
    """The only test that waits: a silent connection and a connection that sends a byte now and then."""
    begun = monotonic()
    with _silent(sandbox) as silent, _silent(sandbox) as crawling:
        heard = _heard_while_crawling(crawling)
        silent.settimeout(HEAD_SECONDS)

        assert (heard[:12], silent.recv(1)) == (b"HTTP/1.1 408", b"")
        assert HEAD_SECONDS <= monotonic() - begun < HEAD_SECONDS + 5
