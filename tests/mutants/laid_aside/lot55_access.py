"""Blind faults of the fifty-fifth lot: access and tokens."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.disguises import every_booking, one_page
from tests.mutants.parts.pretending import all_bookings, data_of
from tests.mutants.parts.substitutes import WorldMemory, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, json_answer, mutant


def _token_of(call: Call) -> str:
    """The token that a logout carries, in its header or in its body."""
    header = next((value for name, value in call.headers if name.lower() == "authorization"), "")
    return header.removeprefix("Bearer ") or str(sent(call).get("refreshToken", ""))


@mutant(
    "JWT-04.lot55-renewed-session-survives",
    "A logout does not end a session that was refreshed before.",
    "refreshToken revokeToken",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _renewed_session_survives(call: Call) -> Answer:
    renewed: set[str] = call.memory.setdefault("renewed", set())
    if call.operation == "revokeToken" and _token_of(call) in renewed:
        return Answer(204, (), b"")
    answer = await call.forward()
    if call.operation == "refreshToken" and answer.ok:
        tokens = data_of(answer)
        renewed |= {str(tokens.get("accessToken")), str(tokens.get("refreshToken"))}
    return answer


def _rounded_to_the_nearest(body: Any) -> Any:
    pagination = body["meta"]["pagination"]
    total, size = pagination["totalItems"], pagination["pageSize"]
    if total > size:
        pagination["totalPages"] = (2 * total + size) // (2 * size)
    return body


json_answer(
    "PAG-11.lot55-nearest-page-count",
    "The number of pages of the booking list is rounded to the nearest integer.",
    "listBookings",
    _rounded_to_the_nearest,
    hidden="some values",
    origin=Origin.blind,
)


_READ_WHEN_CANCELLED = WorldMemory()


@mutant(
    "AUT-10.lot55-closed-bookings-cached",
    "A cancelled booking that its agency has read can be read by every other agency.",
    "getBooking",
    hidden="another agency",
    origin=Origin.blind,
)
async def _closed_bookings_cached(call: Call) -> Answer:
    cached: dict[str, Answer] = _READ_WHEN_CANCELLED.of(call)
    booking_id = call.path_params["id"]
    answer = await call.forward()
    if answer.ok and data_of(answer).get("status") == "cancelled":
        cached[booking_id] = answer
    is_hidden = answer.status in (403, 404)
    return cached[booking_id] if is_hidden and booking_id in cached else answer


_BOOKING_KEYS = WorldMemory()


@mutant(
    "AUT-09.lot55-day-report-of-all",
    "The bookings of one day with one status are listed for all agencies together.",
    "createBooking listBookings",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _day_report_of_all(call: Call) -> Answer:
    answer = await call.forward()
    keys = _BOOKING_KEYS.of(call)
    if not answer.ok:
        return answer
    if call.operation == "createBooking":
        keys[call.api_key] = True
        return answer
    day, status = call.query.get("startDate"), call.query.get("status")
    if not day or not status or call.query.get("endDate") != day:
        return answer
    filters = {"startDate": day, "endDate": day, "status": status}
    found = await every_booking(aside(call), **filters)
    for key in sorted(keys):
        if key != call.api_key:
            found += await all_bookings(aside(call), key, **filters)
    return one_page(call, answer, sorted(found, key=lambda booking: str(booking["createdAt"]), reverse=True))
