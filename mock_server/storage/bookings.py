"""Rows of bookings."""

from datetime import date, time
from typing import Any

from sqlalchemy import bindparam, insert, select, update

from mock_server.domain.bookings import Booking, LeadPlayer, Status
from mock_server.storage.booking_counts import count_moved, count_new
from mock_server.storage.sessions import Session, moment_or_none, seconds_or_none, to_moment, to_seconds
from mock_server.storage.statements import Prepared
from mock_server.storage.tables import bookings

_INSERT = Prepared(insert(bookings), bookings.c.keys())
_FIND = Prepared(
    select(bookings).where(
        bookings.c.world == bindparam("world"),
        bookings.c.id == bindparam("id"),
        bookings.c.agency == bindparam("agency"),
    )
)
_FIND_ANY = Prepared(select(bookings).where(bookings.c.world == bindparam("world"), bookings.c.id == bindparam("id")))
_WITH_REFERENCE = Prepared(
    select(bookings.c.number).where(
        bookings.c.world == bindparam("world"), bookings.c.reference == bindparam("reference")
    )
)
_PENDING = Prepared(
    select(bookings)
    .where(bookings.c.world == bindparam("world"), bookings.c.status == bindparam("status"))
    .order_by(bookings.c.number)
)
_SAVE = Prepared(
    update(bookings)
    .where(bookings.c.world == bindparam("of_world"), bookings.c.id == bindparam("of_id"))
    .values(
        {
            name: bindparam(f"new_{name}")
            for name in (
                "status",
                "agency_reference",
                "players",
                "special_requests",
                "course_answers_at",
                "cancelled_at",
                "cancellation_reason",
            )
        }
    )
)


def booking_of(row: Any) -> Booking:
    """The booking that a row of the table holds."""
    return Booking(
        id=row.id,
        number=row.number,
        agency=row.agency,
        status=Status(row.status),
        reference=row.reference,
        agency_reference=row.agency_reference,
        course_id=row.course_id,
        play_date=date.fromisoformat(row.play_date),
        tee_time=time.fromisoformat(row.tee_time),
        players=row.players,
        lead_player=LeadPlayer(row.first_name, row.last_name, row.email, row.phone),
        special_requests=row.special_requests,
        created_at=to_moment(row.created_at),
        course_answers_at=moment_or_none(row.course_answers_at),
        cancelled_at=moment_or_none(row.cancelled_at),
        cancellation_reason=row.cancellation_reason,
    )


def insert_booking(session: Session, booking: Booking) -> None:
    """Stores a new booking, and counts it."""
    _INSERT.run(session.connection, {"world": session.world.name, **_columns(booking)})
    count_new(session, booking)


def _columns(booking: Booking) -> dict[str, Any]:
    """The row of a booking, without its world."""
    return {
        "id": booking.id,
        "number": booking.number,
        "agency": booking.agency,
        "status": booking.status.value,
        "reference": booking.reference,
        "agency_reference": booking.agency_reference,
        "course_id": booking.course_id,
        "play_date": booking.play_date.isoformat(),
        "tee_time": booking.tee_time.isoformat("minutes"),
        "players": booking.players,
        "first_name": booking.lead_player.first_name,
        "last_name": booking.lead_player.last_name,
        "email": booking.lead_player.email,
        "phone": booking.lead_player.phone,
        "special_requests": booking.special_requests,
        "created_at": to_seconds(booking.created_at),
        "course_answers_at": seconds_or_none(booking.course_answers_at),
        "cancelled_at": seconds_or_none(booking.cancelled_at),
        "cancellation_reason": booking.cancellation_reason,
    }


def save_booking(session: Session, booking: Booking, before: Status) -> None:
    """Stores the members of a booking that can change. *before* is its former status."""
    count_moved(session, booking, before)
    _SAVE.run(
        session.connection,
        {
            "of_world": session.world.name,
            "of_id": booking.id,
            "new_status": booking.status.value,
            "new_agency_reference": booking.agency_reference,
            "new_players": booking.players,
            "new_special_requests": booking.special_requests,
            "new_course_answers_at": seconds_or_none(booking.course_answers_at),
            "new_cancelled_at": seconds_or_none(booking.cancelled_at),
            "new_cancellation_reason": booking.cancellation_reason,
        },
    )


def has_reference(session: Session, reference: str) -> bool:
    """Whether a booking of the world has this reference."""
    wanted = {"world": session.world.name, "reference": reference}
    return _WITH_REFERENCE.first(session.connection, wanted) is not None


def find_booking(session: Session, agency: str, booking_id: str) -> Booking | None:
    """The booking of this agency with this id, or None."""
    row = _FIND.first(session.connection, {"world": session.world.name, "id": booking_id, "agency": agency})
    return None if row is None else booking_of(row)


def find_any_booking(session: Session, booking_id: str) -> Booking | None:
    """The booking with this id, of any agency, or None."""
    row = _FIND_ANY.first(session.connection, {"world": session.world.name, "id": booking_id})
    return None if row is None else booking_of(row)


def id_of_reference(session: Session, reference: str, agency: str | None) -> str | None:
    """The id of the booking with this reference, of one agency or (None) of any agency. None if there is none.

    It reads every booking of the world or agency, so it is only for callers who sent no id.
    """
    query = select(bookings.c.id).where(bookings.c.world == session.world.name, bookings.c.reference == reference)
    if agency is not None:
        query = query.where(bookings.c.agency == agency)
    found: str | None = session.connection.execute(query.limit(1)).scalar()
    return found


def pending_bookings(session: Session) -> list[Booking]:
    """Every pending booking of the world, oldest first."""
    pending = {"world": session.world.name, "status": Status.PENDING.value}
    return [booking_of(row) for row in _PENDING.rows(session.connection, pending)]
