"""Blind faults of the seventh lot: places, refused requests and statuses."""

from __future__ import annotations

from collections import Counter

from tests.mutants.laid_aside.common import aside, take_places
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, disguise, in_disguise, shown
from tests.mutants.parts.forgotten_places import ForgetfulSheets, Taking
from tests.mutants.parts.histories import booking_now, place_of
from tests.mutants.parts.substitutes import sent, tee_times
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import put, where
from tests.mutants.tools.registry import Origin, mutant

_BAD_REQUEST = 400
_PLACE = ("courseId", "date", "teeTime", "players")
_ASKED_TOO_OFTEN = 3


@mutant(
    "ENV-16.lot7-places-before-the-lead-player",
    "A booking that is refused for its lead player keeps the places.",
    "createBooking",
    hidden="some values",
    origin=Origin.blind,
)
async def _places_before_the_lead_player(call: Call) -> Answer:
    answer = await call.forward()
    body = sent(call)
    if answer.status != _BAD_REQUEST or any(name not in body for name in _PLACE):
        return answer
    pointers = [finding["pointer"] for finding in answer.json().get("errors", ())]
    if pointers and all(pointer.startswith("/body/leadPlayer/") for pointer in pointers):
        await take_places(call, {name: body[name] for name in _PLACE}, body["players"])
    return answer


_SHEETS = ForgetfulSheets()


@mutant(
    "INV-02.lot7-second-cancellation",
    "A repeated cancellation returns the places of the booking once more.",
    "listTeeTimes cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _second_cancellation(call: Call) -> Answer:
    if call.operation == "listTeeTimes":
        return await _SHEETS.sheet(call)
    booking = await booking_now(aside(call))
    answer = await call.forward()
    if not answer.ok or booking.get("status") != "cancelled":
        return answer
    course_id, day, time = place_of(booking)
    line = next((line for line in await tee_times(call, course_id, day, 1) if line["time"] == time), None)
    if line is not None:
        repeats: Counter[str] = call.memory.setdefault("repeats", Counter())
        repeats[booking["id"]] += 1
        owner = f"{booking['id']} {repeats[booking['id']]}"
        _SHEETS.forget(call, owner, Taking(course_id, day, line, booking["players"]))
    return answer


@mutant(
    "BST-02.lot7-asked-often",
    "A pending booking is confirmed when its agency reads it for the third time.",
    BOOKING_OPERATIONS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _asked_often(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "getBooking" or not answer.ok or answer.json()["data"]["status"] != "pending":
        return answer
    reads: Counter[str] = call.memory.setdefault("reads", Counter())
    booking_id = call.path_params["id"]
    reads[booking_id] += 1
    if reads[booking_id] < _ASKED_TOO_OFTEN:
        return answer
    disguise(call, booking_id, where(lambda booking: booking["status"] == "pending", put("status", "confirmed")))
    return in_disguise(call, answer)
