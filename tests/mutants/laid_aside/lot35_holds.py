"""Blind faults of tee-time holds: at their end, at midnight, beside other bookings, and used again."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from tests.mutants.laid_aside.common import aside, take_places
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.forgotten_places import ForgetfulSheets, Taking, line_of
from tests.mutants.parts.pretending import data_of, memory_of_world, moment_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_OVER_MIDNIGHT = "HLD-06.lot35-over-midnight"
_LAST_MOMENT = timedelta(minutes=1)
_SHEETS = ForgetfulSheets()


def _kept(call: Call, name: str) -> dict[str, Any]:
    found: dict[str, Any] = call.memory.setdefault(name, {})
    return found


@mutant(
    "HLD-16.lot35-last-minute",
    "A hold that is completed in its last minute takes a place more.",
    "holdTeeTime createBooking",
    hidden="after a while",
    origin=Origin.blind,
)
async def _last_minute(call: Call) -> Answer:
    holds = _kept(call, "holds")
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "holdTeeTime":
        holds[answer.json()["holdId"]] = answer.json()["holdExpiration"]
        return answer
    expiry = holds.pop(str(sent(call).get("holdId")), None)
    if expiry is not None and moment_of(expiry) - await world_time(call) <= _LAST_MOMENT:
        await take_places(call, data_of(answer), 1)
    return answer


@mutant(
    _OVER_MIDNIGHT,
    "The places of a hold that was made before midnight UTC and ends after it never come back to the tee sheet.",
    "holdTeeTime createBooking listTeeTimes",
    hidden="after a while",
    origin=Origin.blind,
)
async def _over_midnight(call: Call) -> Answer:
    stuck = memory_of_world(call, _OVER_MIDNIGHT)
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "createBooking":
        stuck.pop(str(sent(call).get("holdId")), None)
        return answer
    now = await world_time(call)
    if call.operation == "holdTeeTime":
        hold = answer.json()
        if moment_of(hold["holdExpiration"]).date() > now.date():
            stuck[hold["holdId"]] = hold
        return answer
    body = answer.json()
    where = (body["courseId"], body["date"])
    over = [hold for hold in stuck.values() if moment_of(hold["holdExpiration"]) <= now]
    return _without(call, answer, [hold for hold in over if (hold["courseId"], hold["date"]) == where])


def _without(call: Call, answer: Answer, holds: list[dict[str, Any]]) -> Answer:
    """The tee sheet without the places of these holds."""
    if not holds:
        return answer
    body = answer.json()
    for line in body["availableTimes"]:
        line["available"] -= sum(hold["players"] for hold in holds if hold["time"] == line["time"])
    players = int(call.query.get("players") or 4)
    body["availableTimes"] = [line for line in body["availableTimes"] if line["available"] >= players]
    times = [line["time"] for line in body["availableTimes"]] or [None]
    body["timeSlots"] |= {"firstAvailable": times[0], "lastAvailable": times[-1]}
    return answer.with_json(body)


@mutant(
    "HLD-05.lot35-dropped-by-a-booking",
    "Once the agency books anything without a hold, the tee sheets offer the places of its live holds again.",
    "holdTeeTime createBooking listTeeTimes",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _dropped_by_a_booking(call: Call) -> Answer:
    held = _kept(call, "held")
    if call.operation == "listTeeTimes":
        now = await world_time(call)
        return await _SHEETS.sheet(call, lambda taking: taking.at is not None and taking.at > now)
    if call.operation == "holdTeeTime":
        course_id = call.path_params["courseId"]
        line = await line_of(aside(call), course_id, "time")
        answer = await call.forward()
        if answer.ok and line:
            hold = answer.json()
            ends = moment_of(hold["holdExpiration"])
            held[hold["holdId"]] = Taking(course_id, hold["date"], line, hold["players"], call.api_key, ends)
        return answer
    answer = await call.forward()
    used = sent(call).get("holdId")
    if answer.ok and used is not None:
        held.pop(used, None)
        _SHEETS.know_again(call, used)
    elif answer.ok:
        for hold_id, taking in held.items():
            _SHEETS.forget(call, hold_id, taking)
        held.clear()
    return answer


@mutant(
    "HLD-15.lot35-free-after-cancelling",
    "When the booking that a hold completed is cancelled, the hold id completes another booking.",
    "createBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _free_after_cancelling(call: Call) -> Answer:
    made, cancelled = _kept(call, "made"), _kept(call, "cancelled")
    answer = await call.forward()
    if call.operation == "cancelBooking":
        if answer.ok:
            cancelled[call.path_params["id"]] = True
        return answer
    hold_id = str(sent(call).get("holdId"))
    if answer.ok:
        made[hold_id] = data_of(answer)["id"]
        return answer
    if hold_id == "None" or made.get(hold_id) not in cancelled:
        return answer
    rest = {name: value for name, value in sent(call).items() if name != "holdId"}
    again = await aside(call).upstream("POST", call.path, json=rest)
    if not again.ok:
        return answer
    made[hold_id] = data_of(again)["id"]
    return again
