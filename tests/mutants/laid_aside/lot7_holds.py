"""Blind faults of the seventh lot: tee-time holds."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.forgotten_places import sheet_with_at_most
from tests.mutants.parts.histories import place_of
from tests.mutants.parts.overbooking import TeeTime, places_free
from tests.mutants.parts.pretending import Json, memory_of_world, moment_of
from tests.mutants.parts.substitutes import code_of, sent, tee_times
from tests.mutants.parts.tee_sheets import minutes_off
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_SWEPT_AFTER = timedelta(minutes=5)
_RATE_BEGINS_LATE_MINUTES = 60
_SHEETS_AND_HOLDS = "listTeeTimes holdTeeTime createBooking"

Kept = Callable[[Json, list[Json], datetime], bool]


def _place(hold: Json) -> TeeTime:
    return hold["courseId"], hold["date"], hold["time"]


async def _with_places_kept(call: Call, name: str, kept: Kept) -> Answer:
    """The answer to *call*, with tee sheets on which the unused holds that *kept* likes keep their places."""
    holds: Json = memory_of_world(call, name)
    if call.operation == "listTeeTimes":
        now, left = await world_time(call), dict[TeeTime, int]()
        for hold in holds.values():
            if kept(hold, list(holds.values()), now):
                place = _place(hold)
                left[place] = left.get(place, await places_free(call, place)) - hold["players"]
        return await sheet_with_at_most(call, {place: max(0, free) for place, free in left.items()})
    answer = await call.forward()
    if answer.ok and call.operation == "holdTeeTime":
        holds[answer.json()["holdId"]] = answer.json()
    elif answer.ok:
        holds.pop(sent(call).get("holdId", ""), None)
    return answer


# A plain fault.
@mutant(
    "HLD-06.lot7-swept-late",
    "The places of a hold come back five minutes after its end.",
    _SHEETS_AND_HOLDS,
    origin=Origin.blind,
)
async def _swept_late(call: Call) -> Answer:
    def kept(hold: Json, _: list[Json], now: datetime) -> bool:
        return timedelta(0) <= now - moment_of(hold["holdExpiration"]) < _SWEPT_AFTER

    return await _with_places_kept(call, "lot7-swept-late", kept)


# Faults under a condition.
@mutant(
    "HLD-06.lot7-neighbour-keeps-it",
    "An ended hold keeps its places as long as another hold of its tee time lives.",
    _SHEETS_AND_HOLDS,
    hidden="after a while",
    origin=Origin.blind,
)
async def _neighbour_keeps_it(call: Call) -> Answer:
    def kept(hold: Json, all_holds: list[Json], now: datetime) -> bool:
        has_ended = moment_of(hold["holdExpiration"]) <= now
        return has_ended and any(
            _place(other) == _place(hold) and moment_of(other["holdExpiration"]) > now for other in all_holds
        )

    return await _with_places_kept(call, "lot7-neighbour-keeps-it", kept)


@mutant(
    "HLD-11.lot7-first-hour-of-twilight",
    "A hold in the first hour of the twilight rate has the standard price.",
    "holdTeeTime",
    hidden="some values",
    origin=Origin.blind,
)
async def _first_hour_of_twilight(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    hold = answer.json()
    lines = await tee_times(call, hold["courseId"], hold["date"], 1)
    twilight = [line["time"] for line in lines if line["pricing"]["priceType"] == "twilight"]
    standard = [line["pricing"]["greenFee"] for line in lines if line["pricing"]["priceType"] == "standard"]
    if not twilight or not standard:
        return answer
    if not twilight[0] <= hold["time"] < minutes_off(twilight[0], _RATE_BEGINS_LATE_MINUTES):
        return answer
    price = {"greenFee": standard[0], "totalAmount": standard[0] * hold["players"]}
    return answer.with_json(hold | {"pricing": hold["pricing"] | price})


@mutant(
    "HLD-15.lot7-again-after-a-cancellation",
    "A hold that completed a booking completes another one when the first is cancelled.",
    "createBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _again_after_a_cancellation(call: Call) -> Answer:
    completed: dict[str, str] = call.memory.setdefault("completed", {})
    answer = await call.forward()
    body = sent(call)
    hold_id = str(body.pop("holdId", ""))
    if answer.ok and hold_id:
        completed[hold_id] = answer.json()["data"]["id"]
    if code_of(answer) != "hold_already_used" or hold_id not in completed:
        return answer
    first = (await aside(call).upstream("GET", f"/travel/bookings/{completed[hold_id]}")).json()["data"]
    asked = body.get("courseId"), body.get("date"), body.get("teeTime")
    if first["status"] != "cancelled" or place_of(first) != asked:
        return answer
    return await call.with_json(body).forward()
