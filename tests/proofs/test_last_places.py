"""200 clients want the last four places of a tee time, from two worker processes: four places are sold.

They book, hold and book, or hook and confirm, for one to three players. Somebody wants a single place until the end,
so none stays unsold. Two rounds on each database always; `pytest -m long tests/proofs/test_last_places.py` runs the
other 48.
"""

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

import httpx
import psutil
import pytest

from tests.databases import BOTH, new_database
from tests.proofs.crowd import Caller, http, rounds, together
from tests.sandbox.servers import Server, serving
from tests.sandbox.trade import TeeTime

CLIENTS = 200
WAVE = 10
PLACES = 4

WAYS = (Caller.books, Caller.holds_and_books, Caller.hooks_and_confirms)


@dataclass(frozen=True)
class Rush:
    """The result of a round: how often each status ended a try, the acknowledged bookings, and the later answers of the
    sandbox about these bookings, the tee time, and the rules of a sound world.
    """

    statuses: Counter[int]
    acknowledged: dict[str, int]
    kept: dict[str, int]
    free: int
    violations: list[object]
    busy_workers: int


@pytest.fixture(scope="module", params=BOTH)
def two_workers(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of two worker processes, on each database."""
    database = new_database(request.param, tmp_path_factory.mktemp("rush"))
    with serving("--database", database, "--workers", "2") as server:
        yield server


@pytest.fixture(scope="module", params=rounds(2, 50))
def rush(request: pytest.FixtureRequest, two_workers: Server) -> Rush:
    """One round in a fresh world."""
    return asyncio.run(_rush(two_workers, request.param))


async def _rush(server: Server, number: int) -> Rush:
    luck = random.Random(number)  # noqa: S311 - repeatable, not secret.
    async with _crowd_at_both_workers(server, f"rush-{number}") as crowd:
        await crowd[0].freeze()
        tee_time = (await crowd[0].tee_times())[0]
        tries = [luck.choice(WAYS)(rival, tee_time, luck.choice((1, 1, 2, 3))) for rival in crowd]
        answers = await together(tries)
        busy = _busy_workers(server)
        return await _aftermath(crowd, tee_time, answers, busy)


@asynccontextmanager
async def _crowd_at_both_workers(server: Server, world: str) -> AsyncIterator[list[Caller]]:
    """Everybody, with a connection that is open, so that they come at once.

    Whichever worker is awake takes all who wait at the door. They come in waves, again if one worker got nobody.
    """
    for _again in range(10):
        async with AsyncExitStack() as stack:
            crowd: list[Caller] = []
            for wave in range(CLIENTS // WAVE):
                client = await stack.enter_async_context(http(WAVE))
                names = [f"agency-{wave}-{number}" for number in range(WAVE)]
                crowd += [Caller(client, server.address, world, name) for name in names]
                await together([rival.send("GET", "/travel/bookings") for rival in crowd[-WAVE:]])
            if _busy_workers(server) == 2:
                yield crowd
                return
    pytest.fail("One worker takes all connections.")


def _busy_workers(server: Server) -> int:
    """How many worker processes have a wave of the crowd at least."""
    workers = psutil.Process(server.process.pid).children()
    connections = [worker.net_connections("tcp") for worker in workers]
    return sum(sum(item.status == "ESTABLISHED" for item in of_worker) >= WAVE for of_worker in connections)


async def _aftermath(crowd: list[Caller], tee_time: TeeTime, answers: list[httpx.Response], busy: int) -> Rush:
    acknowledged = {
        answer.json()["data"]["id"]: (caller, answer.json()["data"]["players"])
        for caller, answer in zip(crowd, answers, strict=True)
        if answer.is_success
    }
    read = {
        item: await caller.send("GET", f"/travel/bookings/{item}") for item, (caller, _players) in acknowledged.items()
    }
    kept = {
        item: answer.json()["data"]["players"]
        for item, answer in read.items()
        if answer.is_success and answer.json()["data"]["status"] == "confirmed"
    }
    listed = await crowd[0].send(
        "GET", f"/travel/courses/{tee_time.course_id}/tee-times?date={tee_time.play_date}&players=1"
    )
    free = sum(slot["available"] for slot in listed.json()["availableTimes"] if slot["time"] == tee_time.time)
    return Rush(
        statuses=Counter(answer.status_code for answer in answers),
        acknowledged={item: players for item, (_caller, players) in acknowledged.items()},
        kept=kept,
        free=free,
        violations=await crowd[0].violations(),
        busy_workers=busy,
    )


def test_exactly_the_places_of_the_tee_time_are_sold(rush: Rush) -> None:
    assert (sum(rush.acknowledged.values()), rush.free) == (PLACES, 0)


def test_every_acknowledged_booking_is_there_afterwards(rush: Rush) -> None:
    assert rush.kept == rush.acknowledged


def test_everybody_else_gets_the_answer_that_the_places_are_taken(rush: Rush) -> None:
    assert rush.statuses - Counter({201: CLIENTS, 200: CLIENTS, 409: CLIENTS}) == Counter(), rush.statuses


def test_the_ledger_adds_up(rush: Rush) -> None:
    assert rush.violations == []


def test_both_workers_were_asked(rush: Rush) -> None:
    assert rush.busy_workers == 2
