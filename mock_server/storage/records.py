"""Pages of the objects of all agencies of a world, newest first. Only the control plane reads them."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Table, and_, func, null, select

from mock_server.domain.booking_hooks import BookingHook
from mock_server.domain.bookings import Booking
from mock_server.domain.group_bookings import GroupBooking
from mock_server.domain.tee_time_holds import TeeTimeHold
from mock_server.domain.webhooks import Subscription
from mock_server.storage.booking_hooks import booking_hook_of
from mock_server.storage.bookings import booking_of
from mock_server.storage.group_bookings import group_booking_of
from mock_server.storage.sessions import Session, to_seconds
from mock_server.storage.tables import booking_hooks, bookings, group_bookings, tee_time_holds, webhooks
from mock_server.storage.tee_time_holds import hold_of
from mock_server.storage.webhooks import subscription_of

Rows = Sequence[Any]


@dataclass(frozen=True, slots=True)
class RecordFilter:
    """Which records are wanted, and which page of them; None does not filter. Pages begin with 1."""

    agency: str | None
    course_id: str | None
    status: str | None
    page: int
    limit: int
    id: str | None = None


def all_bookings(session: Session, wanted: RecordFilter) -> tuple[list[Booking], int]:
    """A page of bookings, and how many all pages have."""
    rows, total = _page(session, bookings, wanted, _has_status(bookings, wanted.status), bookings.c.number)
    return [booking_of(row) for row in rows], total


def all_booking_hooks(session: Session, wanted: RecordFilter) -> tuple[list[BookingHook], int]:
    """A page of booking hooks, and how many all pages have."""
    rows, total = _page(
        session, booking_hooks, wanted, _has_status(booking_hooks, wanted.status), booking_hooks.c.number
    )
    return [booking_hook_of(row) for row in rows], total


def all_group_bookings(session: Session, wanted: RecordFilter) -> tuple[list[GroupBooking], int]:
    """A page of group bookings, and how many all pages have."""
    rows, total = _page(
        session, group_bookings, wanted, _has_status(group_bookings, wanted.status), group_bookings.c.number
    )
    return [group_booking_of(row) for row in rows], total


def all_tee_time_holds(session: Session, wanted: RecordFilter) -> tuple[list[TeeTimeHold], int]:
    """A page of tee-time holds, and how many all pages have. Their status is active, completed or expired."""
    holds = tee_time_holds
    unused, now = holds.c.booking_id.is_(None), to_seconds(session.now)
    with_status: Mapping[str | None, list[ColumnElement[bool]]] = {
        None: [],
        "active": [and_(unused, holds.c.expires_at > now)],
        "expired": [and_(unused, holds.c.expires_at <= now)],
        "completed": [holds.c.booking_id.is_not(None)],
    }
    rows, total = _page(session, holds, wanted, with_status[wanted.status], holds.c.created_at)
    return [hold_of(row) for row in rows], total


def all_subscriptions(session: Session, wanted: RecordFilter) -> tuple[list[Subscription], int]:
    """A page of subscriptions, and how many all pages have."""
    rows, total = _page(session, webhooks, wanted, [], webhooks.c.number)
    return [subscription_of(row) for row in rows], total


@dataclass(frozen=True, slots=True)
class OwnerName:
    """Who has places: the agency, and the last name of the lead player; None where there is none."""

    agency: str | None
    last_name: str | None


def names_of_owners(session: Session, ids: Collection[str]) -> dict[str, OwnerName]:
    """The names of bookings, hooks, groups and holds, by id. Every other id is left out."""
    names: dict[str, OwnerName] = {}
    for table in (bookings, booking_hooks, group_bookings, tee_time_holds):
        unknown = set(ids) - names.keys()
        if not unknown:
            break
        query = select(table.c.id, table.c.agency, table.c.get("last_name", null()).label("last_name")).where(
            table.c.world == session.world.name, table.c.id.in_(unknown)
        )
        names |= {row.id: OwnerName(row.agency, row.last_name) for row in session.connection.execute(query)}
    return names


def _has_status(table: Table, status: str | None) -> list[ColumnElement[bool]]:
    return [] if status is None else [table.c.status == status]


def _page(
    session: Session,
    table: Table,
    wanted: RecordFilter,
    with_status: list[ColumnElement[bool]],
    created_at: ColumnElement[Any],
) -> tuple[Rows, int]:
    conditions = [table.c.world == session.world.name, *with_status]
    if wanted.agency is not None:
        conditions.append(table.c.agency == wanted.agency)
    if wanted.course_id is not None:
        conditions.append(table.c.course_id == wanted.course_id)
    if wanted.id is not None:
        conditions.append(table.c.id == wanted.id)
    connection = session.connection
    total = connection.execute(select(func.count()).select_from(table).where(*conditions)).scalar_one()
    # The database sorts ids, not whole records.
    ids = (
        select(table.c.id)
        .where(*conditions)
        .order_by(created_at.desc(), table.c.id.desc())
        .limit(wanted.limit)
        .offset((wanted.page - 1) * wanted.limit)
    )
    found = list(connection.execute(ids).scalars())
    query = select(table).where(table.c.world == session.world.name, table.c.id.in_(found))
    rows = {row.id: row for row in connection.execute(query)} if found else {}
    return [rows[item] for item in found], total
