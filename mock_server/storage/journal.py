"""Rows of the journal: what was asked and answered, newest last, and no more than is kept of each world."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import orjson
from sqlalchemy import bindparam, delete, insert, select

from mock_server.storage.statements import Prepared
from mock_server.storage.store import Session, Store
from mock_server.storage.tables import journal

KEPT_PER_WORLD = 1000


@dataclass(frozen=True, slots=True)
class Entry:
    """One exchange as the journal keeps it. *number* counts all entries of a database; *about* is the rest, as JSON."""

    number: int
    operation: str
    status: int
    about: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class EntryFilter:
    """Which entries are wanted; None does not filter. *after* is the number of an entry."""

    after: int = 0
    operation: str | None = None
    status: int | None = None
    agency: str | None = None
    request_id: str | None = None


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


def write_entries(store: Store, rows: Sequence[Mapping[str, Any]]) -> None:
    """Stores entries, and drops the oldest of their worlds. Raises StoreUnavailable."""
    with store.across_worlds(writes=True) as connection:
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
    rows = session.connection.execute(query.order_by(journal.c.number.desc()).limit(most)).all()
    return [_entry(row) for row in reversed(rows)]


def find_entry(session: Session, number: int) -> Entry | None:
    """The entry of the world with this number, or None."""
    row = _FIND.first(session.connection, {"world": session.world.name, "number": number})
    return None if row is None else _entry(row)


def forget_entries(session: Session) -> None:
    """Empties the journal of the world."""
    session.connection.execute(delete(journal).where(journal.c.world == session.world.name))


def _entry(row: Any) -> Entry:
    return Entry(row.number, row.operation or "", row.status, orjson.loads(bytes(row.exchange)))
