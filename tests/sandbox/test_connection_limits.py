"""Connections that say nothing, crawl, take no answer or come in floods end in time, and shut nobody out.

The tests in this process move the time at which the server looks, and wait for nothing.
"""

import asyncio
import resource
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from time import monotonic, sleep
from typing import Any

import httpx
import pytest
from uvicorn.server import ServerState

from mock_server.connections import Config, end_overdue
from mock_server.http_limits import ANSWER_SECONDS, BODY_SECONDS, HEAD_SECONDS
from tests.sandbox.servers import Server, serving

REQUEST = b"GET /quick HTTP/1.1\r\nHost: sandbox\r\n\r\n"
POST = b"POST /quick HTTP/1.1\r\nHost: sandbox\r\nContent-Length: 10\r\n\r\n"


@dataclass
class Here:
    """A server in the loop of the test. Its application answers `/slow` when told, `/large` with 64 MiB."""

    port: int = 0
    state: ServerState = field(default_factory=ServerState)
    may_answer: asyncio.Event = field(default_factory=asyncio.Event)
    carried_out: list[str] = field(default_factory=list)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["path"] == "/slow":
            await self.may_answer.wait()
        if scope["path"] != "/unread":
            while (message := await receive()).get("more_body"):
                pass
            if message["type"] == "http.disconnect":
                return
        self.carried_out.append(scope["path"])
        body = b"a" * (64 * 1024 * 1024 if scope["path"] == "/large" else 2)
        headers = [(b"content-length", b"%d" % len(body))]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    async def later(self, seconds: float) -> None:
        """Looks at the connections as if *seconds* had passed."""
        await asyncio.sleep(0.02)  # What the client sent has arrived.
        end_overdue(self.state.connections, asyncio.get_running_loop().time() + seconds)

    async def client(self) -> "Client":
        """A client that has said nothing."""
        return Client(*await asyncio.open_connection("127.0.0.1", self.port))


@dataclass
class Client:
    """A connection, as its client sees it."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    def says(self, raw: bytes) -> "Client":
        """Sends bytes."""
        self.writer.write(raw)
        return self

    async def hears(self) -> bytes:
        """Everything until the server closes. Fails where it does not."""
        with suppress(ConnectionError):
            return await asyncio.wait_for(self.reader.read(), 5)
        return b""

    async def hears_an_answer(self) -> bytes:
        """The status line of one answer."""
        line = await asyncio.wait_for(self.reader.readline(), 5)
        await self.reader.readuntil(b"\r\n\r\nOK"[:4])
        await self.reader.readexactly(2)
        return line

    def is_open(self) -> bool:
        """Whether the server has not closed it as far as can be seen."""
        return not self.reader.at_eof() and self.reader.exception() is None


@asynccontextmanager
async def _serving_here(max_connections: int = 100) -> AsyncIterator[Here]:
    here = Here()
    config = Config(here, max_connections=max_connections, grace_seconds=1)
    config.load()
    server = await asyncio.get_running_loop().create_server(
        lambda: config.http_protocol_class(config, here.state, {}),  # type: ignore[call-arg,arg-type]
        "127.0.0.1",
        0,
    )
    here.port = server.sockets[0].getsockname()[1]
    try:
        yield here
    finally:
        server.close()
        for connection in list(here.state.connections):
            connection.transport.abort()


def _run(story: Callable[[Here], Awaitable[None]], **options: Any) -> None:
    async def told() -> None:
        async with _serving_here(**options) as here:
            await story(here)

    asyncio.run(told())


def test_a_connection_that_says_nothing_is_closed() -> None:
    async def story(here: Here) -> None:
        client = await here.client()
        await here.later(HEAD_SECONDS + 1)

        assert await client.hears() == b""

    _run(story)


def test_a_connection_that_says_nothing_may_wait_a_little() -> None:
    async def story(here: Here) -> None:
        client = await here.client()
        await here.later(HEAD_SECONDS - 1)
        client.says(REQUEST)

        assert b" 200 " in await client.hears_an_answer()

    _run(story)


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

    _run(story)


def test_a_second_head_that_does_not_end_gets_408() -> None:
    async def story(here: Here) -> None:
        client = (await here.client()).says(REQUEST + b"GET /qui")
        assert b" 200 " in await client.hears_an_answer()
        await here.later(HEAD_SECONDS + 1)

        assert (await client.hears()).startswith(b"HTTP/1.1 408 ")

    _run(story)


def test_blank_lines_do_not_keep_a_connection_for_ever() -> None:
    async def story(here: Here) -> None:
        client = (await here.client()).says(REQUEST)
        await client.hears_an_answer()
        client.says(b"\r\n\r\n")
        await asyncio.sleep(0.02)

        (connection,) = here.state.connections
        assert connection.timeout_keep_alive_task is not None

    _run(story)


def test_a_body_that_crawls_gets_408_and_is_not_carried_out() -> None:
    async def story(here: Here) -> None:
        client = (await here.client()).says(POST + b"12345")
        await here.later(BODY_SECONDS + 1)

        assert (await client.hears()).startswith(b"HTTP/1.1 408 ")
        assert here.carried_out == []

    _run(story)


def test_a_body_may_take_most_of_its_time() -> None:
    async def story(here: Here) -> None:
        client = (await here.client()).says(POST + b"12345")
        await here.later(BODY_SECONDS - 1)
        client.says(b"67890")

        assert b" 200 " in await client.hears_an_answer()

    _run(story)


def test_a_request_at_work_is_no_slow_client() -> None:
    async def story(here: Here) -> None:
        client = (await here.client()).says(REQUEST.replace(b"quick", b"slow"))
        await here.later(10 * BODY_SECONDS)
        here.may_answer.set()

        assert b" 200 " in await client.hears_an_answer()

    _run(story)


def test_a_slow_head_behind_a_request_at_work_waits_for_its_answer() -> None:
    async def story(here: Here) -> None:
        client = (await here.client()).says(REQUEST.replace(b"quick", b"slow") + b"GET /qui")
        await here.later(10 * BODY_SECONDS)
        here.may_answer.set()

        said = await client.hears()
        assert said.index(b" 200 ") < said.index(b" 408 ") if b" 408 " in said else b" 200 " in said

    _run(story)


def test_a_client_that_takes_no_answer_is_cut() -> None:
    async def story(here: Here) -> None:
        client = await here.client()
        client.writer.transport.pause_reading()  # type: ignore[attr-defined]  # asyncio's transport can.
        client.says(REQUEST.replace(b"quick", b"large"))
        while not here.carried_out:
            await asyncio.sleep(0.01)
        await here.later(0)
        await here.later(ANSWER_SECONDS + 1)
        await asyncio.sleep(0.02)

        assert here.state.connections == set()

    _run(story)


def test_a_request_that_needs_no_body_keeps_its_answer_when_its_chunks_break() -> None:
    async def story(here: Here) -> None:
        raw = b"POST /unread HTTP/1.1\r\nHost: sandbox\r\nTransfer-Encoding: chunked\r\n\r\n"
        client = (await here.client()).says(raw)
        assert b" 200 " in await client.hears_an_answer()
        client.says(b"zz\r\n")

        assert (await client.hears(), here.carried_out) == (b"", ["/unread"])

    _run(story)


def test_a_request_at_work_keeps_its_answer_when_garbage_follows_it() -> None:
    async def story(here: Here) -> None:
        client = (await here.client()).says(REQUEST.replace(b"quick", b"slow"))
        await asyncio.sleep(0.02)
        client.says(b"\x00\x01\x02\r\n\r\n")
        await asyncio.sleep(0.02)
        here.may_answer.set()

        said = await client.hears()
        assert (said.startswith(b"HTTP/1.1 200 "), b"HTTP/1.1 400 " in said) == (True, True)

    _run(story)


def test_one_connection_too_many_ends_one_that_waits_longest() -> None:
    async def story(here: Here) -> None:
        silent = [await here.client() for _ in range(10)]
        await asyncio.sleep(0.02)
        newcomer = (await here.client()).says(REQUEST)

        assert b" 200 " in await newcomer.hears_an_answer()
        assert await silent[0].hears() == b""
        assert len(here.state.connections) == 10

    _run(story, max_connections=10)


def test_a_burst_ends_no_more_connections_than_it_has() -> None:
    async def story(here: Here) -> None:
        silent = [await here.client() for _ in range(100)]
        await asyncio.sleep(0.02)
        await asyncio.gather(*(here.client() for _ in range(5)))
        await asyncio.sleep(0.02)

        assert sum(client.is_open() for client in silent) == 95

    _run(story, max_connections=100)


def test_a_connection_at_work_is_not_ended_for_another() -> None:
    async def story(here: Here) -> None:
        working = (await here.client()).says(REQUEST.replace(b"quick", b"slow"))
        await asyncio.sleep(0.02)
        flood = [await here.client() for _ in range(20)]
        await asyncio.sleep(0.02)
        here.may_answer.set()
        assert sum(client.is_open() for client in flood) < 5

        assert b" 200 " in await working.hears_an_answer()

    _run(story, max_connections=5)


def test_a_server_whose_connections_are_all_at_work_says_so() -> None:
    async def story(here: Here) -> None:
        working = [(await here.client()).says(REQUEST.replace(b"quick", b"slow")) for _ in range(5)]
        await asyncio.sleep(0.02)
        assert all(client.is_open() for client in working)

        assert (await (await here.client()).hears()).startswith(b"HTTP/1.1 503 ")

    _run(story, max_connections=5)


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


def test_the_server_looks_at_its_connections_by_itself(sandbox: Server) -> None:
    """The only test that waits: a silent connection and one that sends a byte now and then."""
    begun = monotonic()
    with _silent(sandbox) as silent, _silent(sandbox) as crawling:
        crawling.settimeout(0.01)
        heard = b""
        for byte in b"GET /" + b"a" * 100:
            with suppress(ConnectionError):
                crawling.send(bytes([byte]))
            with suppress(TimeoutError):
                heard = crawling.recv(1000)
            if heard:
                break
            sleep(0.5)
        silent.settimeout(HEAD_SECONDS)

        assert (heard[:12], silent.recv(1)) == (b"HTTP/1.1 408", b"")
        assert HEAD_SECONDS <= monotonic() - begun < HEAD_SECONDS + 5
