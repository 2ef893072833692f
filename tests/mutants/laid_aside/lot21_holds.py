"""Blind faults of tee-time holds."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from tests.mutants.laid_aside.common import agency_key, aside
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, shown
from tests.mutants.parts.live_holds import live_holds, players_of, remembered_hold
from tests.mutants.parts.overbooking import FULL, overbooked
from tests.mutants.parts.pretending import data_of, memory_of_world, moment_of, places_at, slot_of
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_LAST_MINUTES = "HLD-09.lot21-last-minutes"
_LATE = timedelta(minutes=5)
_LENGTH = timedelta(minutes=15)

# A plain fault.
json_answer(
    "CNV-02.lot21-hold-with-seconds",
    "The time of a hold has seconds.",
    "holdTeeTime",
    alter("time", lambda time: f"{time}:00"),
    origin=Origin.blind,
)


# Faults under a condition.
@mutant(
    _LAST_MINUTES,
    "In the last five minutes of a hold another agency can book the held places.",
    f"{BOOKING_OPERATIONS} holdTeeTime",
    hidden="after a while",
    origin=Origin.blind,
)
async def _last_minutes(call: Call) -> Answer:
    if call.operation == "holdTeeTime":
        return await remembered_hold(call, _LAST_MINUTES)
    answer = await shown(call)
    if call.operation != "createBooking":
        return answer
    body = sent(call)
    if answer.ok:
        for holds in memory_of_world(call, _LAST_MINUTES).values():
            holds[:] = [hold for hold in holds if hold["holdId"] != body.get("holdId")]
    if code_of(answer) != FULL or "holdId" in body:
        return answer
    soon = await world_time(call) + _LATE
    held = (await live_holds(call, _LAST_MINUTES)).get(slot_of(body), [])
    ending = [hold for hold in held if hold["agency"] != call.api_key and moment_of(hold["holdExpiration"]) < soon]
    if not ending or players_of(ending) + await places_at(aside(call), slot_of(body)) < body["players"]:
        return answer
    return await overbooked(aside(call).with_header("content-type", "application/json"))


@mutant(
    "HLD-11.lot21-twilight-at-full-price",
    "A hold of a twilight tee time has the standard price of the day.",
    "holdTeeTime",
    hidden="some values",
    origin=Origin.blind,
)
async def _twilight_at_full_price(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    hold = answer.json()
    path = f"/travel/courses/{hold['courseId']}/tee-times"
    sheet = await aside(call).upstream("GET", path, query={"date": hold["date"], "players": 1})
    lines = sheet.json().get("availableTimes", []) if sheet.ok else []
    fees = [line["pricing"]["greenFee"] for line in lines if line["pricing"]["priceType"] == "standard"]
    if not fees or hold["time"] < sheet.json()["timeSlots"]["twilightStart"]:
        return answer
    hold["pricing"] |= {"greenFee": fees[0], "totalAmount": fees[0] * hold["players"]}
    return answer.with_json(hold)


@mutant(
    "HLD-15.lot21-revived-by-a-cancellation",
    "A hold id completes a second booking once the first is cancelled.",
    "createBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _revived_by_a_cancellation(call: Call) -> Answer:
    used: dict[str, str] = call.memory.setdefault("used", {})
    revived: set[str] = call.memory.setdefault("revived", set())
    answer = await call.forward()
    if call.operation == "cancelBooking":
        if answer.ok and call.path_params["id"] in used:
            revived.add(used[call.path_params["id"]])
        return answer
    body = sent(call)
    hold_id = str(body.get("holdId", ""))
    if not answer.ok and hold_id in revived:
        rest = {name: value for name, value in body.items() if name != "holdId"}
        again = await aside(call).upstream("POST", "/travel/bookings", json=rest)
        answer = again if again.ok else answer
    if answer.ok and hold_id:
        revived.discard(hold_id)
        used[data_of(answer)["id"]] = hold_id
    return answer


@mutant(
    "HLD-16.lot21-completed-late",
    "A hold that is completed after more than five minutes keeps its places beside the booking until it expires.",
    "holdTeeTime createBooking",
    hidden="after a while",
    origin=Origin.blind,
)
async def _completed_late(call: Call) -> Answer:
    holds: dict[str, Any] = call.memory.setdefault("holds", {})
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "holdTeeTime":
        holds[answer.json()["holdId"]] = answer.json()
        return answer
    hold = holds.pop(str(sent(call).get("holdId")), None)
    if hold is None:
        return answer
    begun = moment_of(hold["holdExpiration"]) - _LENGTH
    if await world_time(call) - begun > _LATE:
        await aside(call).upstream(
            "POST",
            f"/travel/courses/{hold['courseId']}/hold-tee-time",
            json={name: hold[name] for name in ("date", "time", "players")},
            headers={"x-api-key": agency_key(call, "nobody")},
        )
    return answer
