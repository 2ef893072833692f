"""Calls with fuller bodies than those in `recorded_calls`, for the clients of the blind lot."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from conformance.grading.calls import DeliveryAttempt, Stored
from mock_server.deliveries.variants import VARIANTS
from tests.grading.recorded_calls import (
    COURSE,
    DAY,
    TIME,
    Recorded,
    book,
    booked,
    call,
    refused,
    wish,
)

MINUTE, HOUR, NIGHT = 60.0, 3600.0, 86400.0
OFFLINE = "crs_off"
FREE = (("09:10", 4), ("09:30", 4), ("09:50", 4))

FORGED, OLD, REPEATED, UNKNOWN = (
    VARIANTS[name].name for name in ("bad_signature", "stale_timestamp", "duplicate", "unknown_event")
)


def keyed(key: str | None) -> dict[str, str | None]:
    """The header of an idempotent call."""
    return {"idempotency-key": key} if key else {}


def full(
    booking_id: str,
    state: str = "confirmed",
    *,
    day: str = DAY,
    time: str = TIME,
    players: int = 2,
    course: str = COURSE,
    **members: Any,
) -> dict[str, Any]:
    """The whole answer about a booking."""
    return booked(
        booking_id,
        status=state,
        bookingReference=f"GTS-{booking_id.removeprefix('bkg_').zfill(5)}",
        course={"id": course, "name": "Las Palmeras"},
        date=day,
        teeTime=time,
        players=players,
        **members,
    )


def sale(
    booking_id: str = "bkg_1",
    state: str = "confirmed",
    *,
    day: str = DAY,
    time: str = TIME,
    players: int = 2,
    course: str = COURSE,
    key: str | None = None,
    after: float = 25.0,
    **members: Any,
) -> Recorded:
    """A booking that the service accepts."""
    sent = wish(courseId=course, date=day, teeTime=time, players=players, **members)
    echoed = {name: value for name, value in members.items() if name != "holdId"}
    answer = full(booking_id, state, day=day, time=time, players=players, course=course, **echoed)
    return book(201, answer, sent=sent, headers=keyed(key), after=after)


def no_sale(
    status: int,
    code: str = "",
    *,
    day: str = DAY,
    time: str = TIME,
    players: int = 2,
    course: str = COURSE,
    key: str | None = None,
    after: float = 25.0,
    answered: Mapping[str, str] | None = None,
    **members: Any,
) -> Recorded:
    """A booking that the service refuses, or whose answer is lost (status 0)."""
    sent = wish(courseId=course, date=day, teeTime=time, players=players, **members)
    answer = refused(code) if status else None
    return book(status, answer, sent=sent, headers=keyed(key), after=after, answered=answered)


def seen(
    *times: tuple[str, int],
    day: str = DAY,
    players: int = 2,
    course: str = COURSE,
    after: float = 2.0,
    headers: Mapping[str, str | None] | None = None,
) -> Recorded:
    """The tee times of a day, asked for a number of players."""
    shown = [
        {
            "time": time,
            "available": free,
            "pricing": {"currency": "EUR", "greenFee": 84.0, "totalAmount": 84.0 * players, "priceType": "standard"},
        }
        for time, free in times
    ]
    answer = {"courseId": course, "date": day, "isOnline": True, "availableTimes": shown}
    asked = {"date": day, "players": str(players)}
    path = f"/travel/courses/{course}/tee-times"
    return call("GET", path, 200, answer, query=asked, after=after, headers=headers)


def seen_offline(day: str = DAY, players: int = 2, after: float = 2.0) -> Recorded:
    """The answer of an offline course about its tee times."""
    answer = {
        "courseId": OFFLINE,
        "date": day,
        "isOnline": False,
        "bookingMessage": "The course confirms by hand.",
        "offlineBookingContact": {"email": "desk@course.example", "phone": "+34 900", "responseTime": "24 hours"},
    }
    asked = {"date": day, "players": str(players)}
    return call("GET", f"/travel/courses/{OFFLINE}/tee-times", 200, answer, query=asked, after=after)


def details(course: str = COURSE, online: bool = True, after: float = 1.0) -> Recorded:
    """The details of a course."""
    answer = {"data": {"id": course, "name": "Las Palmeras", "country": "ES", "holes": 18, "isOnline": online}}
    return call("GET", f"/travel/courses/{course}", 200, answer, after=after)


def courses(
    page: int = 1, pages: int = 1, after: float = 1.0, headers: Mapping[str, str | None] | None = None, **query: str
) -> Recorded:
    """A page of the courses."""
    items = [{"id": COURSE, "name": "Las Palmeras", "country": "ES", "isOnline": True}] if page == 1 else []
    items += [{"id": f"crs_{page}{number}", "name": "Other", "country": "ES", "isOnline": True} for number in (2, 3)]
    size = int(query.get("pageSize", "20"))
    answer = {
        "data": items,
        "meta": {"pagination": {"page": page, "pageSize": size, "totalItems": size * pages, "totalPages": pages}},
    }
    asked = {**query, **({"page": str(page)} if page > 1 or pages > 1 else {})}
    return call("GET", "/travel/courses", 200, answer, query=asked, after=after, headers=headers)


def pricing(after: float = 1.0) -> Recorded:
    """The prices of the course in spring."""
    answer = {"data": {"courseId": COURSE, "currency": "EUR", "seasons": []}, "meta": {"totalSeasons": 0}}
    asked = {"startDate": "2027-04-01", "endDate": "2027-04-30"}
    return call("GET", f"/travel/courses/{COURSE}/pricing", 200, answer, query=asked, after=after)


def days(start: str, end: str, after: float = 1.0) -> Recorded:
    """The availability of several days."""
    result = {"date": DAY, "hasAvailability": True, "availableSlots": 9, "firstAvailableTime": "08:10"}
    answer = {"courseId": COURSE, "availabilityResults": [result], "bestAvailability": {"date": DAY}}
    asked = {"startDate": start, "endDate": end, "players": "2"}
    return call("GET", f"/travel/courses/{COURSE}/availability", 200, answer, query=asked, after=after)


def terms_of(
    *,
    course: str = COURSE,
    allowed: bool = True,
    change_hours: int = 24,
    cancel_hours: int = 24,
    ahead: int = 400,
    after: float = 2.0,
) -> Recorded:
    """The terms of a course with their numbers."""
    tiers = [
        {"hoursBeforeTeeTime": 72, "refundPercent": 100, "label": "Full refund"},
        {"hoursBeforeTeeTime": 24, "refundPercent": 50, "label": "Half refund"},
        {"hoursBeforeTeeTime": 0, "refundPercent": 0, "label": "No refund"},
    ]
    answer = {
        "data": {
            "courseId": course,
            "cancellationPolicy": {"tiers": tiers, "policyText": None, "source": "platform"},
            "bookingTerms": {
                "maxPlayersPerBooking": 4,
                "maxDaysInAdvance": ahead,
                "modificationAllowed": allowed,
                "modificationCutoffHours": change_hours,
                "selfServiceCancellationCutoffHours": cancel_hours,
            },
        }
    }
    return call("GET", f"/travel/courses/{course}/terms", 200, answer, after=after)


def asked_for(
    booking_id: str = "bkg_1", state: str = "confirmed", *, after: float = 2.0, course: str = COURSE, **members: Any
) -> Recorded:
    """One booking read."""
    answer = full(booking_id, state, course=course, **members)
    return call("GET", f"/travel/bookings/{booking_id}", 200, answer, after=after)


def page_of(
    *shown: tuple[str, str], page: int | None = None, pages: int = 1, after: float = 2.0, **query: str
) -> Recorded:
    """A page of the bookings: each with its time, on the usual day."""
    items = [full(booking_id, time=time)["data"] for booking_id, time in shown]
    asked = {**query, **({"page": str(page)} if page else {})}
    size = int(query.get("pageSize", "20"))
    total = len(shown) if pages == 1 else size * pages
    found = {"page": page or 1, "pageSize": size, "totalItems": total, "totalPages": pages}
    answer = {"data": items, "meta": {"pagination": found}}
    return call("GET", "/travel/bookings", 200, answer, query=asked, after=after)


def give_up(booking_id: str = "bkg_1", status: int = 200, code: str = "", *, after: float = 8.0) -> Recorded:
    """A cancellation."""
    done = {"data": {"id": booking_id, "status": "cancelled", "cancellationDate": "2027-03-01T09:10:00Z"}}
    answer = None if status == 0 else done if status == 200 else refused(code)
    return call("DELETE", f"/travel/bookings/{booking_id}", status, answer, after=after)


def altered(
    sent: Mapping[str, Any], status: int = 200, code: str = "", *, booking_id: str = "bkg_1", after: float = 8.0
) -> Recorded:
    """A change of a booking."""
    players = sent.get("players", 2)
    answer = None if status == 0 else full(booking_id, players=players) if status == 200 else refused(code)
    return call("PUT", f"/travel/bookings/{booking_id}", status, answer, sent=dict(sent), after=after)


def hooked(hook_id: str = "hok_1", *, course: str = COURSE, time: str = TIME, after: float = 10.0) -> Recorded:
    """A booking hook of 14 days."""
    sent = wish(courseId=course, teeTime=time)
    answer = {"data": {"id": hook_id, "status": "held"}}
    return call("POST", "/travel/bookings/hooks", 201, answer, sent=sent, after=after)


def held(
    hold_id: str, expires: str, *, time: str = TIME, players: int = 2, course: str = COURSE, after: float = 6.0
) -> Recorded:
    """A hold of a tee time."""
    sent = {"date": DAY, "time": time, "players": players}
    answer = {"holdId": hold_id, "courseId": course, **sent, "holdExpiration": expires}
    return call("POST", f"/travel/courses/{course}/hold-tee-time", 201, answer, sent=sent, after=after)


def lasting(recorded: Recorded, milliseconds: float) -> Recorded:
    """The same call with a slower answer."""
    after, exchange = recorded
    return after, replace(exchange, elapsed_ms=milliseconds)


def kept(
    booking_id: str = "bkg_1",
    state: str = "confirmed",
    *,
    day: str = DAY,
    time: str = TIME,
    players: int = 2,
    course: str = COURSE,
    reference: str | None = None,
) -> Stored:
    """A booking that exists in the end."""
    return Stored("alpha", booking_id, state, (course, day, time), players, reference)


def nth(message: str, kind: str, number: int, status: int | None, milliseconds: int = 20) -> DeliveryAttempt:
    """The attempt with this number to deliver one genuine message."""
    return DeliveryAttempt(message, kind, None, number, status, milliseconds)


def group_call(action: str, answer: Any, *, players: int = 12, after: float = 3.0) -> Recorded:
    """A question about a group that changes nothing."""
    sent = {"courseId": COURSE, "date": DAY, "totalPlayers": players}
    if action == "find-slots":
        sent["preferredStartTime"] = TIME
    return call("POST", f"/travel/group-bookings/{action}", 200, answer, sent=sent, after=after)


def token(action: str = "token", status: int = 200, after: float = 1.0) -> Recorded:
    """A call for a token."""
    given = {"accessToken": "[redacted]", "refreshToken": "[redacted]", "expiresIn": 3600}
    answer = given if status == 200 else refused("token")
    sent = {"refreshToken": "[redacted]"} if action == "refresh" else {}
    return call("POST", f"/auth/{action}", status, answer, sent=sent, after=after)
