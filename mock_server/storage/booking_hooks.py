"""Rows of booking hooks."""

from datetime import date, time
from typing import Any

from sqlalchemy import bindparam, insert, select, update

from mock_server.domain.booking_hooks import BookingHook, Status
from mock_server.domain.bookings import LeadPlayer
from mock_server.storage.sessions import Session, to_moment, to_seconds
from mock_server.storage.statements import Prepared
from mock_server.storage.tables import booking_hooks as hooks

_INSERT = Prepared(insert(hooks), hooks.c.keys())
_FIND = Prepared(select(hooks).where(hooks.c.world == bindparam("world"), hooks.c.id == bindparam("id")))
_SAVE = Prepared(
    update(hooks)
    .where(hooks.c.world == bindparam("of_world"), hooks.c.id == bindparam("of_id"))
    .values(status=bindparam("new_status"), booking_id=bindparam("new_booking_id"))
)


def booking_hook_of(row: Any) -> BookingHook:
    """The hook that a row of the table holds."""
    return BookingHook(
        id=row.id,
        number=row.number,
        agency=row.agency,
        status=Status(row.status),
        agency_reference=row.agency_reference,
        course_id=row.course_id,
        play_date=date.fromisoformat(row.play_date),
        tee_time=time.fromisoformat(row.tee_time),
        players=row.players,
        lead_player=LeadPlayer(row.first_name, row.last_name, row.email, row.phone),
        special_requests=row.special_requests,
        created_at=to_moment(row.created_at),
        expires_at=to_moment(row.expires_at),
        booking_id=row.booking_id,
    )


def insert_booking_hook(session: Session, hook: BookingHook) -> None:
    """Stores a new hook."""
    _INSERT.run(
        session.connection,
        {
            "world": session.world.name,
            "id": hook.id,
            "number": hook.number,
            "agency": hook.agency,
            "status": hook.status.value,
            "agency_reference": hook.agency_reference,
            "course_id": hook.course_id,
            "play_date": hook.play_date.isoformat(),
            "tee_time": hook.tee_time.isoformat("minutes"),
            "players": hook.players,
            "first_name": hook.lead_player.first_name,
            "last_name": hook.lead_player.last_name,
            "email": hook.lead_player.email,
            "phone": hook.lead_player.phone,
            "special_requests": hook.special_requests,
            "created_at": to_seconds(hook.created_at),
            "expires_at": to_seconds(hook.expires_at),
            "booking_id": hook.booking_id,
        },
    )


def save_booking_hook(session: Session, hook: BookingHook) -> None:
    """Stores the members of a hook that can change."""
    _SAVE.run(
        session.connection,
        {
            "of_world": session.world.name,
            "of_id": hook.id,
            "new_status": hook.status.value,
            "new_booking_id": hook.booking_id,
        },
    )


def find_booking_hook(session: Session, hook_id: str) -> BookingHook | None:
    """The hook with this id, of any agency, or None."""
    row = _FIND.first(session.connection, {"world": session.world.name, "id": hook_id})
    return None if row is None else booking_hook_of(row)
