"""Mutants of what every resource shares: envelopes (ENV) and the form of dates, times and money (CNV)."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Any

from tests.mutants.tools.borrowed import a_refusal_for_an_unknown_id
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, drop, put, where
from tests.mutants.tools.registry import EVERY_OPERATION, json_answer, mutant


@mutant("ENV-02", "Terms end with a trailing comma.", "getCourseTerms")
async def _trailing_comma(call: Call) -> Answer:
    answer = await call.forward()
    return replace(answer, body=answer.body.rstrip()[:-1] + b",}") if answer.ok else answer


@mutant("ENV-02.html", "Multi-day availability answers an HTML page.", "checkAvailability")
async def _html(call: Call) -> Answer:
    answer = await call.forward()
    return replace(answer, body=b"<!doctype html><p>Tee times</p>") if answer.ok else answer


json_answer("ENV-06", "Terms come at top level.", "getCourseTerms", lambda body: body["data"])
json_answer("ENV-06.details", "Course details come at top level.", "getCourse", lambda body: body["data"])
json_answer("ENV-07", "Pricing has no meta.", "getCoursePricing", drop("meta"))
json_answer("ENV-07.data", "Pricing data is a list of one.", "getCoursePricing", alter("data", lambda data: [data]))

_empty_is_null = where(lambda body: body["data"] == [], put("data", None))
json_answer("ENV-08", "An empty course list gives null as data.", "searchCourses", _empty_is_null)
json_answer("ENV-08.bookings", "An empty booking list gives null as data.", "listBookings", _empty_is_null)
json_answer(
    "ENV-08.pagination",
    "The booking list carries its page members directly in meta.",
    "listBookings",
    alter("meta", lambda meta: meta["pagination"]),
)


def _wrap(body: Any) -> Any:
    return {"data": body}


json_answer(
    "ENV-09",
    "Tee times of an online course are wrapped in data.",
    "listTeeTimes",
    where(lambda body: body["isOnline"], _wrap),
)
json_answer(
    "ENV-09.offline",
    "Tee times of an offline course are wrapped in data.",
    "listTeeTimes",
    where(lambda body: not body["isOnline"], _wrap),
)
json_answer(
    "ENV-10",
    "Multi-day availability is wrapped in data.",
    "checkAvailability",
    _wrap,
    when=lambda call: "date" not in call.query,
)


@mutant("ENV-12", "Bookings are served directly under the base, not under /travel.", EVERY_OPERATION)
async def _bookings_without_travel(call: Call) -> Answer:
    if call.path.startswith("/travel/bookings"):
        return await a_refusal_for_an_unknown_id(call)
    if call.path.startswith("/bookings"):
        return await replace(call, path=f"/travel{call.path}").forward()
    return await call.forward()


def _day_first(day: str) -> str:
    return "/".join(reversed(day.split("-")))


json_answer(
    "CNV-01",
    "The last season begins on a date like 31/12/2026.",
    "getCoursePricing",
    alter("data.seasons[-1].validFrom", _day_first),
)
json_answer(
    "CNV-01.no-such-day",
    "The last day of a range is a 30th of February.",
    "checkAvailability",
    alter("availabilityResults[-1].date", lambda day: f"{day[:4]}-02-30"),
)
json_answer(
    "CNV-01.tee-times",
    "Tee times carry a timestamp as date.",
    "listTeeTimes",
    alter("date", lambda day: f"{day}T00:00:00Z"),
)

json_answer(
    "CNV-02",
    "The last tee time has seconds.",
    "listTeeTimes",
    alter("availableTimes[-1].time", lambda time: f"{time}:00"),
)
json_answer(
    "CNV-02.slots",
    "firstAvailable is a 12-hour time.",
    "listTeeTimes",
    alter("timeSlots.firstAvailable", lambda time: time and f"{time.lstrip('0')} AM"),
)
json_answer(
    "CNV-02.days",
    "The last time of a day is 25 o'clock.",
    "checkAvailability",
    alter("availabilityResults[*].lastAvailableTime", lambda time: time and f"25{time[2:]}"),
)

json_answer(
    "CNV-05",
    "The last green fee is a string.",
    "listTeeTimes",
    alter("availableTimes[-1].pricing.greenFee", str),
)
json_answer(
    "CNV-05.thousandths",
    "The last price of each season has three decimals.",
    "getCoursePricing",
    alter("data.seasons[*].prices[-1].b2bPrice", lambda price: price + Decimal("0.003")),
)
json_answer(
    "CNV-05.days",
    "The lowest price of a day is a string.",
    "checkAvailability",
    alter("availabilityResults[*].lowestPrice", lambda price: price and str(price)),
)

json_answer(
    "CNV-06",
    "The last price of each season has a lowercase currency.",
    "getCoursePricing",
    alter("data.seasons[*].prices[-1].currency", str.lower),
)
json_answer(
    "CNV-06.symbol",
    "The last tee time is priced in €.",
    "listTeeTimes",
    put("availableTimes[-1].pricing.currency", "€"),
)
json_answer(
    "CNV-06.offline",
    "The estimate of an offline course names its currency in words.",
    "listTeeTimes",
    put("approximatePricing.currency", "euro"),
)
