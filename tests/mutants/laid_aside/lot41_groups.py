"""Blind faults of the forty-first lot: groups."""

from __future__ import annotations

from tests.mutants.laid_aside.common import aside, take_places
from tests.mutants.parts.pretending import data_of
from tests.mutants.parts.substitutes import a_refusal, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_LARGE = 12


@mutant(
    "GRP-13.lot41-players-never-accepted",
    "The player list of a group booking can never be updated.",
    "updateGroupBookingPlayers",
    origin=Origin.blind,
)
async def _players_never_accepted(call: Call) -> Answer:
    group = await aside(call).upstream("GET", f"/travel/group-bookings/{call.path_params['id']}")
    if not group.ok:
        return await call.forward()
    return await a_refusal(call, 409, "group_players_closed", "The player list is closed.")


@mutant(
    "GRP-05.lot41-second-group-comes-late",
    "The first read of an agency's second group booking for a course and day answers that there is none.",
    "createGroupBooking getGroupBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _second_group_comes_late(call: Call) -> Answer:
    answer = await call.forward()
    places: set[tuple[str, str]] = call.memory.setdefault("places", set())
    late: set[str] = call.memory.setdefault("late", set())
    if not answer.ok:
        return answer
    group = data_of(answer)
    if call.operation == "createGroupBooking":
        place = (group["courseId"], group["date"])
        if place in places:
            late.add(group["id"])
        places.add(place)
        return answer
    if group["id"] not in late:
        return answer
    late.discard(group["id"])
    return await a_refusal(call, 404, "group_booking_not_found", "There is no group booking with this id.")


@mutant(
    "GRP-12.lot41-search-keeps-places",
    "A search for slots for twelve players or more keeps the places of its first tee time.",
    "findGroupSlots",
    hidden="some values",
    origin=Origin.blind,
)
async def _search_keeps_places(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or sent(call).get("totalPlayers", 0) < _LARGE:
        return answer
    found = data_of(answer)
    if found["options"]:
        first = found["options"][0]["teeTimes"][0]
        place = {"courseId": found["courseId"], "date": found["date"], "teeTime": first["time"]}
        await take_places(call, place, first["players"])
    return answer
