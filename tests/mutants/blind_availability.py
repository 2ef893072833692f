"""Faults of tee sheets and of the availability of several days, written without knowledge of the suite."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal

from tests.mutants.tools.asking import asks, day_in
from tests.mutants.tools.borrowed import days_after
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import Edit, alter, drop, put
from tests.mutants.tools.registry import json_answer, mutant, request_change


def _is_summer_time(day: date | None) -> bool:
    """Whether the clocks of Europe are an hour ahead: last Sunday of March to last Sunday of October."""
    if day is None:
        return False
    march, october = date(day.year, 3, 31), date(day.year, 10, 31)
    begin, end = (last - timedelta(days=(last.weekday() + 1) % 7) for last in (march, october))
    return begin <= day < end


json_answer(
    "AVT-01.blind-no-fees",
    "additionalFees is left out when a course has none.",
    "listTeeTimes",
    lambda body: body if body.get("additionalFees") else drop("additionalFees")(body),
    hidden="some values",
)


@mutant(
    "AVT-04.blind-summer-time",
    "In summer time the day is written as the UTC date of its local midnight: the day before.",
    "listTeeTimes",
    hidden="certain days",
)
async def _summer_time(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not _is_summer_time(day_in(call, "date")):
        return answer
    return answer.with_json(alter("date", lambda day: days_after(day, -1))(answer.json()))


json_answer(
    "AVT-05.blind-whole-totals",
    "totalAmount is rounded to a whole number.",
    "listTeeTimes",
    alter("availableTimes[*].pricing.totalAmount", lambda amount: int(Decimal(amount).quantize(1, ROUND_HALF_UP))),
    hidden="some values",
)

request_change(
    "AVT-06.blind-with-bound",
    "players defaults to 1 when a time bound is given.",
    "listTeeTimes",
    lambda call: call.asking(players=1),
    when=lambda call: "players" not in call.query and (asks(call, "earliestTime") or asks(call, "latestTime")),
    hidden="a combination of parameters",
)

request_change(
    "AVT-09.blind-whole-hours",
    "earliestTime is cut down to the full hour.",
    "listTeeTimes",
    lambda call: call.asking(earliestTime=f"{call.query['earliestTime'][:2]}:00"),
    when=lambda call: len(call.query.get("earliestTime", "")) == len("HH:MM"),
    hidden="some values",
)

request_change(
    "AVT-10.blind-both-bounds",
    "latestTime is ignored when earliestTime is given too.",
    "listTeeTimes",
    lambda call: call.without("latestTime"),
    when=lambda call: asks(call, "earliestTime", "latestTime"),
    hidden="a combination of parameters",
)


@mutant(
    "AVT-12.blind-untouched-only",
    "With a time bound, tee times on which somebody plays already are missing.",
    "listTeeTimes",
    hidden="some values",
)
async def _untouched_only(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not (asks(call, "earliestTime") or asks(call, "latestTime")):
        return answer
    untouched = alter("availableTimes", lambda times: [item for item in times if item["available"] >= 4])
    return answer.with_json(untouched(answer.json()))


@mutant(
    "AVM-03.blind-month-end",
    "A range that crosses the end of a month has one day more.",
    "checkAvailability",
    hidden="certain days",
)
async def _month_end(call: Call) -> Answer:
    answer = await call.forward()
    start, end = day_in(call, "startDate"), day_in(call, "endDate")
    if not answer.ok or start is None or end is None or start.month == end.month:
        return answer
    longer = await call.asking(endDate=end + timedelta(days=1)).forward()
    return longer if longer.ok else answer


json_answer(
    "AVM-06.blind-sunday",
    "Sunday, the seventh of a list that is counted from nought, comes out as Monday.",
    "checkAvailability",
    lambda body: _no_sunday("availabilityResults[*].dayOfWeek")(_no_sunday("bestAvailability.dayOfWeek")(body)),
    hidden="certain days",
)


def _no_sunday(path: str) -> Edit:
    return alter(path, lambda name: "Monday" if name == "Sunday" else name)


@mutant(
    "AVM-09.blind-weekend-mornings",
    "Without timeRange, only the mornings of weekends are looked at.",
    "checkAvailability",
    hidden="certain days",
)
async def _weekend_mornings(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or "timeRange" in call.query:
        return answer
    body, morning = answer.json(), (await call.asking(timeRange="morning").forward()).json()
    mornings = {day["date"]: day for day in morning["availabilityResults"]}
    days = body["availabilityResults"]
    body["availabilityResults"] = [
        mornings.get(day["date"], day) if day["dayOfWeek"] in ("Saturday", "Sunday") else day for day in days
    ]
    best = body.get("bestAvailability")
    if best and best["dayOfWeek"] in ("Saturday", "Sunday"):
        body["bestAvailability"] = {name: mornings[best["date"]][name] for name in best}
    return answer.with_json(body)


request_change(
    "AVM-12.blind-with-range",
    "players defaults to 1 when timeRange is given.",
    "checkAvailability",
    lambda call: call.asking(players=1),
    when=lambda call: asks(call, "timeRange") and "players" not in call.query,
    hidden="a combination of parameters",
)


@mutant(
    "AVM-15.blind-best-of-all",
    "bestAvailability is worked out before timeRange is applied.",
    "checkAvailability",
    hidden="a combination of parameters",
)
async def _best_of_all(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not asks(call, "timeRange"):
        return answer
    unlimited = await call.asking(timeRange="all").forward()
    return answer.with_json(put("bestAvailability", unlimited.json()["bestAvailability"])(answer.json()))
