"""What a test does wrong, and what breaks around it: each has a sentence, and nothing is left running."""

import asyncio
import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from mock_server.embedding import process
from teesheet.testing import (
    AsyncSandbox,
    InProcessSandbox,
    NothingHappened,
    Receiver,
    Sandbox,
    SandboxNotStarted,
    SandboxUnreachable,
    World,
)
from tests.embedding.conftest import NOW, order


def test_a_port_in_use_is_said_by_the_sandbox() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]

        with pytest.raises(SandboxNotStarted, match=f"127.0.0.1:{port}: it is in use"):
            Sandbox(port=port).start()


def test_a_wrong_option_is_said_by_the_sandbox() -> None:
    with pytest.raises(SandboxNotStarted, match="--sead"):
        Sandbox(options=["--sead", "7"]).start()


def test_a_sandbox_that_says_nothing_is_stopped_after_its_time(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    silent = tmp_path / "silent"
    silent.write_text("#!/bin/sh\necho it waits >&2\nexec sleep 15\n", "utf-8")
    silent.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(silent))
    monkeypatch.setattr(process, "START_SECONDS", 0.5)
    began = time.monotonic()

    with pytest.raises(SandboxNotStarted, match=r"silent for 0\.5 seconds\. Its last words were 'it waits'\. Run"):
        Sandbox().start()

    assert time.monotonic() - began < 10


def test_windows_is_told_where_the_sandbox_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")

    with pytest.raises(SandboxNotStarted, match="WSL"):
        Sandbox().start()


def test_two_sandboxes_on_one_file_share_its_worlds(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/shared.db"

    with Sandbox(database=database) as first, Sandbox(database=database) as second:
        first.world("both").clock.freeze(NOW)

        assert second.world("both").state()["clock"]["mode"] == "frozen"


def test_a_sandbox_that_does_not_run_says_how_to_start_it() -> None:
    with pytest.raises(RuntimeError, match="call start"):
        Sandbox().world()


@pytest.mark.parametrize("ask", [lambda world: world.clock.now(), lambda world: world.client.get("/webhooks")])
def test_an_address_without_a_sandbox_is_named_with_the_way_out(ask: Callable[[World], object]) -> None:
    with pytest.raises(SandboxUnreachable, match=r"at http://127\.0\.0\.1:9 .*`teesheet serve`") as raised:
        ask(Sandbox.at("http://127.0.0.1:9").world())

    assert (raised.value.__cause__, raised.value.__suppress_context__) == (None, True)


@pytest.mark.parametrize("end", [Sandbox.stop, lambda sandbox: sandbox._process._process.kill()])
def test_a_sandbox_that_ended_is_named_by_every_lever(end: Callable[[Sandbox], None]) -> None:
    with Sandbox() as sandbox:
        world = sandbox.world()
        world.clock.now()

        end(sandbox)

        for lever in (world.clock.now, world.state, world.delete):
            with pytest.raises(SandboxUnreachable, match=world.url.removesuffix("/api/v1")):
                lever()


@pytest.mark.parametrize("kind", [AsyncSandbox, InProcessSandbox])
def test_coroutines_name_a_sandbox_that_ended(kind: type[AsyncSandbox]) -> None:
    async def asks_late() -> None:
        async with kind() as sandbox:
            world = sandbox.world()
            await world.clock.now()
        await world.clock.now()

    with pytest.raises(SandboxUnreachable, match="No sandbox answers at http"):
        asyncio.run(asks_late())


def test_coroutines_and_functions_wait_in_vain_with_one_exception(sandbox: Sandbox) -> None:
    world = AsyncSandbox.at(sandbox.url).world("in-vain")

    with pytest.raises(NothingHappened, match=r"world\.clock\.advance"):
        asyncio.run(world.wait_for({"event": {"kind": "booking.modified"}}, within_seconds=0))


def test_an_address_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match=r"Write for example http://127\.0\.0\.1:8080"):
        Sandbox.at("localhost:8080")


def test_a_receiver_that_does_not_listen_says_how_to_start_it(world: World) -> None:
    with pytest.raises(RuntimeError, match="call start"):
        Receiver(world).subscribe(["booking.confirmed"])


CRASHES = """
import os, sys
from teesheet.testing import Sandbox
sandbox = Sandbox().start()
print(sandbox.url, flush=True)
if os.fork() == 0:  # A child that outlives the crash keeps nothing running.
    os.close(1)
    __import__("time").sleep(30)
    os._exit(0)
print(sandbox.world().clock.now(), flush=True)
sys.stdin.readline()
"""


def test_a_crash_of_the_test_process_leaves_nothing_running() -> None:
    words = [sys.executable, "-c", CRASHES]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, process_group=0) as tests:
        assert tests.stdout is not None
        url = tests.stdout.readline().strip()
        tests.stdout.readline()

        os.kill(tests.pid, signal.SIGKILL)

        try:
            assert _is_gone(url, within_seconds=20)
        finally:
            os.killpg(tests.pid, signal.SIGKILL)


def _is_gone(url: str, within_seconds: float) -> bool:
    deadline = time.monotonic() + within_seconds
    while time.monotonic() < deadline:
        with contextlib.suppress(httpx.NetworkError, httpx.RemoteProtocolError):  # Cut off by its end: ask again.
            try:
                httpx.get(url, timeout=5)
            except httpx.ConnectError:
                return True
        time.sleep(0.05)
    return False


def _year_in_a_fork(world: World) -> bytes:
    """The year of *world*, asked by a fork of this process."""
    reader, writer = os.pipe()
    if os.fork() == 0:
        os.write(writer, str(world.clock.now().year).encode())
        os._exit(0)
    os.close(writer)
    year = os.read(reader, 10)
    os.wait()
    return year


def test_a_fork_has_connections_of_its_own(world: World) -> None:
    world.clock.now()

    assert (_year_in_a_fork(world), world.clock.now().year) == (b"2040", 2040)


def test_plain_functions_work_while_an_event_loop_runs(world: World) -> None:
    async def asks() -> int:
        return world.clock.now().year

    assert asyncio.run(asks()) == 2040


def test_coroutines_work_in_one_event_loop_after_another(sandbox: Sandbox) -> None:
    remote = AsyncSandbox.at(sandbox.url)

    async def asks() -> str:
        return (await remote.world("loops").state())["name"]

    assert [asyncio.run(asks()), asyncio.run(asks())] == ["loops", "loops"]


def test_the_sandbox_in_this_process_has_the_same_levers() -> None:
    async def retried() -> tuple[int, int]:
        async with InProcessSandbox() as sandbox:
            world = sandbox.world()
            await world.clock.freeze(NOW)
            body, key = order((await world.course("daylight-saving"))["id"]), {"Idempotency-Key": "order-1"}
            await world.rules.next("createBooking").loses_the_answer()
            with pytest.raises(httpx.RemoteProtocolError):
                await world.client.post("/travel/bookings", json=body, headers=key)
            answer = await world.client.post("/travel/bookings", json=body, headers=key)
            return answer.status_code, len(await world.bookings())

    assert asyncio.run(retried()) == (201, 1)
