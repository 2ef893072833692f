"""Blind faults of the fifty-second lot: groups."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

from tests.mutants.laid_aside.common import agency_key, aside
from tests.mutants.parts.pretending import data_of, memory_of_world
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_CENTRAL_EUROPE = timezone(timedelta(hours=1))
_FINAL_GROUPS = "AUT-13.lot52-copies-of-finished-groups"

json_answer(
    "CNV-04.lot52-group-in-local-time",
    "The createdAt of a group booking is written with the offset +01:00 in place of UTC.",
    "createGroupBooking getGroupBooking updateGroupBookingPlayers",
    alter("data.createdAt", lambda text: datetime.fromisoformat(text).astimezone(_CENTRAL_EUROPE).isoformat()),
    origin=Origin.blind,
)


@mutant(
    "GRP-12.lot52-search-keeps-the-best-option",
    "find-slots takes the tee times of its first option off sale for a quarter of an hour.",
    "findGroupSlots",
    origin=Origin.blind,
)
async def _search_keeps_the_best_option(call: Call) -> Answer:
    answer = await call.forward()
    found = data_of(answer)
    for tee_time in found["options"][0]["teeTimes"] if found.get("options") else []:
        await aside(call).upstream(
            "POST",
            f"/travel/courses/{found['courseId']}/hold-tee-time",
            json={"date": found["date"], **tee_time},
            headers={"x-api-key": agency_key(call, "nobody")},
        )
    return answer


@mutant(
    "GRP-13.lot52-shorter-list-merged",
    "A player list that is shorter than the former list replaces only its first entries.",
    "updateGroupBookingPlayers",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _shorter_list_merged(call: Call) -> Answer:
    players = sent(call).get("players")
    now = await aside(call).upstream("GET", call.path.removesuffix("/players"))
    former = data_of(now).get("playerList", [])
    if not isinstance(players, list) or len(players) >= len(former):
        return await call.forward()
    return await call.with_json(sent(call) | {"players": [*players, *former[len(players) :]]}).forward()


@mutant(
    _FINAL_GROUPS,
    "Any agency can read a group booking that has left processing, once the agency of the group has read it.",
    "getGroupBooking",
    hidden="another agency",
    origin=Origin.blind,
)
async def _copies_of_finished_groups(call: Call) -> Answer:
    copies: dict[str, Answer] = memory_of_world(call, _FINAL_GROUPS)
    answer = await call.forward()
    group_id = call.path_params["id"]
    if answer.ok and data_of(answer)["status"] != "processing":
        copies[group_id] = answer
    return copies.get(group_id, answer) if answer.status == 404 else answer
