"""`teesheet serve --workers`: several processes on one socket, which end together and do not die out."""

import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from sqlite3 import connect
from time import monotonic, sleep
from uuid import uuid4

import httpx
import psutil
import pytest

from tests.sandbox.agencies import Agency
from tests.sandbox.servers import Server, refused_start, serving
from tests.sandbox.trade import NOW, booking, bookings_total, free_tee_times

KEY = {"X-Api-Key": "sbx_demo_alpha"}


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A database file that does not exist yet."""
    return tmp_path / "shared.db"


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A sandbox of two workers that live as long as these tests."""
    with serving(
        "--database", f"sqlite:///{tmp_path_factory.mktemp('workers')}/shared.db", "--workers", "2"
    ) as running:
        yield running


@pytest.fixture
def server(database: Path) -> Iterator[Server]:
    """A sandbox of two workers to end, or to end one of."""
    with serving("--database", f"sqlite:///{database}", "--workers", "2") as running:
        yield running


def _workers(server: Server) -> list[psutil.Process]:
    return [child for child in psutil.Process(server.process.pid).children() if _is_worker(child)]


def _is_worker(process: psutil.Process) -> bool:
    """Whether a process serves. One that has ended and waits for its parent does not."""
    try:
        return "spawn_main" in " ".join(process.cmdline())
    except psutil.NoSuchProcess:
        return False


def _eventually(holds: Callable[[], bool], seconds: float = 20) -> bool:
    """Whether something comes to hold within a time: processes need some to notice the end of others."""
    until = monotonic() + seconds
    while not holds() and monotonic() < until:
        sleep(0.05)
    return holds()


def _request_ids(server: Server, count: int) -> list[str]:
    """The ids of requests that each open a connection of their own, so that any worker may take them."""
    address = f"{server.address}/api/v1/travel/bookings"
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _number: httpx.get(address, headers=KEY, timeout=30), range(count)))
    return [answer.headers["x-request-id"] for answer in answers]


def test_several_workers_cannot_share_a_memory() -> None:
    ended = refused_start("--ephemeral", "--workers", "2")

    said = "several workers share a database, and one in memory belongs to one process. Give a --database."
    assert (ended.returncode, ended.stderr) == (2, f"teesheet serve: {said}\n")


def test_a_database_that_cannot_be_used_is_said_once() -> None:
    ended = refused_start("--database", "sqlite:////no/such/place.db", "--workers", "2")

    assert (ended.returncode, len(ended.stderr.splitlines()), "cannot be used" in ended.stderr) == (2, 1, True)


def test_there_are_as_many_workers_as_asked_for(shared: Server) -> None:
    assert len(_workers(shared)) == 2


def test_the_ids_of_requests_differ_across_workers(shared: Server) -> None:
    request_ids = _request_ids(shared, 60)

    assert len(set(request_ids)) == 60


def test_what_one_worker_books_every_worker_lists(http: httpx.Client, shared: Server) -> None:
    agency = Agency(http, shared.address, f"w{uuid4().hex[:16]}", "alpha")
    agency.freeze(NOW)
    agency.post("/travel/bookings", booking(free_tee_times(agency)[0]))

    with ThreadPoolExecutor(8) as pool:
        totals = list(pool.map(lambda _number: bookings_total(agency), range(40)))

    assert set(totals) == {1}


def test_another_worker_takes_the_place_of_a_dead_one(server: Server) -> None:
    dead, living = _workers(server)
    dead.kill()

    assert _eventually(lambda: len(_workers(server)) == 2 and living in _workers(server) and not dead.is_running())


def test_requests_are_answered_while_a_worker_is_dead(server: Server) -> None:
    _workers(server)[0].kill()

    assert len(_request_ids(server, 20)) == 20


@pytest.mark.parametrize("by", [signal.SIGTERM, signal.SIGINT], ids=["SIGTERM", "SIGINT"])
def test_a_signal_ends_every_worker(server: Server, by: signal.Signals) -> None:
    workers = _workers(server)

    server.ended(by)

    assert ([worker.is_running() for worker in workers], "Traceback" in server.complaints()) == ([False, False], False)


def test_it_greets_once(server: Server) -> None:
    server.ended(signal.SIGTERM)

    # The first line was read as it started.
    assert server.process.stdout is not None
    assert len(server.process.stdout.readlines()) == 6


def test_workers_do_not_outlive_their_parent(server: Server) -> None:
    workers = _workers(server)

    server.kill()

    assert _eventually(lambda: not any(worker.is_running() for worker in workers))


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_request_in_flight_is_answered_before_the_end(http: httpx.Client, database: Path, workers: str) -> None:
    with serving("--database", f"sqlite:///{database}", "--workers", workers) as server, ThreadPoolExecutor(1) as pool:
        agency = Agency(http, server.address, "flight", "alpha")
        agency.freeze(NOW)
        body = booking(free_tee_times(agency)[0])
        with closing(connect(database, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            answer = pool.submit(agency.post, "/travel/bookings", body)
            sleep(0.5)  # The request is in the server, and waits for the database.
            server.process.send_signal(signal.SIGTERM)
            sleep(0.5)
            other.execute("ROLLBACK")

        assert answer.result(20).status_code == 201
