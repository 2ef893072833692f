"""Blind faults of the seventy-third lot: bookings."""

from __future__ import annotations

import html

from tests.mutants.laid_aside.common import course_of
from tests.mutants.parts.borrowed import days_after, today
from tests.mutants.parts.days import date_in, is_summer_time
from tests.mutants.parts.disguises import (
    BOOKING_OPERATIONS,
    asked_for,
    booked_as,
    disguise,
    every_booking,
    in_disguise,
    one_page,
    shown,
)
from tests.mutants.parts.substitutes import sent
from tests.mutants.parts.tee_sheets import minutes_off
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, mutant

_AN_HOUR_BEHIND = frozenset(["GB", "IE", "PT"])
_YEAR = 365


@mutant(
    "BKC-05.lot73-british-summer",
    "In summer time the tee times of bookings in Britain, Ireland and Portugal are shown in UTC, an hour too early.",
    BOOKING_OPERATIONS,
    hidden="certain days",
    origin=Origin.blind,
)
async def _british_summer(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "createBooking" or not answer.ok:
        return answer
    booking = answer.json()["data"]
    day = date_in(booking["date"])
    if day is None or not is_summer_time(day):
        return answer
    if (await course_of(call, booking["course"]["id"])).get("country") not in _AN_HOUR_BEHIND:
        return answer
    disguise(call, booking["id"], alter("teeTime", lambda time: minutes_off(time, -60)))
    return in_disguise(call, answer)


booked_as(
    "BKC-35.lot73-name-for-a-page",
    "The course name of a booking has apostrophes and ampersands in their form for web pages, such as &amp;.",
    alter("course.name", html.escape),
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "BKL-03.lot73-next-year-only",
    "A list without endDate ends a year from today and leaves out the bookings after that.",
    "listBookings",
    hidden="certain days",
    origin=Origin.blind,
)
async def _next_year_only(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or "endDate" in call.query:
        return answer
    last = days_after((await today(call)).isoformat(), _YEAR)
    found = [item for item in await every_booking(call) if asked_for(call, item)]
    near = [item for item in found if item["date"] <= last]
    return answer if len(near) == len(found) else one_page(call, answer, near)


@mutant(
    "BKL-09.lot73-day-of-cancelling",
    "A list of cancelled bookings compares startDate and endDate with the day of the cancellation.",
    "cancelBooking listBookings",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _day_of_cancelling(call: Call) -> Answer:
    answer = await call.forward()
    days: dict[str, str] = call.memory.setdefault("days", {})
    if not answer.ok:
        return answer
    if call.operation == "cancelBooking":
        cancelled = answer.json()["data"]
        days[cancelled["id"]] = cancelled["cancellationDate"][:10]
        return answer
    has_dates = "startDate" in call.query or "endDate" in call.query
    if call.query.get("status") != "cancelled" or not has_dates:
        return answer
    found = await every_booking(call, status="cancelled")
    kept = [item for item in found if asked_for(call, item | {"date": days.get(item["id"], item["date"])})]
    return one_page(call, answer, kept)


@mutant(
    "BKL-12.lot73-list-knows-first-change",
    "The list shows the players that a booking had after its first change of players, and misses later changes.",
    "updateBooking listBookings",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _list_knows_first_change(call: Call) -> Answer:
    answer = await call.forward()
    first: dict[str, int] = call.memory.setdefault("first", {})
    if not answer.ok:
        return answer
    body = answer.json()
    if call.operation == "updateBooking":
        if "players" in sent(call):
            first.setdefault(body["data"]["id"], body["data"]["players"])
        return answer
    body["data"] = [item | {"players": first.get(item["id"], item["players"])} for item in body["data"]]
    return answer.with_json(body)
