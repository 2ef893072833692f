"""Rows of tee-time holds."""

from datetime import date, datetime, time
from decimal import Decimal
from typing import Any

from sqlalchemy import bindparam, insert, select, update

from mock_server.domain.tee_time_holds import TeeTimeHold
from mock_server.storage.sessions import Session, to_moment, to_seconds
from mock_server.storage.statements import Prepared
from mock_server.storage.tables import tee_time_holds as holds

_INSERT = Prepared(insert(holds), holds.c.keys())
_FIND = Prepared(
    select(holds).where(
        holds.c.world == bindparam("world"), holds.c.id == bindparam("id"), holds.c.agency == bindparam("agency")
    )
)
_USE = Prepared(
    update(holds)
    .where(holds.c.world == bindparam("of_world"), holds.c.id == bindparam("of_id"))
    .values(booking_id=bindparam("completed"))
)
_EXPIRING = Prepared(
    select(holds)
    .where(
        holds.c.world == bindparam("world"),
        holds.c.booking_id.is_(None),
        holds.c.expires_at > bindparam("after"),
        holds.c.expires_at <= bindparam("until"),
    )
    .order_by(holds.c.expires_at, holds.c.id)
)


def hold_of(row: Any) -> TeeTimeHold:
    """The hold that a row of the table holds."""
    return TeeTimeHold(
        id=row.id,
        agency=row.agency,
        course_id=row.course_id,
        play_date=date.fromisoformat(row.play_date),
        tee_time=time.fromisoformat(row.tee_time),
        players=row.players,
        green_fee=Decimal(row.green_fee),
        created_at=to_moment(row.created_at),
        expires_at=to_moment(row.expires_at),
        booking_id=row.booking_id,
    )


def insert_hold(session: Session, hold: TeeTimeHold) -> None:
    """Stores a new hold."""
    _INSERT.run(
        session.connection,
        {
            "world": session.world.name,
            "id": hold.id,
            "agency": hold.agency,
            "course_id": hold.course_id,
            "play_date": hold.play_date.isoformat(),
            "tee_time": hold.tee_time.isoformat("minutes"),
            "players": hold.players,
            "green_fee": str(hold.green_fee),
            "created_at": to_seconds(hold.created_at),
            "expires_at": to_seconds(hold.expires_at),
            "booking_id": hold.booking_id,
        },
    )


def find_hold(session: Session, agency: str, hold_id: str) -> TeeTimeHold | None:
    """The hold of this agency with this id, or None."""
    row = _FIND.first(session.connection, {"world": session.world.name, "id": hold_id, "agency": agency})
    return None if row is None else hold_of(row)


def mark_used(session: Session, hold_id: str, booking_id: str) -> None:
    """Records which booking the hold completed."""
    _USE.run(session.connection, {"of_world": session.world.name, "of_id": hold_id, "completed": booking_id})


def expiring_holds(session: Session, after: datetime, until: datetime) -> list[TeeTimeHold]:
    """The unused holds that expire after *after* and not after *until*, in order of expiry."""
    rows = _EXPIRING.rows(
        session.connection, {"world": session.world.name, "after": to_seconds(after), "until": to_seconds(until)}
    )
    return [hold_of(row) for row in rows]
