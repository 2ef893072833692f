"""Blind faults of the forty-ninth lot: tee times and days."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from tests.mutants.parts.asking import day_in
from tests.mutants.parts.borrowed import today
from tests.mutants.parts.substitutes import code_of, tee_times
from tests.mutants.parts.tee_sheets import players_asked
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, where
from tests.mutants.tools.registry import Origin, json_answer, mutant

_PLATFORM_DAYS = 400
_WEEK = 7

json_answer(
    "AVO-04.lot49-minutes-as-a-number",
    "The response time of an offline course is a number of minutes in place of a text.",
    "listTeeTimes",
    where(
        lambda body: not body["isOnline"],
        alter(
            "offlineBookingContact.responseTime",
            lambda text: int("".join(letter for letter in str(text) if letter.isdecimal()) or 60),
        ),
    ),
    origin=Origin.blind,
)


@mutant(
    "AVT-25.lot49-horizon-of-the-platform",
    "A course that takes bookings for fewer days ahead than the platform still offers tee times 400 days ahead.",
    "listTeeTimes",
    hidden="certain days",
    origin=Origin.blind,
)
async def _horizon_of_the_platform(call: Call) -> Answer:
    answer = await call.forward()
    day = day_in(call, "date")
    if code_of(answer) != "date_too_far" or day is None:
        return answer
    terms = await call.upstream("GET", f"/travel/courses/{call.path_params['courseId']}/terms")
    ahead = int(terms.json()["data"]["bookingTerms"]["maxDaysInAdvance"]) if terms.ok else _PLATFORM_DAYS
    now = await today(call)
    if ahead >= _PLATFORM_DAYS or day > now + timedelta(days=_PLATFORM_DAYS):
        return answer
    beyond = (day - now).days - ahead
    known = day - timedelta(days=_WEEK * (beyond // _WEEK + 1))
    sheet = await call.asking(date=known.isoformat()).forward()
    return sheet.with_json(sheet.json() | {"date": day.isoformat()}) if sheet.ok else answer


def _by_month_and_day(body: Any) -> Any:
    body["availabilityResults"].sort(key=lambda day: str(day["date"])[5:])
    return body


json_answer(
    "AVM-19.lot49-january-first",
    "In a period over the end of a year, the days of January come before those of December.",
    "checkAvailability",
    _by_month_and_day,
    hidden="certain days",
    origin=Origin.blind,
)


@mutant(
    "AVT-05.lot49-weekend-twilight-total",
    "The total of a twilight tee time at the weekend is worked out from the standard green fee.",
    "listTeeTimes",
    hidden="certain days",
    origin=Origin.blind,
)
async def _weekend_twilight_total(call: Call) -> Answer:
    answer = await call.forward()
    body = answer.json() if answer.ok else {}
    if body.get("dayType") != "weekend":
        return answer
    every = await tee_times(call, call.path_params["courseId"], body["date"], 1)
    standard = [line["pricing"]["greenFee"] for line in every if line["pricing"]["priceType"] == "standard"]
    for line in body["availableTimes"] if standard else []:
        if line["pricing"]["priceType"] == "twilight":
            line["pricing"]["totalAmount"] = max(standard) * players_asked(call)
    return answer.with_json(body)


@mutant(
    "AVM-18.lot49-afternoons-of-the-second-week",
    "From the eighth day of a period on, the lowest price of an afternoon passes over its cheaper tee times.",
    "checkAvailability",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _afternoons_of_the_second_week(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or call.query.get("timeRange") != "afternoon":
        return answer
    body = answer.json()
    for day in body["availabilityResults"][_WEEK:]:
        offered = await tee_times(call, call.path_params["courseId"], day["date"], players_asked(call))
        fees = [line["pricing"]["greenFee"] for line in offered]
        if not day["hasAvailability"] or not fees:
            continue
        day["lowestPrice"] = max(fees)
        if body["bestAvailability"] and body["bestAvailability"]["date"] == day["date"]:
            body["bestAvailability"]["lowestPrice"] = max(fees)
    return answer.with_json(body)
