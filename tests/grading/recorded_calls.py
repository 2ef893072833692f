"""Short sequences of recorded calls, as the journal of a sandbox would show them."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import urlencode

from conformance.evidence.exchanges import Exchange, Request, Response, Role
from conformance.grading.calls import ClientTraffic, DeliveryAttempt, Stored, calls_of

BASE = "https://golf.example/api/v1"
BEGAN = datetime(2027, 3, 1, 9, 0, tzinfo=UTC)
COURSE, DAY, TIME = "crs_1", "2027-04-17", "09:30"

# How many seconds after the answer before it a call was sent, and the call.
Recorded = tuple[float, Exchange]

KEY = {"x-api-key": "[redacted]"}
JSON = {"content-type": "application/json"}


def call(
    method: str,
    path: str,
    status: int = 200,
    answer: Any = None,
    *,
    sent: Any = None,
    after: float = 1.0,
    query: Mapping[str, str] | None = None,
    headers: Mapping[str, str | None] | None = None,
    answered: Mapping[str, str] | None = None,
) -> Recorded:
    """A call that is sent *after* seconds after the answer before it. Status 0 stands for no answer."""
    given = {**KEY, **(JSON if sent is not None else {}), **(headers or {})}
    text = urlencode(query or {})
    request = Request(
        method,
        path,
        tuple((query or {}).items()),
        f"{BASE}{path}{'?' if text else ''}{text}",
        tuple((name, value) for name, value in given.items() if value is not None),
        None if sent is None else json.dumps(sent).encode(),
    )
    content = b"" if answer is None else answer if isinstance(answer, bytes) else json.dumps(answer).encode()
    response = Response(status, tuple((answered or {}).items()), content) if status else None
    failure = None if status else "no answer"
    return after, Exchange(0, "alpha", None, Role.read, "", request, response, failure, BEGAN, 10.0)


def traffic_of(
    calls: Sequence[Recorded],
    attempts: Sequence[DeliveryAttempt] | None = None,
    stored: Sequence[Stored] | None = None,
) -> ClientTraffic:
    """The calls one after the other, with what the service knows."""
    exchanges, at = [], BEGAN
    for index, (after, exchange) in enumerate(calls):
        at += timedelta(seconds=after)
        exchanges.append(replace(exchange, index=index, started_at=at))
        at += timedelta(milliseconds=exchange.elapsed_ms)
    return ClientTraffic(
        calls_of(exchanges), None if attempts is None else tuple(attempts), None if stored is None else tuple(stored)
    )


def wish(**members: Any) -> dict[str, Any]:
    """The body of a booking."""
    lead = {"firstName": "Redacted", "lastName": "Redacted", "email": "redacted@example.invalid"}
    return {"courseId": COURSE, "date": DAY, "teeTime": TIME, "players": 2, "leadPlayer": lead, **members}


def booked(booking_id: str = "bkg_1", **members: Any) -> dict[str, Any]:
    """The answer to a booking."""
    return {"data": {"id": booking_id, "status": "confirmed", "course": {"id": COURSE}, **members}}


def book(status: int = 201, answer: Any = None, *, sent: Any = None, **options: Any) -> Recorded:
    """POST /travel/bookings."""
    body = booked() if answer is None and 200 <= status < 300 else answer
    return call("POST", "/travel/bookings", status, body, sent=sent or wish(), **options)


def refused(code: str) -> dict[str, Any]:
    """The body of a problem."""
    return {"title": "No", "code": code}


def look(*times: tuple[str, int], day: str = DAY, fee: float = 90.0, **options: Any) -> Recorded:
    """GET tee times: each time with its free places and the same green fee."""
    shown = [{"time": time, "available": free, "pricing": {"greenFee": fee}} for time, free in times]
    answer = {"courseId": COURSE, "isOnline": True, "availableTimes": shown}
    return call("GET", f"/travel/courses/{COURSE}/tee-times", 200, answer, query={"date": day}, **options)


def online() -> Recorded:
    """GET /travel/courses/{id} of a course with a live tee sheet."""
    return call("GET", f"/travel/courses/{COURSE}", 200, {"data": {"id": COURSE, "isOnline": True}})


def overview() -> Recorded:
    """GET availability of several days."""
    answer = {
        "courseId": COURSE,
        "availabilityResults": [{"date": DAY, "firstAvailableTime": TIME, "lowestPrice": 80.0}],
    }
    return call("GET", f"/travel/courses/{COURSE}/availability", 200, answer, query={"startDate": DAY, "endDate": DAY})


def read(booking_id: str = "bkg_1", status: str = "confirmed", players: int | None = None, **options: Any) -> Recorded:
    """GET /travel/bookings/{id}. The answer has the players only when they are given."""
    counted = {} if players is None else {"players": players}
    shown = booked(booking_id, status=status, **counted)
    return call("GET", f"/travel/bookings/{booking_id}", 200, shown, **options)


def listed(
    *ids: str, page: int | None = None, pages: int = 1, query: Mapping[str, str] | None = None, **options: Any
) -> Recorded:
    """GET /travel/bookings."""
    asked = {**(query or {}), **({"page": str(page)} if page else {})}
    items = [{"id": booking_id, "status": "confirmed", "course": {"id": COURSE}} for booking_id in ids]
    answer = {"data": items, "meta": {"pagination": {"page": page or 1, "totalPages": pages}}}
    return call("GET", "/travel/bookings", 200, answer, query=asked, **options)


def change(status: int = 200, answer: Any = None, **options: Any) -> Recorded:
    """PUT /travel/bookings/{id}."""
    body = booked() if answer is None and status == 200 else answer
    return call("PUT", "/travel/bookings/bkg_1", status, body, sent=options.pop("sent", {"players": 1}), **options)


def cancel(status: int = 200, answer: Any = None, **options: Any) -> Recorded:
    """DELETE /travel/bookings/{id}."""
    body = booked(status="cancelled") if answer is None and status == 200 else answer
    return call("DELETE", "/travel/bookings/bkg_1", status, body, **options)


def terms(**options: Any) -> Recorded:
    """GET terms of the course."""
    return call("GET", f"/travel/courses/{COURSE}/terms", 200, {"data": {"courseId": COURSE}}, **options)


def hold(
    hold_id: str = "hld_1",
    status: int = 201,
    *,
    expires: str = "2027-03-01T09:15:00Z",
    fee: float = 90.0,
    sent: Any = None,
    answer: Any = None,
    **options: Any,
) -> Recorded:
    """POST hold-tee-time."""
    held = {"holdId": hold_id, "holdExpiration": expires, "pricing": {"greenFee": fee}}
    said = held if status == 201 else answer
    body = sent or {"date": DAY, "time": TIME, "players": 2}
    return call("POST", f"/travel/courses/{COURSE}/hold-tee-time", status, said, sent=body, **options)


def hook(status: int = 201, *, reference: str = "H1", **options: Any) -> Recorded:
    """POST /travel/bookings/hooks."""
    answer = {"data": {"id": "hok_1", "status": "held"}} if status == 201 else None
    return call(
        "POST", "/travel/bookings/hooks", status, answer, sent=wish(agencyBookingReference=reference), **options
    )


def on_hook(method: str, status: int = 200, answer: Any = None, **options: Any) -> Recorded:
    """Confirm (POST) or release (DELETE) the booking hook."""
    path = "/travel/bookings/hooks/hok_1" + ("/confirm" if method == "POST" else "")
    return call(method, path, status, answer or {"data": {"id": "hok_1"}}, **options)


def group(status: int = 202, players: int = 12, *, reference: str = "G1", **options: Any) -> Recorded:
    """POST /travel/group-bookings."""
    asked = {"courseId": COURSE, "date": DAY, "preferredTime": TIME, "totalPlayers": players}
    sent = {**asked, "agencyBookingReference": reference}
    answer = {"data": {"id": "grp_1", "status": "processing"}} if status == 202 else None
    return call("POST", "/travel/group-bookings", status, answer, sent=sent, **options)


def group_read(status: str = "processing", **options: Any) -> Recorded:
    """GET /travel/group-bookings/{id}."""
    return call("GET", "/travel/group-bookings/grp_1", 200, {"data": {"id": "grp_1", "status": status}}, **options)


def subscribe(
    status: int = 201, hook_id: str = "whk_1", url: str = "https://agency.example/in", **options: Any
) -> Recorded:
    """POST /webhooks."""
    answer = {"data": {"id": hook_id}} if status == 201 else None
    return call("POST", "/webhooks", status, answer, sent={"url": url, "events": ["booking.confirmed"]}, **options)


def attempt(
    variant: str | None,
    status: int | None,
    *,
    milliseconds: int = 20,
    kind: str = "booking.confirmed",
    is_broken: bool = False,
    sent_at: datetime | None = None,
    about: str = "bkg_1",
) -> DeliveryAttempt:
    """One attempt to deliver."""
    return DeliveryAttempt("msg_1", kind, variant, 1, status, milliseconds, sent_at, is_broken, about)


def stored(booking_id: str) -> Stored:
    """A booking as `wish` asks for it."""
    return Stored("alpha", booking_id, "confirmed", (COURSE, DAY, TIME), 2, None)
