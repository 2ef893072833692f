"""Blind faults of group bookings."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import agency_key, aside, is_online
from tests.mutants.parts.borrowed import a_refusal_for_an_unknown_id
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_GROUPS = "createGroupBooking getGroupBooking updateGroupBookingPlayers"


# Plain faults.
def _with_course(group: dict[str, Any]) -> dict[str, Any]:
    rest = {name: value for name, value in group.items() if name != "courseId"}
    return rest | {"course": {"id": group["courseId"]}}


json_answer(
    "GRP-03.lot4-course-object",
    "Group bookings show a course object in place of courseId.",
    _GROUPS,
    alter("data", _with_course),
    origin=Origin.blind,
)


def _without_the_last(call: Call) -> Call:
    players = sent(call).get("players")
    return call.with_json(sent(call) | {"players": players[:-1]}) if isinstance(players, list) else call


request_change(
    "GRP-13.lot4-last-name-lost",
    "The player list of a group loses its last player.",
    "updateGroupBookingPlayers",
    _without_the_last,
    when=lambda call: bool(sent(call).get("players")),
    origin=Origin.blind,
)


# Faults under a condition.
def _whole_flights(players: int) -> int:
    return players if players <= 8 else -(-players // 4) * 4


json_answer(
    "GRP-04.lot4-whole-flights",
    "The players of a group of more than two flights are rounded up to whole flights of four.",
    _GROUPS,
    alter("data.totalPlayers", _whole_flights),
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "GRP-05.lot4-offline-waits",
    "A group booking at an offline course cannot be read before it has been processed.",
    "getGroupBooking",
    hidden="some values",
    origin=Origin.blind,
)
async def _offline_waits(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or answer.json()["data"]["status"] != "processing":
        return answer
    offline = await is_online(call, answer.json()["data"]["courseId"]) is False
    return await a_refusal_for_an_unknown_id(aside(call)) if offline else answer


@mutant(
    "GRP-12.lot4-slots-kept",
    "A search for slots for twelve players or more takes the tee times of its first option off sale.",
    "findGroupSlots",
    hidden="some values",
    origin=Origin.blind,
)
async def _slots_kept(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or sent(call)["totalPlayers"] < 12 or not answer.json()["data"]["options"]:
        return answer
    path = f"/travel/courses/{sent(call)['courseId']}/hold-tee-time"
    for tee_time in answer.json()["data"]["options"][0]["teeTimes"]:
        wish = {"date": sent(call)["date"], "time": tee_time["time"], "players": tee_time["players"]}
        await aside(call).upstream("POST", path, json=wish, headers={"x-api-key": agency_key(call, "nobody")})
    return answer
