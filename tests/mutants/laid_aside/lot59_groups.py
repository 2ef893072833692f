"""Blind faults of the fifty-ninth lot: groups."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import take_places
from tests.mutants.parts.pretending import data_of
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, json_answer, mutant

_FLIGHT = 4


@mutant(
    "GRP-12.lot59-search-takes-a-place",
    "A search for group slots takes a place of the first tee time that it finds.",
    "findGroupSlots",
    origin=Origin.blind,
)
async def _search_takes_a_place(call: Call) -> Answer:
    answer = await call.forward()
    found = data_of(answer)
    if found.get("options"):
        first = found["options"][0]["teeTimes"][0]
        await take_places(call, found | {"teeTime": first["time"]}, 1)
    return answer


def _in_whole_flights(body: Any) -> Any:
    group = body["data"]
    if group["status"] != "processing":
        group["totalPlayers"] = -(-group["totalPlayers"] // _FLIGHT) * _FLIGHT
    return body


json_answer(
    "GRP-04.lot59-whole-flights-once-placed",
    "A group that is no longer processing shows its players rounded up to whole flights of four.",
    "getGroupBooking",
    _in_whole_flights,
    hidden="after a while",
    origin=Origin.blind,
)
