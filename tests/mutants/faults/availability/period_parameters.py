"""Faults of the parameters of multi-day availability: dates, time range and players (AVM)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from tests.mutants.parts.asking import asks, day_in
from tests.mutants.parts.borrowed import a_refusal_for_a_bad_parameter, courses, days_after, today
from tests.mutants.parts.days import date_in
from tests.mutants.parts.mending import ends_before_it_begins, passed_over, turned_round
from tests.mutants.parts.periods import asks_for_a_range, in_a_range, moved_by
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import Edit, alter
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_DAYS = "availabilityResults"

in_a_range(
    "AVM-03",
    "The answer also has the day after endDate.",
    alter(_DAYS, lambda days: [*days, moved_by(days[-1], 1)] if days else days),
)
in_a_range(
    "AVM-03.before",
    "The answer also has the day before startDate.",
    alter(_DAYS, lambda days: [moved_by(days[0], -1), *days] if days else days),
)


@mutant("AVM-04", "startDate defaults to today.", "checkAvailability")
async def _from_today(call: Call) -> Answer:
    if "startDate" in call.query or "date" in call.query:
        return await call.forward()
    answer = await call.forward()
    if answer.status != 400:
        return answer
    return await call.asking(startDate=await today(call)).forward()


request_change(
    "AVM-05",
    "endDate defaults to the sixth day after startDate.",
    "checkAvailability",
    lambda call: call.asking(endDate=days_after(call.query["startDate"], 6)),
    when=lambda call: "startDate" in call.query and "endDate" not in call.query,
)
request_change(
    "AVM-09",
    "timeRange defaults to morning.",
    "checkAvailability",
    lambda call: call.asking(timeRange="morning"),
    when=lambda call: "timeRange" not in call.query,
)


# Players.
def _with_slots(change: Any) -> Edit:
    return alter(f"{_DAYS}[*].availableSlots", change)


request_change(
    "AVM-12",
    "players defaults to 1 in multi-day availability.",
    "checkAvailability",
    lambda call: call.asking(players=1),
    when=lambda call: "players" not in call.query,
)
request_change(
    "AVM-13",
    "Five players find fewer tee times than four.",
    "checkAvailability",
    lambda call: call.asking(players=4),
    when=lambda call: call.query.get("players") == "5",
    then=lambda _: _with_slots(lambda slots: slots * 4 // 5),
)
request_change(
    "AVM-13.none",
    "A search for no player finds more tee times than a search for one player.",
    "checkAvailability",
    lambda call: call.asking(players=1),
    when=lambda call: call.query.get("players") == "0",
    then=lambda _: _with_slots(lambda slots: slots + 1),
)


@mutant("AVM-17", "The single-date form is refused.", "checkAvailability")
async def _range_only(call: Call) -> Answer:
    return await (call.forward() if asks_for_a_range(call) else a_refusal_for_a_bad_parameter(call))


@mutant("AVM-21", "An unknown course has no day in any range.", "checkAvailability")
async def _no_days(call: Call) -> Answer:
    answer = await call.forward()
    if answer.status != 404:
        return answer
    known = (await courses(call, pageSize=1))[0]
    borrowed = await call.upstream("GET", f"/travel/courses/{known['id']}")
    return borrowed.with_json(
        {
            "courseId": call.path_params["courseId"],
            "courseName": known["name"],
            "availabilityResults": [],
            "bestAvailability": None,
        }
    )


request_change("AVM-10", "timeRange is ignored.", "checkAvailability", lambda call: call.without("timeRange"))


@mutant(
    "AVM-03.month",
    "A period that ends with a month also has the first day of the next month.",
    "checkAvailability",
    hidden="certain days",
    origin=Origin.hidden,
)
async def _into_the_next_month(call: Call) -> Answer:
    last = date_in(call.query.get("endDate", ""))
    following = last and last + timedelta(days=1)
    return await (call.asking(endDate=following) if following and following.day == 1 else call).forward()


@mutant(
    "AVM-03.blind-month-end",
    "A range across the end of a month has a day too many.",
    "checkAvailability",
    hidden="certain days",
    origin=Origin.blind,
)
async def _month_end(call: Call) -> Answer:
    answer = await call.forward()
    start, end = day_in(call, "startDate"), day_in(call, "endDate")
    if not answer.ok or start is None or end is None or start.month == end.month:
        return answer
    longer = await call.asking(endDate=end + timedelta(days=1)).forward()
    return longer if longer.ok else answer


@mutant(
    "AVM-09.blind-weekend-mornings",
    "Without timeRange, a weekend counts only its mornings.",
    "checkAvailability",
    hidden="certain days",
    origin=Origin.blind,
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
    origin=Origin.blind,
)

passed_over(
    "AVM-11",
    "An unknown timeRange is ignored.",
    "checkAvailability",
    "timeRange",
    {"all", "morning", "afternoon"}.__contains__,
)
turned_round("AVM-20", "The service exchanges the dates of a period that ends before it begins.", "checkAvailability")
request_change(
    "AVM-20.start",
    "The service answers a period that ends before it begins with its first day.",
    "checkAvailability",
    lambda call: call.asking(endDate=call.query["startDate"]),
    when=ends_before_it_begins,
    origin=Origin.mended,
)


def _lower_by_seven(body: Any) -> Any:
    for day in (*body["availabilityResults"], body["bestAvailability"] or {}):
        if day.get("lowestPrice"):
            day["lowestPrice"] -= 7
    return body


def _higher_by_seven(body: Any) -> Any:
    for day in (*body["availabilityResults"], body["bestAvailability"] or {}):
        if day.get("lowestPrice"):
            day["lowestPrice"] += 7
    return body


json_answer(
    "AVM-10.cheap-afternoon",
    "The lowest price of an afternoon is lower than the lowest price of its day.",
    "checkAvailability",
    _lower_by_seven,
    when=lambda call: call.query.get("timeRange") == "afternoon",
    hidden="a combination of parameters",
    origin=Origin.hidden,
)
json_answer(
    "AVM-10.dear-parts",
    "Mornings and afternoons cost more than their day.",
    "checkAvailability",
    _higher_by_seven,
    when=lambda call: call.query.get("timeRange") in ("morning", "afternoon"),
    hidden="a combination of parameters",
    origin=Origin.hidden,
)
