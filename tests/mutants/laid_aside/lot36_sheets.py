"""Blind faults of tee sheets and of availability over several days."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.periods import asks_for_a_range
from tests.mutants.parts.pretending import memory_of_world
from tests.mutants.parts.tee_sheets import minutes_off
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_FIRST = "AVT-20.lot36-first-filled"
_CACHED = "AVM-18.lot36-holds-unseen"
_CHANGES_PLACES = (
    "createBooking updateBooking cancelBooking createBookingHook confirmBookingHook releaseBookingHook"
    " createGroupBooking"
)
_FRESH = timedelta(minutes=5)

# A plain fault.
json_answer(
    "AVT-21.lot36-twilight-an-hour-late",
    "twilightStart is an hour after the first twilight price.",
    "listTeeTimes",
    alter("timeSlots.twilightStart", lambda time: minutes_off(time, 60)),
    origin=Origin.blind,
)


# Faults under a condition.
@mutant(
    _FIRST,
    "firstAvailable stays what it was after the first tee time of a day is filled.",
    "listTeeTimes",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _first_filled(call: Call) -> Answer:
    answer = await call.forward()
    body = answer.json() if answer.ok else {}
    if not body.get("availableTimes") or "earliestTime" in call.query or "latestTime" in call.query:
        return answer
    sheet = f"{call.path} {call.query.get('date')} {call.query.get('players', '4')}"
    first = memory_of_world(call, _FIRST).setdefault(sheet, body["timeSlots"]["firstAvailable"])
    if first >= body["timeSlots"]["firstAvailable"]:
        return answer
    return answer.with_json(body | {"timeSlots": body["timeSlots"] | {"firstAvailable": first}})


@mutant(
    _CACHED,
    "Availability over several days is kept for five minutes, and a hold does not renew it.",
    f"checkAvailability {_CHANGES_PLACES}",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _holds_unseen(call: Call) -> Answer:
    kept = memory_of_world(call, _CACHED)
    answer = await call.forward()
    if call.operation != "checkAvailability":
        kept.clear()
        return answer
    if not answer.ok or not asks_for_a_range(call):
        return answer
    now = await world_time(call)
    asked = f"{call.path} {sorted(call.query.multi_items())}"
    at, body = kept.get(asked, (now - _FRESH, answer.body))
    if now - at < _FRESH:
        return replace(answer, body=body)
    kept[asked] = (now, answer.body)
    return answer


def _by_day_of_month(days: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(days, key=lambda day: str(day["date"])[8:])


json_answer(
    "AVM-19.lot36-across-months",
    "Days of a range across the end of a month come in the order of their day of the month.",
    "checkAvailability",
    alter("availabilityResults", _by_day_of_month),
    when=asks_for_a_range,
    hidden="certain days",
    origin=Origin.blind,
)
