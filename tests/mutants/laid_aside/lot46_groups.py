"""Blind faults of the forty-sixth lot: group bookings."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from tests.mutants.laid_aside.common import course_of, take_places
from tests.mutants.parts.days import SATURDAY, date_in
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant, request_change

_IN_UTC = frozenset(["GB", "IE", "PT"])
_NAMES_KEPT = 4
_LARGE = 8


def _players(call: Call) -> list[Any]:
    players = sent(call).get("players")
    return players if isinstance(players, list) else []


request_change(
    "GRP-13.lot46-four-names-kept",
    "A player list of more than four names keeps the first four.",
    "updateGroupBookingPlayers",
    lambda call: call.with_json(sent(call) | {"players": _players(call)[:_NAMES_KEPT]}),
    when=lambda call: len(_players(call)) > _NAMES_KEPT,
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "GRP-04.lot46-read-a-day-early",
    "A read of a group on a course ahead of UTC shows the day before: its local midnight in UTC.",
    "getGroupBooking",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _a_day_early(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    group = answer.json()["data"]
    course, day = await course_of(call, group["courseId"]), date_in(group["date"])
    if day is None or course.get("country", "GB") in _IN_UTC:
        return answer
    return answer.with_json({"data": group | {"date": (day - timedelta(days=1)).isoformat()}})


@mutant(
    "GRP-12.lot46-search-blocks-weekends",
    "A search of tee times for more than eight players on a weekend takes the first tee time of the first option.",
    "findGroupSlots",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _search_blocks(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    found = answer.json()["data"]
    day = date_in(found["date"])
    if found["totalPlayers"] > _LARGE and found["options"] and day is not None and day.weekday() >= SATURDAY:
        first = found["options"][0]["teeTimes"][0]
        await take_places(call, found | {"teeTime": first["time"]}, first["players"])
    return answer
