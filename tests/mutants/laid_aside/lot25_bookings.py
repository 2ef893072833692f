"""Blind faults of bookings: created, read, listed."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from tests.mutants.laid_aside.common import booking_of
from tests.mutants.parts.asking import has_dates
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.disguises import Booking, asked_for, booked_as, every_booking, one_page
from tests.mutants.parts.pretending import data_of
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put
from tests.mutants.tools.registry import Origin, json_answer, mutant

_BASIC_PLANE = 0xFFFF


def _cut(text: Any) -> Any:
    if not isinstance(text, str):
        return text
    return text[: next((at for at, sign in enumerate(text) if ord(sign) > _BASIC_PLANE), len(text))]


# Plain faults.
json_answer(
    "BKL-12.lot25-listed-to-the-minute",
    "The list shows when a booking was created without its seconds, the booking itself with them.",
    "listBookings",
    alter("data[*].createdAt", lambda text: f"{text[:17]}00Z"),
    origin=Origin.blind,
)


@mutant(
    "BKX-05.lot25-dated-with-the-tee-time",
    "cancellationDate is the moment of the tee time.",
    "cancelBooking",
    origin=Origin.blind,
)
async def _dated_with_the_tee_time(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    booking = await booking_of(call)
    if not booking:
        return answer
    return answer.with_json(put("data.cancellationDate", f"{booking['date']}T{booking['teeTime']}:00Z")(answer.json()))


# Faults under a condition.
booked_as(
    "BKC-08.lot25-cut-at-an-emoji",
    "specialRequests ends before its first emoji, which the database cannot keep.",
    alter("specialRequests", _cut),
    when=lambda body: _cut(body.get("specialRequests")) != body.get("specialRequests"),
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "BKL-09.lot25-by-the-day-of-cancellation",
    "The list of cancelled bookings compares its dates with the day of the cancellation, not of play.",
    "listBookings cancelBooking",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _by_the_day_of_cancellation(call: Call) -> Answer:
    days: dict[str, str] = call.memory.setdefault("days", {})
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "cancelBooking":
        days.setdefault(call.path_params["id"], data_of(answer)["cancellationDate"][:10])
        return answer
    if call.query.get("status") != "cancelled" or not has_dates(call):
        return answer
    found = await every_booking(call, status="cancelled")
    kept = [item for item in found if asked_for(call, item | {"date": days.get(item["id"], item["date"])})]
    return one_page(call, answer, kept)


@mutant(
    "BST-02.lot25-closed-after-the-round",
    "A confirmed booking whose day is past is shown as cancelled.",
    "getBooking listBookings",
    hidden="after a while",
    origin=Origin.blind,
)
async def _closed_after_the_round(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    today = (await world_time(call) - timedelta(hours=3)).date().isoformat()

    def closed(booking: Booking) -> Booking:
        is_over = booking["status"] == "confirmed" and booking["date"] < today
        return booking | {"status": "cancelled"} if is_over else booking

    if call.operation == "getBooking":
        return answer.with_json({"data": closed(answer.json()["data"])})
    everything = [closed(booking) for booking in await every_booking(call)]
    if all(booking["date"] >= today for booking in everything):
        return answer
    return one_page(call, answer, [booking for booking in everything if asked_for(call, booking)])
