"""Rows of levers: what people and programs moved in a world by the control plane, newest last, up to a limit.

Like the journal, they belong to a world but are not part of its state: a reset keeps them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import bindparam, delete, insert, select

from mock_server.storage.sessions import Session, to_moment, to_seconds
from mock_server.storage.statements import Prepared
from mock_server.storage.tables import levers

KEPT_PER_WORLD = 500


@dataclass(frozen=True, slots=True)
class Lever:
    """One call of the control plane that changed a world.

    *number* counts all levers of a database. *began* and *ended* are the time of the world before and after it.
    *wall_at* is wall time. *body* is the JSON that was sent, empty for none.
    """

    number: int
    agency: str
    operation: str
    method: str
    path: str
    body: bytes
    began: datetime
    ended: datetime
    wall_at: datetime


_NEWEST = Prepared(
    select(levers)
    .where(levers.c.world == bindparam("world"), levers.c.number > bindparam("after"))
    .order_by(levers.c.number.desc())
    .limit(bindparam("most"))
)
_OLDEST_KEPT = (
    select(levers.c.number)
    .where(levers.c.world == bindparam("of_world"))
    .order_by(levers.c.number.desc())
    .offset(KEPT_PER_WORLD - 1)
    .limit(1)
)
_DROP_OLD = delete(levers).where(
    levers.c.world == bindparam("of_world"), levers.c.number < _OLDEST_KEPT.scalar_subquery()
)


def keep_lever(session: Session, call: tuple[str, str, str, str], body: bytes, began: datetime) -> None:
    """Records a lever that has just been moved. *call* is agency, operation, method and path."""
    agency, operation, method, path = call
    session.connection.execute(
        insert(levers).values(
            world=session.world.name,
            agency=agency,
            operation=operation,
            method=method,
            path=path,
            body=body,
            began=to_seconds(began),
            ended=to_seconds(session.now),
            wall_at=round(session.wall.timestamp() * 1_000_000),
        )
    )
    session.connection.execute(_DROP_OLD, {"of_world": session.world.name})


def newest_levers(session: Session, after: int, most: int) -> Sequence[Lever]:
    """Up to *most* of the newest levers of the world after a number, oldest first."""
    rows = _NEWEST.rows(session.connection, {"world": session.world.name, "after": after, "most": most})
    return [_lever(row) for row in reversed(rows)]


def _lever(row: Any) -> Lever:
    return Lever(
        row.number,
        row.agency,
        row.operation,
        row.method,
        row.path,
        bytes(row.body),
        to_moment(row.began),
        to_moment(row.ended),
        datetime.fromtimestamp(row.wall_at / 1_000_000, UTC),
    )
