"""Blind faults of the fifty-eighth lot: tee times and days."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import aside, course_of
from tests.mutants.parts.asking import asks, day_in
from tests.mutants.parts.borrowed import days_after, weekday
from tests.mutants.parts.days import date_in, is_summer_time
from tests.mutants.parts.pretending import held_slot, memory_of_world, slot_of
from tests.mutants.parts.substitutes import tee_times
from tests.mutants.parts.tee_sheets import players_asked
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_HELD = "AVT-18.lot58-partly-held-times-listed"
_WHOLE = 4
_IN_LONDON_TIME = ("GB", "IE", "PT")


def _with_times(body: dict[str, Any], lines: list[dict[str, Any]]) -> dict[str, Any]:
    """The tee sheet with *lines*, and the first and the last of them as its bounds."""
    bounds = {"firstAvailable": lines[0]["time"], "lastAvailable": lines[-1]["time"]}
    return body | {"availableTimes": lines, "timeSlots": body["timeSlots"] | bounds}


@mutant(
    _HELD,
    "Tee times of which some places were held are listed for larger parties than fit.",
    "holdTeeTime listTeeTimes",
    hidden="after another operation",
    origin=Origin.blind,
)
async def partly_held_times_listed(call: Call) -> Answer:
    held = memory_of_world(call, _HELD)
    answer = await call.forward()
    if call.operation == "holdTeeTime":
        if answer.ok:
            held[held_slot(call)] = True
        return answer
    body = answer.json() if answer.ok else {}
    if not body.get("isOnline") or not held:
        return answer
    course_id, players = call.path_params["courseId"], players_asked(call)
    earliest, latest = (call.query.get("earliestTime", ""), call.query.get("latestTime", "99:99"))
    lines = list(body["availableTimes"])
    for line in await tee_times(aside(call), course_id, body["date"], 1):
        slot = slot_of({"courseId": course_id, "date": body["date"], "time": line["time"]})
        if slot in held and line["available"] < players and earliest < line["time"] < latest:
            line["pricing"]["totalAmount"] = line["pricing"]["greenFee"] * players
            lines.append(line)
    if not lines:
        return answer
    return answer.with_json(_with_times(body, sorted(lines, key=lambda line: str(line["time"]))))


@mutant(
    "AVT-12.lot58-window-wants-whole-times",
    "A query with both time bounds and fewer than four players lists only tee times with four free places.",
    "listTeeTimes",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def window_wants_whole_times(call: Call) -> Answer:
    answer = await call.forward()
    body = answer.json() if answer.ok else {}
    if not body.get("isOnline") or not asks(call, "earliestTime", "latestTime") or players_asked(call) >= _WHOLE:
        return answer
    lines = [line for line in body["availableTimes"] if line["available"] >= _WHOLE]
    return answer.with_json(_with_times(body, lines)) if lines else answer


@mutant(
    "AVO-06.lot58-midnight-in-summer-time",
    "Offline courses in London time show the day before the requested day during summer time.",
    "listTeeTimes",
    hidden="certain days",
    origin=Origin.blind,
)
async def midnight_in_summer_time(call: Call) -> Answer:
    answer = await call.forward()
    day = date_in(call.query.get("date", ""))
    if not answer.ok or day is None or not is_summer_time(day) or answer.json()["isOnline"]:
        return answer
    course = await course_of(call, call.path_params["courseId"])
    if course["country"] not in _IN_LONDON_TIME:
        return answer
    return answer.with_json(answer.json() | {"date": days_after(day.isoformat(), -1)})


@mutant(
    "AVM-06.lot58-weekdays-of-the-first-year",
    "In a range that crosses the new year, the weekdays of the second year are those of the first.",
    "checkAvailability",
    hidden="certain days",
    origin=Origin.blind,
)
async def weekdays_of_the_first_year(call: Call) -> Answer:
    answer = await call.forward()
    first = day_in(call, "startDate")
    if not answer.ok or first is None:
        return answer
    body = answer.json()
    days = [*body["availabilityResults"], *([body["bestAvailability"]] if body["bestAvailability"] else [])]
    for day in days:
        in_first_year = f"{first.year}{day['date'][4:]}"
        if date_in(in_first_year) is not None:
            day["dayOfWeek"] = weekday(in_first_year)
    return answer.with_json(body)
