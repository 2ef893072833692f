"""Rows of inboxes: what arrived there, as it arrived."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, delete, func, insert, select

from mock_server.storage.statements import Prepared
from mock_server.storage.store import Session, next_number, to_moment, to_seconds
from mock_server.storage.tables import inbox


@dataclass(frozen=True, slots=True)
class Arrival:
    """A request to an inbox. *number* counts those of the world, *at* is world time."""

    number: int
    at: datetime
    method: str
    headers: Sequence[tuple[str, str]]
    body: bytes


_OF_INBOX = (inbox.c.world == bindparam("world"), inbox.c.name == bindparam("name"))

_INSERT = Prepared(insert(inbox), inbox.c.keys())
_LIST = Prepared(select(inbox).where(*_OF_INBOX).order_by(inbox.c.number))
_OLDEST_KEPT = Prepared(
    select(inbox.c.number).where(*_OF_INBOX).order_by(inbox.c.number.desc()).limit(1).offset(bindparam("kept"))
)
_DROP_UNTIL = Prepared(delete(inbox).where(*_OF_INBOX, inbox.c.number <= bindparam("last")))
_CLEAR = Prepared(delete(inbox).where(*_OF_INBOX))
_NAMES = Prepared(
    select(inbox.c.name, func.count().label("arrivals"))
    .where(inbox.c.world == bindparam("world"))
    .group_by(inbox.c.name)
    .order_by(inbox.c.name)
)


def insert_arrival(
    session: Session, name: str, method: str, headers: Sequence[tuple[str, str]], body: bytes, kept: int
) -> None:
    """Stores what arrived, and forgets all but the newest *kept* of the inbox."""
    of_inbox = {"world": session.world.name, "name": name}
    arrival = {
        "number": next_number(session, "arrival"),
        "at": to_seconds(session.now),
        "method": method,
        "headers": json.dumps(headers),
        "body": body,
    }
    _INSERT.run(session.connection, of_inbox | arrival)
    surplus = _OLDEST_KEPT.first(session.connection, of_inbox | {"kept": kept})
    if surplus is not None:
        _DROP_UNTIL.run(session.connection, of_inbox | {"last": surplus.number})


def arrivals_of(session: Session, name: str) -> list[Arrival]:
    """What an inbox holds, oldest first."""
    return [_arrival(row) for row in _LIST.rows(session.connection, {"world": session.world.name, "name": name})]


def inbox_names(session: Session) -> list[tuple[str, int]]:
    """The inboxes of the world that hold something, and how much."""
    return [(row.name, row.arrivals) for row in _NAMES.rows(session.connection, {"world": session.world.name})]


def clear_inbox(session: Session, name: str) -> None:
    """Forgets what an inbox holds."""
    _CLEAR.run(session.connection, {"world": session.world.name, "name": name})


def _arrival(row: Any) -> Arrival:
    headers = [(name, value) for name, value in json.loads(row.headers)]
    return Arrival(row.number, to_moment(row.at), row.method, headers, bytes(row.body))
