"""Bookings over HTTP: create, list, read, change, cancel. Spec: Bookings.

An entity tag (RFC 9110) names each state of a booking, and `If-Match` is the condition of a change. Assumption A-64.
"""

import re
from collections.abc import Mapping
from datetime import date, time
from hashlib import blake2b
from typing import Any

from mock_server.api.bodies import write_json
from mock_server.api.calls import Answer, Call, day_or_none, hh_mm, timestamp
from mock_server.api.pages import listing
from mock_server.domain.bookings import Booking, Change, LeadPlayer, Status
from mock_server.domain.refusals import PreconditionFailed
from mock_server.services import bookings
from mock_server.services.bookings import BookingRequest
from mock_server.storage.booking_pages import BookingFilter, bookings_page
from mock_server.storage.sessions import Session

IF_MATCH = "If-Match"

_TAG = re.compile(r'(?:W/)?"[^"]*"')


def create_booking(call: Call, session: Session) -> Answer:
    """POST /bookings: confirmed at an online course, pending at an offline one."""
    booking = bookings.create(session, call.caller.agency, booking_request(call.body))
    return booking_answer(201, booking, session, {"Location": f"{call.address}/{booking.id}"})


def booking_request(body: Mapping[str, Any]) -> BookingRequest:
    """What a valid body asks to book, or to hook."""
    return BookingRequest(
        course_id=body["courseId"],
        play_date=date.fromisoformat(body["date"]),
        tee_time=time.fromisoformat(body["teeTime"]),
        players=int(body["players"]),
        lead_player=lead_player_of(body),
        agency_reference=body.get("agencyBookingReference"),
        special_requests=body.get("specialRequests"),
        hold_id=body.get("holdId"),
    )


def lead_player_of(body: Mapping[str, Any]) -> LeadPlayer:
    """The lead player that a valid request names: of a booking, a booking hook or a group booking."""
    lead = body["leadPlayer"]
    return LeadPlayer(lead["firstName"], lead["lastName"], lead["email"], lead.get("phone"))


def shown_lead_player(lead: LeadPlayer) -> dict[str, str]:
    """The lead player as answers show it. The phone is not echoed (assumption A-35)."""
    return {"firstName": lead.first_name, "lastName": lead.last_name, "email": lead.email}


def list_bookings(call: Call, session: Session) -> Answer:
    """GET /bookings: the bookings of the calling agency, newest first."""
    query = call.query
    status = query.get("status")
    chosen = BookingFilter(
        status=None if status is None else Status(status),
        first=day_or_none(query.get("startDate")),
        last=day_or_none(query.get("endDate")),
    )
    page, page_size = query["page"], query["pageSize"]
    found, total = bookings_page(session, call.caller.agency, chosen, page, page_size)
    return listing(call, [_item(booking, session) for booking in found], page, page_size, total)


def get_booking(call: Call, session: Session) -> Answer:
    """GET /bookings/{id}: the same structure as the answer to the creation."""
    return booking_answer(200, bookings.get(session, call.caller.agency, call.path["id"]), session, {})


def update_booking(call: Call, session: Session) -> Answer:
    """PUT /bookings/{id}: players, reference and requests; members that are not sent do not change (A-29)."""
    require_unchanged(call, session)
    body = call.body
    wanted = Change(
        players=None if "players" not in body else int(body["players"]),
        agency_reference=body.get("agencyBookingReference"),
        special_requests=body.get("specialRequests"),
    )
    return booking_answer(200, bookings.change(session, call.caller.agency, call.path["id"], wanted), session, {})


def cancel_booking(call: Call, session: Session) -> Answer:
    """DELETE /bookings/{id}: four fields, and the same four when repeated (assumption A-32)."""
    require_unchanged(call, session)
    booking = bookings.cancel(session, call.caller.agency, call.path["id"])
    assert booking.cancelled_at is not None
    body = {
        "id": booking.id,
        "status": booking.status.value,
        "bookingReference": booking.reference,
        "cancellationDate": timestamp(booking.cancelled_at),
    }
    return Answer(200, {"data": body}, {"ETag": entity_tag(booking)})


def booking_answer(status: int, booking: Booking, session: Session, headers: Mapping[str, str]) -> Answer:
    """A booking, with the entity tag of its state."""
    return Answer(status, {"data": shown_booking(booking, session)}, {**headers, "ETag": entity_tag(booking)})


def _item(booking: Booking, session: Session) -> dict[str, Any]:
    """A booking as a list shows it, without the lead player."""
    item: dict[str, Any] = {
        "id": booking.id,
        "status": booking.status.value,
        "bookingReference": booking.reference,
    }
    if booking.agency_reference is not None:
        item["agencyBookingReference"] = booking.agency_reference
    item |= {
        "course": {"id": booking.course_id, "name": session.courses.by_id(booking.course_id).name},
        "date": str(booking.play_date),
        "teeTime": hh_mm(booking.tee_time),
        "players": booking.players,
        "createdAt": timestamp(booking.created_at),
    }
    return item


def shown_booking(booking: Booking, session: Session) -> dict[str, Any]:
    """A booking, as in the answers to create, read and change."""
    whole = _item(booking, session)
    whole["leadPlayer"] = shown_lead_player(booking.lead_player)
    if booking.special_requests is not None:
        whole["specialRequests"] = booking.special_requests
    if booking.cancelled_at is not None:
        whole["cancellationDate"] = timestamp(booking.cancelled_at)
    if booking.cancellation_reason is not None:
        whole["cancellationReason"] = booking.cancellation_reason
    return whole


def entity_tag(booking: Booking) -> str:
    """The strong tag of a booking: it differs exactly when the answer to a read of the booking does.

    It follows from the id and from every member that a change, a cancellation or the course can change.
    """
    state = [
        booking.id,
        booking.status,
        booking.agency_reference,
        booking.players,
        booking.special_requests,
        booking.cancelled_at,
        booking.cancellation_reason,
    ]
    return f'"{blake2b(write_json(state), digest_size=12).hexdigest()}"'


def require_unchanged(call: Call, session: Session) -> None:
    """Refuses a request whose `If-Match` does not name the present state of the booking.

    *session* writes, so the state cannot change between this check and the change that follows.
    Raises BookingNotFound or PreconditionFailed.
    """
    condition = call.headers.get(IF_MATCH)
    if condition is None:
        return
    booking = bookings.get(session, call.caller.agency, call.path["id"])
    if condition != "*" and entity_tag(booking) not in _TAG.findall(condition):
        raise PreconditionFailed(booking.id)
