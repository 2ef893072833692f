"""Blind faults of the forty-third lot: groups."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.pretending import data_of
from tests.mutants.parts.substitutes import WorldMemory, in_turn, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_GROUPS = "createGroupBooking getGroupBooking updateGroupBookingPlayers"
_ZONE = timezone(timedelta(hours=2))
_OWNERS = WorldMemory()


def _in_the_zone(text: str) -> str:
    return datetime.fromisoformat(text).astimezone(_ZONE).isoformat()


json_answer(
    "CNV-04.lot43-groups-in-the-zone-of-the-server",
    "The timestamps of a group booking are in the time zone of the server.",
    _GROUPS,
    in_turn(alter("data.createdAt", _in_the_zone), alter("data.updatedAt", _in_the_zone)),
    origin=Origin.blind,
)


@mutant(
    "GRP-13.lot43-shorter-list-of-players",
    "A player list that is shorter than the list before keeps the last players of that list.",
    "updateGroupBookingPlayers",
    hidden="some values",
    origin=Origin.blind,
)
async def _shorter_list(call: Call) -> Answer:
    players = sent(call).get("players")
    group = data_of(await aside(call).upstream("GET", call.path.removesuffix("/players")))
    if not isinstance(players, list):
        return await call.forward()
    rest = group.get("playerList", [])[len(players) :]
    return await (call.with_json({"players": [*players, *rest]}) if rest else call).forward()


@mutant(
    "AUT-16.lot43-players-after-processing",
    "Another agency can change the players of a group that is processed.",
    "createGroupBooking updateGroupBookingPlayers",
    hidden="another agency",
    origin=Origin.blind,
)
async def _players_after_processing(call: Call) -> Answer:
    owners: dict[str, str] = _OWNERS.of(call)
    answer = await call.forward()
    if call.operation == "createGroupBooking":
        if answer.ok:
            owners[data_of(answer)["id"]] = call.api_key
        return answer
    owner = owners.get(call.path_params["id"], call.api_key)
    if answer.ok or owner == call.api_key:
        return answer
    path = call.path.removesuffix("/players")
    group = data_of(await aside(call).upstream("GET", path, headers={"x-api-key": owner}))
    if group.get("status", "processing") == "processing":
        return answer
    return await call.with_header("x-api-key", owner).forward()
