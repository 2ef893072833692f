"""The rows of the capacity ledger: who has which places."""

from datetime import date, time
from typing import Any

from sqlalchemy import bindparam, delete, insert, select, update

from mock_server.domain.ledger import Taking, TakingKind
from mock_server.storage.sessions import Session, to_moment, to_seconds
from mock_server.storage.statements import Prepared
from mock_server.storage.tables import takings

_OF_COURSE = select(takings).where(takings.c.world == bindparam("world"), takings.c.course_id == bindparam("course_id"))
_OF_DAYS = Prepared(
    _OF_COURSE.where(takings.c.play_date >= bindparam("first"), takings.c.play_date <= bindparam("last"))
)
_OF_TEE_TIME = Prepared(
    _OF_COURSE.where(takings.c.play_date == bindparam("play_date"), takings.c.tee_time == bindparam("tee_time"))
)
_BLOCKED = Prepared(
    select(takings).where(takings.c.world == bindparam("world"), takings.c.kind == TakingKind.BLOCKED.value)
)
_TAKE = Prepared(insert(takings), takings.c.keys())
_RESIZE = Prepared(
    update(takings)
    .where(takings.c.world == bindparam("of_world"), takings.c.owner == bindparam("of_owner"))
    .values(places=bindparam("new_places"))
)
_GIVE_BACK = Prepared(
    delete(takings).where(takings.c.world == bindparam("world"), takings.c.owner == bindparam("owner"))
)
_DROP_EXPIRED = Prepared(
    delete(takings).where(
        takings.c.world == bindparam("world"),
        takings.c.course_id == bindparam("course_id"),
        takings.c.play_date == bindparam("play_date"),
        takings.c.expires_at <= bindparam("now"),
    )
)


def takings_between(session: Session, course_id: str, first: date, last: date) -> list[Taking]:
    """Every taking at a course from *first* to *last*, both included, expired ones too."""
    rows = _OF_DAYS.rows(
        session.connection,
        {
            "world": session.world.name,
            "course_id": course_id,
            "first": first.isoformat(),
            "last": last.isoformat(),
        },
    )
    return [taking_of(row) for row in rows]


def takings_at(session: Session, course_id: str, play_date: date, tee_time: time) -> list[Taking]:
    """Every taking at one tee time, expired ones too."""
    rows = _OF_TEE_TIME.rows(
        session.connection,
        {
            "world": session.world.name,
            "course_id": course_id,
            "play_date": play_date.isoformat(),
            "tee_time": tee_time.isoformat("minutes"),
        },
    )
    return [taking_of(row) for row in rows]


def taking_of(row: Any) -> Taking:
    """The taking that a whole row of the table holds."""
    # A row as a bare tuple is read faster than a row with names, and a request can read hundreds.
    _world, owner, kind, course_id, play_date, tee_time, places, expires_at = row
    return Taking(
        owner,
        TakingKind(kind),
        course_id,
        date.fromisoformat(play_date),
        time.fromisoformat(tee_time),
        places,
        None if expires_at is None else to_moment(expires_at),
    )


def blocked_takings(session: Session) -> list[Taking]:
    """Every taking of the world that blocks places."""
    return [taking_of(row) for row in _BLOCKED.rows(session.connection, {"world": session.world.name})]


def take(session: Session, taking: Taking) -> None:
    """Records a taking. The caller checks before, in the same transaction, that the places are free."""
    _TAKE.run(
        session.connection,
        {
            "world": session.world.name,
            "owner": taking.owner,
            "kind": taking.kind.value,
            "course_id": taking.course_id,
            "play_date": taking.play_date.isoformat(),
            "tee_time": taking.tee_time.isoformat("minutes"),
            "places": taking.places,
            "expires_at": None if taking.expires_at is None else to_seconds(taking.expires_at),
        },
    )


def resize(session: Session, owner: str, places: int) -> None:
    """Changes how many places *owner* has."""
    _RESIZE.run(session.connection, {"of_world": session.world.name, "of_owner": owner, "new_places": places})


def give_back(session: Session, owner: str) -> None:
    """Returns every place of *owner*."""
    _GIVE_BACK.run(session.connection, {"world": session.world.name, "owner": owner})


def drop_expired(session: Session, course_id: str, play_date: date) -> None:
    """Removes takings of a day that have expired. They do not count; their removal keeps the table small."""
    _DROP_EXPIRED.run(
        session.connection,
        {
            "world": session.world.name,
            "course_id": course_id,
            "play_date": play_date.isoformat(),
            "now": to_seconds(session.now),
        },
    )
