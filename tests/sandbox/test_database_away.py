"""A database that disappears: answers say so and when to come back, nothing is half-written, nobody restarts."""

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager
from uuid import uuid4

import httpx
import psycopg
import pytest

from tests.databases import PostgreSQL
from tests.sandbox.agencies import BASE_PATH, Agency
from tests.sandbox.problems import document
from tests.sandbox.servers import Server, refused_start, serving
from tests.sandbox.trade import NOW, TeeTime, booking, bookings_total, free_tee_times, places


@pytest.fixture(scope="module")
def database_server() -> Iterator[PostgreSQL]:
    """A PostgreSQL server for these tests alone, since they kill it."""
    server = PostgreSQL()
    yield server
    server.remove()


@pytest.fixture(scope="module")
def database_url(database_server: PostgreSQL) -> str:
    """The URL of a database on it."""
    return database_server.new_database()


@pytest.fixture(scope="module")
def server(database_url: str) -> Iterator[Server]:
    """A sandbox on that database."""
    with serving("--database", database_url) as running:
        yield running


@pytest.fixture
def agency(http: httpx.Client, server: Server) -> Agency:
    """An agency in a fresh world at that sandbox."""
    caller = Agency(http, server.address, f"w{uuid4().hex[:16]}", "alpha")
    caller.freeze(NOW)
    return caller


@pytest.fixture
def wanted(agency: Agency) -> TeeTime:
    """A tee time with four places."""
    return free_tee_times(agency)[0]


@contextmanager
def _killed(database_server: PostgreSQL) -> Iterator[None]:
    database_server.kill()
    yield
    database_server.start()


def _posted(agency: Agency, wanted: TeeTime) -> httpx.Response:
    address = f"{agency.address}{BASE_PATH}/travel/bookings"
    return agency.http.post(address, json=booking(wanted), headers={"X-Api-Key": agency.key})


@pytest.fixture
def killed_in_the_middle(
    agency: Agency, wanted: TeeTime, database_server: PostgreSQL, database_url: str
) -> httpx.Response:
    """What a booking hears whose database is killed while the booking waits for its turn. It is back afterwards."""
    with ThreadPoolExecutor(1) as pool, closing(psycopg.connect(database_url.replace("+psycopg", ""))) as other:
        other.execute("SELECT 1 FROM worlds WHERE name = %s FOR UPDATE", [agency.world])
        waiting: Future[httpx.Response] = pool.submit(_posted, agency, wanted)
        _until_somebody_waits(other)
        with _killed(database_server):
            return waiting.result(20)


def _until_somebody_waits(connection: psycopg.Connection) -> None:
    query = "SELECT 1 FROM pg_locks WHERE NOT granted"
    while connection.execute(query).fetchone() is None:
        connection.execute("SELECT pg_sleep(0.01)")


def test_a_request_in_the_middle_is_asked_to_come_back(killed_in_the_middle: httpx.Response) -> None:
    said = document(killed_in_the_middle)

    assert (said["status"], said["code"], killed_in_the_middle.headers["retry-after"]) == (503, "unavailable", "1")


def test_a_request_in_the_middle_leaves_nothing_behind(
    killed_in_the_middle: httpx.Response, agency: Agency, wanted: TeeTime
) -> None:
    assert (bookings_total(agency), places(agency, wanted)) == (0, 4)


def test_the_same_request_succeeds_once_the_database_is_back(
    killed_in_the_middle: httpx.Response, agency: Agency, wanted: TeeTime
) -> None:
    assert _posted(agency, wanted).status_code == 201


@pytest.mark.parametrize("path", ["/travel/bookings", "/travel/bookings/bkg_0"])
def test_a_reader_is_asked_to_come_back(database_server: PostgreSQL, agency: Agency, path: str) -> None:
    with _killed(database_server):
        answer = agency.get(path)

    assert (document(answer)["code"], answer.headers["retry-after"]) == ("unavailable", "1")


def test_a_caller_of_the_control_plane_is_asked_to_come_back(database_server: PostgreSQL, agency: Agency) -> None:
    with _killed(database_server):
        answer = agency.control("GET", "/clock")

    assert (document(answer)["code"], answer.headers["retry-after"]) == ("unavailable", "1")


def test_connections_that_died_at_rest_cost_no_request(
    database_server: PostgreSQL, agency: Agency, wanted: TeeTime
) -> None:
    with _killed(database_server):
        pass

    assert _posted(agency, wanted).status_code == 201


def test_the_log_says_why_without_a_traceback(database_server: PostgreSQL, agency: Agency, server: Server) -> None:
    with _killed(database_server):
        agency.get("/travel/bookings")

    said = server.complaints()
    assert ("The database failed: " in said, "Traceback" in said) == (True, False), said


def test_a_start_without_the_database_says_why_in_one_sentence(database_server: PostgreSQL, database_url: str) -> None:
    with _killed(database_server):
        ended = refused_start("--database", database_url)

    assert (ended.returncode, len(ended.stderr.splitlines()), "cannot be used" in ended.stderr) == (2, 1, True)
