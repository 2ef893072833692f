"""kill -9 at a random moment, under concurrent writers, and a restart on the same file: nothing acknowledged is lost.

Three rounds run every time. `pytest -m long tests/sandbox/test_durability.py` runs thirty more. A round takes about
four seconds. What is random (when the server dies, and who books what) follows from the number of the round.
"""

import random
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import timedelta
from threading import Event
from typing import Any

import httpx
import pytest

from tests.sandbox.agencies import BASE_PATH, Agency
from tests.sandbox.servers import Server, serving
from tests.sandbox.trade import (
    NOW,
    ORDINARY,
    SATURDAY,
    TeeTime,
    booked,
    booking,
    clock_of,
    day_of,
    free_tee_times,
    walked,
)

WRITERS = 6
PLACES = 4
# Room for more bookings than any round makes.
DAYS = [SATURDAY + timedelta(days=days) for days in range(7)]


@dataclass
class Ledger:
    """What the clients know: bookings they were told of, and cancellations they were told of."""

    booked: dict[str, dict[str, Any]] = field(default_factory=dict)
    cancelled: set[str] = field(default_factory=set)


@dataclass(frozen=True)
class Survivor:
    """A world after its server was killed and started again."""

    agency: Agency
    told: Ledger
    tee_times: list[TeeTime]

    def kept(self) -> dict[str, dict[str, Any]]:
        """Every booking the restarted server knows, by id."""
        return {item["id"]: item for item in walked(self.agency, "/travel/bookings")}


def _write(
    agency: Agency, tee_times: list[TeeTime], told: Ledger, luck: random.Random, enough: int, end: Event
) -> None:
    """Books, and cancels now and then, until the server is gone. Asks for its end after *enough* bookings."""
    address, headers = f"{agency.address}{BASE_PATH}/travel/bookings", {"X-Api-Key": agency.key}
    while True:
        try:
            body = booking(luck.choice(tee_times), players=luck.randint(1, 3))
            answer = agency.http.post(address, json=body, headers=headers)
            if answer.status_code == 201:
                data = answer.json()["data"]
                told.booked[data["id"]] = data
                if luck.random() < 0.3 and agency.http.delete(f"{address}/{data['id']}", headers=headers).is_success:
                    told.cancelled.add(data["id"])
        except httpx.HTTPError:
            return
        if len(told.booked) >= enough:
            end.set()


def _killed_while_writing(agency: Agency, server: Server, luck: random.Random) -> Survivor:
    told, end, enough = Ledger(), Event(), luck.randint(15, 60)
    tee_times = [each for day in DAYS for each in free_tee_times(agency, ORDINARY.id, day)]
    with ThreadPoolExecutor(WRITERS) as pool:
        writers = [
            pool.submit(_write, agency, tee_times, told, random.Random(luck.random()), enough, end)  # noqa: S311
            for _ in range(WRITERS)
        ]
        came_that_far = end.wait(60)
        server.kill()
    assert came_that_far
    [writer.result() for writer in writers]
    return Survivor(agency, told, tee_times)


ROUNDS = [0, 1, 2, *(pytest.param(number, marks=pytest.mark.long) for number in range(3, 33))]


@pytest.fixture(scope="module", params=ROUNDS)
def survivor(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Survivor]:
    """One round: start, write, kill, start again."""
    database = f"sqlite:///{tmp_path_factory.mktemp('killed')}/teesheet.db"
    luck = random.Random(request.param)  # noqa: S311 - repeatable, not secret.
    with httpx.Client(timeout=30, verify=False) as http:  # noqa: S501 - there is no TLS here.
        with serving("--database", database) as server:
            agency = Agency(http, server.address, "killed", "alpha")
            agency.freeze(NOW)
            before = _killed_while_writing(agency, server, luck)
        with serving("--database", database) as server:
            yield Survivor(Agency(http, server.address, "killed", "alpha"), before.told, before.tee_times)


def test_every_acknowledged_booking_is_there(survivor: Survivor) -> None:
    assert survivor.told.booked.keys() - survivor.kept().keys() == set()


def test_every_acknowledged_booking_is_as_it_was_answered(survivor: Survivor) -> None:
    kept = survivor.kept()

    members = ("bookingReference", "date", "teeTime", "players", "createdAt")
    told = {each: [data[name] for name in members] for each, data in survivor.told.booked.items()}
    assert {each: [kept[each][name] for name in members] for each in told} == told


def test_every_acknowledged_cancellation_holds(survivor: Survivor) -> None:
    kept = survivor.kept()

    assert {kept[each]["status"] for each in survivor.told.cancelled} <= {"cancelled"}


def test_there_was_something_to_lose(survivor: Survivor) -> None:
    assert len(survivor.told.booked) >= 15


def _sold(survivor: Survivor) -> Counter[tuple[str, str]]:
    sold: Counter[tuple[str, str]] = Counter()
    for item in survivor.kept().values():
        sold[item["date"], item["teeTime"]] += item["players"] * (item["status"] == "confirmed")
    return sold


def test_no_tee_time_is_sold_beyond_its_places(survivor: Survivor) -> None:
    assert max(_sold(survivor).values()) <= PLACES


def test_the_places_agree_with_the_bookings(survivor: Survivor) -> None:
    sold = _sold(survivor)
    days = {str(day): day_of(survivor.agency, ORDINARY.id, day)["availableTimes"] for day in DAYS}
    free = {(day, each["time"]): each["available"] for day, listed in days.items() for each in listed}

    offered = [(str(each.play_date), each.time) for each in survivor.tee_times]
    assert {each: free.get(each, 0) + sold[each] for each in offered} == dict.fromkeys(offered, PLACES)


def test_references_are_unique(survivor: Survivor) -> None:
    references = [item["bookingReference"] for item in survivor.kept().values()]

    assert len(set(references)) == len(references)


def test_the_clock_stands_where_it_stood(survivor: Survivor) -> None:
    assert clock_of(survivor.agency) == {"now": NOW, "mode": "frozen"}


def test_the_restarted_server_books_on(survivor: Survivor) -> None:
    untouched = free_tee_times(survivor.agency, ORDINARY.id, DAYS[-1] + timedelta(days=1))[0]

    assert booked(survivor.agency, untouched)["id"] not in survivor.told.booked
