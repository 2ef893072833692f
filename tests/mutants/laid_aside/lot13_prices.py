"""Faults of price lists."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

from tests.mutants.parts.asking import by_booking_code, day_in
from tests.mutants.parts.substitutes import code_of
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, drop
from tests.mutants.tools.registry import Origin, json_answer, mutant

_HORIZON_DAYS = 400
_MOST_YEARS = 3
_LAST_SAFE_DAY = 28

json_answer(
    "PRC-04.lot13-flag-as-text",
    "meta.includeExtraProducts repeats the text of the parameter.",
    "getCoursePricing",
    alter("meta.includeExtraProducts", lambda flag: "true" if flag else "false"),
    origin=Origin.blind,
)


def _asks_for_extras(call: Call) -> bool:
    return str(call.query.get("includeExtraProducts", "")) == "true"


json_answer(
    "PRC-21.lot13-extras-by-code",
    "Asked by booking code, a price list has no extra products: they are joined by document id.",
    "getCoursePricing",
    drop("data.seasons[*].extraProducts"),
    when=lambda call: by_booking_code(call) and _asks_for_extras(call),
    hidden="one of two ways",
    origin=Origin.blind,
)


@mutant(
    "PRC-09.lot13-cached-with-extras",
    "A price list that was read with extra products shows them from then on to everybody who does not ask for them.",
    "getCoursePricing",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _cached_with_extras(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    asked = (call.path, *(call.query.get(name) for name in ("startDate", "endDate", "holeCount")))
    cached: set[object] = call.memory.setdefault("cached", set())
    if _asks_for_extras(call):
        cached.add(asked)
        return answer
    if asked not in cached:
        return answer
    full = await call.asking(includeExtraProducts="true").forward()
    if not full.ok:
        return answer
    body = answer.json()
    return answer.with_json(body | {"data": full.json()["data"]})


def _years_off(day: date, years: int) -> date:
    return day.replace(year=day.year + years, day=min(day.day, _LAST_SAFE_DAY) if day.month == 2 else day.day)


def _later(body: Any, years: int, start: date, end: date) -> Any:
    for season in body["data"]["seasons"]:
        for member in ("validFrom", "validTo"):
            season[member] = _years_off(date.fromisoformat(season[member]), years).isoformat()
        season["season"] = re.sub(r"\b20\d\d\b", lambda year: str(int(year[0]) + years), season["season"])
    body["meta"]["requestedPeriod"] = {"startDate": start.isoformat(), "endDate": end.isoformat()}
    return body


@mutant(
    "PRC-14.lot13-from-the-start",
    "The 400 days of a pricing period are counted from its start and not from today.",
    "getCoursePricing",
    hidden="some values",
    origin=Origin.blind,
)
async def _horizon_from_start(call: Call) -> Answer:
    answer = await call.forward()
    start, end = day_in(call, "startDate"), day_in(call, "endDate")
    if code_of(answer) != "period_too_far" or start is None or end is None:
        return answer
    if not 0 <= (end - start).days <= _HORIZON_DAYS or not 2000 < start.year < 2200:
        return answer
    for years in range(1, _MOST_YEARS + 1):
        earlier = call.asking(startDate=_years_off(start, -years), endDate=_years_off(end, -years))
        found = await earlier.forward()
        if found.ok:
            return found.with_json(_later(found.json(), years, start, end))
    return answer
