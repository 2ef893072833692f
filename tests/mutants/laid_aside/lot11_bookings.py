"""Blind faults of the eleventh lot: bookings as they are created and cancelled."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from tests.mutants.laid_aside.common import course_of, take_places
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, disguise, in_disguise, shown
from tests.mutants.parts.histories import booking_now, place_of
from tests.mutants.parts.pretending import memory_of_world, moment_of
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put
from tests.mutants.tools.registry import Origin, json_answer, mutant

_HOLD_MINUTES = timedelta(minutes=15)
_ZONES = {
    "GB": "Europe/London",
    "IE": "Europe/Dublin",
    "PT": "Europe/Lisbon",
    "FI": "Europe/Helsinki",
}

json_answer(
    "BKX-02.lot11-cancellation-number",
    "The answer to a cancellation has a number of the cancellation in place of the booking reference.",
    "cancelBooking",
    alter("data.bookingReference", lambda reference: f"C{reference}"),
    origin=Origin.blind,
)


def _moment(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


@mutant(
    "BKC-33.lot11-age-of-the-hold",
    "A booking that completes a hold shows the time of the hold as createdAt.",
    f"{BOOKING_OPERATIONS} holdTeeTime",
    origin=Origin.blind,
)
async def _is_as_old_as_its_hold(call: Call) -> Answer:
    began = memory_of_world(call, "BKC-33.lot11-age-of-the-hold")
    if call.operation == "holdTeeTime":
        answer = await call.forward()
        if answer.ok:
            held = answer.json()
            began[held["holdId"]] = _moment(moment_of(held["holdExpiration"]) - _HOLD_MINUTES)
        return answer
    answer = await shown(call)
    hold_id = sent(call).get("holdId")
    if call.operation != "createBooking" or not answer.ok or hold_id not in began:
        return answer
    disguise(call, answer.json()["data"]["id"], put("createdAt", began[hold_id]))
    return in_disguise(call, answer)


@mutant(
    "BKC-32.lot11-rebooked",
    "An agency that books a tee time again after it cancelled there gets the reference of the cancelled booking.",
    BOOKING_OPERATIONS,
    origin=Origin.blind,
)
async def _has_the_old_reference(call: Call) -> Answer:
    cancelled: dict[Any, str] = call.memory.setdefault("cancelled", {})
    answer = await shown(call)
    if not answer.ok or call.operation not in ("createBooking", "cancelBooking"):
        return answer
    booking = answer.json()["data"]
    if call.operation == "cancelBooking":
        cancelled[place_of(await booking_now(call))] = booking["bookingReference"]
    elif place_of(booking) in cancelled:
        disguise(call, booking["id"], put("bookingReference", cancelled.pop(place_of(booking))))
        return in_disguise(call, answer)
    return answer


@mutant(
    "BKX-07.lot11-as-booked",
    "The cancellation of a booking returns the places that it had when it was created, and not those added later.",
    "createBooking cancelBooking",
    origin=Origin.blind,
)
async def _returns_what_was_booked(call: Call) -> Answer:
    booked: dict[str, int] = call.memory.setdefault("booked", {})
    if call.operation == "createBooking":
        answer = await call.forward()
        if answer.ok:
            booking = answer.json()["data"]
            booked[booking["id"]] = booking["players"]
        return answer
    before = await booking_now(call)
    answer = await call.forward()
    if answer.ok and before["status"] != "cancelled":
        added = before["players"] - booked.get(before["id"], before["players"])
        if added > 0:
            await take_places(call, before, added)
    return answer


@mutant(
    "BKX-05.lot11-course-clock",
    "The cancellation date is the time on the clock of the course under the letter of UTC.",
    "cancelBooking",
    origin=Origin.blind,
)
async def _reads_the_clock_of_the_course(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    course = await course_of(call, (await booking_now(call))["course"]["id"])
    zone = ZoneInfo(_ZONES.get(course["country"], "Europe/Paris"))
    return answer.with_json(
        alter("data.cancellationDate", lambda date: _moment(moment_of(date).astimezone(zone)))(answer.json())
    )


@mutant(
    "HLD-15.lot11-after-cancellation",
    "A hold can complete another booking when the booking that it completed is cancelled.",
    "createBooking",
    origin=Origin.blind,
)
async def _works_again_after_a_cancellation(call: Call) -> Answer:
    completed = memory_of_world(call, "HLD-15.lot11-after-cancellation")
    answer, hold_id = await call.forward(), sent(call).get("holdId")
    if answer.ok and hold_id:
        completed[hold_id] = answer.json()["data"]["id"]
    if code_of(answer) != "hold_already_used" or hold_id not in completed:
        return answer
    before = await call.upstream("GET", f"/travel/bookings/{completed[hold_id]}")
    if not before.ok or before.json()["data"]["status"] != "cancelled":
        return answer
    again = {name: value for name, value in sent(call).items() if name != "holdId"}
    return await call.with_json(again).forward()
