"""Rows of deliveries and of the attempts to send them."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import Select, bindparam, func, insert, select, update

from mock_server.storage.sessions import Session, to_moment, to_seconds
from mock_server.storage.statements import Prepared
from mock_server.storage.tables import attempts, deliveries, events


class DeliveryState(StrEnum):
    """The state of a delivery."""

    WAITING = "waiting"
    DELIVERED = "delivered"
    FAILED = "failed"
    DROPPED = "dropped"


@dataclass(frozen=True, slots=True)
class Delivery:
    """A delivery of an event to one subscription.

    *attempts* counts the attempts since the delivery last began. *next_attempt_at* is in the world's time, and None if
    no attempt follows.
    """

    id: str
    number: int
    agency: str
    event_id: str
    kind: str
    webhook_id: str
    url: str
    body: bytes
    treatment: str | None
    state: DeliveryState
    attempts: int
    next_attempt_at: datetime | None


@dataclass(frozen=True, slots=True)
class Attempt:
    """One attempt: the request that was sent, and the outcome.

    *at* is when it was due in the world's time, *wall_at* when it was sent. *reason* is None if it was accepted.
    """

    at: datetime
    wall_at: datetime
    url: str
    headers: Mapping[str, str]
    body: bytes
    base_string: bytes
    status: int | None
    reason: str | None
    response_headers: Sequence[tuple[str, str]]
    response_body: bytes
    milliseconds: int


@dataclass(frozen=True, slots=True)
class DeliveryFilter:
    """Which deliveries of a world a list shows; None does not filter."""

    state: str | None = None
    webhook_id: str | None = None
    event_id: str | None = None
    kind: str | None = None


_OF_WORLD = deliveries.c.world == bindparam("of_world")

_FIND = Prepared(select(deliveries).where(_OF_WORLD, deliveries.c.id == bindparam("id")))
_FIND_LEASED = Prepared(
    select(deliveries).where(
        _OF_WORLD, deliveries.c.number == bindparam("number"), deliveries.c.leased_by == bindparam("lease")
    )
)
_SAVE = Prepared(
    update(deliveries)
    .where(_OF_WORLD, deliveries.c.number == bindparam("of_number"))
    .values(
        {
            **{name: bindparam(f"new_{name}") for name in ("state", "attempts", "next_attempt_at", "treatment", "url")},
            "leased_by": None,
            "leased_until": None,
        }
    )
)
_DROP_WAITING = Prepared(
    update(deliveries)
    .where(_OF_WORLD, deliveries.c.webhook_id == bindparam("of_webhook"), deliveries.c.state == "waiting")
    .values(state="dropped", next_attempt_at=None)
)
_DROP_ALL_WAITING = Prepared(
    update(deliveries).where(_OF_WORLD, deliveries.c.state == "waiting").values(state="dropped", next_attempt_at=None)
)
_ATTEMPTS = Prepared(
    select(attempts)
    .where(attempts.c.world == bindparam("world"), attempts.c.delivery_id == bindparam("delivery_id"))
    .order_by(attempts.c.number)
)
_LAST_ATTEMPT = Prepared(
    select(func.max(attempts.c.number).label("number")).where(
        attempts.c.world == bindparam("world"), attempts.c.delivery_id == bindparam("delivery_id")
    )
)
_ADD_ATTEMPT = Prepared(insert(attempts), attempts.c.keys())
_EVENTS_OF = Prepared(
    select(events)
    .where(events.c.world == bindparam("world"), events.c.agency == bindparam("agency"), events.c.at >= bindparam("at"))
    .order_by(events.c.number)
    .limit(bindparam("most"))
)


def find_delivery(session: Session, delivery_id: str) -> Delivery | None:
    """The delivery with this id, or None."""
    row = _FIND.first(session.connection, {"of_world": session.world.name, "id": delivery_id})
    return None if row is None else _delivery(row)


def find_leased(session: Session, number: int, lease: str) -> Delivery | None:
    """The delivery that is leased under the name *lease*, or None if the lease is lost."""
    row = _FIND_LEASED.first(session.connection, {"of_world": session.world.name, "number": number, "lease": lease})
    return None if row is None else _delivery(row)


def find_deliveries(session: Session, chosen: DeliveryFilter, most: int) -> list[Delivery]:
    """Up to *most* deliveries of the world, newest first."""
    query = _chosen(session, chosen).order_by(deliveries.c.number.desc()).limit(most)
    return [_delivery(row) for row in session.connection.execute(query)]


def first_delivery(session: Session, chosen: DeliveryFilter, after: int) -> Delivery | None:
    """The delivery of the world with the lowest number above *after*, or None."""
    query = _chosen(session, chosen).where(deliveries.c.number > after).order_by(deliveries.c.number).limit(1)
    row = session.connection.execute(query).first()
    return None if row is None else _delivery(row)


def _chosen(session: Session, chosen: DeliveryFilter) -> Select[Any]:
    query = select(deliveries).where(deliveries.c.world == session.world.name)
    for column, value in (
        (deliveries.c.state, chosen.state),
        (deliveries.c.webhook_id, chosen.webhook_id),
        (deliveries.c.event_id, chosen.event_id),
        (deliveries.c.kind, chosen.kind),
    ):
        if value is not None:
            query = query.where(column == value)
    return query


def save_delivery(session: Session, delivery: Delivery) -> None:
    """Stores the members of a delivery that change, and ends its lease."""
    due = delivery.next_attempt_at
    _SAVE.run(
        session.connection,
        {
            "of_world": session.world.name,
            "of_number": delivery.number,
            "new_state": delivery.state.value,
            "new_attempts": delivery.attempts,
            "new_next_attempt_at": None if due is None else to_seconds(due),
            "new_treatment": delivery.treatment,
            "new_url": delivery.url,
        },
    )


def drop_waiting(session: Session, webhook_id: str) -> None:
    """Gives up the waiting deliveries of a removed subscription."""
    _DROP_WAITING.run(session.connection, {"of_world": session.world.name, "of_webhook": webhook_id})


def drop_all_waiting(session: Session) -> None:
    """Gives up every waiting delivery of the world."""
    _DROP_ALL_WAITING.run(session.connection, {"of_world": session.world.name})


def add_attempts(session: Session, delivery_id: str, new_attempts: Sequence[Attempt]) -> None:
    """Stores attempts after the earlier attempts of a delivery."""
    of_delivery = {"world": session.world.name, "delivery_id": delivery_id}
    ((last,),) = _LAST_ATTEMPT.rows(session.connection, of_delivery)
    for number, attempt in enumerate(new_attempts, (last or 0) + 1):
        _ADD_ATTEMPT.run(session.connection, of_delivery | {"number": number} | _values(attempt))


def attempts_of(session: Session, delivery_id: str) -> list[Attempt]:
    """Every attempt to send a delivery, in order."""
    rows = _ATTEMPTS.rows(session.connection, {"world": session.world.name, "delivery_id": delivery_id})
    return [_attempt(row) for row in rows]


def event_ids_since(session: Session, agency: str, since: datetime, most: int) -> list[str]:
    """The ids of up to *most* events of an agency from *since* on, in order."""
    wanted = {"world": session.world.name, "agency": agency, "at": to_seconds(since), "most": most}
    return [row.id for row in _EVENTS_OF.rows(session.connection, wanted)]


def _values(attempt: Attempt) -> dict[str, Any]:
    return {
        "at": to_seconds(attempt.at),
        "wall_at": int(attempt.wall_at.timestamp() * 1000),
        "url": attempt.url,
        "headers": json.dumps(dict(attempt.headers)),
        "body": attempt.body,
        "base_string": attempt.base_string,
        "status": attempt.status,
        "reason": attempt.reason,
        "response_headers": json.dumps(attempt.response_headers),
        "response_body": attempt.response_body,
        "milliseconds": attempt.milliseconds,
    }


def _attempt(row: Any) -> Attempt:
    return Attempt(
        at=to_moment(row.at),
        wall_at=datetime.fromtimestamp(row.wall_at / 1000, UTC),
        url=row.url,
        headers=json.loads(row.headers),
        body=bytes(row.body),
        base_string=bytes(row.base_string),
        status=row.status,
        reason=row.reason,
        response_headers=[(name, value) for name, value in json.loads(row.response_headers)],
        response_body=bytes(row.response_body),
        milliseconds=row.milliseconds,
    )


def _delivery(row: Any) -> Delivery:
    return Delivery(
        id=row.id,
        number=row.number,
        agency=row.agency,
        event_id=row.event_id,
        kind=row.kind,
        webhook_id=row.webhook_id,
        url=row.url,
        body=bytes(row.body),
        treatment=row.treatment,
        state=DeliveryState(row.state),
        attempts=row.attempts,
        next_attempt_at=None if row.next_attempt_at is None else to_moment(row.next_attempt_at),
    )
