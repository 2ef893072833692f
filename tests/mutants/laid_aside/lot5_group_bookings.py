"""Blind faults of the fifth lot: group bookings."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.pretending import data_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_PLACES = 4
_OF_THE_BOOKING = ("courseId", "date", "leadPlayer", "agencyBookingReference", "specialRequests")


# A plain fault.
@mutant(
    "GRP-14.lot5-names-of-nobody",
    "The player list of a group that does not exist is accepted.",
    "updateGroupBookingPlayers",
    origin=Origin.blind,
)
async def _names_of_nobody(call: Call) -> Answer:
    answer = await call.forward()
    if answer.status != 404:
        return answer
    group = {"id": call.path_params["id"], "status": "processing", "playerList": sent(call).get("players", [])}
    accepted = answer.with_status(200).with_header("content-type", "application/json")
    return accepted.with_json({"data": group})


# A fault under a condition.
@mutant(
    "GRP-11.lot5-third-tee-time",
    "The dry run of a group that needs more than two tee times leaves the booking of the third.",
    "validateGroupBooking",
    hidden="some values",
    origin=Origin.blind,
)
async def _third_tee_time(call: Call) -> Answer:
    answer = await call.forward()
    body = sent(call)
    if not data_of(answer).get("valid") or body["totalPlayers"] <= 2 * _PLACES:
        return answer
    players = min(_PLACES, body["totalPlayers"] - 2 * _PLACES)
    wish: dict[str, Any] = {name: body[name] for name in _OF_THE_BOOKING if name in body}
    query = {"date": body["date"], "players": players}
    sheet = await aside(call).upstream("GET", f"/travel/courses/{body['courseId']}/tee-times", query=query)
    later = [item["time"] for item in sheet.json().get("availableTimes", ()) if item["time"] > body["preferredTime"]]
    if later:
        wish |= {"teeTime": later[min(1, len(later) - 1)], "players": players}
        await aside(call).upstream("POST", "/travel/bookings", json=wish)
    return answer
