"""Rows of group bookings. Tee times and player lists are read and written whole, so each is one JSON text."""

import json
from datetime import date, time
from decimal import Decimal
from typing import Any

from sqlalchemy import bindparam, insert, select, update

from mock_server.domain.bookings import LeadPlayer
from mock_server.domain.group_bookings import GroupBooking, GroupPlayer, Status
from mock_server.domain.group_runs import GroupTeeTime, Run
from mock_server.storage.sessions import Session, to_moment, to_seconds
from mock_server.storage.statements import Prepared
from mock_server.storage.tables import group_bookings as groups

_INSERT = Prepared(insert(groups), groups.c.keys())
_FIND = Prepared(select(groups).where(groups.c.world == bindparam("world"), groups.c.id == bindparam("id")))
_WITH_STATUS = Prepared(
    select(groups)
    .where(groups.c.world == bindparam("world"), groups.c.status == bindparam("status"))
    .order_by(groups.c.number)
)
_CHANGING = ("status", "updated_at", "course_answers_at", "tee_times", "player_list", "failure_reason")
_SAVE = Prepared(
    update(groups)
    .where(groups.c.world == bindparam("of_world"), groups.c.id == bindparam("of_id"))
    .values({name: bindparam(f"new_{name}") for name in _CHANGING})
)


def insert_group_booking(session: Session, group: GroupBooking) -> None:
    """Stores a new group."""
    lead = group.lead_player
    _INSERT.run(
        session.connection,
        {
            "world": session.world.name,
            "id": group.id,
            "number": group.number,
            "agency": group.agency,
            "total_players": group.total_players,
            "course_id": group.course_id,
            "play_date": group.play_date.isoformat(),
            "preferred_time": group.preferred_time.isoformat("minutes"),
            "first_name": lead.first_name,
            "last_name": lead.last_name,
            "email": lead.email,
            "phone": lead.phone,
            "agency_reference": group.agency_reference,
            "special_requests": group.special_requests,
            "created_at": to_seconds(group.created_at),
            **_changing(group),
        },
    )


def save_group_booking(session: Session, group: GroupBooking) -> None:
    """Stores the members of a group that can change."""
    changed = {f"new_{name}": value for name, value in _changing(group).items()}
    _SAVE.run(session.connection, {"of_world": session.world.name, "of_id": group.id, **changed})


def find_group_booking(session: Session, group_id: str) -> GroupBooking | None:
    """The group with this id, of any agency, or None."""
    row = _FIND.first(session.connection, {"world": session.world.name, "id": group_id})
    return None if row is None else group_booking_of(row)


def group_bookings_with(session: Session, status: Status) -> list[GroupBooking]:
    """Every group of the world in one status, oldest first."""
    rows = _WITH_STATUS.rows(session.connection, {"world": session.world.name, "status": status.value})
    return [group_booking_of(row) for row in rows]


def _changing(group: GroupBooking) -> dict[str, Any]:
    answers_at = group.course_answers_at
    return {
        "status": group.status.value,
        "updated_at": to_seconds(group.updated_at),
        "course_answers_at": None if answers_at is None else to_seconds(answers_at),
        "tee_times": json.dumps(
            [[f"{tee_time.time:%H:%M}", tee_time.players, str(tee_time.green_fee)] for tee_time in group.tee_times]
        ),
        "player_list": json.dumps(
            [[player.first_name, player.last_name, player.email, player.handicap] for player in group.player_list]
        ),
        "failure_reason": group.failure_reason,
    }


def group_booking_of(row: Any) -> GroupBooking:
    """The group that a row of the table holds."""
    return GroupBooking(
        id=row.id,
        number=row.number,
        agency=row.agency,
        status=Status(row.status),
        total_players=row.total_players,
        course_id=row.course_id,
        play_date=date.fromisoformat(row.play_date),
        preferred_time=time.fromisoformat(row.preferred_time),
        lead_player=LeadPlayer(row.first_name, row.last_name, row.email, row.phone),
        agency_reference=row.agency_reference,
        special_requests=row.special_requests,
        created_at=to_moment(row.created_at),
        updated_at=to_moment(row.updated_at),
        course_answers_at=None if row.course_answers_at is None else to_moment(row.course_answers_at),
        tee_times=_run(row.tee_times),
        player_list=tuple(GroupPlayer(*load) for load in json.loads(row.player_list)),
        failure_reason=row.failure_reason,
    )


def _run(text: str) -> Run:
    return tuple(
        GroupTeeTime(time.fromisoformat(start), players, Decimal(green_fee))
        for start, players, green_fee in json.loads(text)
    )
