"""What is the matter with a database that fails is said in a clause, and without paths, users and passwords."""

import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import exc
from sqlalchemy.engine import make_url

from mock_server.domain.ids import Numbered
from mock_server.storage.courses import CourseBook
from mock_server.storage.engines import StoreUnavailable, driver_of
from mock_server.storage.failures import unavailable
from mock_server.storage.local_files import LocalFile
from mock_server.storage.store import Store
from mock_server.storage.world_rows import next_number
from tests.databases import POSTGRESQL, new_database, postgresql

WALL = datetime(2027, 3, 1, tzinfo=UTC)
COURSES = CourseBook(1)


def _written(store: Store, times: int = 1) -> None:
    for number in range(times):
        with store.writing(f"w{number}", WALL) as session:
            next_number(session, Numbered.BOOKING)


def test_a_full_disk_is_called_full(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path}/full.db", COURSES, 10_000)
    with store.writing_across_worlds() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages + 1}")

    with pytest.raises(StoreUnavailable, match="The database failed: its disk is full") as raised:
        _written(store, 2_000)

    assert raised.value.cause == "its disk is full"


def _driver(store: Store) -> Any:
    """The connection of the store that writes, for a test that takes the right to write from it."""
    assert isinstance(store._database, LocalFile)
    return driver_of(store._database._kept().writer)


def test_health_fails_after_a_write_that_failed_and_until_one_succeeds(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path}/full.db", COURSES, 10_000)
    _driver(store).execute("PRAGMA query_only = 1")
    with pytest.raises(StoreUnavailable, match="read it and not write it"):
        _written(store)

    with pytest.raises(StoreUnavailable, match="read it and not write it"):
        store.require_working()

    _driver(store).execute("PRAGMA query_only = 0")
    store.require_working()


_UNDER_A_LIMIT = """
import resource, sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from mock_server.storage.courses import CourseBook
from mock_server.storage.engines import StoreUnavailable
from mock_server.storage.store import Store
store = Store(f"sqlite:///{sys.argv[1]}", CourseBook(1), 100_000)
most = Path(sys.argv[1] + "-wal").stat().st_size + 100_000
resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
try:
    for number in range(5_000):
        with store.writing(f"w{number}", datetime(2027, 3, 1, tzinfo=UTC)):
            pass
except StoreUnavailable as error:
    print(error.cause)
"""


def test_a_limit_on_the_size_of_files_is_named(tmp_path: Path) -> None:
    command = [sys.executable, "-c", _UNDER_A_LIMIT, str(tmp_path / "limited.db")]

    said = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)

    assert said.stdout.strip() == "its file cannot grow: the disk, a quota or a limit of the process is reached", said


def _damage(file: Path) -> None:
    Store(f"sqlite:///{file}", COURSES, 10).close()
    content = bytearray(file.read_bytes())
    content[100:] = b"\xff" * (len(content) - 100)
    file.write_bytes(content)


@pytest.mark.parametrize(
    ("prepare", "cause"),
    [
        (lambda file: file.write_bytes(b"no database at all" * 100), "its file is not an SQLite database"),
        (lambda file: file.mkdir(), "its file cannot be opened"),
        (_damage, "its file is damaged"),
    ],
    ids=["garbage", "folder", "damaged"],
)
def test_a_file_that_cannot_be_used_is_refused_at_the_start(
    tmp_path: Path, prepare: Callable[[Path], object], cause: str
) -> None:
    file = tmp_path / "teesheet.db"
    prepare(file)

    with pytest.raises(StoreUnavailable, match=f"cannot be used: {cause} ") as raised:
        Store(f"sqlite:///{file}", COURSES, 10)

    assert (raised.value.cause, len(str(raised.value).splitlines())) == (cause, 1)


@pytest.mark.parametrize(
    ("change", "cause"),
    [
        ({"database": "nowhere"}, "there is no database of this name"),
        ({"username": "nobody", "password": "a-secret-word"}, "it refuses the user or the password"),
        ({"host": "127.0.0.1", "port": 1, "query": {}}, "nothing answers at its address"),
        ({"host": "nowhere.invalid", "query": {}}, "the name of its host is unknown"),
    ],
    ids=["database", "user", "address", "host"],
)
def test_a_postgresql_that_cannot_be_used_is_refused_at_the_start(change: dict[str, object], cause: str) -> None:
    url = make_url(postgresql().new_database()).set(**change)  # type: ignore[arg-type]

    with pytest.raises(StoreUnavailable, match="cannot be used") as raised:
        Store(url.render_as_string(hide_password=False), COURSES, 10)

    assert (raised.value.cause, "a-secret-word" in str(raised.value)) == (cause, False)


def test_a_lost_table_is_named(tmp_path: Path) -> None:
    url = new_database(POSTGRESQL, tmp_path)
    with closing(psycopg.connect(url.replace("+psycopg", ""), autocommit=True)) as admin:
        store = Store(url, COURSES, 10)
        admin.execute("ALTER TABLE counters RENAME TO other_counters")

        with pytest.raises(StoreUnavailable) as raised:
            _written(store)
    store.close()

    assert raised.value.cause == "a table of the sandbox is missing"


@pytest.mark.parametrize(
    ("state", "cause"),
    [
        ("53100", "its disk is full"),
        ("53300", "it has no free connection"),
        ("42501", "its user has no permission to use the tables"),
        ("25006", "this server may read it and not write it"),
        ("57P03", "it is starting or stopping"),
        ("XX001", "it is damaged"),
        ("55P03", "another program keeps it locked"),
    ],
)
def test_what_postgresql_reports_has_a_cause(state: str, cause: str) -> None:
    error = psycopg.errors.lookup(state)("words of /var/lib/postgresql")

    failure = unavailable("The database failed", exc.DBAPIError(None, None, error))

    assert failure is not None
    assert failure.cause == cause


@pytest.mark.parametrize("state", ["23505", "42601", "22P02"])
def test_a_statement_that_is_wrong_is_a_fault_of_ours(state: str) -> None:
    assert unavailable("The database failed", psycopg.errors.lookup(state)("wrong")) is None
