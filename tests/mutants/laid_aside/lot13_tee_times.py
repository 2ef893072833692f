"""Faults of tee times and of the availability of periods."""

from __future__ import annotations

import re

from tests.mutants.parts.asking import day_in
from tests.mutants.parts.borrowed import days_after, weekday
from tests.mutants.parts.periods import asks_for_a_range
from tests.mutants.parts.tee_sheets import players_asked
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import rename
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_WHOLE_TEE_TIME = 4
_SHORT_PERIOD_DAYS = 7

json_answer(
    "AVM-14.lot13-from-price",
    "The best day has its lowest price under another name.",
    "checkAvailability",
    rename("bestAvailability.lowestPrice", "fromPrice"),
    when=asks_for_a_range,
    origin=Origin.blind,
)


@mutant(
    "AVT-12.lot13-latest-within-an-hour",
    "latestTime is compared by its hour: a bound of 14:30 removes all tee times from 14:00 on.",
    "listTeeTimes",
    hidden="some values",
    origin=Origin.blind,
)
async def _by_the_hour(call: Call) -> Answer:
    answer = await call.forward()
    latest = call.query.get("latestTime", "")
    if not answer.ok or not re.fullmatch(r"\d\d:\d\d", latest) or latest.endswith(":00"):
        return answer
    body = answer.json()
    if "availableTimes" not in body:
        return answer
    body["availableTimes"] = [line for line in body["availableTimes"] if line["time"][:2] < latest[:2]]
    return answer.with_json(body)


@mutant(
    "AVT-05.lot13-partly-taken",
    "The total of a partly taken tee time is for all places that are left.",
    "listTeeTimes",
    hidden="some values",
    origin=Origin.blind,
)
async def _total_of_the_rest(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or players_asked(call) == _WHOLE_TEE_TIME:
        return answer
    body = answer.json()
    for line in body.get("availableTimes", ()):
        if line["available"] < _WHOLE_TEE_TIME:
            line["pricing"]["totalAmount"] = line["pricing"]["greenFee"] * line["available"]
    return answer.with_json(body)


@mutant(
    "AVO-06.lot13-first-date",
    "An offline course answers every day with the date that was asked for first.",
    "listTeeTimes",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _first_date(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    body = answer.json()
    if body.get("isOnline") is not False:
        return answer
    first: dict[str, str] = call.memory.setdefault("first", {})
    asked_first = first.setdefault(call.path, body["date"])
    return answer if asked_first == body["date"] else answer.with_json(body | {"date": asked_first})


@mutant(
    "AVM-06.lot13-over-the-end-of-a-month",
    "In a period over the end of a month the days of the next month have the weekday after theirs.",
    "checkAvailability",
    hidden="certain days",
    origin=Origin.blind,
)
async def _weekday_after(call: Call) -> Answer:
    answer = await call.forward()
    start = call.query.get("startDate", "")
    if not answer.ok or not asks_for_a_range(call) or day_in(call, "startDate") is None:
        return answer
    body = answer.json()
    for day in [*(body.get("availabilityResults") or ()), body.get("bestAvailability") or {}]:
        if day.get("dayOfWeek") and day["date"][:7] != start[:7]:
            day["dayOfWeek"] = weekday(days_after(day["date"], 1))
    return answer.with_json(body)


def _is_long_without_time_range(call: Call) -> bool:
    start, end = day_in(call, "startDate"), day_in(call, "endDate")
    if start is None or end is None or "timeRange" in call.query or not asks_for_a_range(call):
        return False
    return (end - start).days >= _SHORT_PERIOD_DAYS


request_change(
    "AVM-09.lot13-long-periods",
    "A period of more than a week without timeRange looks at the mornings only.",
    "checkAvailability",
    lambda call: call.asking(timeRange="morning"),
    when=_is_long_without_time_range,
    hidden="some values",
    origin=Origin.blind,
)
