"""Blind faults of the forty-seventh lot: holds."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, shown
from tests.mutants.parts.overbooking import FULL, overbooked, places_free, tee_time_of
from tests.mutants.parts.pretending import moment_of
from tests.mutants.parts.substitutes import WorldMemory, code_of, sent, tee_times
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant


def _five_minutes_more(text: str) -> str:
    later = moment_of(text) + timedelta(minutes=5)
    return later.isoformat().replace("+00:00", "Z")


json_answer(
    "HLD-03.lot47-twenty-minutes",
    "A hold says that it lasts 20 minutes.",
    "holdTeeTime",
    alter("holdExpiration", _five_minutes_more),
    origin=Origin.blind,
)


@mutant(
    "HLD-11.lot47-twilight-hold-at-day-rate",
    "The hold of a tee time with a twilight price shows the price of the day.",
    "holdTeeTime",
    hidden="some values",
    origin=Origin.blind,
)
async def _at_day_rate(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    body = answer.json()
    lines = await tee_times(call, body["courseId"], body["date"], 1)
    usual = [line["pricing"]["greenFee"] for line in lines if line["pricing"]["priceType"] == "standard"]
    if not usual or body["pricing"]["greenFee"] >= usual[0]:
        return answer
    body["pricing"] |= {"greenFee": usual[0], "totalAmount": usual[0] * body["players"]}
    return answer.with_json(body)


_FULL_HOLDS = WorldMemory()


@mutant(
    "HLD-09.lot47-single-into-a-full-hold",
    "Where a hold took the last places, another agency can still book a player alone.",
    f"holdTeeTime {BOOKING_OPERATIONS}",
    hidden="another agency",
    origin=Origin.blind,
)
async def _single_anyway(call: Call) -> Answer:
    holds: dict[Any, Any] = _FULL_HOLDS.of(call)
    if call.operation == "holdTeeTime":
        answer = await call.forward()
        body = answer.json() if answer.ok else {}
        tee_time = (call.path_params["courseId"], str(body.get("date")), str(body.get("time")))
        if answer.ok and not await places_free(call, tee_time):
            holds[tee_time] = body | {"agency": call.api_key}
        return answer
    answer = await shown(call)
    if call.operation != "createBooking":
        return answer
    tee_time = tee_time_of(sent(call))
    hold = holds.get(tee_time)
    if hold is None:
        return answer
    if answer.ok and sent(call).get("holdId") == hold["holdId"]:
        del holds[tee_time]
        return answer
    stands = moment_of(hold["holdExpiration"]) > await world_time(call) and hold["agency"] != call.api_key
    if not stands or code_of(answer) != FULL or sent(call).get("players") != 1:
        return answer
    return await overbooked(call)
