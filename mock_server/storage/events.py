"""Rows of events and of the outbox: what happened, and which subscriptions receive a delivery."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import orjson
from sqlalchemy import bindparam, insert, select

from mock_server.domain.ids import Numbered, object_id
from mock_server.storage.sessions import Session, to_moment, to_seconds
from mock_server.storage.statements import Prepared
from mock_server.storage.tables import deliveries, events, webhooks
from mock_server.storage.world_rows import next_number


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened to an object of an agency. *facts* is the `data` of its deliveries."""

    id: str
    number: int
    agency: str
    kind: str
    object_id: str
    at: datetime
    facts: Mapping[str, Any]


_INSERT = Prepared(insert(events), events.c.keys())
_LISTENING = Prepared(
    select(webhooks.c.id, webhooks.c.url, webhooks.c.events)
    .where(webhooks.c.world == bindparam("world"), webhooks.c.agency == bindparam("agency"), webhooks.c.is_active == 1)
    .order_by(webhooks.c.number)
)
_PUT_IN_OUTBOX = Prepared(insert(deliveries), deliveries.c.keys())
_SINCE = Prepared(
    select(events)
    .where(events.c.world == bindparam("world"), events.c.number > bindparam("after"))
    .order_by(events.c.number)
    .limit(bindparam("most"))
)
_FIND = Prepared(select(events).where(events.c.world == bindparam("world"), events.c.id == bindparam("id")))


def insert_event(session: Session, event: Event) -> None:
    """Stores an event."""
    _INSERT.run(
        session.connection,
        {
            "world": session.world.name,
            "number": event.number,
            "id": event.id,
            "agency": event.agency,
            "kind": event.kind,
            "object_id": event.object_id,
            "at": to_seconds(event.at),
            "facts": orjson.dumps(event.facts).decode(),
        },
    )


def listening_webhooks(session: Session, agency: str, kind: str) -> list[tuple[str, str]]:
    """Id and address of every active subscription of an agency that wants this kind, oldest first."""
    rows = session.listening.get(agency)
    if rows is None:
        # A transaction changes subscriptions or writes events, never both, and it can write many events.
        rows = _LISTENING.rows(session.connection, {"world": session.world.name, "agency": agency})
        session.listening[agency] = rows
    return [(row.id, row.url) for row in rows if kind in orjson.loads(row.events)]


def put_in_outbox(
    session: Session,
    event: Event,
    webhook: tuple[str, str],
    body: bytes,
    first_attempt: datetime,
    treatment: str | None,
) -> str:
    """Adds a delivery of an event to one subscription, and returns its id."""
    webhook_id, url = webhook
    number = next_number(session, Numbered.DELIVERY)
    delivery_id = object_id(Numbered.DELIVERY, session.world.origin, number)
    _PUT_IN_OUTBOX.run(
        session.connection,
        {
            "world": session.world.name,
            "number": number,
            "id": delivery_id,
            "agency": event.agency,
            "event_id": event.id,
            "kind": event.kind,
            "webhook_id": webhook_id,
            "url": url,
            "body": body,
            "treatment": treatment,
            "state": "waiting",
            "attempts": 0,
            "next_attempt_at": to_seconds(first_attempt),
            "leased_by": None,
            "leased_until": None,
        },
    )
    return delivery_id


def events_after(session: Session, number: int, most: int) -> list[Event]:
    """Up to *most* events of the world after the event with this number, in order."""
    rows = _SINCE.rows(session.connection, {"world": session.world.name, "after": number, "most": most})
    return [_event(row) for row in rows]


def find_event(session: Session, event_id: str) -> Event | None:
    """The event with this id, or None."""
    row = _FIND.first(session.connection, {"world": session.world.name, "id": event_id})
    return None if row is None else _event(row)


def _event(row: Any) -> Event:
    return Event(row.id, row.number, row.agency, row.kind, row.object_id, to_moment(row.at), orjson.loads(row.facts))
