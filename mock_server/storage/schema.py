"""Brings a database to the tables of this version: creates tables, migrates older tables, refuses newer tables.

One row decides what to do. Alembic takes half a second to load, so only a database with older tables loads it:
an empty database gets today's tables at once, with the revision that Alembic would record.
"""

from sqlite3 import Error as SQLiteError

from sqlalchemy import Column, Connection, Engine, MetaData, String, Table, func, insert, inspect, select, update
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DatabaseError

from mock_server.storage.engines import StoreUnavailable, is_in_memory, open_engine
from mock_server.storage.failures import unavailable
from mock_server.storage.migrations import FIRST, FIRST_TABLES, HEAD, REVISIONS
from mock_server.storage.tables import metadata, worlds

# Locks with which processes take turns. Another program on the same database is unlikely to use these numbers.
MIGRATING = 0x7EE5_0001
CREATING_WORLDS = 0x7EE5_0002
MAKING_SECRETS = 0x7EE5_0003
WRITING_JOURNAL = 0x7EE5_0004

# Alembic's own table. Alembic promises to keep its form.
_ALEMBIC = MetaData(naming_convention={"pk": "%(table_name)s_pkc"})
_NOTED = Table("alembic_version", _ALEMBIC, Column("version_num", String(32), primary_key=True))


def take_turns(connection: Connection, at: int) -> None:
    """Waits until no other transaction has this lock, and keeps the lock until the transaction ends."""
    # On SQLite a writing transaction already has the whole file for itself.
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(at)))


def open_up_to_date(url: str) -> Engine:
    """An engine for the database at *url*, with the tables of this version and all its content.

    Servers that start at the same moment take turns. Raises StoreUnavailable for a database that cannot be used, or
    belongs to a newer version or to another program.
    """
    engine = open_engine(url)
    try:
        with engine.execution_options(writes=True).begin() as connection:
            if is_in_memory(url):
                # There can be no older tables, and no newer version reads them.
                metadata.create_all(connection)
            else:
                _migrate(connection)
            # A database that cannot be written fails here, not at the first booking.
            connection.execute(update(worlds).where(worlds.c.name == "").values(seed=0))
    except (DatabaseError, SQLiteError) as error:
        failure = unavailable(f"The database {make_url(url)!r} cannot be used", error)
        if failure is None:
            raise
        raise failure from error
    return engine


def is_of_this_version(connection: Connection) -> bool:
    """Whether the database already has the tables of this version. Begins a transaction and ends it."""
    with connection.begin():
        return _revision(connection) == HEAD


def _migrate(connection: Connection) -> None:
    if _revision(connection) == HEAD:
        return
    take_turns(connection, MIGRATING)
    found = _revision(connection)
    _require_known(found)
    if found == HEAD:
        return
    if found is None and not _was_created_without_revisions(connection):
        _create(connection)
    else:
        _upgrade(connection, adopt=found is None)


def _revision(connection: Connection) -> str | None:
    """The revision of the database; None if no revision is recorded."""
    if not inspect(connection).has_table(_NOTED.name):
        return None
    found: str | None = connection.execute(select(_NOTED.c.version_num)).scalar()
    return found


def _require_known(found: str | None) -> None:
    if found is not None and found not in REVISIONS:
        raise StoreUnavailable(
            f"The database is at revision {found}, which this version of teesheet does not know "
            f"(its own is {HEAD}). Start the newer version that wrote it, or name another database."
        )


def _was_created_without_revisions(connection: Connection) -> bool:
    """Whether an early version created the tables without recording a revision. False for an empty database."""
    there = FIRST_TABLES.intersection(inspect(connection).get_table_names())
    if there and there != FIRST_TABLES:
        missing = ", ".join(sorted(FIRST_TABLES - there))
        raise StoreUnavailable(
            f"The database has tables like those of teesheet, but not {missing}. "
            "Another program wrote them: name another database."
        )
    return bool(there)


def _create(connection: Connection) -> None:
    """Gives an empty database today's tables. A foreign table with the same name is an error of the database."""
    metadata.create_all(connection, checkfirst=False)
    _ALEMBIC.create_all(connection)
    connection.execute(insert(_NOTED).values(version_num=HEAD))


def _upgrade(connection: Connection, *, adopt: bool) -> None:
    try:
        from mock_server.storage.migrations.upgrade import stamp, upgrade  # noqa: PLC0415 - loads Alembic; see above.
    except ModuleNotFoundError as error:
        advice = "To keep it, run: pip install 'teesheet[upgrade]'. Or name another database."
        raise StoreUnavailable(f"An earlier version of teesheet wrote the database. {advice}") from error
    if adopt:
        stamp(connection, FIRST)
    upgrade(connection)
