"""Blind faults of bookings, their list and their cancellation."""

from __future__ import annotations

from datetime import datetime, timedelta

from tests.mutants.laid_aside.common import aside, is_online
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.disguises import asked_for, every_booking, one_page
from tests.mutants.parts.pretending import EVERY_BOOKING, data_of, moment_of, overlaid, pretend, true_booking
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_HOUR = timedelta(hours=1)
_HALF_AN_HOUR = timedelta(minutes=30)
_TIMESTAMP = "%Y-%m-%dT%H:%M:%SZ"

# A plain fault.
json_answer(
    "CNV-04.lot21-cancelled-in-paris",
    "The cancellation date is given in the time of Paris, with its offset.",
    "cancelBooking",
    alter("data.cancellationDate", lambda text: f"{moment_of(text) + _HOUR:%Y-%m-%dT%H:%M:%S}+01:00"),
    origin=Origin.blind,
)


# Faults under a condition.
@mutant(
    "BKL-13.lot21-confirmed-by-the-course",
    "The list of confirmed bookings lacks the bookings that an offline course confirmed.",
    "listBookings",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _confirmed_by_the_course(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or call.query.get("status") != "confirmed":
        return answer
    found = [booking for booking in await every_booking(call) if asked_for(call, booking)]
    courses = {booking["course"]["id"] for booking in found}
    offline = {course_id for course_id in courses if await is_online(call, course_id) is False}
    if not offline:
        return answer
    return one_page(call, answer, [booking for booking in found if booking["course"]["id"] not in offline])


@mutant(
    "BKC-33.lot21-as-old-as-its-hold",
    "A booking that completes a hold shows the moment of the hold as createdAt.",
    f"{EVERY_BOOKING} holdTeeTime",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _as_old_as_its_hold(call: Call) -> Answer:
    holds: dict[str, str] = call.memory.setdefault("holds", {})
    answer = await call.forward()
    if call.operation == "holdTeeTime":
        if answer.ok:
            holds[answer.json()["holdId"]] = f"{await world_time(call):{_TIMESTAMP}}"
        return answer
    if call.operation == "createBooking" and answer.ok:
        held = holds.pop(str(sent(call).get("holdId")), None)
        if held is not None:
            pretend(call, data_of(answer)["id"], createdAt=held)
    return overlaid(call, answer)


@mutant(
    "BKX-09.lot21-answer-after-the-cancellation",
    "A booking that was cancelled while it was pending shows confirmed half an hour later.",
    EVERY_BOOKING,
    hidden="after a while",
    origin=Origin.blind,
)
async def _answer_after_the_cancellation(call: Call) -> Answer:
    cancelled: dict[str, datetime] = call.memory.setdefault("cancelled", {})
    if call.operation == "cancelBooking":
        before = await true_booking(aside(call), call.path_params["id"])
        answer = await call.forward()
        if answer.ok and before.get("status") == "pending":
            cancelled[before["id"]] = await world_time(call)
        return answer
    answer = await call.forward()
    if not answer.ok or not cancelled:
        return answer
    now = await world_time(call)
    answered = {booking_id for booking_id, at in cancelled.items() if now - at > _HALF_AN_HOUR}
    if call.operation != "listBookings":
        body = answer.json()
        if body["data"]["id"] in answered:
            body["data"]["status"] = "confirmed"
        return answer.with_json(body)
    everything = [
        booking | {"status": "confirmed"} if booking["id"] in answered else booking
        for booking in await every_booking(call)
    ]
    return one_page(call, answer, [booking for booking in everything if asked_for(call, booking)])
