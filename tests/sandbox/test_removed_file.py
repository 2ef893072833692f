"""The SQLite file goes away under a running sandbox: nothing is acknowledged that nobody will find again."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from uuid import uuid4

import httpx
import pytest

from tests.sandbox.agencies import Agency
from tests.sandbox.problems import document
from tests.sandbox.servers import Server, serving
from tests.sandbox.trade import NOW, booking, bookings_total, free_tee_times

REMOVED = "The database cannot be used: its file was removed while the server runs. Try again."
REPLACED = (
    "The database cannot be used: its file was replaced, but the log beside it belongs to the old file. Try again."
)
OTHER = "The database cannot be used: its file was replaced by a file that is no database of this version. Try again."
LOG_REMOVED = "The database cannot be used: the log beside its file was removed while the server runs. Try again."
# More requests than one worker takes alone.
TRIES = 12


@pytest.fixture(scope="module", params=[1, 2], ids=["alone", "two-workers"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Path]]:
    """A sandbox of one or two processes, and the folder of its file."""
    folder = tmp_path_factory.mktemp("removed")
    with serving("--database", f"sqlite:///{folder / 'teesheet.db'}", "--workers", str(request.param)) as running:
        yield running, folder


@pytest.fixture
def folder(server: tuple[Server, Path]) -> Iterator[Path]:
    """The folder of the file, which is back afterwards as it was."""
    away = server[1].with_name(f"{server[1].name}-{uuid4().hex[:8]}")
    shutil.copytree(server[1], away, copy_function=_linked)
    yield server[1]
    for file in sorted(server[1].iterdir()):
        file.unlink()
    # The log first: the server opens the file as soon as it is there.
    for file in sorted(away.iterdir(), reverse=True):
        file.rename(server[1] / file.name)
    _wait_until_it_writes_again(server[0].address)


def _wait_until_it_writes_again(address: str) -> None:
    """Each thread of each worker sees with its next transaction that the files are back."""
    with httpx.Client(timeout=30, limits=httpx.Limits(max_keepalive_connections=0)) as client:
        for _round in range(TRIES):
            caller = Agency(client, address, f"w{uuid4().hex[:16]}", "alpha")
            frozen = [caller.control("PUT", "/clock", {"mode": "frozen", "now": NOW}) for _try in range(TRIES)]
            if {answer.status_code for answer in frozen} == {200}:
                return
    raise AssertionError("The files are back, and a worker still refuses to write.")


def _linked(source: str, target: str) -> None:
    Path(target).hardlink_to(source)


@pytest.fixture
def agency(server: tuple[Server, Path]) -> Agency:
    """An agency in a fresh world that has made one booking. It opens a connection for each request."""
    client = httpx.Client(timeout=30, limits=httpx.Limits(max_keepalive_connections=0))
    caller = Agency(client, server[0].address, f"w{uuid4().hex[:16]}", "alpha")
    caller.freeze(NOW)
    assert _booked(caller).status_code == 201
    return caller


def _booked(agency: Agency) -> httpx.Response:
    return agency.post("/travel/bookings", booking(free_tee_times(agency)[0], players=1))


def _tried(agency: Agency) -> list[httpx.Response]:
    """What bookings hear whose tee time was found before."""
    body = {
        "courseId": "crs_h3w8kz11",
        "date": "2027-05-15",
        "teeTime": "09:30",
        "players": 1,
        "leadPlayer": {"firstName": "Ada", "lastName": "Lindqvist", "email": "ada@example.com"},
    }
    return [agency.post("/travel/bookings", body) for _try in range(TRIES)]


def _told(answers: list[httpx.Response]) -> set[tuple[int, str]]:
    return {(answer.status_code, document(answer)["detail"]) for answer in answers}


def _remove(folder: Path, *endings: str) -> None:
    for ending in endings:
        (folder / f"teesheet.db{ending}").unlink()


@pytest.mark.parametrize("endings", [("",), ("", "-wal", "-shm")], ids=["file", "with-log"])
def test_nothing_is_acknowledged_without_a_file(folder: Path, agency: Agency, endings: tuple[str, ...]) -> None:
    _remove(folder, *endings)

    assert _told(_tried(agency)) == {(503, REMOVED)}


def test_readers_and_health_say_that_the_file_is_gone(folder: Path, agency: Agency) -> None:
    _remove(folder, "", "-wal", "-shm")

    answers = [agency.get("/travel/bookings"), agency.control("GET", "/health"), agency.control("GET", "/clock")]

    assert _told(answers) == {(503, REMOVED)}


def test_nothing_takes_the_place_of_a_file_that_is_gone(folder: Path, agency: Agency) -> None:
    _remove(folder, "", "-wal", "-shm")
    _tried(agency)

    assert list(folder.iterdir()) == []


def test_the_log_names_the_file_and_the_way_out(folder: Path, agency: Agency, server: tuple[Server, Path]) -> None:
    _remove(folder, "", "-wal", "-shm")
    agency.get("/travel/bookings")

    said = server[0].complaints()
    assert f"The database {folder}/teesheet.db cannot be used: its file was removed" in said
    assert "Put it back, or move a copy of it to that place." in said


@pytest.mark.parametrize("endings", [("",), ("", "-wal", "-shm")], ids=["file", "with-log"])
def test_the_same_file_moved_back_is_used_on(folder: Path, agency: Agency, endings: tuple[str, ...]) -> None:
    for ending in endings:
        (folder / f"teesheet.db{ending}").rename(folder / f"away{ending}")
    refused = _told(_tried(agency))
    for ending in endings:
        (folder / f"away{ending}").rename(folder / f"teesheet.db{ending}")

    again = [_booked(agency).status_code for _try in range(TRIES)]
    assert (refused, again, bookings_total(agency)) == ({(503, REMOVED)}, [201] * TRIES, TRIES + 1)


def _copied(folder: Path) -> Path:
    copy = folder.with_name(f"copy-{uuid4().hex[:8]}.db")
    with closing(sqlite3.connect(folder / "teesheet.db")) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
    return copy


def test_a_copy_in_its_place_is_opened_anew(folder: Path, agency: Agency) -> None:
    copy = _copied(folder)
    lost = _booked(agency).json()["data"]["id"]
    _remove(folder, "", "-wal", "-shm")
    agency.get("/travel/bookings")
    copy.rename(folder / "teesheet.db")

    seen = {agency.get(f"/travel/bookings/{lost}").status_code for _try in range(TRIES)}
    again = [_booked(agency).status_code for _try in range(TRIES)]

    with closing(sqlite3.connect(folder / "teesheet.db")) as file:
        query = "SELECT count(*) FROM bookings WHERE world = ?"
        kept = file.execute(query, [agency.world]).fetchone()[0]
    assert (seen, again, kept) == ({404}, [201] * TRIES, TRIES + 1)


def test_a_copy_beside_the_log_of_another_file_is_not_mixed_with_it(folder: Path, agency: Agency) -> None:
    copy = _copied(folder)
    copy.rename(folder / "teesheet.db")
    refused = _told([agency.get("/travel/bookings") for _try in range(TRIES)])
    _remove(folder, "-wal", "-shm")

    again = {agency.get("/travel/bookings").status_code for _try in range(TRIES)}
    assert (refused, again) == ({(503, REPLACED)}, {200})


@pytest.mark.parametrize("content", [b"", b"no database at all" * 100], ids=["empty", "garbage"])
def test_a_file_that_is_no_database_of_ours_is_not_used(folder: Path, agency: Agency, content: bytes) -> None:
    _remove(folder, "", "-wal", "-shm")
    (folder / "teesheet.db").write_bytes(content)

    refused = {item.status_code for item in _tried(agency)}

    assert (refused, (folder / "teesheet.db").read_bytes()[:18]) == ({503}, content[:18])


@pytest.mark.parametrize("ending", ["-wal", "-shm"])
def test_nothing_is_acknowledged_without_the_log(folder: Path, agency: Agency, ending: str) -> None:
    _remove(folder, ending)

    assert _told(_tried(agency)) == {(503, LOG_REMOVED)}


def test_a_file_that_lost_its_log_has_all_that_was_acknowledged(folder: Path, agency: Agency, tmp_path: Path) -> None:
    _remove(folder, "-wal")
    _tried(agency)
    shutil.copy(folder / "teesheet.db", tmp_path / "copy.db")

    with closing(sqlite3.connect(tmp_path / "copy.db")) as file:
        query = "SELECT count(*) FROM bookings WHERE world = ?"
        kept = file.execute(query, [agency.world]).fetchone()[0]
    assert kept >= 1
