"""Blind faults of group bookings."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.mutants.laid_aside.common import take_places
from tests.mutants.parts.pretending import data_of
from tests.mutants.parts.substitutes import a_bad_request, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant


# A plain fault.
@mutant(
    "GRP-09.lot26-another-name-for-the-time",
    "find-slots wants the time as preferredTime and refuses a body without it.",
    "findGroupSlots",
    origin=Origin.blind,
)
async def _another_name_for_the_time(call: Call) -> Answer:
    body = sent(call)
    if "preferredTime" not in body:
        return await a_bad_request(call, "The member 'preferredTime' is required. Add it.")
    rest = {name: value for name, value in body.items() if name != "preferredTime"}
    return await call.with_json(rest | {"preferredStartTime": body["preferredTime"]}).forward()


# Faults under a condition.
@mutant(
    "GRP-13.lot26-old-players-at-the-end",
    "A player list that is shorter than the one before keeps the players at the end of the old list.",
    "updateGroupBookingPlayers getGroupBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _old_players_at_the_end(call: Call) -> Answer:
    lists: dict[str, list[Any]] = call.memory.setdefault("lists", {})
    answer = await call.forward()
    group = data_of(answer)
    if not group:
        return answer
    if call.operation == "updateGroupBookingPlayers":
        new = list(group.get("playerList", ()))
        lists[group["id"]] = new + lists.get(group["id"], [])[len(new) :]
    if group["id"] not in lists:
        return answer
    return answer.with_json(answer.json() | {"data": group | {"playerList": lists[group["id"]]}})


@mutant(
    "GRP-12.lot26-second-search-takes",
    "The second search of an agency for slots on a day at a course takes the first slot that it finds.",
    "findGroupSlots",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _second_search_takes(call: Call) -> Answer:
    searches: Counter[str] = call.memory.setdefault("searches", Counter())
    answer = await call.forward()
    options = data_of(answer).get("options")
    if not options:
        return answer
    body = sent(call)
    day = f"{body['courseId']}|{body['date']}"
    searches[day] += 1
    if searches[day] == 2:
        slot = options[0]["teeTimes"][0]
        await take_places(call, body | {"teeTime": slot["time"]}, slot["players"])
    return answer
