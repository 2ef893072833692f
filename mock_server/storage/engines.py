"""How a database is opened. Knows drivers and connections, no tables. What their failures mean: failures.py."""

import selectors
import sqlite3
from time import monotonic, sleep
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, exc
from sqlalchemy.engine import make_url
from sqlalchemy.pool import NullPool, StaticPool


class StoreUnavailable(Exception):
    """The database cannot be used. The message is one sentence that says why, for the operator.

    *cause* is the same for everybody: a clause about the database that names no path, no user and no password.
    """

    def __init__(self, message: str, cause: str = "it cannot answer") -> None:
        super().__init__(message)
        self.cause = cause


# A server has 100 connections as PostgreSQL comes: enough for six processes of a sandbox. More connections than this
# would wait for the same rows; requests beyond it wait for a connection.
CONNECTIONS = 16
# Seconds. A request waits this long for a connection, for a new connection, and for its turn in a world.
_PATIENCE = 10

# What every transaction begins with, in the message to the server that begins it. The limits belong to the transaction
# and not to the connection, since a pooler such as PgBouncer gives each transaction another connection.
# A process that stops in the middle of a transaction (a suspended machine) gives the world back after 15 seconds.
# What a sandbox asks is answered before parallel workers would have started, or a statement would be compiled.
_LIMITS = (
    f"SET LOCAL lock_timeout = '{_PATIENCE}s'; SET LOCAL idle_in_transaction_session_timeout = '15s'; "
    "SET LOCAL max_parallel_workers_per_gather = 0; SET LOCAL jit = off"
)
# PQTRANS_IDLE of libpq.
_AT_REST = 0
_BEGIN = f"BEGIN; {_LIMITS}"
# Every statement of a transaction that only reads sees the same moment.
_BEGIN_READING = f"BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; {_LIMITS}"


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


def patience_of(engine: Engine) -> float:
    """Seconds that a request waits for its turn. `?timeout=` in the URL of an SQLite database says another number."""
    return float(str(engine.url.query.get("timeout", _PATIENCE)))


def driver_of(connection: Connection) -> Any:
    """The driver's own connection. What comes with every request goes past SQLAlchemy."""
    # Of a driver that does not await, this is the driver's own connection, found in half the time.
    driver = connection.connection.dbapi_connection
    assert driver is not None
    return driver


def _sqlite(url: URL) -> Engine:
    # What is in memory is in one connection. A file is used from connections that stay open, see local_files.py.
    pool = StaticPool if is_in_memory(str(url)) else NullPool
    # No name of a person reaches the log with a failed statement.
    arguments = {} if "timeout" in url.query else {"timeout": _PATIENCE}
    engine = create_engine(url, poolclass=pool, hide_parameters=True, connect_args=arguments)
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _prepare_sqlite(connection: Any, _record: object) -> None:
    # The driver would open transactions by itself and too late; _begin_sqlite does it.
    connection.isolation_level = None
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
    driver = driver_of(connection)
    if not driver.in_transaction:
        driver.execute("BEGIN IMMEDIATE" if connection.get_execution_options().get("writes", False) else "BEGIN")


def _postgresql(url: URL) -> Engine:
    # The driver begins no transactions by itself: _begin_postgresql does it, with the limits in the same message, and
    # a statement that stands alone needs none.
    arguments = {"connect_timeout": _PATIENCE, "autocommit": True}
    engine = create_engine(
        url,
        hide_parameters=True,
        # What the URL says goes before.
        connect_args={name: value for name, value in arguments.items() if name not in url.query},
        pool_size=CONNECTIONS,
        max_overflow=0,
        pool_timeout=_PATIENCE,
        # Whoever begins a transaction ends it. A connection that broke in the middle is left to _refuse_hung_up.
        pool_reset_on_return=None,
        # Connections that a quiet server does not need are not kept warm in turn.
        pool_use_lifo=True,
    )
    event.listen(engine, "connect", _prepare_postgresql)
    event.listen(engine, "begin", _begin_postgresql)
    event.listen(engine, "checkout", _refuse_hung_up)
    return engine


def _prepare_postgresql(connection: Any, _record: object) -> None:
    """Prepares no statements where a pooler stands between: the next transaction may have another connection.

    A pooler such as PgBouncer answers for PostgreSQL when a client connects, and names a process that does not exist.
    """
    ((process,),) = connection.execute("SELECT pg_backend_pid()", prepare=False).fetchall()
    if process != connection.info.backend_pid:
        connection.prepare_threshold = None


def _begin_postgresql(connection: Connection) -> None:
    reads = connection.get_execution_options().get("reads", False)
    driver_of(connection).execute(_BEGIN_READING if reads else _BEGIN, prepare=False)


def _refuse_hung_up(connection: Any, _record: object, _proxy: object) -> None:
    """Has the pool replace a connection that broke or that its server has closed, without asking the server.

    Nobody speaks on a connection at rest. What there is to read is the end of it.
    """
    at_rest = connection.info.transaction_status == _AT_REST
    if connection.closed or not at_rest or _has_something_to_read(connection.fileno()):
        raise exc.DisconnectionError("The server closed the connection.")


def _has_something_to_read(file: int) -> bool:
    with selectors.DefaultSelector() as selector:
        selector.register(file, selectors.EVENT_READ)
        return bool(selector.select(0))
