"""Rows of the journal: requests and their answers, newest last, up to a limit for each world."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
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


@dataclass(frozen=True)
class Entry:
    """One exchange in the journal. *number* counts all entries of a database; *written* is the rest, see `written`.

    A list has a thousand entries and shows no message, so each part is parsed when somebody asks for it.
    """

    number: int
    operation: str
    status: int
    written: bytes

    @cached_property
    def outline(self) -> dict[str, Any]:
        """What a list shows of the exchange."""
        outline, _, messages = self.written.partition(_SEPARATOR)
        found: dict[str, Any] = orjson.loads(outline)
        return found if messages else _outline(found)

    @cached_property
    def about(self) -> dict[str, Any]:
        """The outline, both messages, and the explanation of a refusal."""
        outline, _, messages = self.written.partition(_SEPARATOR)
        found: dict[str, Any] = orjson.loads(messages or outline)
        return self.outline | found


# JSON has no line break outside of a string, and escapes the line breaks in strings.
_SEPARATOR = b"\n"
_MESSAGES = ("request", "response", "explanation")


def written(about: Mapping[str, Any]) -> bytes:
    """An exchange as the database keeps it: two lines of JSON, first the outline, then the messages.

    Rows of earlier versions have all of it in one line.
    """
    messages = {name: about[name] for name in _MESSAGES}
    return orjson.dumps(_outline(about)) + _SEPARATOR + orjson.dumps(messages)


def _outline(about: Mapping[str, Any]) -> dict[str, Any]:
    request, explanation = about["request"], about["explanation"]
    return {
        **{name: value for name, value in about.items() if name not in _MESSAGES},
        "method": request["method"],
        "path": request["path"],
        "query": request["query"],
        "code": None if explanation is None else explanation["code"],
        "sentence": None if explanation is None else explanation["sentence"],
    }


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


# Filters that are columns.
_COLUMNS = ("operation", "status", "agency", "request_id")
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


EntryRow = Mapping[str, Any]


def write_entries(store: Store, rows: Sequence[EntryRow]) -> None:
    """Stores all entries or none, and drops the oldest of their worlds. Raises StoreUnavailable, or the
    error of the database about one entry.
    """
    with store.writing_across_worlds() as connection:
        insert_entries(connection, rows)


def insert_entries(connection: Connection, rows: Sequence[EntryRow]) -> None:
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
    of_columns = {name: value for name in _COLUMNS if (value := getattr(wanted, name)) is not None}
    # Filters without a column are applied here: a world has at most KEPT_PER_WORLD entries.
    is_searched = (wanted.method, wanted.path, wanted.text) != (None, None, None)
    values = {"world": session.world.name, "after": wanted.after, "most": KEPT_PER_WORLD if is_searched else most}
    rows = _newest_with(tuple(of_columns)).rows(session.connection, values | of_columns)
    found = (entry for entry in map(_entry, rows) if not is_searched or _fits(entry, wanted))
    return list(islice(found, most))[::-1]


@lru_cache(maxsize=16)
def _newest_with(columns: tuple[str, ...]) -> Prepared:
    """The newest entries after a number, with values in these columns."""
    conditions = [journal.c[column] == bindparam(column) for column in columns]
    return Prepared(
        select(journal.c.number, journal.c.operation, journal.c.status, journal.c.exchange)
        .where(journal.c.world == bindparam("world"), journal.c.number > bindparam("after"), *conditions)
        .order_by(journal.c.number.desc())
        .limit(bindparam("most"))
    )


def _fits(entry: Entry, wanted: EntryFilter) -> bool:
    return (
        (wanted.method is None or wanted.method == entry.outline["method"])
        and (wanted.path is None or wanted.path in entry.outline["path"])
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
    return Entry(row.number, row.operation or "", row.status, bytes(row.exchange))
