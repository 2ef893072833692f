"""Blind faults of the sixty-first lot: tee times and days."""

from __future__ import annotations

from typing import Any

from tests.mutants.parts.asking import asks
from tests.mutants.parts.borrowed import days_after, weekday
from tests.mutants.parts.tee_sheets import players_asked, priced_for
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, where
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

request_change(
    "AVT-07.lot61-five-become-four",
    "A query for more than four players is answered as a query for four.",
    "listTeeTimes",
    lambda call: call.asking(players=4),
    when=lambda call: players_asked(call) > 4,
    origin=Origin.blind,
)

json_answer(
    "AVO-04.lot61-minutes-as-a-number",
    "The response time of the contact of an offline course is a number of minutes.",
    "listTeeTimes",
    alter("offlineBookingContact.responseTime", lambda text: int("".join(c for c in text if c.isdigit()) or 60)),
    origin=Origin.blind,
)

request_change(
    "AVT-18.lot61-three-fit-where-two-fit",
    "A query for three players lists tee times with two free places.",
    "listTeeTimes",
    lambda call: call.asking(players=2),
    when=lambda call: players_asked(call) == 3,
    then=lambda _: priced_for(3),
    hidden="some values",
    origin=Origin.blind,
)


def _totals_of_the_morning(body: Any) -> Any:
    times = body["availableTimes"]
    standard = [item["pricing"]["totalAmount"] for item in times if item["pricing"]["priceType"] != "twilight"]
    for item in times:
        if standard and item["pricing"]["priceType"] == "twilight":
            item["pricing"]["totalAmount"] = standard[0]
    return body


json_answer(
    "AVT-05.lot61-weekend-twilight-total",
    "The total of a twilight tee time at the weekend is the total of a standard tee time.",
    "listTeeTimes",
    where(lambda body: body["isOnline"] and body["dayType"] == "weekend", _totals_of_the_morning),
    hidden="certain days",
    origin=Origin.blind,
)

request_change(
    "AVT-10.lot61-second-bound-forgotten",
    "A query that sends both bounds and leaves the players to the default ignores the upper bound.",
    "listTeeTimes",
    lambda call: call.without("latestTime"),
    when=lambda call: asks(call, "earliestTime", "latestTime") and not asks(call, "players"),
    hidden="a combination of parameters",
    origin=Origin.blind,
)


def _weekdays_slip(body: Any) -> Any:
    days = body["availabilityResults"]
    for day in days:
        if day["date"][:7] != days[0]["date"][:7]:
            day["dayOfWeek"] = weekday(days_after(day["date"], -1))
    return body


json_answer(
    "AVM-06.lot61-weekday-slips-with-the-month",
    "After the end of a month within the answer, the weekdays are those of the day before.",
    "checkAvailability",
    _weekdays_slip,
    hidden="certain days",
    origin=Origin.blind,
)


@mutant(
    "AVM-16.lot61-first-afternoon-left-out",
    "A query for the afternoons of more than a week leaves out the first day with tee times.",
    "checkAvailability",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _first_afternoon_left_out(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or call.query.get("timeRange") != "afternoon" or not asks(call, "startDate", "endDate"):
        return answer
    if call.query["endDate"] <= days_after(call.query["startDate"], 6):
        return answer
    body = answer.json()
    days = body["availabilityResults"]
    first = next((day for day in days if day["hasAvailability"]), None)
    kept = [day for day in days if day is not first]
    free = [day for day in kept if day["hasAvailability"]]
    best = body["bestAvailability"]
    if first and best and best["date"] == first["date"]:
        best = {name: free[0][name] for name in best} if free else None
    return answer.with_json(body | {"availabilityResults": kept, "bestAvailability": best})
