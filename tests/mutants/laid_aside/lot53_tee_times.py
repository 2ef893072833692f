"""Blind faults of the fifty-third lot: tee times and days."""

from __future__ import annotations

from typing import Any

from tests.mutants.parts.asking import day_in
from tests.mutants.parts.borrowed import days_after
from tests.mutants.parts.days import SATURDAY, date_in
from tests.mutants.parts.substitutes import sent
from tests.mutants.parts.tee_sheets import minutes_off
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_SUPPLEMENT = 10
_WEEK = 7
_LAST_MINUTE = "23:59"


@mutant(
    "AVT-11.lot53-latest-included",
    "A query with both time bounds includes the tee time at latestTime.",
    "listTeeTimes",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _latest_included(call: Call) -> Answer:
    answer = await call.forward()
    latest = call.query.get("latestTime", _LAST_MINUTE)
    if not answer.ok or "earliestTime" not in call.query or latest >= _LAST_MINUTE:
        return answer
    return await call.asking(latestTime=minutes_off(latest, 1)).forward()


json_answer(
    "AVT-21.lot53-twilight-an-hour-late",
    "twilightStart is an hour later than the first twilight price.",
    "listTeeTimes",
    alter("timeSlots.twilightStart", lambda time: minutes_off(time, 60) if isinstance(time, str) else time),
    origin=Origin.blind,
)


def _is_weekend(day: object) -> bool:
    found = date_in(str(day))
    return found is not None and found.weekday() >= SATURDAY


def _with_supplement(body: dict[str, Any]) -> dict[str, Any]:
    for line in [*body.get("availableTimes", ()), body]:
        if pricing := line.get("pricing"):
            line["pricing"] = pricing | {name: pricing[name] + _SUPPLEMENT for name in ("greenFee", "totalAmount")}
    for day in [*body.get("availabilityResults", ()), body.get("bestAvailability")]:
        if day and _is_weekend(day["date"]) and day.get("lowestPrice") is not None:
            day["lowestPrice"] += _SUPPLEMENT
    return body


def _is_for_a_single(call: Call) -> bool:
    if call.operation == "holdTeeTime":
        return sent(call).get("players") == 1 and _is_weekend(sent(call).get("date"))
    on_days = call.operation == "checkAvailability" or _is_weekend(call.query.get("date"))
    return bool(call.query.get("players") == "1") and on_days


json_answer(
    "AVT-22.lot53-single-supplement",
    "The greenFee for a single player at the weekend is higher than that for more players.",
    "listTeeTimes checkAvailability holdTeeTime",
    _with_supplement,
    when=_is_for_a_single,
    hidden="certain days",
    origin=Origin.blind,
)


def _days_of(call: Call) -> int:
    first, last = day_in(call, "startDate"), day_in(call, "endDate")
    return (last - first).days + 1 if first and last else 0


@mutant(
    "AVM-03.lot53-half-days-over-months",
    "A range of mornings or afternoons that crosses the end of a month has a day after endDate.",
    "checkAvailability",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _a_day_more(call: Call) -> Answer:
    answer = await call.forward()
    first, last = day_in(call, "startDate"), day_in(call, "endDate")
    if not answer.ok or not first or not last or first.month == last.month:
        return answer
    if call.query.get("timeRange") not in ("morning", "afternoon"):
        return answer
    longer = await call.asking(endDate=days_after(call.query["endDate"], 1)).forward()
    return longer if longer.ok else answer


@mutant(
    "AVM-18.lot53-long-range-for-one",
    "A range of more than a week counts the tee times with room for one player, whatever the party.",
    "checkAvailability",
    hidden="some values",
    origin=Origin.blind,
)
async def _for_one(call: Call) -> Answer:
    answer = await call.forward()
    return await call.asking(players=1).forward() if answer.ok and _days_of(call) > _WEEK else answer
