"""Finds out why a database fails, from the error of its driver. Knows drivers, no tables.

A cause is a clause about the database, such as "its disk is full". It names no path, no user and no password, so that
a client of the interface may read it. The message of StoreUnavailable, for the operator, adds the words of the driver.
"""

import re
import sqlite3
from collections.abc import Mapping
from types import TracebackType
from typing import Any

from sqlalchemy import exc
from sqlalchemy.engine import Dialect

from mock_server.storage.engines import StoreUnavailable

LOCKED = "another program keeps it locked"
_REFUSED = "it refuses the user or the password"
_NO_DATABASE = "there is no database of this name"
_NO_CONNECTION = "it has no free connection"
_STARTS_OR_STOPS = "it is starting or stopping"

# Extended result codes of SQLite, and below them the primary codes, which are their lowest byte.
_SQLITE: Mapping[int, str] = {
    sqlite3.SQLITE_IOERR_WRITE: "its file cannot grow: the disk, a quota or a limit of the process is reached",
    sqlite3.SQLITE_IOERR_SHMSIZE: "its file cannot grow: the disk, a quota or a limit of the process is reached",
    sqlite3.SQLITE_FULL: "its disk is full",
    sqlite3.SQLITE_READONLY: "this server may read it and not write it",
    sqlite3.SQLITE_PERM: "this server has no permission to use it",
    sqlite3.SQLITE_AUTH: "this server has no permission to use it",
    sqlite3.SQLITE_CANTOPEN: "its file cannot be opened",
    sqlite3.SQLITE_CORRUPT: "its file is damaged",
    sqlite3.SQLITE_NOTADB: "its file is not an SQLite database",
    sqlite3.SQLITE_IOERR: "its disk reports an error",
    sqlite3.SQLITE_NOMEM: "its memory is used up",
    sqlite3.SQLITE_BUSY: LOCKED,
    sqlite3.SQLITE_LOCKED: LOCKED,
    sqlite3.SQLITE_PROTOCOL: LOCKED,
}

# SQLSTATEs of PostgreSQL, and below them the classes that are their first two characters.
_POSTGRESQL: Mapping[str, str] = {
    "25006": "this server may read it and not write it",
    "25P03": "a transaction was idle for too long and was undone",
    "28P01": _REFUSED,
    "3D000": _NO_DATABASE,
    "40P01": "two transactions waited for each other",
    "42501": "its user has no permission to use the tables",
    "42P01": "a table of the sandbox is missing",
    "42703": "a column of the sandbox is missing",
    "53100": "its disk is full",
    "53200": "its memory is used up",
    "53300": _NO_CONNECTION,
    "55P03": LOCKED,
    "57014": "it ended a statement that took too long",
    "08": "its connection broke",
    "28": _REFUSED,
    "53": "it is short of resources",
    "57": _STARTS_OR_STOPS,
    "58": "its disk reports an error",
    "XX": "it is damaged",
}

# A connection that cannot be opened has no SQLSTATE, only the words of PostgreSQL, of PgBouncer or of the system.
_WORDS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(words, re.IGNORECASE), clause)
    for words, clause in (
        ("authentication failed|no password supplied|no pg_hba.conf entry|role .* does not exist", _REFUSED),
        ("database .* does not exist|no such database", _NO_DATABASE),
        ("too many (clients|connections)|remaining connection slots|no more connections allowed", _NO_CONNECTION),
        ("query_wait_timeout", _NO_CONNECTION),
        ("starting up|shutting down|recovery mode|server conn crashed", _STARTS_OR_STOPS),
        ("translate host name|resolve host|name or service|nodename nor servname", "the name of its host is unknown"),
        ("refused|no such file|timeout|timed out|unreachable|no route", "nothing answers at its address"),
        (
            "closed the connection|connection .*(lost|closed)|broken pipe|reset by peer",
            "its connection broke",
        ),
        ("unsupported startup parameter", "the pooler in front of it refuses a parameter of its URL"),
    )
)

_CANNOT_ANSWER = "it cannot answer"
_ALL_BUSY = "every connection of this server is in use"


class FailuresTranslated:
    """A context that turns errors of a database into StoreUnavailable. Several requests can use it at the same time."""

    def __init__(self, dialect: Dialect) -> None:
        self._errors = (exc.DBAPIError, exc.PendingRollbackError, exc.TimeoutError, dialect.loaded_dbapi.Error)

    def __enter__(self) -> None:
        """Does nothing: the context keeps no state."""

    def __exit__(self, _: type[BaseException] | None, error: BaseException | None, __: TracebackType | None) -> None:
        """Raises StoreUnavailable in place of an error that means that the database cannot be used."""
        if isinstance(error, self._errors):
            failure = unavailable("The database failed", error)
            if failure is not None:
                raise failure from error


def unavailable(beginning: str, error: Exception) -> StoreUnavailable | None:
    """The exception to raise for an error of a driver: "*beginning*: cause (words of the driver)."

    None if the error does not mean that the database cannot be used.
    """
    said = getattr(error, "orig", None) or error
    cause = _cause(said)
    return None if cause is None else StoreUnavailable(f"{beginning}: {cause} ({_on_one_line(said)}).", cause)


def is_locked(error: sqlite3.Error) -> bool:
    """Whether SQLite refused because another connection has the lock."""
    return _primary(error) == sqlite3.SQLITE_BUSY


def _cause(error: BaseException) -> str | None:
    """The cause, or None if the database is not the cause: one of our statements is wrong."""
    if isinstance(error, sqlite3.Error):
        return _cause_of_sqlite(error)
    state: str | None = getattr(error, "sqlstate", None)
    if state is not None:
        return _POSTGRESQL.get(state) or _POSTGRESQL.get(state[:2]) or _otherwise(error)
    if isinstance(error, exc.TimeoutError):
        return _ALL_BUSY
    words = str(error)
    return next((clause for pattern, clause in _WORDS if pattern.search(words)), None) or _otherwise(error)


def _cause_of_sqlite(error: sqlite3.Error) -> str | None:
    code = getattr(error, "sqlite_errorcode", None)
    return _SQLITE.get(code or 0) or _SQLITE.get(_primary(error)) or _otherwise(error)


def _primary(error: sqlite3.Error) -> int:
    # Errors of the driver itself, such as that of a closed connection, have no code.
    return (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF


# By name, since each driver has its own classes with the names that DB-API prescribes.
_OF_THE_DATABASE = {"OperationalError", "InterfaceError", "InternalError", "PendingRollbackError"}


def _otherwise(error: BaseException) -> str | None:
    of_the_database = any(kind.__name__ in _OF_THE_DATABASE for kind in type(error).__mro__)
    return _CANNOT_ANSWER if of_the_database else None


def _on_one_line(error: Any) -> str:
    """The words of a driver, on one line and without a full stop."""
    return " ".join(str(error).split()).rstrip(".") or type(error).__name__
