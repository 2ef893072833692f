"""The bookings, holds, hooks, groups and subscriptions of a world, of all agencies in one list."""

from typing import Any

from mock_server.api.booking_hooks import shown_booking_hook
from mock_server.api.bookings import shown_booking
from mock_server.api.calls import Answer, Call, timestamp
from mock_server.api.group_bookings import shown_group_booking
from mock_server.api.tee_time_holds import shown_hold
from mock_server.api.webhooks import shown_webhook
from mock_server.domain.booking_hooks import BookingHook
from mock_server.domain.tee_time_holds import TeeTimeHold
from mock_server.storage.records import (
    RecordFilter,
    all_booking_hooks,
    all_bookings,
    all_group_bookings,
    all_subscriptions,
    all_tee_time_holds,
)
from mock_server.storage.sessions import Session


def list_bookings(call: Call, session: Session) -> Answer:
    """GET /bookings: a page of matching bookings, newest first. Raises CourseNotFound."""
    found, total = all_bookings(session, _wanted(call, session))
    return _page(call, [{"agency": booking.agency, **shown_booking(booking, session)} for booking in found], total)


def list_tee_time_holds(call: Call, session: Session) -> Answer:
    """GET /tee-time-holds: a page of matching holds, newest first. Raises CourseNotFound."""
    found, total = all_tee_time_holds(session, _wanted(call, session))
    return _page(call, [_hold(hold, session) for hold in found], total)


def list_booking_hooks(call: Call, session: Session) -> Answer:
    """GET /booking-hooks: a page of matching hooks, newest first. Raises CourseNotFound."""
    found, total = all_booking_hooks(session, _wanted(call, session))
    return _page(call, [_booking_hook(hook) for hook in found], total)


def list_group_bookings(call: Call, session: Session) -> Answer:
    """GET /group-bookings: a page of matching groups, newest first. Raises CourseNotFound."""
    found, total = all_group_bookings(session, _wanted(call, session))
    return _page(call, [{"agency": group.agency, **shown_group_booking(group, session)} for group in found], total)


def list_webhooks(call: Call, session: Session) -> Answer:
    """GET /webhooks: a page of matching subscriptions, newest first."""
    query = call.query
    wanted = RecordFilter(query.get("agency"), None, None, query["page"], query["limit"], query.get("id"))
    found, total = all_subscriptions(session, wanted)
    return _page(call, [{"agency": webhook.agency, **shown_webhook(webhook)} for webhook in found], total)


def _wanted(call: Call, session: Session) -> RecordFilter:
    query = call.query
    course_id = query.get("courseId")
    if course_id is not None:
        # An empty list would hide a typo.
        session.courses.by_id(course_id)
    return RecordFilter(
        query.get("agency"), course_id, query.get("status"), query["page"], query["limit"], query.get("id")
    )


def _page(call: Call, records: list[dict[str, Any]], total: int) -> Answer:
    meta = {"page": call.query["page"], "limit": call.query["limit"], "total": total}
    return Answer(200, {"data": records, "meta": meta})


def _hold(hold: TeeTimeHold, session: Session) -> dict[str, Any]:
    completed = {} if hold.booking_id is None else {"bookingId": hold.booking_id}
    return {
        "agency": hold.agency,
        "status": _status(hold, session),
        **shown_hold(hold, session),
        "createdAt": timestamp(hold.created_at),
        **completed,
    }


def _status(hold: TeeTimeHold, session: Session) -> str:
    if hold.booking_id is not None:
        return "completed"
    return "active" if session.now < hold.expires_at else "expired"


def _booking_hook(hook: BookingHook) -> dict[str, Any]:
    completed = {} if hook.booking_id is None else {"bookingId": hook.booking_id}
    return {"agency": hook.agency, **shown_booking_hook(hook), **completed}
