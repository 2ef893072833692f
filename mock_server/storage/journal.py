"""Rows of the journal: requests and their answers, newest last, up to a limit for each world."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

import orjson
from sqlalchemy import Connection, bindparam, delete, insert, select

from mock_server.storage.schema import WRITING_JOURNAL, take_turns
from mock_server.storage.sessions import Session
from mock_server.storage.statements import Prepared
from mock_server.storage.store import Store
from mock_server.storage.tables import journal

KEPT_PER_WORLD = 1000


@dataclass(frozen=True, slots=True)
class Entry:
    """One exchange in the journal. *number* counts all entries of a database; *about* is the rest, as JSON."""

    number: int
    operation: str
    status: int
    about: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class EntryFilter:
    """Which entries are wanted; None does not filter. *after* is the number of an entry.

    *path* is a part of the path. *text* is a part of anything in the entry, in upper or lower case.
    """

    after: int = 0
    operation: str | None = None
    status: int | None = None
    agency: str | None = None
    request_id: str | None = None
    method: str | None = None
    path: str | None = None
    text: str | None = None


_OLDEST_KEPT = (
    select(journal.c.number)
    .where(journal.c.world == bindparam("of_world"))
    .order_by(journal.c.number.desc())
    .offset(KEPT_PER_WORLD - 1)
    .limit(1)
)
_DROP_OLD = delete(journal).where(
    journal.c.world == bindparam("of_world"), journal.c.number < _OLDEST_KEPT.scalar_subquery()
)
_FIND = Prepared(select(journal).where(journal.c.world == bindparam("world"), journal.c.number == bindparam("number")))


Row = Mapping[str, Any]


def write_entries(store: Store, rows: Sequence[Row]) -> None:
    """Stores all entries or none, and drops the oldest of their worlds. Raises StoreUnavailable, or the
    error of the database about one entry.
    """
    with store.across_worlds(writes=True) as connection:
        insert_entries(connection, rows)


def insert_entries(connection: Connection, rows: Sequence[Row]) -> None:
    """Writes entries in a transaction, and drops the oldest of their worlds.

    Writers take turns until they commit. So whoever reads the entries after a number never misses a smaller number that
    another process commits later.
    """
    take_turns(connection, WRITING_JOURNAL)
    connection.execute(insert(journal), rows)
    for world in sorted({row["world"] for row in rows}):
        connection.execute(_DROP_OLD, {"of_world": world})


def entries(session: Session, wanted: EntryFilter, most: int) -> list[Entry]:
    """Up to *most* of the newest entries of the world that fit, oldest first."""
    query = select(journal).where(journal.c.world == session.world.name, journal.c.number > wanted.after)
    for column, value in (
        (journal.c.operation, wanted.operation),
        (journal.c.status, wanted.status),
        (journal.c.agency, wanted.agency),
        (journal.c.request_id, wanted.request_id),
    ):
        if value is not None:
            query = query.where(column == value)
    query = query.order_by(journal.c.number.desc())
    if wanted.method is None and wanted.path is None and wanted.text is None:
        query = query.limit(most)
    # Filters without a column are applied here: a world has at most KEPT_PER_WORLD entries.
    rows = session.connection.execute(query)
    fitting = (entry for entry in map(_entry, rows) if _fits(entry, wanted))
    return list(reversed(list(islice(fitting, most))))


def _fits(entry: Entry, wanted: EntryFilter) -> bool:
    request = entry.about["request"]
    return (
        wanted.method in (None, request["method"])
        and (wanted.path is None or wanted.path in request["path"])
        and (wanted.text is None or wanted.text.casefold() in _searched(entry).casefold())
    )


def _searched(entry: Entry) -> str:
    """Every text of an entry that a reader can search, separated by line breaks."""
    request, response, explanation = (entry.about[name] for name in ("request", "response", "explanation"))
    headers = [text for message in (request, response) for pair in message["headers"] for text in pair]
    why = [] if explanation is None else [explanation["code"], explanation["sentence"]]
    return "\n".join([request["path"], request["query"], request["body"], response["body"], *headers, *why])


def find_entry(session: Session, number: int) -> Entry | None:
    """The entry of the world with this number, or None."""
    row = _FIND.first(session.connection, {"world": session.world.name, "number": number})
    return None if row is None else _entry(row)


def forget_entries(session: Session) -> None:
    """Empties the journal of the world."""
    session.connection.execute(delete(journal).where(journal.c.world == session.world.name))


def _entry(row: Any) -> Entry:
    return Entry(row.number, row.operation or "", row.status, orjson.loads(bytes(row.exchange)))
