"""Blind faults of the fifty-first lot: groups."""

from __future__ import annotations

from tests.mutants.laid_aside.common import agency_key, aside
from tests.mutants.parts.asking import is_large_group
from tests.mutants.parts.pretending import Json, data_of, memory_of_world
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_PLAYERS = "AUT-16.lot51-players-of-any-group"
_COURSE = "AUT-13.lot51-groups-of-a-shared-course"


async def _noting_the_group(call: Call, name: str) -> Answer:
    """The answer to a new group booking, whose agency and course fault *name* remembers for the world."""
    answer = await call.forward()
    if answer.ok:
        group = data_of(answer)
        memory_of_world(call, name)[group["id"]] = {"agency": call.api_key, "courseId": group["courseId"]}
    return answer


@mutant(
    _PLAYERS,
    "An agency can change the players of a group booking of another agency.",
    "createGroupBooking updateGroupBookingPlayers",
    origin=Origin.blind,
)
async def _players_of_any_group(call: Call) -> Answer:
    if call.operation == "createGroupBooking":
        return await _noting_the_group(call, _PLAYERS)
    owner = memory_of_world(call, _PLAYERS).get(call.path_params["id"], {"agency": call.api_key})["agency"]
    return await (call if owner == call.api_key else call.with_header("X-Api-Key", owner)).forward()


@mutant(
    _COURSE,
    "An agency with a group at a course can read the settled groups of other agencies at that course.",
    "createGroupBooking getGroupBooking",
    hidden="another agency",
    origin=Origin.blind,
)
async def _groups_of_a_shared_course(call: Call) -> Answer:
    if call.operation == "createGroupBooking":
        return await _noting_the_group(call, _COURSE)
    answer = await call.forward()
    groups = memory_of_world(call, _COURSE)
    group: Json = groups.get(call.path_params["id"], {})
    if answer.ok or not group or group["agency"] == call.api_key:
        return answer
    own = {"agency": call.api_key, "courseId": group["courseId"]}
    if own not in groups.values():
        return answer
    found = await call.with_header("X-Api-Key", group["agency"]).forward()
    return found if data_of(found).get("status", "processing") != "processing" else answer


@mutant(
    "GRP-13.lot51-end-of-a-longer-list",
    "A player list that is shorter than the list before it keeps the end of that list.",
    "updateGroupBookingPlayers",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _end_of_a_longer_list(call: Call) -> Answer:
    lists: dict[str, list[Json]] = call.memory.setdefault("lists", {})
    group_id, players = call.path_params["id"], sent(call).get("players")
    if not isinstance(players, list):
        return await call.forward()
    kept = lists.get(group_id, [])[len(players) :]
    answer = await (call.with_json(sent(call) | {"players": players + kept}) if kept else call).forward()
    if answer.ok:
        lists[group_id] = players + kept
    return answer


@mutant(
    "GRP-12.lot51-slots-kept-for-large-groups",
    "A search for the slots of more than eight players holds the first slots that it finds.",
    "findGroupSlots",
    hidden="some values",
    origin=Origin.blind,
)
async def _slots_kept_for_large_groups(call: Call) -> Answer:
    answer = await call.forward()
    options = data_of(answer).get("options")
    if not options or not is_large_group(call):
        return answer
    body = sent(call)
    path = f"/travel/courses/{body['courseId']}/hold-tee-time"
    for slot in options[0]["teeTimes"]:
        wish = {"date": body["date"], "time": slot["time"], "players": slot["players"]}
        await aside(call).upstream("POST", path, json=wish, headers={"x-api-key": agency_key(call, "nobody")})
    return answer
