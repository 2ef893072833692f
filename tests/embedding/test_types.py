"""The test of a caller passes `mypy --strict`, and a mistake in it does not."""

from pathlib import Path

import pytest
from mypy import api

CALLER = """
from collections.abc import Iterator

import pytest
from teesheet import levers
from teesheet.testing import AsyncSandbox, Receiver, Sandbox, World


@pytest.fixture
def world() -> Iterator[World]:
    with Sandbox() as sandbox:
        yield sandbox.world()


def test_a_hold(world: World, teesheet_webhooks: Receiver) -> None:
    kinds: list[str] = [happened["kind"] for happened in world.clock.advance(minutes=15)]
    free: int = world.ledger(world.course("daylight-saving"), "2040-05-12")[0]["free"]
    mode: str = world.ask(levers.clock.get_clock())["mode"]
    world.rules.next("createBooking").loses_the_answer()
    assert [*kinds, free, mode, teesheet_webhooks.wait_for("booking.confirmed")[0].refused]


async def test_with_coroutines() -> None:
    async with AsyncSandbox() as sandbox:
        kind: str = (await sandbox.world().clock.advance(minutes=15))[0]["kind"]
        assert kind
"""
WRONG = """
from teesheet.testing import World


def test_a_mistake(world: World) -> None:
    world.rules.next("createBokking")
"""


# Without a cache, mypy reads httpx and its like for twenty seconds.
@pytest.mark.long
@pytest.mark.parametrize(("text", "code"), [(CALLER, 0), (WRONG, 1)], ids=["right", "wrong"])
def test_a_caller_is_checked_strictly(text: str, code: int, tmp_path: Path) -> None:
    caller = tmp_path / "test_caller.py"
    caller.write_text(text, "utf-8")

    said, complaints, found = api.run(["--strict", "--config-file=", "--follow-imports=silent", str(caller)])

    assert found == code, said + complaints
