"""Many clients at once want the last places: exactly as many players are booked as there are places."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from uuid import uuid4

import httpx
import pytest

from tests.databases import new_database
from tests.sandbox.agencies import BASE_PATH, Agency
from tests.sandbox.servers import serving
from tests.sandbox.trade import NOW, TeeTime, booking, free_tee_times, hold, hooked, places, walked

CLIENTS = 60


@pytest.fixture(scope="module")
def crowd() -> Iterator[httpx.Client]:
    """An HTTP client with a connection for everybody."""
    limits = httpx.Limits(max_connections=CLIENTS, max_keepalive_connections=CLIENTS)
    with httpx.Client(timeout=60, verify=False, limits=limits) as client:  # noqa: S501 - there is no TLS here.
        yield client


@pytest.fixture(scope="module")
def two_processes(crowd: httpx.Client, database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[str]]:
    """The addresses of two servers that share one database."""
    shared = new_database(database, tmp_path_factory.mktemp("shared"))
    with serving("--database", shared) as first, serving("--database", shared) as second:
        yield [first.address, second.address]


def _agencies(client: httpx.Client, addresses: Sequence[str]) -> list[Agency]:
    """Sixty agencies of one fresh world, spread over the servers."""
    world = f"w{uuid4().hex[:16]}"
    agencies = [
        Agency(client, addresses[number % len(addresses)], world, f"agency-{number}") for number in range(CLIENTS)
    ]
    agencies[0].freeze(NOW)
    return agencies


def _at_once(agencies: list[Agency], request: Callable[[Agency], httpx.Response]) -> Counter[int]:
    """How often each status came when everybody asks at the same moment."""
    start = Barrier(len(agencies))

    def ask(agency: Agency) -> int:
        start.wait(30)
        return request(agency).status_code

    with ThreadPoolExecutor(len(agencies)) as pool:
        return Counter(pool.map(ask, agencies))


def _books(tee_time: TeeTime, players: int) -> Callable[[Agency], httpx.Response]:
    body = booking(tee_time, players=players)
    return lambda agency: agency.http.post(
        f"{agency.address}{BASE_PATH}/travel/bookings", json=body, headers={"X-Api-Key": agency.key}
    )


def _holds(tee_time: TeeTime, players: int) -> Callable[[Agency], httpx.Response]:
    body, path = hold(tee_time, players=players), f"/travel/courses/{tee_time.course_id}/hold-tee-time"
    return lambda agency: agency.http.post(
        f"{agency.address}{BASE_PATH}{path}", json=body, headers={"X-Api-Key": agency.key}
    )


def _hooks(tee_time: TeeTime, players: int) -> Callable[[Agency], httpx.Response]:
    body = booking(tee_time, players=players)
    return lambda agency: agency.http.post(
        f"{agency.address}{BASE_PATH}/travel/bookings/hooks", json=body, headers={"X-Api-Key": agency.key}
    )


@pytest.fixture
def one_process(crowd: httpx.Client, alpha: Agency) -> list[Agency]:
    """Sixty agencies at the sandbox of the session."""
    return _agencies(crowd, [alpha.address])


@pytest.fixture
def on_two(crowd: httpx.Client, two_processes: list[str]) -> list[Agency]:
    """Sixty agencies at two servers with one database."""
    return _agencies(crowd, two_processes)


@pytest.mark.parametrize(("players", "winners"), [(1, 4), (2, 2), (3, 1), (4, 1)])
def test_the_last_four_places_are_sold_once(one_process: list[Agency], players: int, winners: int) -> None:
    tee_time = free_tee_times(one_process[0])[0]

    statuses = _at_once(one_process, _books(tee_time, players))

    assert statuses == {201: winners, 409: CLIENTS - winners}


@pytest.mark.parametrize(("players", "winners"), [(1, 4), (2, 2), (3, 1), (4, 1)])
def test_two_processes_sell_the_last_four_places_once(on_two: list[Agency], players: int, winners: int) -> None:
    tee_time = free_tee_times(on_two[0])[0]

    statuses = _at_once(on_two, _books(tee_time, players))

    assert statuses == {201: winners, 409: CLIENTS - winners}


def test_two_processes_agree_on_what_is_left(on_two: list[Agency]) -> None:
    tee_time = free_tee_times(on_two[0])[0]
    _at_once(on_two, _books(tee_time, 1))

    assert (places(on_two[0], tee_time), places(on_two[1], tee_time)) == (0, 0)


def test_four_players_have_four_bookings(on_two: list[Agency]) -> None:
    tee_time = free_tee_times(on_two[0])[0]
    _at_once(on_two, _books(tee_time, 1))

    players = [item["players"] for agency in on_two for item in walked(agency, "/travel/bookings")]

    assert sum(players) == 4


def test_holds_and_bookings_share_the_places(on_two: list[Agency]) -> None:
    tee_time = free_tee_times(on_two[0])[0]
    takes = [_holds(tee_time, 1), _books(tee_time, 1)]

    statuses = _at_once(on_two, lambda agency: takes[int(agency.name[-1]) % 2](agency))

    assert statuses == {201: 4, 409: CLIENTS - 4}


def test_hooks_and_bookings_share_the_places(on_two: list[Agency]) -> None:
    tee_time = free_tee_times(on_two[0])[0]
    takes = [_hooks(tee_time, 1), _books(tee_time, 1)]

    statuses = _at_once(on_two, lambda agency: takes[int(agency.name[-1]) % 2](agency))

    assert statuses == {201: 4, 409: CLIENTS - 4}


def test_one_hook_becomes_one_booking(on_two: list[Agency]) -> None:
    tee_time, owner = free_tee_times(on_two[0])[0], on_two[0]
    twin = Agency(owner.http, on_two[1].address, owner.world, owner.name)
    path = f"/travel/bookings/hooks/{hooked(owner, tee_time)['id']}/confirm"

    statuses = _at_once([owner, twin] * 10, lambda agency: agency.send("POST", path))

    assert (statuses, len(walked(owner, "/travel/bookings")), places(owner, tee_time)) == ({200: 20}, 1, 2)


def test_a_hook_that_is_confirmed_and_released_at_once_ends_one_way(on_two: list[Agency]) -> None:
    tee_time, owner = free_tee_times(on_two[0])[0], on_two[0]
    twin = Agency(owner.http, on_two[1].address, owner.world, owner.name)
    path = f"/travel/bookings/hooks/{hooked(owner, tee_time, players=4)['id']}"
    ends = {owner: lambda: owner.send("POST", f"{path}/confirm"), twin: lambda: twin.delete(path)}

    statuses = _at_once([owner, twin] * 10, lambda agency: ends[agency]())

    left = places(owner, tee_time)
    assert (statuses, left + 4 * len(walked(owner, "/travel/bookings"))) == ({200: 10, 409: 10}, 4)


def test_one_hold_completes_one_booking(on_two: list[Agency]) -> None:
    tee_time, holder = free_tee_times(on_two[0])[0], on_two[0]
    twin = Agency(holder.http, on_two[1].address, holder.world, holder.name)
    hold_id = _holds(tee_time, 2)(holder).json()["holdId"]
    body = booking(tee_time, players=2, holdId=hold_id)

    statuses = _at_once([holder, twin] * 10, lambda agency: agency.post("/travel/bookings", body))

    assert statuses == {201: 1, 409: 19}


def test_one_idempotency_key_books_once(on_two: list[Agency]) -> None:
    tee_time, sender = free_tee_times(on_two[0])[0], on_two[0]
    twin = Agency(sender.http, on_two[1].address, sender.world, sender.name)
    body = booking(tee_time, players=1)

    _at_once([sender, twin] * 10, lambda agency: agency.post("/travel/bookings", body, Idempotency_Key="once"))

    assert places(sender, tee_time) == 3


def test_references_stay_unique_across_processes(on_two: list[Agency]) -> None:
    tee_times = free_tee_times(on_two[0])
    assignments = dict(zip([agency.name for agency in on_two], tee_times * CLIENTS, strict=False))
    statuses = _at_once(on_two, lambda agency: _books(assignments[agency.name], 1)(agency))

    references = [item["bookingReference"] for agency in on_two for item in walked(agency, "/travel/bookings")]
    assert (len(set(references)), statuses[201] > CLIENTS // 2) == (statuses[201], True)


def test_levers_and_bookings_at_once_do_not_disturb_each_other(one_process: list[Agency]) -> None:
    turns = [lambda agency: agency.control("GET", "/clock"), lambda agency: agency.get("/travel/bookings")]

    assert _at_once(one_process, lambda agency: turns[int(agency.name[-1]) % 2](agency)) == {200: CLIENTS}


def test_fresh_worlds_open_at_once(crowd: httpx.Client, two_processes: list[str]) -> None:
    strangers = [Agency(crowd, address, f"w{uuid4().hex[:16]}", "alpha") for address in two_processes * 15]

    assert _at_once(strangers, lambda agency: agency.get("/travel/bookings")) == {200: 30}
