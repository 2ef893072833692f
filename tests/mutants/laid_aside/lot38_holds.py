"""Blind faults of lot 38: tee-time holds."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from tests.mutants.laid_aside.common import aside, take_places
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.live_holds import live_holds, players_of, remembered_hold
from tests.mutants.parts.pretending import (
    EVERY_BOOKING,
    body_of,
    booked_elsewhere,
    memory_of_world,
    moment_of,
    overlaid,
    places_at,
    slot_of,
)
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_FULL = "tee_time_unavailable"


def _later(moment: str) -> str:
    return f"{moment_of(moment) + timedelta(minutes=5):%Y-%m-%dT%H:%M:%SZ}"


# A plain fault.
json_answer(
    "HLD-03.lot38-twenty-minutes",
    "A hold announces that it expires after twenty minutes.",
    "holdTeeTime",
    alter("holdExpiration", _later),
    origin=Origin.blind,
)

# Faults under a condition.
_SECOND = "HLD-06.lot38-second-hold-stays"


async def _take_what_lapsed(call: Call) -> None:
    """Takes for good what second holds held, once they expired without a booking."""
    holds: list[dict[str, Any]] = memory_of_world(call, _SECOND).get("holds", [])
    waiting = [hold for hold in holds if hold["second"] and not hold["over"]]
    now = await world_time(call) if waiting else None
    for hold in waiting:
        if now and not hold["over"] and moment_of(hold["holdExpiration"]) <= now:
            hold["over"] = True
            await take_places(call, hold | {"teeTime": hold["time"]}, hold["players"])


@mutant(
    _SECOND,
    "Of two holds that were on one tee time together, the places of the second do not return when it expires.",
    "holdTeeTime createBooking listTeeTimes checkAvailability",
    hidden="after a while",
    origin=Origin.blind,
)
async def _second_hold_stays(call: Call) -> Answer:
    await _take_what_lapsed(call)
    answer = await call.forward()
    holds: list[dict[str, Any]] = memory_of_world(call, _SECOND).setdefault("holds", [])
    if answer.ok and call.operation == "holdTeeTime":
        hold, now = answer.json(), await world_time(call)
        beside = [
            other for other in holds
            if not other["over"] and slot_of(other) == slot_of(hold) and moment_of(other["holdExpiration"]) > now
        ]  # fmt: skip
        holds.append(hold | {"second": bool(beside), "over": False})
    if answer.ok and call.operation == "createBooking":
        for hold in holds:
            hold["over"] = hold["over"] or hold["holdId"] == sent(call).get("holdId")
    return answer


@mutant(
    "HLD-11.lot38-twilight-at-day-price",
    "A hold of a twilight tee time has the standard price of the day.",
    "holdTeeTime",
    hidden="some values",
    origin=Origin.blind,
)
async def _twilight_at_day_price(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    body = answer.json()
    path = f"/travel/courses/{body['courseId']}/tee-times"
    read = await aside(call).upstream("GET", path, query={"date": body["date"], "players": 1})
    sheet = read.json() if read.ok else {}
    lines = [line["pricing"] for line in sheet.get("availableTimes", ())]
    fees = [pricing["greenFee"] for pricing in lines if pricing["priceType"] == "standard"]
    if not fees or body["time"] < (sheet["timeSlots"].get("twilightStart") or "99:99"):
        return answer
    body["pricing"] |= {"greenFee": fees[-1], "totalAmount": fees[-1] * body["players"]}
    return answer.with_json(body)


_TEN = "HLD-09.lot38-ten-minutes-of-cover"


@mutant(
    _TEN,
    "Another agency can book the places of a hold that is older than ten minutes.",
    f"{EVERY_BOOKING} holdTeeTime",
    hidden="after a while",
    origin=Origin.blind,
)
async def _ten_minutes_of_cover(call: Call) -> Answer:
    if call.operation == "holdTeeTime":
        return await remembered_hold(call, _TEN)
    answer = await call.forward()
    if call.operation != "createBooking":
        return overlaid(call, answer)
    body = body_of(call)
    if not answer.ok and (code_of(answer) != _FULL or body.get("holdId")):
        return answer
    slot = slot_of(body)
    if answer.ok:
        holds: list[dict[str, Any]] = memory_of_world(call, _TEN).get(slot, [])
        holds[:] = [hold for hold in holds if hold["holdId"] != body.get("holdId")]
        return overlaid(call, answer)
    soon = await world_time(call) + timedelta(minutes=5)
    old = [
        hold for hold in (await live_holds(call, _TEN)).get(slot, [])
        if hold["agency"] != call.api_key and moment_of(hold["holdExpiration"]) < soon
    ]  # fmt: skip
    if not old or await places_at(aside(call), slot) + players_of(old) < body["players"]:
        return answer
    booked = await booked_elsewhere(aside(call))
    return booked if booked.ok else answer
