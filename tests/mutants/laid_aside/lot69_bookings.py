"""Blind faults of the sixty-ninth lot: bookings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from tests.mutants.laid_aside.common import aside, course_of, overlaid, overlays
from tests.mutants.parts.disguises import (
    BOOKING_OPERATIONS,
    asked_for,
    book_in_disguise,
    every_booking,
    one_page,
    relisted,
    shown,
)
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import put
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

Booking = dict[str, Any]
_DEFAULT_SIZE = 20
_LONGEST_TEXT = 60
_COPIED = ("players", "agencyBookingReference")


def _before_the_end(call: Call, bookings: list[Booking]) -> Iterable[Booking]:
    return [booking for booking in bookings if asked_for(call, booking) and booking["date"] < call.query["endDate"]]


relisted(
    "BKL-08.lot69-status-ends-a-day-early",
    "A list filtered by status leaves out the bookings on the end date.",
    _before_the_end,
    when=lambda call: "status" in call.query and "endDate" in call.query,
    hidden="a combination of parameters",
    origin=Origin.blind,
)


@mutant(
    "BKL-13.lot69-changed-requests-drop-out",
    "A pending booking that was changed is in no list of a status.",
    "updateBooking listBookings",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _changed_requests_drop_out(call: Call) -> Answer:
    answer = await call.forward()
    changed: set[str] = call.memory.setdefault("changed", set())
    if not answer.ok:
        return answer
    if call.operation == "updateBooking":
        if answer.json()["data"]["status"] == "pending":
            changed.add(call.path_params["id"])
        return answer
    if call.query.get("status") != "pending" or not changed:
        return answer
    found = [booking for booking in await every_booking(aside(call)) if asked_for(call, booking)]
    return one_page(call, answer, [booking for booking in found if booking["id"] not in changed])


request_change(
    "BKC-08.lot69-hold-cuts-requests",
    "A booking from a hold keeps only sixty characters of the special requests.",
    "createBooking",
    lambda call: call.with_json(sent(call) | {"specialRequests": sent(call)["specialRequests"][:_LONGEST_TEXT]}),
    when=lambda call: "holdId" in sent(call) and isinstance(sent(call).get("specialRequests"), str),
    hidden="one of two ways",
    origin=Origin.blind,
)


@mutant(
    "BKC-28.lot69-offline-takes-any-party",
    "An offline course takes parties that are larger than its terms allow.",
    BOOKING_OPERATIONS,
    hidden="some values",
    origin=Origin.blind,
)
async def _offline_takes_any_party(call: Call) -> Answer:
    answer = await shown(call)
    body = sent(call)
    players = body.get("players")
    if call.operation != "createBooking" or answer.status != 422 or players not in (2, 3, 4):
        return answer
    course = await course_of(call, body.get("courseId"))
    if not course or course["isOnline"]:
        return answer
    terms = (await aside(call).upstream("GET", f"/travel/courses/{course['id']}/terms")).json()
    most = terms["data"]["bookingTerms"]["maxPlayersPerBooking"]
    if players <= most:
        return answer
    return await book_in_disguise(call, body | {"players": most}, put("players", players))


@mutant(
    "BKL-12.lot69-index-of-the-first-change",
    "The list shows a booking that was changed more than once as it was after the first change.",
    "updateBooking listBookings",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _index_of_the_first_change(call: Call) -> Answer:
    answer = await call.forward()
    if call.operation == "listBookings":
        return overlaid(call, answer)
    if not answer.ok:
        return answer
    changes: Counter[str] = call.memory.setdefault("changes", Counter())
    copies: dict[str, Booking] = call.memory.setdefault("copies", {})
    booking = answer.json()["data"]
    changes[booking["id"]] += 1
    copy = copies.setdefault(booking["id"], {name: booking[name] for name in _COPIED if name in booking})
    if changes[booking["id"]] > 1:
        overlays(call)[booking["id"]] = copy
    return answer


json_answer(
    "BKG-02.lot69-lead-player-not-loaded",
    "A read of a booking has null in place of the lead player.",
    "getBooking",
    put("data.leadPlayer", None),
    origin=Origin.blind,
)


@mutant(
    "PAG-12.lot69-offset-of-the-default",
    "In a list from a date on, the pages of another size than the default begin where default pages do.",
    "listBookings",
    hidden="a later page",
    origin=Origin.blind,
)
async def _offset_of_the_default(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or "startDate" not in call.query:
        return answer
    body = answer.json()
    page, size = (body["meta"]["pagination"][name] for name in ("page", "pageSize"))
    if page == 1 or size == _DEFAULT_SIZE:
        return answer
    found = [booking for booking in await every_booking(call) if asked_for(call, booking)]
    begin = (page - 1) * _DEFAULT_SIZE
    return answer.with_json(body | {"data": found[begin : begin + size]})
