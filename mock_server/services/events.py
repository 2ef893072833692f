"""Announces a change: writes an event, and a delivery for each subscription, in the transaction of the change.

Spec: Events; assumptions A-50 to A-52.
"""

import json
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from mock_server.domain.bookings import Booking
from mock_server.domain.ids import Numbered, object_id
from mock_server.domain.magic import NO_DELAY, MagicEffect, magic_of
from mock_server.services.interference import delivery_treatments
from mock_server.storage.events import Event, insert_event, listening_webhooks, put_in_outbox
from mock_server.storage.sessions import Session
from mock_server.storage.world_rows import next_number


def emit(
    session: Session, agency: str, kind: str, about: str, facts: Mapping[str, Any], at: datetime, last_name: str
) -> None:
    """Writes an event about the object with the id *about*, and puts its deliveries into the outbox.

    *facts* is the `data` of a delivery. *last_name* is the lead player's, which can ask for a special delivery.
    Spec: Events; assumption A-52.
    """
    number = next_number(session, Numbered.EVENT)
    event = Event(object_id(Numbered.EVENT, session.world.origin, number), number, agency, kind, about, at, facts)
    insert_event(session, event)
    session.emitted.append(event.id)
    listening = listening_webhooks(session, agency, kind)
    if listening:
        body, (first_attempt, treatment) = delivery_body(event), _asked_for(last_name, at)
        for treated in delivery_treatments(session, kind, agency):
            first_attempt += timedelta(seconds=treated.delay_seconds)
            treatment = treated.variant or treatment
        for webhook in listening:
            put_in_outbox(session, event, webhook, body, first_attempt, treatment)


# The variant of sending that a reserved last name asks for. deliveries/variants.py defines the names.
_TREATMENTS = {MagicEffect.DOUBLE_DELIVERY: "duplicate", MagicEffect.BAD_SIGNATURE: "bad_signature"}


def _asked_for(last_name: str, at: datetime) -> tuple[datetime, str | None]:
    """When deliveries about a lead player are first sent, and in which variant. None sends them unchanged."""
    magic = magic_of(last_name)
    if magic is None:
        return at, None
    late = magic.delay if magic.effect is MagicEffect.LATE_DELIVERY else NO_DELAY
    return at + late, _TREATMENTS.get(magic.effect)


def delivery_body(event: Event) -> bytes:
    """The bytes of a delivery. They are written once, since a signature covers bytes and not values.

    Assumption A-50.
    """
    moment = f"{event.at:%Y-%m-%dT%H:%M:%SZ}"
    body = {"type": event.kind, "timestamp": moment, "data": event.facts}
    return json.dumps(body, separators=(",", ":"), ensure_ascii=False).encode()


def emit_for_booking(session: Session, kind: str | None, booking: Booking, at: datetime) -> None:
    """Emits an event about a booking; None emits nothing. Spec: Events."""
    if kind is None:
        return
    facts = {"id": booking.id, "status": booking.status.value, "bookingReference": booking.reference}
    if booking.agency_reference is not None:
        facts["agencyBookingReference"] = booking.agency_reference
    facts["courseId"] = booking.course_id
    emit(session, booking.agency, kind, booking.id, facts, at, booking.lead_player.last_name)
