"""Another program locks the SQLite file of a running sandbox: readers go on, writers wait without keeping anybody."""

import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from time import monotonic
from uuid import uuid4

import httpx
import pytest

from tests.sandbox.agencies import BASE_PATH, Agency
from tests.sandbox.problems import document
from tests.sandbox.servers import Server, serving
from tests.sandbox.trade import NOW, TeeTime, booking, bookings_total, free_tee_times

# Seconds that a writer waits at these servers.
PATIENCE = 3
# What three readers may take together. A reader that waited for the lock would take all of that patience.
AT_ONCE = PATIENCE * 2 / 3
READS = ["/travel/bookings", "/travel/courses/crs_h3w8kz11"]
CONTROL_READS = ["/health", "/clock", "/events", "/journal", "/ledger?courseId=crs_h3w8kz11&date=2040-05-12"]


@pytest.fixture(scope="module", params=[1, 2], ids=["alone", "two-workers"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Path]]:
    """A sandbox of one or two processes, and its file."""
    file = tmp_path_factory.mktemp("locked") / "teesheet.db"
    with serving("--database", f"sqlite:///{file}?timeout={PATIENCE}", "--workers", str(request.param)) as running:
        yield running, file


@pytest.fixture
def agency(http: httpx.Client, server: tuple[Server, Path]) -> Agency:
    """An agency in a fresh world."""
    caller = Agency(http, server[0].address, f"w{uuid4().hex[:16]}", "alpha")
    caller.freeze(NOW)
    return caller


@pytest.fixture
def wanted(agency: Agency) -> TeeTime:
    """A tee time with four places."""
    return free_tee_times(agency)[0]


@contextmanager
def _locked(file: Path) -> Iterator[None]:
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def _posted(agency: Agency, wanted: TeeTime) -> httpx.Response:
    address = f"{agency.address}{BASE_PATH}/travel/bookings"
    return agency.http.post(address, json=booking(wanted, players=1), headers={"X-Api-Key": agency.key})


def _thrice(ask: Callable[[], httpx.Response]) -> tuple[set[int], float]:
    """The statuses of three answers and how many seconds they took together."""
    began = monotonic()
    statuses = {ask().status_code for _again in range(3)}
    return statuses, monotonic() - began


@pytest.mark.parametrize("path", READS)
def test_readers_go_on_while_a_writer_waits(
    server: tuple[Server, Path], agency: Agency, wanted: TeeTime, path: str
) -> None:
    with ThreadPoolExecutor(1) as pool, _locked(server[1]):
        pool.submit(_posted, agency, wanted)
        statuses, took = _thrice(lambda: agency.get(path))

    assert (statuses, took < AT_ONCE) == ({200}, True), took


@pytest.mark.parametrize("path", CONTROL_READS)
def test_the_control_plane_goes_on_while_a_writer_waits(
    server: tuple[Server, Path], agency: Agency, wanted: TeeTime, path: str
) -> None:
    with ThreadPoolExecutor(1) as pool, _locked(server[1]):
        pool.submit(_posted, agency, wanted)
        statuses, took = _thrice(lambda: agency.control("GET", path))

    assert (statuses, took < AT_ONCE) == ({200}, True), took


@pytest.fixture
def after_the_lock(server: tuple[Server, Path], agency: Agency, wanted: TeeTime) -> list[httpx.Response]:
    """What three bookings hear that wait while the lock ends in time."""
    with ThreadPoolExecutor(3) as pool:
        with _locked(server[1]):
            waiting: list[Future[httpx.Response]] = [pool.submit(_posted, agency, wanted) for _copy in range(3)]
            # Once this is answered, those before it had their first try.
            agency.get("/travel/bookings")
        return [waiting_booking.result(20) for waiting_booking in waiting]


def test_a_writer_that_waits_succeeds_once_the_lock_is_gone(
    after_the_lock: list[httpx.Response], agency: Agency
) -> None:
    assert ([item.status_code for item in after_the_lock], bookings_total(agency)) == ([201, 201, 201], 3)


def test_writers_whose_patience_ends_are_asked_to_come_back(
    server: tuple[Server, Path], agency: Agency, wanted: TeeTime
) -> None:
    with ThreadPoolExecutor(3) as pool, _locked(server[1]):
        began = monotonic()
        answers = list(pool.map(lambda _copy: _posted(agency, wanted), range(3)))
        took = monotonic() - began

    shown = {(answer.status_code, document(answer)["detail"], answer.headers["retry-after"]) for answer in answers}
    assert shown == {(503, "The database cannot be used: another program keeps it locked. Try again.", "1")}
    # They wait side by side, and nothing of them is left.
    assert (PATIENCE * 0.9 <= took < PATIENCE * 2, bookings_total(agency)) == (True, 0)
