"""Blind faults of availability: tee times of online and of offline courses, and periods."""

from __future__ import annotations

import re
import time
from datetime import date, timedelta
from typing import Any

import httpx

from tests.mutants.parts.asking import asks, day_in
from tests.mutants.parts.borrowed import days_after, weekday, world_time
from tests.mutants.parts.periods import asks_for_a_range
from tests.mutants.parts.tee_sheets import players_asked
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put, where
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_CACHE_SECONDS = 300.0
_DATE = re.compile(r"([1-9]\d{3})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])")
_TIME = re.compile(r"([01]\d|2[0-3]):[0-5]\d")
_LAST_HOUR = 23
_MOST_PLAYERS = 4
_MONTH = slice(0, 7)


# Plain faults.
def _to_the_end_of_the_hour(call: Call) -> Call:
    hour = int(call.query["latestTime"][:2])
    return call.without("latestTime") if hour == _LAST_HOUR else call.asking(latestTime=f"{hour + 1:02}:00")


request_change(
    "AVT-10.lot4-hours-only",
    "latestTime compares hours and not minutes: tee times up to the end of that hour are in the list.",
    "listTeeTimes",
    _to_the_end_of_the_hour,
    when=lambda call: _TIME.fullmatch(call.query.get("latestTime", "")) is not None,
    origin=Origin.blind,
)

json_answer(
    "AVT-20.lot4-opening-hours",
    "firstAvailable and lastAvailable are the opening hours of the club and not the listed tee times.",
    "listTeeTimes",
    where(
        lambda body: body["isOnline"],
        lambda body: put("timeSlots.lastAvailable", "21:00")(put("timeSlots.firstAvailable", "06:00")(body)),
    ),
    origin=Origin.blind,
)

json_answer(
    "AVM-19.lot4-newest-first",
    "The days of a period come in reverse order, the last day first.",
    "checkAvailability",
    alter("availabilityResults", lambda days: days[::-1]),
    origin=Origin.blind,
)


@mutant(
    "AVO-06.lot4-today",
    "The answer for an offline course carries the date of today in place of the requested date.",
    "listTeeTimes",
    origin=Origin.blind,
)
async def _offline_today(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or answer.json()["isOnline"]:
        return answer
    return answer.with_json(answer.json() | {"date": str((await world_time(call)).date())})


# Faults under a condition.
def _has_bound(call: Call) -> bool:
    return asks(call, "earliestTime") or asks(call, "latestTime")


def _with_lines(body: dict[str, Any], lines: list[dict[str, Any]]) -> dict[str, Any]:
    """The tee sheet with these lines, and with the first and the last of them in timeSlots."""
    slots = body["timeSlots"]
    if lines:
        slots = slots | {"firstAvailable": lines[0]["time"], "lastAvailable": lines[-1]["time"]}
    return body | {"availableTimes": lines, "timeSlots": slots}


@mutant(
    "AVT-05.lot4-total-of-earlier-players",
    "The totals of a day are kept without the players: who asks again with other players gets the earlier totals.",
    "listTeeTimes",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _total_of_earlier_players(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not answer.json()["isOnline"]:
        return answer
    body, day = answer.json(), f"{call.path_params['courseId']} {call.query['date']}"
    at, players = call.memory.get(day, (-_CACHE_SECONDS, 0))
    if time.monotonic() - at > _CACHE_SECONDS:
        at, players = call.memory[day] = (time.monotonic(), players_asked(call))
    for line in body["availableTimes"]:
        line["pricing"]["totalAmount"] = line["pricing"]["greenFee"] * players
    return answer.with_json(body)


request_change(
    "AVT-09.lot4-octal-hour",
    "An earliestTime in the hours 08 and 09 is read as an octal number and becomes 0: earlier tee times are listed.",
    "listTeeTimes",
    lambda call: call.asking(earliestTime="00" + call.query["earliestTime"][2:]),
    when=lambda call: (
        _TIME.fullmatch(call.query.get("earliestTime", "")) is not None
        and call.query["earliestTime"][:2] in ("08", "09")
    ),
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "AVT-12.lot4-exact-room",
    "With a time bound, a tee time within the bounds that has exactly as many places as players is left out.",
    "listTeeTimes",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _exact_room(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not _has_bound(call) or not answer.json()["isOnline"]:
        return answer
    body, players = answer.json(), players_asked(call)
    return answer.with_json(_with_lines(body, [line for line in body["availableTimes"] if line["available"] > players]))


def _impossible_day(call: Call) -> re.Match[str] | None:
    """The parts of a date that no calendar has, such as 2027-02-30."""
    parts = _DATE.fullmatch(call.query.get("date", ""))
    return parts if parts is not None and day_in(call, "date") is None else None


def _rolled_over(call: Call) -> Call:
    parts = _impossible_day(call)
    if parts is None:
        return call
    year, month, day = (int(part) for part in parts.groups())
    return call.asking(date=date(year, month, 1) + timedelta(days=day - 1))


request_change(
    "AVT-14.lot4-rolls-over",
    "A day after the end of its month, such as 30 February, is read as a day of the next month.",
    "listTeeTimes",
    _rolled_over,
    when=lambda call: _impossible_day(call) is not None,
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "AVT-18.lot4-twilight-room",
    "Twilight tee times are listed without a look at their places: some have fewer places than players.",
    "listTeeTimes",
    hidden="some values",
    origin=Origin.blind,
)
async def _twilight_room(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not answer.json()["isOnline"]:
        return answer
    body, players = answer.json(), players_asked(call)
    for_one = (await call.asking(players=1).forward()).json()["availableTimes"]
    lines = [line for line in for_one if line["pricing"]["priceType"] == "twilight" or line["available"] >= players]
    for line in lines:
        line["pricing"]["totalAmount"] = line["pricing"]["greenFee"] * players
    return answer.with_json(_with_lines(body, lines))


@mutant(
    "AVT-24.lot4-yesterday",
    "Only days before yesterday count as past: yesterday has tee times to offer.",
    "listTeeTimes",
    hidden="certain days",
    origin=Origin.blind,
)
async def _yesterday(call: Call) -> Answer:
    answer = await call.forward()
    asked = day_in(call, "date")
    if answer.ok or asked is None or asked != (await world_time(call)).date() - timedelta(days=1):
        return answer
    # The same weekday, so that the day has its own kind and prices.
    later = await call.asking(date=days_after(str(asked), 7)).forward()
    return later.with_json(later.json() | {"date": str(asked)}) if later.ok else answer


@mutant(
    "AVT-07.lot4-offline",
    "The answer for an offline course does not look at players: more than 4 players are accepted.",
    "listTeeTimes",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _any_players_offline(call: Call) -> Answer:
    answer = await call.forward()
    if answer.ok or players_asked(call) <= _MOST_PLAYERS:
        return answer
    for_four = await call.asking(players=_MOST_PLAYERS).forward()
    return for_four if for_four.ok and not for_four.json()["isOnline"] else answer


@mutant(
    "AVM-06.lot4-next-month",
    "In a period that goes over the end of a month, the days of the next month carry the weekday of the day before.",
    "checkAvailability",
    hidden="certain days",
    origin=Origin.blind,
)
async def _weekday_of_next_month(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not asks_for_a_range(call):
        return answer
    body = answer.json()
    for day in [*body["availabilityResults"], body.get("bestAvailability")]:
        if day and day["date"][_MONTH] != call.query["startDate"][_MONTH]:
            day["dayOfWeek"] = weekday(days_after(day["date"], -1))
    return answer.with_json(body)


def _asks_for_one_day(call: Call) -> bool:
    start = day_in(call, "startDate")
    return start is not None and start == day_in(call, "endDate") and start < date.max


request_change(
    "AVM-03.lot4-one-day",
    "A period of one day also returns the day after endDate.",
    "checkAvailability",
    lambda call: call.asking(endDate=days_after(call.query["endDate"], 1)),
    when=_asks_for_one_day,
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "AVM-15.lot4-best-of-whole-days",
    "With timeRange morning or afternoon, bestAvailability counts whole days and differs from every returned day.",
    "checkAvailability",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _best_of_whole_days(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or call.query.get("timeRange") not in ("morning", "afternoon"):
        return answer
    whole = await call.without("timeRange").forward()
    return answer.with_json(answer.json() | {"bestAvailability": whole.json()["bestAvailability"]})


def _speaks_english(call: Call) -> bool:
    """Whether the caller accepts English, or names no language."""
    accepted = str(httpx.Headers(call.headers).get("accept-language", "")).lower()
    return not accepted or "en" in accepted or "*" in accepted


json_answer(
    "AVO-07.lot4-other-language",
    "For a caller whose Accept-Language names no English, the bookingMessage of an offline course is empty.",
    "listTeeTimes",
    where(lambda body: not body["isOnline"], put("bookingMessage", "")),
    when=lambda call: not _speaks_english(call),
    hidden="some values",
    origin=Origin.blind,
)
