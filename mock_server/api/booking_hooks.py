"""Booking hooks over HTTP: create, confirm, release. Spec: Booking hooks (14-day reservation holds)."""

from typing import Any

from mock_server.api.bookings import booking_answer, booking_request
from mock_server.api.calls import Answer, Call, hh_mm, timestamp
from mock_server.domain.booking_hooks import BookingHook
from mock_server.services import booking_hooks
from mock_server.storage.sessions import Session


def create_booking_hook(call: Call, session: Session) -> Answer:
    """POST /bookings/hooks: a tee time is kept for 14 days."""
    hook = booking_hooks.create(session, call.caller.agency, booking_request(call.body))
    return Answer(201, {"data": shown_booking_hook(hook)}, {"Location": f"{call.address}/{hook.id}"})


def confirm_booking_hook(call: Call, session: Session) -> Answer:
    """POST /bookings/hooks/{id}/confirm: the booking that the hook became, and the same when repeated."""
    booking = booking_hooks.confirm(session, call.caller.agency, call.path["id"])
    return booking_answer(200, booking, session, {})


def release_booking_hook(call: Call, session: Session) -> Answer:
    """DELETE /bookings/hooks/{id}: two fields, and the same two when repeated."""
    hook = booking_hooks.release(session, call.caller.agency, call.path["id"])
    return Answer(200, {"data": {"id": hook.id, "status": hook.status.value}})


def shown_booking_hook(hook: BookingHook) -> dict[str, Any]:
    """A booking hook, as in the answer to its creation."""
    shown: dict[str, Any] = {
        "id": hook.id,
        "status": hook.status.value,
        "courseId": hook.course_id,
        "date": str(hook.play_date),
        "teeTime": hh_mm(hook.tee_time),
        "players": hook.players,
    }
    if hook.agency_reference is not None:
        shown["agencyBookingReference"] = hook.agency_reference
    return shown | {"expiresAt": timestamp(hook.expires_at), "createdAt": timestamp(hook.created_at)}
