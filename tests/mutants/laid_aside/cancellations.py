"""Blind faults of the cancellation of bookings, and of statuses that change without a cause."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta
from typing import Any

from tests.mutants.laid_aside.common import aside, booking_of, is_online, showing, take_places
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.days import is_summer_time
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, Booking, disguise, every_booking, in_disguise, shown
from tests.mutants.parts.histories import place_of
from tests.mutants.parts.pretending import moment_of
from tests.mutants.parts.substitutes import a_refusal, code_of
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant


@mutant(
    "BKX-06.lot4-day-before",
    "A cancellation is accepted until midnight before the day of play: the cutoff counts whole days between dates.",
    BOOKING_OPERATIONS,
    hidden="certain days",
    origin=Origin.blind,
)
async def _day_before(call: Call) -> Answer:
    answer = await shown(call)
    if code_of(answer) != "cancellation_cutoff_passed":
        return answer
    accepted: dict[str, str] = call.memory.setdefault("accepted", {})
    now = await world_time(call)
    read = await aside(call).upstream("GET", call.path)
    booking = read.json()["data"]
    if str(now.date()) >= booking["date"]:
        return answer
    cancelled = {"status": "cancelled", "cancellationDate": f"{now:%Y-%m-%dT%H:%M:%SZ}"}
    cancelled["cancellationDate"] = accepted.setdefault(booking["id"], cancelled["cancellationDate"])
    disguise(call, booking["id"], showing(**cancelled))
    return read.with_json({"data": {name: booking[name] for name in ("id", "bookingReference")} | cancelled})


@mutant(
    "BKX-05.lot4-summer-hour",
    "The cancellation date has the hour of summer time added where the day of play is in summer time.",
    BOOKING_OPERATIONS,
    hidden="certain days",
    origin=Origin.blind,
)
async def _summer_hour(call: Call) -> Answer:
    before = await booking_of(call) if call.operation == "cancelBooking" else {}
    answer = await shown(call)
    if not answer.ok or before.get("status") in (None, "cancelled"):
        return answer
    cancellation = answer.json()["data"]
    if not is_summer_time(date.fromisoformat(before["date"])):
        return answer
    moved = moment_of(cancellation["cancellationDate"]) + timedelta(hours=1)
    disguise(call, before["id"], showing(cancellationDate=f"{moved:%Y-%m-%dT%H:%M:%SZ}"))
    return in_disguise(call, answer)


@mutant(
    "BKX-07.lot4-size-at-creation",
    "A cancellation gives back the places that the booking had at its creation, not those that were added later.",
    "createBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _size_at_creation(call: Call) -> Answer:
    sizes: dict[str, int] = call.memory.setdefault("sizes", {})
    before = await booking_of(call) if call.operation == "cancelBooking" else {}
    answer = await call.forward()
    if answer.ok and call.operation == "createBooking":
        sizes[answer.json()["data"]["id"]] = answer.json()["data"]["players"]
    if not answer.ok or before.get("status") != "confirmed":
        return answer
    kept = before["players"] - sizes.get(before["id"], before["players"])
    if kept > 0 and await is_online(call, before["course"]["id"]):
        await take_places(call, before, kept)
    return answer


@mutant(
    "BKX-09.lot4-late-answer",
    "A booking that was cancelled while it was pending becomes confirmed when the course would have answered.",
    BOOKING_OPERATIONS,
    hidden="after a while",
    origin=Origin.blind,
)
async def _late_answer(call: Call) -> Answer:
    answers: dict[str, datetime] = call.memory.setdefault("answers", {})
    before = await booking_of(call) if call.operation == "cancelBooking" else {}
    if before.get("status") == "pending" and (minutes := await _minutes_to_answer(call, before)):
        answers[before["id"]] = moment_of(before["createdAt"]) + timedelta(minutes=minutes)
    now = await world_time(call) if answers else None
    for booking_id in [booking_id for booking_id, at in answers.items() if now and at <= now]:
        del answers[booking_id]
        disguise(call, booking_id, _revived)
    return await shown(call)


def _revived(booking: Booking) -> Booking:
    if "course" not in booking:
        return booking
    return {name: value for name, value in booking.items() if name != "cancellationDate"} | {"status": "confirmed"}


async def _minutes_to_answer(call: Call, booking: dict[str, Any]) -> int:
    """How many minutes the course says it needs to answer; 0 when it counts in hours."""
    path = f"/travel/courses/{booking['course']['id']}/tee-times"
    answer = await aside(call).upstream("GET", path, query={"date": booking["date"]})
    said = answer.json().get("offlineBookingContact", {}).get("responseTime", "") if answer.ok else ""
    found = re.search(r"(\d+) minutes", said)
    return int(found[1]) if found else 0


@mutant(
    "BKX-10.lot4-hook-bookings",
    "A booking that came from a booking hook cannot be cancelled.",
    "confirmBookingHook cancelBooking",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _hook_bookings(call: Call) -> Answer:
    from_hooks: dict[str, bool] = call.memory.setdefault("from hooks", {})
    if call.operation == "cancelBooking" and call.path_params["id"] in from_hooks:
        detail = "This booking came from a booking hook, so it cannot be cancelled. Call the course."
        return await a_refusal(aside(call), 409, "cancellation_cutoff_passed", detail)
    answer = await call.forward()
    if answer.ok and call.operation == "confirmBookingHook":
        from_hooks[answer.json()["data"]["id"]] = True
    return answer


@mutant(
    "BST-02.lot4-party-beside",
    "A cancellation also cancels the agency's other bookings at the same tee time.",
    "cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _party_beside(call: Call) -> Answer:
    before = await booking_of(call)
    answer = await call.forward()
    if not answer.ok or before.get("status") == "cancelled":
        return answer
    for other in await every_booking(aside(call), startDate=before["date"], endDate=before["date"]):
        if other["id"] != before["id"] and other["status"] != "cancelled" and place_of(other) == place_of(before):
            await aside(call).upstream("DELETE", f"/travel/bookings/{other['id']}")
    return answer
