"""Hidden faults that show after another operation only."""

from __future__ import annotations

from typing import Any

from tests.mutants.capacity import tee_time_of
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.disguises import (
    BOOKING_OPERATIONS,
    asked_for,
    disguise,
    every_booking,
    in_disguise,
    one_page,
    shown,
)
from tests.mutants.tools.edits import alter, put
from tests.mutants.tools.forgetful_sheets import tee_sheets_forget
from tests.mutants.tools.forgotten_places import sheet_with_at_most
from tests.mutants.tools.registry import mutant
from tests.mutants.tools.substitutes import WorldMemory, a_refusal, sent, tee_times

_KIND = "after another operation"


@mutant(
    "BKX-03.rebooked",
    "A cancelled booking is confirmed again once somebody books its tee time.",
    BOOKING_OPERATIONS,
    hidden=_KIND,
)
async def _comes_back(call: Call) -> Answer:
    cancelled: dict[Any, str] = call.memory.setdefault("cancelled", {})
    before = await call.upstream("GET", call.path) if call.operation == "cancelBooking" else None
    answer = await shown(call)
    if not answer.ok:
        return answer
    if before is not None and before.ok:
        booking = before.json()["data"]
        cancelled[booking["course"]["id"], booking["date"], booking["teeTime"]] = booking["id"]
    if call.operation == "createBooking" and tee_time_of(sent(call)) in cancelled:
        disguise(call, cancelled[tee_time_of(sent(call))], put("status", "confirmed"))
    return answer


@mutant(
    "BKL-03.changed",
    "A booking whose players were changed is in no list.",
    "updateBooking listBookings",
    hidden=_KIND,
)
async def _lost_from_the_list(call: Call) -> Answer:
    answer = await call.forward()
    lost: set[str] = call.memory.setdefault("lost", set())
    if call.operation == "updateBooking":
        lost |= {call.path_params["id"]} if answer.ok and "players" in sent(call) else set()
        return answer
    if not answer.ok or not lost:
        return answer
    found = [one for one in await every_booking(call) if asked_for(call, one) and one["id"] not in lost]
    return one_page(call, answer, found)


@mutant("BKU-12.second", "The second change of a booking issues a new reference.", BOOKING_OPERATIONS, hidden=_KIND)
async def _renamed_by_the_second(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "updateBooking" or not answer.ok:
        return answer
    booking_id = call.path_params["id"]
    changes = call.memory[booking_id] = call.memory.get(booking_id, 0) + 1
    if changes == 2:
        disguise(call, booking_id, alter("bookingReference", lambda reference: f"{reference}-2"))
    return in_disguise(call, answer)


@mutant(
    "BKX-10.changed", "A booking that was changed cannot be cancelled.", "updateBooking cancelBooking", hidden=_KIND
)
async def _stuck(call: Call) -> Answer:
    changed: set[str] = call.memory.setdefault("changed", set())
    if call.operation == "cancelBooking" and call.path_params["id"] in changed:
        return await a_refusal(call, 409, "cancellation_cutoff_passed", "Self-service cancellation is over. Call us.")
    answer = await call.forward()
    if call.operation == "updateBooking" and answer.ok:
        changed.add(call.path_params["id"])
    return answer


_LEFT = WorldMemory()


@mutant(
    "BKX-07.changed",
    "The cancellation of a raised booking returns the places it was made with.",
    "createBooking updateBooking cancelBooking listTeeTimes",
    hidden=_KIND,
)
async def _returns_the_first_number(call: Call) -> Answer:
    left: dict[Any, int] = _LEFT.of(call)
    made: dict[str, int] = call.memory.setdefault("made", {})
    if call.operation == "listTeeTimes":
        return await sheet_with_at_most(call, left)
    before = await call.upstream("GET", call.path) if call.operation == "cancelBooking" else None
    answer = await call.forward()
    if call.operation == "createBooking" and answer.ok:
        made[answer.json()["data"]["id"]] = answer.json()["data"]["players"]
    if before is not None and answer.ok and before.ok:
        booking = before.json()["data"]
        lost = booking["players"] - made.get(booking["id"], booking["players"])
        if lost > 0:
            place = booking["course"]["id"], booking["date"], booking["teeTime"]
            now = {line["time"]: line["available"] for line in await tee_times(call, *place[:2], 1)}
            left[place] = now.get(place[2], 0) - lost
    return answer


tee_sheets_forget(
    "HLD-05.second",
    "A second hold of an agency at the same tee time takes nothing off sale.",
    "holdTeeTime",
    lambda made: made.players if made.taken_before else 0,
    hidden=_KIND,
)
tee_sheets_forget(
    "INV-05.rebooked",
    "Where a booking was cancelled, the next one takes nothing off sale.",
    "createBooking",
    lambda made: made.players if made.given_back else 0,
    hidden=_KIND,
)
