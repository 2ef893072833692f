"""Blind faults of the sixty-fifth lot: groups."""

from __future__ import annotations

from urllib.parse import quote

from tests.mutants.laid_aside.common import agency_key, aside
from tests.mutants.parts.pretending import data_of, whole_number
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put
from tests.mutants.tools.registry import Origin, json_answer, mutant

_MOST_SHOWN = 20
_LARGE = 8
_NOON = "12:00"

json_answer(
    "GRP-13.lot65-player-list-forgotten",
    "A group booking is read without the players that its player list was updated with.",
    "getGroupBooking",
    put("data.playerList", []),
    origin=Origin.blind,
)

json_answer(
    "GRP-04.lot65-crowd-cut-to-twenty",
    "A group booking for more than 20 players shows a totalPlayers of 20.",
    "createGroupBooking getGroupBooking updateGroupBookingPlayers",
    alter("data.totalPlayers", lambda players: min(players, _MOST_SHOWN)),
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "GRP-12.lot65-afternoon-slots-taken",
    "A search for slots for more than eight players in the afternoon keeps the first tee time that it finds.",
    "findGroupSlots",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _afternoon_slots_taken(call: Call) -> Answer:
    answer = await call.forward()
    body = sent(call)
    options = data_of(answer).get("options")
    if not options or whole_number(body["totalPlayers"]) <= _LARGE or body["preferredStartTime"] < _NOON:
        return answer
    found = options[0]["teeTimes"][0]
    await aside(call).upstream(
        "POST",
        f"/travel/courses/{quote(body['courseId'], safe='')}/hold-tee-time",
        json={"date": body["date"], "time": found["time"], "players": found["players"]},
        headers={"x-api-key": agency_key(call, "nobody")},
    )
    return answer
