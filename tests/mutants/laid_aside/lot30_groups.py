"""Blind faults of group bookings."""

from __future__ import annotations

import json
from typing import Any

from tests.mutants.laid_aside.common import take_places
from tests.mutants.parts.pretending import Json, data_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

# A plain fault.
json_answer(
    "GRP-04.lot30-lead-player-not-counted",
    "The answer to the creation of a group does not count its lead player.",
    "createGroupBooking",
    alter("data.totalPlayers", lambda players: players - 1),
    origin=Origin.blind,
)


# Faults under a condition.
@mutant(
    "GRP-13.lot30-end-of-a-longer-list",
    "A player list that is shorter than the one before keeps the end of the one before.",
    "updateGroupBookingPlayers getGroupBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _end_of_a_longer_list(call: Call) -> Answer:
    lists: dict[str, list[Json]] = call.memory.setdefault("lists", {})
    answer = await call.forward()
    if not answer.ok:
        return answer
    group = data_of(answer)
    before = lists.get(group["id"], [])
    if call.operation == "updateGroupBookingPlayers":
        before = lists[group["id"]] = group["playerList"] + before[len(group["playerList"]) :]
    return answer.with_json({"data": group | {"playerList": before}}) if before else answer


@mutant(
    "GRP-12.lot30-the-same-search-again",
    "A search for group slots that an agency repeats takes the first run of tee times it found.",
    "findGroupSlots",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _the_same_search_again(call: Call) -> Answer:
    searches: dict[str, bool] = call.memory.setdefault("searches", {})
    answer = await call.forward()
    body = sent(call)
    search = json.dumps(body, sort_keys=True, default=str)
    if answer.ok and search in searches:
        for tee_time in _first_run(data_of(answer)):
            wish = {"courseId": body["courseId"], "date": body["date"], "teeTime": tee_time["time"]}
            await take_places(call, wish, tee_time["players"])
    searches[search] = True
    return answer


def _first_run(found: Json) -> list[Any]:
    options = found.get("options") or [{}]
    return list(options[0].get("teeTimes", ()))
