"""Faults of holds, and of places that several requests want at once."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, shown
from tests.mutants.parts.forgotten_places import ForgetfulSheets, Taking, line_of
from tests.mutants.parts.live_holds import live_holds, players_of, remembered_hold
from tests.mutants.parts.overbooking import FULL, overbooked, places_free, tee_time_of
from tests.mutants.parts.pretending import memory_of_world, moment_of, slot_of
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_PARTIAL = "HLD-09.lot13-part-of-a-tee-time"
_WHOLE_TEE_TIME = 4
# As long as the requests of one race take to come in.
_TOGETHER_SECONDS = 0.15

_SHEETS = ForgetfulSheets()


def _an_hour_later(moment: str) -> str:
    return f"{datetime.fromisoformat(moment) + timedelta(hours=1):%Y-%m-%dT%H:%M:%SZ}"


json_answer(
    "HLD-03.lot13-local-time",
    "holdExpiration is the local time of the server under the name of UTC: an hour late.",
    "holdTeeTime",
    alter("holdExpiration", _an_hour_later),
    origin=Origin.blind,
)


@mutant(
    "HLD-05.lot13-in-the-morning-view",
    "Tee times from an earliest time on are read from an index that knows bookings and no holds.",
    "listTeeTimes holdTeeTime createBooking",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _holds_unknown_to_index(call: Call) -> Answer:
    if call.operation == "listTeeTimes":
        if not call.query.get("earliestTime"):
            return await call.forward()
        now = await world_time(call)
        return await _SHEETS.sheet(call, lambda taking: taking.at is not None and taking.at > now)
    if call.operation == "createBooking":
        answer = await call.forward()
        hold_id = sent(call).get("holdId")
        if answer.ok and isinstance(hold_id, str):
            _SHEETS.know_again(call, hold_id)
        return answer
    course_id = call.path_params["courseId"]
    line = await line_of(call, course_id, "time")
    answer = await call.forward()
    if answer.ok and line is not None:
        hold = answer.json()
        until = moment_of(hold["holdExpiration"])
        _SHEETS.forget(call, hold["holdId"], Taking(course_id, hold["date"], line, hold["players"], at=until))
    return answer


def _end_hold(call: Call, hold_id: object) -> None:
    for holds in memory_of_world(call, _PARTIAL).values():
        holds[:] = [hold for hold in holds if hold["holdId"] != hold_id]


async def _fits_into_holds(call: Call, body: dict[str, Any]) -> bool:
    """Whether there is room when nobody respects what other agencies hold of a part of the tee time."""
    holds = (await live_holds(call, _PARTIAL)).get(slot_of(body), [])
    partial = [hold for hold in holds if hold["agency"] != call.api_key and hold["players"] < _WHOLE_TEE_TIME]
    players = body.get("players")
    if not partial or not isinstance(players, int):
        return False
    return players <= await places_free(call, tee_time_of(body)) + players_of(partial)


@mutant(
    _PARTIAL,
    "Another agency can book the places of a hold that is for a part of the tee time only.",
    f"{BOOKING_OPERATIONS} holdTeeTime",
    hidden="another agency",
    origin=Origin.blind,
)
async def _partial_holds(call: Call) -> Answer:
    if call.operation == "holdTeeTime":
        return await remembered_hold(call, _PARTIAL)
    answer = await shown(call)
    if call.operation != "createBooking":
        return answer
    body = sent(call)
    if answer.ok:
        _end_hold(call, body.get("holdId"))
        return answer
    if code_of(answer) != FULL or body.get("holdId") or not await _fits_into_holds(call, body):
        return answer
    with suppress(LookupError):
        return await overbooked(call)
    return answer


@dataclass
class _Visit:
    """A request for a booking under way, and whether it met one of another size at its tee time."""

    world: str
    slot: str
    players: object
    met: bool = False


_PRESENT: list[_Visit] = []


@mutant(
    "INV-03.lot13-sizes-in-parallel",
    "Bookings of one tee time are locked by tee time and players: two of different sizes can pass at once.",
    BOOKING_OPERATIONS,
    hidden="under concurrency",
    origin=Origin.blind,
)
async def _locked_by_size(call: Call) -> Answer:
    if call.operation != "createBooking":
        return await shown(call)
    body = sent(call)
    slot = "|".join(tee_time_of(body))
    mine = _Visit(call.api_key.rpartition("_")[0], slot, body.get("players"))
    for other in _PRESENT:
        if (other.world, other.slot) == (mine.world, mine.slot) and other.players != mine.players:
            mine.met = other.met = True
    _PRESENT.append(mine)
    try:
        await asyncio.sleep(_TOGETHER_SECONDS)
        answer = await shown(call)
    finally:
        _PRESENT[:] = [visit for visit in _PRESENT if visit is not mine]
    if code_of(answer) != FULL or not mine.met:
        return answer
    with suppress(LookupError):
        return await overbooked(call)
    return answer
