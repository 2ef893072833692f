"""Faults of tee sheets and of the availability over days, written blind."""

from __future__ import annotations

import re
import time
from typing import Any

from tests.mutants.parts.borrowed import days_after, weekday
from tests.mutants.parts.days import date_in, is_summer_time
from tests.mutants.parts.tee_sheets import minutes_off, players_asked, priced_for
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_MOST_PLAYERS = 4
_FEBRUARY = 2
_CACHED_SECONDS = 20.0
_AFTER_ONE = re.compile(r"(0[1-9]|1\d|2[0-3]):[0-5]\d")


def _number_in(text: Any) -> Any:
    found = re.search(r"\d+", str(text))
    return int(found[0]) if found else 0


json_answer(
    "AVO-04.lot14-minutes-as-number",
    "The response time of an offline course is the bare number of minutes.",
    "listTeeTimes",
    alter("offlineBookingContact.responseTime", _number_in),
    origin=Origin.blind,
)


def _the_day_after(day: Any) -> Any:
    return day | {"dayOfWeek": weekday(days_after(day["date"], 1))} if day else day


json_answer(
    "AVM-15.lot14-weeks-begin-on-sunday",
    "The weekday of the best day is read from a list that begins on Sunday, by a number that counts from Monday.",
    "checkAvailability",
    alter("bestAvailability", lambda best: best and best | {"dayOfWeek": weekday(days_after(best["date"], -1))}),
    origin=Origin.blind,
)


@mutant(
    "AVT-05.lot14-twilight-total",
    "The total of a twilight tee time is made of the standard green fee.",
    "listTeeTimes",
    hidden="some values",
    origin=Origin.blind,
)
async def _twilight_total(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    body = answer.json()
    lines = [line for line in body.get("availableTimes", ()) if line["pricing"]["priceType"] == "twilight"]
    if not lines:
        return answer
    day = await call.without("earliestTime", "latestTime").asking(players=1).forward()
    fees = [line["pricing"]["greenFee"] for line in day.json()["availableTimes"]] if day.ok else []
    for line in lines:
        line["pricing"]["totalAmount"] = max([*fees, line["pricing"]["greenFee"]]) * players_asked(call)
    return answer.with_json(body)


def _is_bounded_in_summer(call: Call) -> bool:
    day = date_in(call.query.get("date", ""))
    return day is not None and is_summer_time(day) and bool(_AFTER_ONE.fullmatch(call.query.get("earliestTime", "")))


request_change(
    "AVT-09.lot14-summer-time",
    "The earliest time is turned into UTC without summer time, so that an hour too much is listed in summer.",
    "listTeeTimes",
    lambda call: call.asking(earliestTime=minutes_off(call.query["earliestTime"], -60)),
    when=_is_bounded_in_summer,
    hidden="certain days",
    origin=Origin.blind,
)


@mutant(
    "AVT-18.lot14-sheet-of-fewer",
    "A tee sheet that was read for fewer players a moment ago is used again for more players.",
    "listTeeTimes",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _sheet_of_fewer(call: Call) -> Answer:
    answer = await call.forward()
    players = players_asked(call) if answer.ok else 0
    if not 1 <= players <= _MOST_PLAYERS:
        return answer
    read: dict[str, tuple[float, int]] = call.memory.setdefault("read", {})
    sheet = f"{call.path_params['courseId']}|{call.query.get('date')}"
    at, before = read.get(sheet, (0.0, players))
    if time.monotonic() - at > _CACHED_SECONDS or before >= players:
        read[sheet] = time.monotonic(), players
        return answer
    wider = await call.asking(players=before).forward()
    return wider.with_json(priced_for(players)(wider.json())) if wider.ok else answer


def _is_before_march(day: Any) -> bool:
    return bool(day) and int(day["date"][5:7]) <= _FEBRUARY


def _a_year_off(day: Any) -> Any:
    return _the_day_after(day) if _is_before_march(day) else day


def _years_that_begin_in_march(body: Any) -> Any:
    return alter("bestAvailability", _a_year_off)(alter("availabilityResults[*]", _a_year_off)(body))


json_answer(
    "AVM-06.lot14-before-march",
    "Weekdays are worked out with years that begin in March: those of January and February are a day ahead.",
    "checkAvailability",
    _years_that_begin_in_march,
    hidden="certain days",
    origin=Origin.blind,
)

request_change(
    "AVM-12.lot14-half-a-day",
    "Without a number of players, half a day is searched for one player in place of four.",
    "checkAvailability",
    lambda call: call.asking(players=1),
    when=lambda call: "players" not in call.query and call.query.get("timeRange") in ("morning", "afternoon"),
    hidden="a combination of parameters",
    origin=Origin.blind,
)
