"""Blind faults of lot 38: tee times of a day, offline courses, and several days."""

from __future__ import annotations

import time
from decimal import Decimal
from typing import Any

from tests.mutants.parts.asking import day_in
from tests.mutants.parts.borrowed import days_after, weekday, world_time
from tests.mutants.parts.tee_sheets import players_asked, priced_for
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import Edit, alter, where
from tests.mutants.tools.registry import Origin, json_answer, mutant

_KEPT_SECONDS = 60.0


def _day_before(holder: Any) -> Any:
    if not isinstance(holder, dict) or "dayOfWeek" not in holder:
        return holder
    return holder | {"dayOfWeek": weekday(days_after(holder["date"], -1))}


def _week_from_monday(body: Any) -> Any:
    return alter("bestAvailability", _day_before)(alter("availabilityResults[*]", _day_before)(body))


# A plain fault.
json_answer(
    "AVM-06.lot38-week-from-monday",
    "dayOfWeek is the name of the day before the date.",
    "checkAvailability",
    _week_from_monday,
    when=lambda call: "date" not in call.query,
    origin=Origin.blind,
)


# Faults under a condition.
def _whole(total: Any) -> Decimal:
    return Decimal(int(total)).quantize(Decimal("0.01"))


_IN_WHOLE_UNITS: Edit = where(lambda body: body["isOnline"], alter("availableTimes[*].pricing.totalAmount", _whole))
json_answer(
    "AVT-05.lot38-total-loses-cents",
    "The totalAmount of a tee time loses its cents.",
    "listTeeTimes",
    _IN_WHOLE_UNITS,
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "AVT-18.lot38-sheet-of-smaller-party",
    "Tee times asked again for more players include those with places for the fewer players asked for before.",
    "listTeeTimes",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _sheet_of_smaller_party(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not answer.json()["isOnline"]:
        return answer
    sheet, players, now = (call.path_params["courseId"], call.query.get("date")), players_asked(call), time.monotonic()
    kept: dict[Any, tuple[float, int]] = call.memory
    at, before = kept.get(str(sheet), (0.0, 0))
    if not at or now - at > _KEPT_SECONDS or before >= players:
        kept[str(sheet)] = (now, players)
        return answer
    smaller = await call.asking(players=before).forward()
    return answer.with_json(priced_for(players)(smaller.json())) if smaller.ok else answer


@mutant(
    "AVO-06.lot38-day-asked-first",
    "The answer for an offline course keeps the date of the request before, for a minute.",
    "listTeeTimes",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _day_asked_first(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or answer.json()["isOnline"]:
        return answer
    body, now = answer.json(), time.monotonic()
    at, day = call.memory.get(call.path_params["courseId"], (0.0, ""))
    if not at or now - at > _KEPT_SECONDS:
        call.memory[call.path_params["courseId"]] = (now, body["date"])
        return answer
    return answer.with_json(body | {"date": day}) if day != body["date"] else answer


@mutant(
    "AVM-16.lot38-never-today",
    "A period that begins today leaves out today.",
    "checkAvailability",
    hidden="certain days",
    origin=Origin.blind,
)
async def _never_today(call: Call) -> Answer:
    answer = await call.forward()
    first, last = day_in(call, "startDate"), day_in(call, "endDate")
    if not answer.ok or first is None or last is None or last <= first:
        return answer
    if first != (await world_time(call)).date():
        return answer
    later = await call.asking(startDate=days_after(first.isoformat(), 1)).forward()
    return later if later.ok else answer
