"""Databases of every age come to the tables of today, keep what they hold, and are refused where that cannot be."""

import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, insert, inspect, text

from mock_server.domain.ids import booking_reference, origin_of
from mock_server.services.bookings import _next_reference
from mock_server.storage.courses import CourseBook
from mock_server.storage.engines import StoreUnavailable
from mock_server.storage.migrations import HEAD, REVISIONS
from mock_server.storage.migrations.upgrade import HERE, upgrade
from mock_server.storage.schema import open_up_to_date
from mock_server.storage.store import Store
from mock_server.storage.tables import counters, metadata
from tests.storage.first_version import BOOKINGS, WORLD, fill

COURSES = CourseBook(1)


@pytest.fixture
def connection(database_url: str) -> Iterator[Connection]:
    """A transaction in an empty database. It is committed by the test, or not at all."""
    engine = create_engine(database_url)
    with engine.connect() as opened:
        yield opened
    engine.dispose()


@pytest.fixture
def of_the_first_version(database_url: str, connection: Connection) -> str:
    """The URL of a database as the first version left it: its tables and rows, and no revision."""
    upgrade(connection, REVISIONS[0])
    connection.execute(text("DROP TABLE alembic_version"))
    fill(connection)
    connection.commit()
    return database_url


def _tables(url: str) -> set[str]:
    engine = create_engine(url)
    names = set(inspect(engine).get_table_names())
    engine.dispose()
    return names


def _value(url: str, query: str) -> object:
    engine = create_engine(url)
    with engine.connect() as opened:
        value = opened.execute(text(query)).scalar()
    engine.dispose()
    return value


def test_the_migrations_end_in_the_tables_of_the_program(connection: Connection) -> None:
    upgrade(connection)

    assert compare_metadata(MigrationContext.configure(connection), metadata) == []


def test_the_revisions_of_the_program_are_those_of_the_migrations() -> None:
    scripts = ScriptDirectory(str(HERE)).walk_revisions()

    assert [script.revision for script in scripts] == list(reversed(REVISIONS))


def test_the_moments_of_levers_become_microseconds(connection: Connection) -> None:
    upgrade(connection, "0006")
    connection.execute(
        text(
            "INSERT INTO levers (world, agency, operation, method, path, body, began, ended, wall_at)"
            " VALUES ('tour', 'alpha', '', '', '', '', 0, 0, 1763629200123)"
        )
    )

    upgrade(connection)

    assert connection.execute(text("SELECT wall_at FROM levers")).scalar() == 1763629200123000


def test_an_empty_database_is_brought_to_the_latest_revision(database_url: str) -> None:
    open_up_to_date(database_url).dispose()

    assert _value(database_url, "SELECT version_num FROM alembic_version") == HEAD


def test_an_empty_database_gets_every_table(database_url: str) -> None:
    open_up_to_date(database_url).dispose()

    assert _tables(database_url) == metadata.tables.keys() | {"alembic_version"}


def test_an_empty_database_loads_no_migrations(database_url: str) -> None:
    opening = f"""if True:
        import sys
        from mock_server.storage.schema import open_up_to_date
        open_up_to_date({database_url!r}).dispose()
        print([name for name in sys.modules if name.partition(".")[0] == "alembic"])
    """

    opened = subprocess.run([sys.executable, "-c", opening], capture_output=True, text=True, check=True)

    assert opened.stdout == "[]\n"


def test_an_empty_database_gets_what_the_migrations_make(database_url: str) -> None:
    open_up_to_date(database_url).dispose()

    engine = create_engine(database_url)
    with engine.connect() as opened:
        upgrade(opened)
        differences = compare_metadata(MigrationContext.configure(opened), metadata)
    engine.dispose()
    assert differences == []


def test_tables_made_before_revisions_were_noted_are_adopted(of_the_first_version: str) -> None:
    open_up_to_date(of_the_first_version).dispose()

    assert _value(of_the_first_version, "SELECT version_num FROM alembic_version") == HEAD


def test_an_adopted_database_keeps_its_rows(of_the_first_version: str) -> None:
    open_up_to_date(of_the_first_version).dispose()

    assert _value(of_the_first_version, "SELECT COUNT(*) FROM bookings") == len(BOOKINGS)


def test_a_booking_that_waits_for_its_course_waits_on(of_the_first_version: str) -> None:
    open_up_to_date(of_the_first_version).dispose()

    waiting = _value(of_the_first_version, "SELECT object_id FROM timers WHERE kind = 'booking.course_answers'")
    assert waiting == "bkg_pending"


def test_the_next_timer_of_an_adopted_world_has_a_number_of_its_own(of_the_first_version: str) -> None:
    open_up_to_date(of_the_first_version).dispose()

    assert _value(of_the_first_version, "SELECT value FROM counters WHERE kind = 'timer'") == 1


def test_the_bookings_of_an_adopted_world_are_counted(of_the_first_version: str) -> None:
    open_up_to_date(of_the_first_version).dispose()

    counted = _value(of_the_first_version, "SELECT SUM(confirmed) * 100 + SUM(pending) * 10 FROM booking_blocks")
    assert counted == 210


def test_a_booking_of_before_keeps_its_id_and_new_references_pass_by(of_the_first_version: str) -> None:
    store, wall = Store(of_the_first_version, COURSES, max_worlds=10), datetime(2026, 1, 2, tzinfo=UTC)
    due = booking_reference(origin_of(1, WORLD), 10)
    with store.writing(WORLD, wall) as session:
        session.connection.execute(text("UPDATE bookings SET reference = :due WHERE number = 1"), {"due": due})
        session.connection.execute(insert(counters).values(world=WORLD, kind="booking", value=9))
    with store.writing(WORLD, wall) as session:
        number, reference = _next_reference(session)
    kept = _value(of_the_first_version, "SELECT COUNT(*) FROM bookings WHERE id = 'bkg_pending'")

    store.close()
    assert (number, reference, kept) == (11, booking_reference(origin_of(1, WORLD), 11), 1)


def test_an_adopted_world_can_be_used(of_the_first_version: str) -> None:
    store = Store(of_the_first_version, COURSES, max_worlds=10)

    world = store.find_world(WORLD)

    store.close()
    assert world is not None
    assert world.created_at == datetime(2026, 1, 1, tzinfo=UTC)


def test_a_database_with_some_of_the_tables_only_is_refused(of_the_first_version: str, connection: Connection) -> None:
    connection.execute(text("DROP TABLE takings"))
    connection.commit()

    with pytest.raises(StoreUnavailable, match="but not takings"):
        open_up_to_date(of_the_first_version)


def test_a_newer_database_is_refused(database_url: str, connection: Connection) -> None:
    open_up_to_date(database_url).dispose()
    connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    connection.commit()

    with pytest.raises(StoreUnavailable, match="is at revision 9999, which this version of teesheet does not know"):
        open_up_to_date(database_url)


def test_a_refused_database_stays_as_it_is(of_the_first_version: str, connection: Connection) -> None:
    connection.execute(text("DROP TABLE takings"))
    connection.commit()
    before = _tables(of_the_first_version)

    with pytest.raises(StoreUnavailable):
        open_up_to_date(of_the_first_version)

    assert _tables(of_the_first_version) == before


def test_servers_that_start_at_once_take_turns(database_url: str) -> None:
    with ThreadPoolExecutor(4) as pool:
        engines = list(pool.map(open_up_to_date, [database_url] * 4))

    [engine.dispose() for engine in engines]
    assert _value(database_url, "SELECT COUNT(*) FROM alembic_version") == 1


def test_a_current_database_is_opened_without_alembic(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    open_up_to_date(database_url).dispose()
    # An import of a module that is None fails.
    monkeypatch.setitem(__import__("sys").modules, "mock_server.storage.migrations.upgrade", None)

    open_up_to_date(database_url).dispose()


def test_a_database_in_memory_gets_every_table() -> None:
    engine = open_up_to_date("sqlite://")

    assert set(inspect(engine).get_table_names()) == metadata.tables.keys()


def test_a_path_with_a_percent_sign_is_a_path(tmp_path: Path) -> None:
    open_up_to_date(f"sqlite:///{tmp_path}/50%25.db").dispose()

    assert len(list(tmp_path.iterdir())) == 1
