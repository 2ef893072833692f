"""Two servers of two workers each, HAProxy in front of them, PgBouncer in transaction mode between them and PostgreSQL.

The guarantees are those of a direct connection: no place is sold twice, one server can be killed, and nothing that was
acknowledged is lost. Everything here needs PgBouncer and HAProxy: pytest -m pgbouncer.
"""

import asyncio
import random
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, field
from datetime import timedelta
from time import monotonic, sleep
from typing import Any

import httpx
import psutil
import pytest
from sqlalchemy import text

from mock_server.storage.engines import driver_of, open_engine
from tests.databases import postgresql
from tests.poolers import haproxy, pgbouncer
from tests.proofs.crowd import Caller, http, together
from tests.sandbox.servers import Server, serving
from tests.sandbox.trade import SATURDAY, TeeTime

pytestmark = pytest.mark.pgbouncer

CLIENTS = 60
WRITERS = 8
# Answers that writers have before one server is killed, and after it.
BEFORE, AFTER = 80, 80
# Seconds in which HAProxy notices that a server is gone.
NOTICED = 3.0
WAYS = (Caller.books, Caller.holds_and_books, Caller.hooks_and_confirms)
LASTING = ("bookingReference", "date", "teeTime", "players", "createdAt")


@dataclass(frozen=True)
class Site:
    """The address of HAProxy, which visitors use, and the servers behind HAProxy."""

    address: str
    servers: list[Server]


@pytest.fixture(scope="module")
def pooled() -> Iterator[str]:
    """The URL of an empty database behind PgBouncer."""
    server = postgresql()
    with pgbouncer(server.new_database(), server.owner) as url:
        yield url


@pytest.fixture(scope="module")
def site(pooled: str) -> Iterator[Site]:
    """Two servers of two workers behind HAProxy."""
    options = ("--database", pooled, "--workers", "2")
    with serving(*options) as first, serving(*options) as second, haproxy([first.address, second.address]) as address:
        _until_healthy(address)
        yield Site(address, [first, second])


def _until_healthy(address: str) -> None:
    give_up = monotonic() + 30
    while httpx.get(f"{address}/_sandbox/v1/health", verify=False).status_code != 200:  # noqa: S501 - no TLS.
        assert monotonic() < give_up
        sleep(0.1)


def test_a_pooler_is_noticed_and_statements_are_not_prepared(pooled: str) -> None:
    engine = open_engine(pooled)

    with closing(engine.connect()) as connection:
        assert driver_of(connection).prepare_threshold is None
    engine.dispose()


def test_statements_are_prepared_where_there_is_no_pooler() -> None:
    engine = open_engine(postgresql().new_database())

    with closing(engine.connect()) as connection:
        assert driver_of(connection).prepare_threshold is not None
    engine.dispose()


@pytest.mark.parametrize(
    ("limit", "value"), [("lock_timeout", "10s"), ("idle_in_transaction_session_timeout", "15s"), ("jit", "off")]
)
def test_every_transaction_has_its_limits(pooled: str, limit: str, value: str) -> None:
    engine = open_engine(pooled)

    with engine.begin() as connection:
        found = connection.execute(text(f"SHOW {limit}")).scalar_one()
    engine.dispose()

    assert found == value


def test_a_limit_ends_with_its_transaction(pooled: str) -> None:
    engine = open_engine(pooled)
    with engine.begin():
        pass

    with closing(engine.connect()) as connection:
        found = driver_of(connection).execute("SHOW lock_timeout").fetchone()[0]
    engine.dispose()

    assert found == "0"


@pytest.mark.parametrize("number", range(2))
def test_the_last_four_places_are_sold_once(site: Site, number: int) -> None:
    statuses, players, free, violations = asyncio.run(_race(site, number))

    assert (players, free, violations) == (4, 0, [])
    assert set(statuses) <= {200, 201, 409}, statuses


async def _race(site: Site, number: int) -> tuple[Counter[int], int, int, list[dict[str, Any]]]:
    luck = random.Random(number)  # noqa: S311 - repeatable, not secret.
    async with http(CLIENTS) as client:
        crowd = [Caller(client, site.address, f"race-{number}", f"agency-{item}") for item in range(CLIENTS)]
        await crowd[0].freeze()
        tee_time = (await crowd[0].tee_times())[0]
        answers = await together([luck.choice(WAYS)(rival, tee_time, luck.choice((1, 1, 2))) for rival in crowd])
        # Whoever comes last takes a single place if one is left.
        answers += [await crowd[0].books(tee_time, 1) for _place in range(4)]
        players = sum(answer.json()["data"]["players"] for answer in answers if answer.is_success)
        path = f"/travel/courses/{tee_time.course_id}/tee-times?date={tee_time.play_date}&players=1"
        listed = (await crowd[0].send("GET", path)).json()["availableTimes"]
        free = sum(item["available"] for item in listed if item["time"] == tee_time.time)
        return Counter(answer.status_code for answer in answers), players, free, await crowd[0].violations()


def test_timers_run_behind_a_pooler(site: Site) -> None:
    hooked, timeline = asyncio.run(_hooks_expire(site))

    assert (hooked > 5, timeline) == (True, ["booking_hook.expired"] * hooked)


async def _hooks_expire(site: Site) -> tuple[int, list[str]]:
    async with http(4) as client:
        caller = Caller(client, site.address, "due", "alpha")
        await caller.freeze()
        hooked = [await caller.hooks(tee_time, 1) for tee_time in (await caller.tee_times())[:20]]
        moved = await caller.control("POST", "/clock/advance", {"by": "P20D"})
        return len(hooked), [happening["kind"] for happening in moved.json()["data"]["timeline"]]


@dataclass(frozen=True)
class Writer(Caller):
    """A caller who notes when which status came, and what was acknowledged: bookings by id, and which are cancelled."""

    answers: list[tuple[float, int]] = field(default_factory=list)
    booked: dict[str, dict[str, Any]] = field(default_factory=dict)
    cancelled: set[str] = field(default_factory=set)

    async def works(self, tee_times: list[TeeTime], luck: random.Random, done: asyncio.Event) -> None:
        """Books, in one way or another, and cancels now and then, until it is *done*."""
        while not done.is_set():
            with suppress(httpx.TransportError):
                await self._deed(luck.choice(tee_times), luck)

    async def _deed(self, tee_time: TeeTime, luck: random.Random) -> None:
        answer = await luck.choice(WAYS)(self, tee_time, luck.randint(1, 3))
        self.answers.append((monotonic(), answer.status_code))
        if not answer.is_success:
            return
        booking = answer.json()["data"]
        self.booked[booking["id"]] = booking
        if luck.random() < 0.3:
            cancelled = await self.send("DELETE", f"/travel/bookings/{booking['id']}")
            self.answers.append((monotonic(), cancelled.status_code))
            if cancelled.is_success:
                self.cancelled.add(booking["id"])


@dataclass(frozen=True)
class Aftermath:
    """The acknowledged changes, and the later answers of the sandbox. *failures* are seconds after the kill."""

    booked: dict[str, dict[str, Any]]
    cancelled: set[str]
    found: dict[str, dict[str, Any]]
    failures: list[float]
    after: Counter[int]
    violations: list[dict[str, Any]]


@pytest.fixture(scope="module")
def aftermath(site: Site) -> Aftermath:
    """Writers work, one of two servers is killed with all of its processes, and they go on. Nothing comes after it."""
    return asyncio.run(_killed(site))


async def _killed(site: Site) -> Aftermath:
    async with http(WRITERS) as client:
        writers = [Writer(client, site.address, "killed", f"agency-{number}") for number in range(WRITERS)]
        await writers[0].freeze()
        tee_times = [
            tee_time for day in range(5) for tee_time in await writers[0].tee_times(SATURDAY + timedelta(days=day))
        ]
        done = asyncio.Event()
        async with asyncio.TaskGroup() as group:
            for number, writer in enumerate(writers):
                group.create_task(writer.works(tee_times, random.Random(number), done))  # noqa: S311 - as above.
            await _until(writers, 0.0, BEFORE)
            at = monotonic()
            _kill_group(site.servers[0])
            await _until(writers, at + NOTICED, AFTER)
            done.set()
        return await _look(writers, at)


async def _until(writers: list[Writer], since: float, enough: int) -> None:
    while sum(moment >= since for writer in writers for moment, _status in writer.answers) < enough:
        await asyncio.sleep(0.05)


def _kill_group(server: Server) -> None:
    workers = psutil.Process(server.process.pid).children(recursive=True)
    server.kill()
    for worker in workers:
        worker.kill()
    psutil.wait_procs(workers, 10)


async def _look(writers: list[Writer], at: float) -> Aftermath:
    listed = [booking for writer in writers for booking in await writer.everything("/travel/bookings")]
    answers = [answer for writer in writers for answer in writer.answers]
    return Aftermath(
        booked={item: booking for writer in writers for item, booking in writer.booked.items()},
        cancelled={item for writer in writers for item in writer.cancelled},
        found={booking["id"]: booking for booking in listed},
        failures=[moment - at for moment, status in answers if status >= 500],
        after=Counter(status for moment, status in answers if moment >= at + NOTICED),
        violations=await writers[0].violations(),
    )


def test_every_acknowledged_booking_is_there_after_a_kill(aftermath: Aftermath) -> None:
    kept = {item: {name: aftermath.found.get(item, {}).get(name) for name in LASTING} for item in aftermath.booked}

    assert kept == {item: {name: shown[name] for name in LASTING} for item, shown in aftermath.booked.items()}


def test_every_acknowledged_cancellation_is_there_after_a_kill(aftermath: Aftermath) -> None:
    assert {aftermath.found[item]["status"] for item in aftermath.cancelled} == {"cancelled"}


def test_requests_fail_only_during_the_kill(aftermath: Aftermath) -> None:
    assert [failure for failure in aftermath.failures if not 0 <= failure <= NOTICED] == []


def test_the_remaining_server_continues(aftermath: Aftermath) -> None:
    assert (aftermath.after.keys() <= {200, 201, 409}, sum(aftermath.after.values()) >= AFTER) == (True, True)


def test_the_ledger_adds_up_after_a_kill(aftermath: Aftermath) -> None:
    assert aftermath.violations == []
