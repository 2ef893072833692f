"""Blind faults of booking lists and of reads."""

from __future__ import annotations

from typing import Any

from tests.mutants.parts.disguises import Booking, asked_for, every_booking, one_page, relisted
from tests.mutants.parts.pretending import filters_of
from tests.mutants.parts.substitutes import in_turn
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

# Plain faults.
json_answer(
    "BKG-01.lot4-course-as-text",
    "A read of a booking shows the id of the course in place of the course object that create shows.",
    "getBooking",
    alter("data.course", lambda course: course["id"]),
    origin=Origin.blind,
)

json_answer(
    "BKL-12.lot4-guests-only",
    "The list counts the players without the lead player.",
    "listBookings",
    alter("data[*].players", lambda players: players - 1),
    origin=Origin.blind,
)

relisted(
    "BKX-04.lot4-cancelled-vanish",
    "Lists leave out every cancelled booking, also under status=cancelled.",
    lambda call, bookings: [b for b in bookings if asked_for(call, b) and b["status"] != "cancelled"],
    origin=Origin.blind,
)


# Faults under a condition.
def _in_latin_1(text: str) -> str:
    return text.encode("latin-1", "replace").decode("latin-1")


json_answer(
    "ENV-17.lot4-names-in-latin-1",
    "A read of a booking shows question marks for the letters of a name that Latin-1 does not have.",
    "getBooking",
    in_turn(alter("data.leadPlayer.firstName", _in_latin_1), alter("data.leadPlayer.lastName", _in_latin_1)),
    hidden="some values",
    origin=Origin.blind,
)

relisted(
    "BKL-08.lot4-end-of-a-period",
    "The list of a period with both ends leaves out the bookings on its last day.",
    lambda call, bookings: [b for b in bookings if asked_for(call, b) and b["date"] < call.query["endDate"]],
    when=lambda call: "startDate" in call.query and "endDate" in call.query,
    hidden="a combination of parameters",
    origin=Origin.blind,
)


@mutant(
    "BKL-04.lot4-first-status",
    "The status filter finds a booking under pending after the course confirmed it: the index keeps the first status.",
    "createBooking listBookings",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _first_status(call: Call) -> Answer:
    pending: dict[str, bool] = call.memory.setdefault("pending", {})
    answer = await call.forward()
    if call.operation == "createBooking":
        if answer.ok and answer.json()["data"]["status"] == "pending":
            pending[answer.json()["data"]["id"]] = True
        return answer
    if not answer.ok or "status" not in call.query:
        return answer

    def indexed(booking: Booking) -> Booking:
        kept = booking["id"] in pending and booking["status"] == "confirmed"
        return booking | ({"status": "pending"} if kept else {})

    return one_page(call, answer, [b for b in await every_booking(call) if asked_for(call, indexed(b))])


@mutant(
    "PAG-12.lot4-pages-overlap",
    "The later pages of a booking list with a status begin one booking too early, so the last booking is on no page.",
    "listBookings",
    hidden="a later page",
    origin=Origin.blind,
)
async def _pages_overlap(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or "status" not in call.query:
        return answer
    body = answer.json()
    shown: dict[str, Any] = body["meta"]["pagination"]
    if not 2 <= shown["page"] <= shown["totalPages"]:
        return answer
    begin = (shown["page"] - 1) * shown["pageSize"] - 1
    found = await every_booking(call, **filters_of(call))
    return answer.with_json(body | {"data": found[begin : begin + len(body["data"])]})


@mutant(
    "BKL-03.lot4-period-remembered",
    "The list of a period is remembered until a booking is changed or cancelled: it lacks bookings created since.",
    "listBookings updateBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _period_remembered(call: Call) -> Answer:
    periods: dict[str, set[str]] = call.memory.setdefault("periods", {})
    answer = await call.forward()
    if call.operation != "listBookings":
        if answer.ok:
            periods.clear()
        return answer
    period = filters_of(call)
    if not answer.ok or not period or "status" in period:
        return answer
    found = await every_booking(call, **period)
    known = periods.setdefault(str(sorted(period.items())), {booking["id"] for booking in found})
    return one_page(call, answer, [booking for booking in found if booking["id"] in known])
