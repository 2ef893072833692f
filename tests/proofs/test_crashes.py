"""kill -9 at a random moment, under concurrent writers, and a restart on the database: no acknowledged change is lost.

Two rounds on each database always; `pytest -m long tests/proofs/test_crashes.py` runs the other 48. On PostgreSQL the
server has two workers, and all of its processes are killed.
"""

import asyncio
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import httpx
import psutil
import pytest

from tests.databases import BOTH, POSTGRESQL, SQLITE, new_database
from tests.proofs.crowd import Caller, http, rounds, together
from tests.sandbox.servers import Server, serving
from tests.sandbox.trade import NOW, SATURDAY, TeeTime

WRITERS = 8
WORLD = "killed"
# Room for more bookings than any round makes.
DAYS = [SATURDAY + timedelta(days=days) for days in range(7)]
OPTIONS: dict[str, tuple[str, ...]] = {SQLITE: (), POSTGRESQL: ("--workers", "2")}
# The members of a booking that no later answer may change.
LASTING = ("bookingReference", "date", "teeTime", "players", "createdAt")


@dataclass
class Acknowledged:
    """The changes that the sandbox acknowledged: bookings and events by id, the ids of cancelled bookings, and the ids
    of holds, hooks and released hooks. A hook whose release has no answer is in neither set.
    """

    booked: dict[str, dict[str, Any]] = field(default_factory=dict)
    cancelled: set[str] = field(default_factory=set)
    held: set[str] = field(default_factory=set)
    hooked: set[str] = field(default_factory=set)
    released: set[str] = field(default_factory=set)
    events: dict[str, dict[str, Any]] = field(default_factory=dict)

    def count(self) -> int:
        """The number of acknowledged changes."""
        return len(self.booked) + len(self.held) + len(self.hooked) + len(self.released)


@dataclass(frozen=True)
class Aftermath:
    """The changes that a server acknowledged before it was killed, and the answers of its successor."""

    acknowledged: Acknowledged
    bookings: dict[str, dict[str, Any]]
    events: dict[str, dict[str, Any]]
    owners: set[str]
    fullest: int
    violations: list[dict[str, Any]]
    clock: dict[str, Any]
    books_on: str


def _kill(server: Server) -> None:
    """Ends every process of the server at once."""
    workers = psutil.Process(server.process.pid).children(recursive=True)
    server.kill()
    for worker in workers:
        worker.kill()
    psutil.wait_procs(workers, 10)


async def _book(caller: Caller, tee_time: TeeTime, acknowledged: Acknowledged, luck: random.Random) -> None:
    way = luck.choice((Caller.books, Caller.holds_and_books, Caller.hooks_and_confirms))
    answer = await way(caller, tee_time, luck.randint(1, 3))
    if not answer.is_success:
        return
    booking = answer.json()["data"]
    acknowledged.booked[booking["id"]] = booking
    if luck.random() < 0.3 and (await caller.send("DELETE", f"/travel/bookings/{booking['id']}")).is_success:
        acknowledged.cancelled.add(booking["id"])


async def _hold(caller: Caller, tee_time: TeeTime, acknowledged: Acknowledged, luck: random.Random) -> None:
    answer = await caller.holds(tee_time, luck.randint(1, 3))
    if answer.is_success:
        acknowledged.held.add(answer.json()["holdId"])


async def _hook(caller: Caller, tee_time: TeeTime, acknowledged: Acknowledged, luck: random.Random) -> None:
    answer = await caller.hooks(tee_time, luck.randint(1, 3))
    if not answer.is_success:
        return
    hook_id = answer.json()["data"]["id"]
    if luck.random() < 0.5:
        acknowledged.hooked.add(hook_id)
    elif (await caller.send("DELETE", f"/travel/bookings/hooks/{hook_id}")).is_success:
        acknowledged.released.add(hook_id)


# Bookings are what most of them want.
DEEDS = (_book, _book, _book, _hold, _hook)


async def _write(caller: Caller, tee_times: list[TeeTime], acknowledged: Acknowledged, luck: random.Random) -> None:
    """Does one thing after another until the server is gone."""
    try:
        while True:
            await luck.choice(DEEDS)(caller, luck.choice(tee_times), acknowledged, luck)
    except httpx.HTTPError:
        return


async def _listen(caller: Caller, acknowledged: Acknowledged) -> None:
    """Reads the events as they come until the server is gone."""
    after = 0
    try:
        while True:
            for item in (await caller.control("GET", f"/events?after={after}")).json()["data"]:
                acknowledged.events[item["id"]] = item
                after = max(after, item["number"])
            await asyncio.sleep(0.02)
    except httpx.HTTPError:
        return


async def _kill_in_time(server: Server, acknowledged: Acknowledged, luck: random.Random) -> None:
    enough = luck.randint(15, 60)
    while acknowledged.count() < enough or not acknowledged.booked or not acknowledged.events:
        assert server.process.poll() is None, server.complaints()
        await asyncio.sleep(0.001)
    await asyncio.sleep(luck.random() * 0.05)
    _kill(server)


async def _until_killed(server: Server, luck: random.Random) -> tuple[Acknowledged, list[TeeTime]]:
    acknowledged = Acknowledged()
    async with http(WRITERS + 2) as client:
        callers = [Caller(client, server.address, WORLD, "alpha") for _writer in range(WRITERS)]
        await callers[0].freeze()
        tee_times = [tee_time for day in DAYS for tee_time in await callers[0].tee_times(day)]
        writers = [_write(caller, tee_times, acknowledged, random.Random(luck.random())) for caller in callers]  # noqa: S311
        await together([*writers, _listen(callers[0], acknowledged), _kill_in_time(server, acknowledged, luck)])
    return acknowledged, tee_times


async def _look_around(server: Server, acknowledged: Acknowledged, tee_times: list[TeeTime]) -> Aftermath:
    async with http(4) as client:
        caller = Caller(client, server.address, WORLD, "alpha")
        bookings = {booking["id"]: booking for booking in await caller.everything("/travel/bookings")}
        accounts = [
            account
            for day in DAYS
            for account in (
                await caller.control("GET", f"/ledger?courseId={tee_times[0].course_id}&date={day}")
            ).json()["data"]["teeTimes"]
        ]
        untouched = (await caller.tee_times(DAYS[-1] + timedelta(days=1)))[0]
        return Aftermath(
            acknowledged=acknowledged,
            bookings=bookings,
            events={event["id"]: event for event in await _events(caller)},
            owners={owner["owner"] for account in accounts for owner in account["owners"]},
            fullest=max(sum(owner["places"] for owner in account["owners"]) for account in accounts),
            violations=await caller.violations(),
            clock=(await caller.control("GET", "/clock")).json()["data"],
            books_on=(await caller.books(untouched, 1)).json()["data"]["id"],
        )


async def _events(caller: Caller) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    while more := (await caller.control("GET", f"/events?after={found[-1]['number'] if found else 0}")).json()["data"]:
        found += more
    return found


@pytest.fixture(scope="module", params=BOTH)
def kind(request: pytest.FixtureRequest) -> str:
    """Each kind of database."""
    name: str = request.param
    return name


@pytest.fixture(scope="module", params=rounds(1, 50))
def aftermath(
    request: pytest.FixtureRequest, kind: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Aftermath]:
    """One round: start, write, kill, start again, look around."""
    luck = random.Random(request.param)  # noqa: S311 - repeatable, not secret.
    database = new_database(kind, tmp_path_factory.mktemp("killed"))
    with serving("--database", database, *OPTIONS[kind]) as server:
        acknowledged, tee_times = asyncio.run(_until_killed(server, luck))
    with serving("--database", database, *OPTIONS[kind]) as server:
        yield asyncio.run(_look_around(server, acknowledged, tee_times))


def test_the_server_acknowledged_changes_before_its_end(aftermath: Aftermath) -> None:
    assert min(len(aftermath.acknowledged.booked), len(aftermath.acknowledged.events)) > 0


def test_every_acknowledged_booking_is_there(aftermath: Aftermath) -> None:
    assert aftermath.acknowledged.booked.keys() - aftermath.bookings.keys() == set()


def test_every_acknowledged_booking_is_as_it_was_answered(aftermath: Aftermath) -> None:
    acknowledged = {
        item: [booking[name] for name in LASTING] for item, booking in aftermath.acknowledged.booked.items()
    }

    assert {
        booking_id: [aftermath.bookings[booking_id][name] for name in LASTING] for booking_id in acknowledged
    } == acknowledged


def test_every_acknowledged_cancellation_holds(aftermath: Aftermath) -> None:
    assert {aftermath.bookings[item]["status"] for item in aftermath.acknowledged.cancelled} <= {"cancelled"}


def test_every_acknowledged_hold_has_its_places(aftermath: Aftermath) -> None:
    assert aftermath.acknowledged.held - aftermath.owners == set()


def test_every_acknowledged_hook_has_its_places(aftermath: Aftermath) -> None:
    assert aftermath.acknowledged.hooked - aftermath.owners == set()


def test_every_acknowledged_release_gave_its_places_back(aftermath: Aftermath) -> None:
    assert aftermath.acknowledged.released & aftermath.owners == set()


def test_every_acknowledged_booking_has_its_event(aftermath: Aftermath) -> None:
    confirmed = {event["objectId"] for event in aftermath.events.values() if event["kind"] == "booking.confirmed"}

    assert aftermath.acknowledged.booked.keys() - confirmed == set()


def test_every_acknowledged_cancellation_has_its_event(aftermath: Aftermath) -> None:
    cancelled = {event["objectId"] for event in aftermath.events.values() if event["kind"] == "booking.cancelled"}

    assert aftermath.acknowledged.cancelled - cancelled == set()


def test_every_event_that_was_read_is_there_unchanged(aftermath: Aftermath) -> None:
    acknowledged = aftermath.acknowledged.events

    assert {booking_id: aftermath.events.get(booking_id) for booking_id in acknowledged} == acknowledged


def test_no_tee_time_is_sold_beyond_its_places(aftermath: Aftermath) -> None:
    assert aftermath.fullest <= 4


def test_the_ledger_adds_up(aftermath: Aftermath) -> None:
    assert aftermath.violations == []


def test_references_are_unique(aftermath: Aftermath) -> None:
    references = [booking["bookingReference"] for booking in aftermath.bookings.values()]

    assert len(set(references)) == len(references)


def test_the_clock_keeps_its_time(aftermath: Aftermath) -> None:
    assert (aftermath.clock["now"], aftermath.clock["mode"]) == (NOW, "frozen")


def test_the_restarted_server_books_on(aftermath: Aftermath) -> None:
    assert aftermath.books_on not in aftermath.bookings
