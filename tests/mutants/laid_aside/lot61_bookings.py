"""Blind faults of the sixty-first lot: bookings and their lists."""

from __future__ import annotations

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.asking import asks
from tests.mutants.parts.pretending import all_bookings, body_of, data_of, filters_of, paged
from tests.mutants.parts.substitutes import in_turn
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change


def _at_midnight(moment: str) -> str:
    return f"{moment[:10]}T00:00:00Z"


json_answer(
    "BKC-33.lot61-created-at-midnight",
    "The moment of creation of a booking is cut to the day.",
    "createBooking getBooking updateBooking listBookings confirmBookingHook",
    in_turn(alter("data.createdAt", _at_midnight), alter("data[*].createdAt", _at_midnight)),
    origin=Origin.blind,
)


def _shortened(call: Call) -> Call:
    return call.with_json(alter("agencyBookingReference", lambda text: text[:20])(call.json()))


request_change(
    "BKC-07.lot61-reference-column-too-short",
    "An agency reference of more than 20 characters is kept only up to the twentieth.",
    "createBooking",
    _shortened,
    when=lambda call: len(str(body_of(call).get("agencyBookingReference", ""))) > 20,
    hidden="some values",
    origin=Origin.blind,
)


def _completes_with_a_phone(call: Call) -> bool:
    lead = body_of(call).get("leadPlayer")
    return "holdId" in body_of(call) and isinstance(lead, dict) and bool(lead.get("phone"))


request_change(
    "BKC-08.lot61-requests-lost-in-completion",
    "Special requests are lost when a hold is completed for a lead player with a phone number.",
    "createBooking",
    lambda call: call.with_json({name: value for name, value in body_of(call).items() if name != "specialRequests"}),
    when=_completes_with_a_phone,
    hidden="a combination of parameters",
    origin=Origin.blind,
)


@mutant(
    "BKL-04.lot61-stale-pending-index",
    "The list of pending bookings keeps those that the course has confirmed.",
    "createBooking listBookings",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _stale_pending_index(call: Call) -> Answer:
    pending: set[str] = call.memory.setdefault("pending", set())
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "createBooking":
        if data_of(answer)["status"] == "pending":
            pending.add(data_of(answer)["id"])
        return answer
    if call.query.get("status") != "pending" or not pending:
        return answer
    found = await all_bookings(aside(call), **filters_of(call))
    confirmed = await all_bookings(aside(call), **(filters_of(call) | {"status": "confirmed"}))
    stale = [booking for booking in confirmed if booking["id"] in pending]
    return paged(answer, found + stale) if stale else answer


@mutant(
    "BKL-08.lot61-last-day-cut-off",
    "A list of a period that also filters by status leaves out the last day of the period.",
    "listBookings",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _last_day_cut_off(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not asks(call, "status", "startDate", "endDate"):
        return answer
    found = await all_bookings(aside(call), **filters_of(call))
    return paged(answer, [booking for booking in found if booking["date"] != call.query["endDate"]])
