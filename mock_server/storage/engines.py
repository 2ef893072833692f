"""How a database is opened, and how its failures are told. Knows drivers and connections, no tables."""

import selectors
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic, sleep
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, exc
from sqlalchemy.engine import Dialect, make_url
from sqlalchemy.pool import StaticPool


class StoreUnavailable(Exception):
    """The database cannot be used. The message is one sentence that says why."""


# A server has 100 connections as PostgreSQL comes: enough for six processes of a sandbox. More connections than this
# would wait for the same rows; requests beyond it wait for a connection.
CONNECTIONS = 16
# Seconds. A request waits this long for a connection, for a new connection, and for its turn in a world.
_PATIENCE = 10

# A process that stops in the middle of a transaction (a suspended machine) gives the world back after 15 seconds.
# What a sandbox asks is answered before parallel workers would have started, or a statement would be compiled.
_POSTGRESQL_OPTIONS = (
    f"-c lock_timeout={_PATIENCE}s -c idle_in_transaction_session_timeout=15s "
    "-c max_parallel_workers_per_gather=0 -c jit=off"
)

# Everything by which a driver says that its database is not there, or not in a state to answer.
_GONE = (exc.OperationalError, exc.InterfaceError, exc.InternalError, exc.PendingRollbackError, exc.TimeoutError)


def open_engine(url: str) -> Engine:
    """An engine for the database at an SQLAlchemy URL. Nothing is asked of the database yet.

    Raises StoreUnavailable where there is no driver for it.
    """
    parsed = make_url(url)
    try:
        if parsed.get_backend_name() == "sqlite":
            return _sqlite(parsed)
        if parsed.get_backend_name() == "postgresql":
            return _postgresql(parsed)
    except (ImportError, exc.NoSuchModuleError) as error:
        raise StoreUnavailable(f"There is no driver for {parsed!r} here: {error}.") from error
    raise StoreUnavailable(
        f"The sandbox keeps its state in SQLite or PostgreSQL, not in {parsed.get_backend_name()}. "
        "Try postgresql+psycopg://user@host/name."
    )


def is_in_memory(url: str) -> bool:
    """Whether the database lives in the process that opens it and nowhere else."""
    parsed = make_url(url)
    return parsed.get_backend_name() == "sqlite" and parsed.database in (None, "", ":memory:")


def for_reading(engine: Engine) -> Engine:
    """The engine for transactions that only read: every statement of one sees the same moment."""
    if engine.dialect.name == "sqlite":
        return engine  # There every transaction sees one moment.
    return engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)


@contextmanager
def failures_told(dialect: Dialect) -> Iterator[None]:
    """Turns a database that fails into StoreUnavailable."""
    driver = dialect.loaded_dbapi
    try:
        yield
    except _GONE as error:
        raise StoreUnavailable(f"The database failed: {sentence(getattr(error, 'orig', None) or error)}") from error
    except (driver.OperationalError, driver.InterfaceError, driver.InternalError) as error:
        raise StoreUnavailable(f"The database failed: {sentence(error)}") from error


def sentence(error: BaseException | None) -> str:
    """What a driver says, as one sentence on one line."""
    said = " ".join(str(error).split()) or type(error).__name__
    return said if said.endswith((".", "?")) else said + "."


def _sqlite(url: URL) -> Engine:
    # What is in memory is in one connection. No name of a person reaches the log with a failed statement.
    pool = StaticPool if is_in_memory(str(url)) else None
    engine = create_engine(url, poolclass=pool, hide_parameters=True)
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _prepare_sqlite(connection: Any, _record: object) -> None:
    # The driver would open transactions by itself and too late; _begin_sqlite does it.
    connection.isolation_level = None
    connection.execute(f"PRAGMA busy_timeout = {_PATIENCE * 1000}")
    _keep_a_log(connection)
    # What is committed survives the end of the process. Surviving a power cut would cost a disk flush per commit.
    connection.execute("PRAGMA synchronous = NORMAL")
    # The log goes back into the file, with a flush to disk, after this many pages of 4 KiB.
    connection.execute("PRAGMA wal_autocheckpoint = 8000")


def _keep_a_log(connection: sqlite3.Connection) -> None:
    # To change how a file is journaled does not wait its turn: of two servers that open a new file, SQLite refuses one
    # at once.
    give_up = monotonic() + _PATIENCE
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            # The lowest byte is the kind of the error.
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or monotonic() > give_up:
                raise
            sleep(0.005)
        else:
            return


def _begin_sqlite(connection: Connection) -> None:
    driver = connection.connection.driver_connection
    assert driver is not None
    if not driver.in_transaction:
        # Past SQLAlchemy, since it comes with every request.
        driver.execute("BEGIN IMMEDIATE" if connection.get_execution_options().get("writes", False) else "BEGIN")


def begin_reading(kept: Connection) -> None:
    """Begins to read from a kept connection to SQLite: what follows sees one moment. SQLAlchemy takes far longer."""
    driver = kept.connection.driver_connection
    assert driver is not None
    driver.execute("BEGIN")


def end_reading(kept: Connection) -> None:
    """Ends what begin_reading began."""
    if kept.in_transaction():
        kept.rollback()  # A Core statement was among the reads, and SQLAlchemy has joined in.
        return
    driver = kept.connection.driver_connection
    assert driver is not None
    driver.execute("COMMIT")


def _postgresql(url: URL) -> Engine:
    arguments = {"connect_timeout": _PATIENCE, "options": _POSTGRESQL_OPTIONS}
    engine = create_engine(
        url,
        hide_parameters=True,
        # What the URL says goes before.
        connect_args={name: value for name, value in arguments.items() if name not in url.query},
        pool_size=CONNECTIONS,
        max_overflow=0,
        pool_timeout=_PATIENCE,
        # Connections that a quiet server does not need are not kept warm in turn.
        pool_use_lifo=True,
    )
    event.listen(engine, "checkout", _refuse_hung_up)
    return engine


def _refuse_hung_up(connection: Any, _record: object, _proxy: object) -> None:
    """Has the pool replace a connection that its server has closed, without asking the server.

    Nobody speaks on a connection at rest. What there is to read is the end of it.
    """
    if connection.closed or _has_something_to_read(connection.fileno()):
        raise exc.DisconnectionError("The server closed the connection.")


def _has_something_to_read(file: int) -> bool:
    with selectors.DefaultSelector() as selector:
        selector.register(file, selectors.EVENT_READ)
        return bool(selector.select(0))
