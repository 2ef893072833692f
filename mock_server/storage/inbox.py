"""Rows of inboxes: every arrival, unchanged."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, delete, func, insert, select

from mock_server.domain.ids import Numbered
from mock_server.storage.sessions import Session, to_moment, to_seconds
from mock_server.storage.statements import Prepared
from mock_server.storage.tables import inbox
from mock_server.storage.world_rows import next_number


@dataclass(frozen=True, slots=True)
class Arrival:
    """A request to an inbox. *number* counts the arrivals of the world, *at* is world time."""

    number: int
    at: datetime
    method: str
    headers: Sequence[tuple[str, str]]
    body: bytes


_OF_INBOX = (inbox.c.world == bindparam("world"), inbox.c.name == bindparam("name"))

_INSERT = Prepared(insert(inbox), inbox.c.keys())
_LIST = Prepared(select(inbox).where(*_OF_INBOX).order_by(inbox.c.number))
_SIZES = Prepared(
    select(inbox.c.number, (func.length(inbox.c.body) + func.length(inbox.c.headers)).label("size"))
    .where(*_OF_INBOX)
    .order_by(inbox.c.number.desc())
)
_DROP_UNTIL = Prepared(delete(inbox).where(*_OF_INBOX, inbox.c.number <= bindparam("last")))
_CLEAR = Prepared(delete(inbox).where(*_OF_INBOX))
_NAMES = Prepared(
    select(inbox.c.name, func.count().label("arrivals"), func.max(inbox.c.number).label("newest"))
    .where(inbox.c.world == bindparam("world"))
    .group_by(inbox.c.name)
    .order_by(inbox.c.name)
)


def insert_arrival(session: Session, name: str, method: str, headers: str, body: bytes) -> None:
    """Stores an arrival. *headers* is the result of `written_headers`."""
    arrival = {
        "world": session.world.name,
        "name": name,
        "number": next_number(session, Numbered.ARRIVAL),
        "at": to_seconds(session.now),
        "method": method,
        "headers": headers,
        "body": body,
    }
    _INSERT.run(session.connection, arrival)


def written_headers(headers: Sequence[tuple[str, str]]) -> str:
    """Headers in the form in which they are stored, in ASCII."""
    return json.dumps(headers)


def drop_oldest(session: Session, name: str, most: int, most_bytes: int) -> None:
    """Removes the oldest arrivals beyond *most*, or beyond *most_bytes* of headers and bodies. The newest stays."""
    of_inbox, size = {"world": session.world.name, "name": name}, 0
    for place, row in enumerate(_SIZES.rows(session.connection, of_inbox)):
        size += row.size
        if place and (place >= most or size > most_bytes):
            _DROP_UNTIL.run(session.connection, of_inbox | {"last": row.number})
            return


def arrivals_of(session: Session, name: str) -> list[Arrival]:
    """The arrivals of an inbox, oldest first."""
    return [_arrival(row) for row in _LIST.rows(session.connection, {"world": session.world.name, "name": name})]


def inbox_names(session: Session) -> list[tuple[str, int, int]]:
    """Each inbox of the world with arrivals: its name, how many it has, and the number of the newest."""
    rows = _NAMES.rows(session.connection, {"world": session.world.name})
    return [(row.name, row.arrivals, row.newest) for row in rows]


def clear_inbox(session: Session, name: str) -> None:
    """Removes every arrival of an inbox."""
    _CLEAR.run(session.connection, {"world": session.world.name, "name": name})


def _arrival(row: Any) -> Arrival:
    headers = [(name, value) for name, value in json.loads(row.headers)]
    return Arrival(row.number, to_moment(row.at), row.method, headers, bytes(row.body))
