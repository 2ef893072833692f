"""Hidden faults that show on one of two ways to the same state only."""

from __future__ import annotations

from typing import Any

from tests.mutants.booking_changes import changed_without
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
from tests.mutants.tools.edits import Edit, drop, put
from tests.mutants.tools.forgotten_places import sheet_with_at_most
from tests.mutants.tools.registry import mutant
from tests.mutants.tools.substitutes import WorldMemory, sent, tee_times

_KIND = "one of two ways"


# A course by its booking code.
def _by_code(name: str, breaks: str, operation: str, shown_id: str, edit: Edit) -> None:
    """*edit* of answers that name another id than was asked for: those to a booking code."""

    async def handle(call: Call) -> Answer:
        answer = await call.forward()
        if not answer.ok or answer.json()["data"][shown_id] == call.path_params["id"]:
            return answer
        return answer.with_json(edit(answer.json()))

    mutant(name, breaks, operation, hidden=_KIND)(handle)


_by_code(
    "CRD-02.facilities",
    "By its booking code a course shows no facilities.",
    "getCourse",
    "id",
    put("data.facilities", []),
)
_by_code(
    "PRC-21.extras",
    "By its booking code a course shows no extra products.",
    "getCoursePricing",
    "courseId",
    drop("data.seasons[*].extraProducts"),
)


# A booking from a hold.
def _from_a_hold(name: str, breaks: str, edit: Edit) -> None:
    """*edit* of bookings made with a hold id, wherever they are shown."""

    async def handle(call: Call) -> Answer:
        answer = await shown(call)
        if call.operation != "createBooking" or not answer.ok or "holdId" not in sent(call):
            return answer
        disguise(call, answer.json()["data"]["id"], edit)
        return in_disguise(call, answer)

    mutant(name, breaks, BOOKING_OPERATIONS, hidden=_KIND)(handle)


_from_a_hold("HLD-07.players", "A booking made from a hold is for one player.", put("players", 1))
_from_a_hold(
    "BKC-07.held", "A booking made from a hold loses the agency's reference.", put("agencyBookingReference", "")
)


@mutant("BKL-03.held", "Bookings made from a hold are in no list.", "createBooking listBookings", hidden=_KIND)
async def _held_and_unlisted(call: Call) -> Answer:
    answer = await call.forward()
    missing: set[str] = call.memory.setdefault("missing", set())
    if call.operation == "createBooking" and answer.ok and "holdId" in sent(call):
        missing.add(answer.json()["data"]["id"])
    if call.operation == "createBooking" or not answer.ok or not missing:
        return answer
    found = [one for one in await every_booking(call) if asked_for(call, one) and one["id"] not in missing]
    return one_page(call, answer, found)


_LEFT = WorldMemory()


@mutant("HLD-16.twice", "Completing a hold takes its places twice.", "createBooking listTeeTimes", hidden=_KIND)
async def _taken_twice(call: Call) -> Answer:
    left: dict[Any, int] = _LEFT.of(call)
    if call.operation == "listTeeTimes":
        return await sheet_with_at_most(call, left)
    answer = await call.forward()
    if answer.ok and "holdId" in sent(call):
        body = sent(call)
        place = body["courseId"], body["date"], body["teeTime"]
        now = {line["time"]: line["available"] for line in await tee_times(call, *place[:2], 1)}
        left[place] = now.get(place[2], 0) - body["players"]
    return answer


# A change of one member or of all.
def _lost_beside_others(name: str, member: str) -> None:
    """A change of *member* is forgotten when others are sent with it."""

    async def handle(call: Call) -> Answer:
        body = sent(call)
        return await (changed_without(call, member) if member in body and len(body) > 1 else call.forward())

    breaks = f"A change of {member} is forgotten when all members are sent."
    mutant(name, breaks, "updateBooking", hidden=_KIND)(handle)


_lost_beside_others("BKU-01.whole", "players")
_lost_beside_others("BKU-02.whole", "specialRequests")
_lost_beside_others("BKU-03.whole", "agencyBookingReference")
