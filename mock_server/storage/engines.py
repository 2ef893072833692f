"""Opens a database. Knows drivers and connections, no tables. failures.py explains their failures."""

import selectors
import sqlite3
from time import monotonic, sleep
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, exc
from sqlalchemy.engine import make_url
from sqlalchemy.pool import NullPool, StaticPool


class StoreUnavailable(Exception):
    """The database cannot be used. The message is one sentence that says why, for the operator.

    *cause* may be shown to everybody: a clause about the database that names no path, no user and no password.
    """

    def __init__(self, message: str, cause: str = "it cannot answer") -> None:
        super().__init__(message)
        self.cause = cause


# PostgreSQL has 100 connections by default: enough for six processes of a sandbox. More connections than this would
# wait for the same rows. Further requests wait for a connection.
CONNECTIONS = 16
# Seconds. A request waits this long for a connection, for a new connection, and for its turn in a world.
_PATIENCE = 10

# The first statements of every transaction, in the message that begins it. The limits belong to the transaction and
# not to the connection, since a pooler such as PgBouncer gives each transaction another connection.
# A process that stops inside a transaction, for example on a suspended machine, loses its lock after 15 seconds.
# A query of the sandbox ends before parallel workers could start, or a statement could be compiled.
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
    """An engine for the database at an SQLAlchemy URL. It does not connect yet.

    Raises StoreUnavailable if there is no driver for it.
    """
    parsed = make_url(url)
    try:
        if parsed.get_backend_name() == "sqlite":
            return _sqlite(parsed)
        if parsed.get_backend_name() == "postgresql":
            return _postgresql(parsed)
    except (ImportError, exc.NoSuchModuleError) as error:
        advice = " Run: pip install 'teesheet[postgres]'" if getattr(error, "name", "") == "psycopg" else ""
        raise StoreUnavailable(f"There is no driver for {parsed!r} here: {error}.{advice}") from error
    raise StoreUnavailable(
        f"The sandbox keeps its state in SQLite or PostgreSQL, not in {parsed.get_backend_name()}. "
        "Try postgresql+psycopg://user@host/name."
    )


def is_in_memory(url: str) -> bool:
    """Whether the database exists only in the memory of this process."""
    parsed = make_url(url)
    return parsed.get_backend_name() == "sqlite" and parsed.database in (None, "", ":memory:")


def patience_of(engine: Engine) -> float:
    """Seconds that a request waits for its turn. `?timeout=` in the URL of an SQLite database changes the number."""
    return float(str(engine.url.query.get("timeout", _PATIENCE)))


def driver_of(connection: Connection) -> Any:
    """The driver's own connection. Statements of every request bypass SQLAlchemy."""
    # With a synchronous driver this attribute is the driver's own connection, and takes half the time.
    driver = connection.connection.dbapi_connection
    assert driver is not None
    return driver


def _sqlite(url: URL) -> Engine:
    # A database in memory exists in one connection. Connections to a file stay open, see local_files.py.
    pool = StaticPool if is_in_memory(str(url)) else NullPool
    # A failed statement must not write the name of a person into the log.
    arguments = {} if "timeout" in url.query else {"timeout": _PATIENCE}
    engine = create_engine(url, poolclass=pool, hide_parameters=True, connect_args=arguments)
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _prepare_sqlite(connection: Any, _record: object) -> None:
    # The driver would open transactions by itself and too late; _begin_sqlite does it.
    connection.isolation_level = None
    _keep_a_log(connection)
    # A commit survives the end of the process. To survive a power cut, each commit would need a disk flush.
    connection.execute("PRAGMA synchronous = NORMAL")
    # SQLite writes the log back into the file, with a flush to disk, after this many pages of 4 KiB.
    connection.execute("PRAGMA wal_autocheckpoint = 8000")


def _keep_a_log(connection: sqlite3.Connection) -> None:
    # SQLite does not wait when it changes the journal mode. If two servers open a new file, it refuses one of them at
    # once.
    give_up = monotonic() + _PATIENCE
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            # The lowest byte is the primary code of the error.
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
    # The driver begins no transactions by itself: _begin_postgresql does it, with the limits in the same message. A
    # single statement needs no transaction.
    # A database that was created without an encoding (SQL_ASCII) would otherwise send bytes instead of text.
    arguments = {"connect_timeout": _PATIENCE, "autocommit": True, "client_encoding": "UTF8"}
    engine = create_engine(
        url,
        hide_parameters=True,
        # The URL has priority.
        connect_args={name: value for name, value in arguments.items() if name not in url.query},
        pool_size=CONNECTIONS,
        max_overflow=0,
        pool_timeout=_PATIENCE,
        # The code that begins a transaction ends it. _refuse_hung_up replaces a connection that broke in the middle.
        pool_reset_on_return=None,
        # The pool reuses the last connection first, so that a quiet server does not keep all connections active.
        pool_use_lifo=True,
    )
    event.listen(engine, "connect", _prepare_postgresql)
    event.listen(engine, "begin", _begin_postgresql)
    event.listen(engine, "checkout", _refuse_hung_up)
    return engine


def _prepare_postgresql(connection: Any, _record: object) -> None:
    """Prepares no statements behind a pooler: the next transaction may have another connection.

    A pooler such as PgBouncer answers for PostgreSQL when a client connects, and names a process that does not exist.
    """
    ((process,),) = connection.execute("SELECT pg_backend_pid()", prepare=False).fetchall()
    if process != connection.info.backend_pid:
        connection.prepare_threshold = None


def _begin_postgresql(connection: Connection) -> None:
    reads = connection.get_execution_options().get("reads", False)
    driver_of(connection).execute(_BEGIN_READING if reads else _BEGIN, prepare=False)


def _refuse_hung_up(connection: Any, _record: object, _proxy: object) -> None:
    """Makes the pool replace a connection that broke or that its server has closed, without a query to the server.

    An idle connection receives no data. If there is something to read, it is the end of the connection.
    """
    at_rest = connection.info.transaction_status == _AT_REST
    if connection.closed or not at_rest or _has_something_to_read(connection.fileno()):
        raise exc.DisconnectionError("The server closed the connection.")


def _has_something_to_read(file: int) -> bool:
    with selectors.DefaultSelector() as selector:
        selector.register(file, selectors.EVENT_READ)
        return bool(selector.select(0))
