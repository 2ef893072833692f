"""Mutants of single-day tee times, at online courses (AVT) and at offline courses (AVO)."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from tests.mutants.tools.borrowed import (
    a_refusal_for_an_unknown_id,
    an_online_course_id,
    another_course_id,
    days_after,
    today,
)
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import Edit, alter, drop, put, where
from tests.mutants.tools.registry import json_answer, mutant, request_change
from tests.mutants.tools.substitutes import code_of, tee_times


def _at_online(name: str, breaks: str, edit: Edit) -> None:
    json_answer(name, breaks, "listTeeTimes", where(lambda body: body["isOnline"], edit))


def _at_offline(name: str, breaks: str, edit: Edit) -> None:
    json_answer(name, breaks, "listTeeTimes", where(lambda body: not body["isOnline"], edit))


def _players(call: Call) -> int:
    """The number of players asked for, 4 when none is named, -1 when it is not a number."""
    given = call.query.get("players", "4")
    return int(given) if given.isdigit() else -1


# Shapes of an online answer.
_at_online("AVT-01", "Tee times have no additionalFees.", drop("additionalFees"))
_at_online("AVT-01.day", "dayType is a number.", put("dayType", 6))
_at_online("AVT-02", "available of the last tee time is a string.", alter("availableTimes[-1].available", str))
_at_online("AVT-02.kind", "The last tee time has no priceType.", drop("availableTimes[-1].pricing.priceType"))
_at_online("AVT-03", "isOnline is missing for an online course.", drop("isOnline"))
_at_online("AVT-03.false", "isOnline is false for an online course.", put("isOnline", False))
_at_online("AVT-04", "date is the day before the one asked for.", alter("date", lambda day: days_after(day, -1)))
_at_online(
    "AVT-15",
    "isOptional of the last fee is text.",
    alter("additionalFees[-1].isOptional", lambda optional: "yes" if optional else "no"),
)
_at_online("AVT-15.unit", "The last fee has no unit.", drop("additionalFees[-1].unit"))
_at_online("AVT-16", "timeSlots has no twilightStart.", drop("timeSlots.twilightStart"))
_at_online(
    "AVT-16.last",
    "lastAvailable counts minutes.",
    alter("timeSlots.lastAvailable", lambda time: time and int(time[:2]) * 60 + int(time[3:])),
)
_at_online("AVT-17", "The last tee time has -1 places.", put("availableTimes[-1].available", -1))


def _naming(course_id: str) -> Edit:
    return put("courseId", course_id)


async def _named_after_another(call: Call, online: bool) -> Answer:
    answer = await call.forward()
    if not answer.ok or answer.json()["isOnline"] is not online:
        return answer
    other = await another_course_id(call, call.path_params["courseId"])
    return answer.with_json(_naming(other)(answer.json()))


@mutant("AVT-04.course", "Tee times of an online course name another course.", "listTeeTimes")
async def _online_names_another(call: Call) -> Answer:
    return await _named_after_another(call, online=True)


# Prices by players.
def _priced_for(players: int) -> Edit:
    """Totals for *players* in every tee time, from the green fee."""

    def edit(body: Any) -> Any:
        for tee_time in body["availableTimes"]:
            tee_time["pricing"]["totalAmount"] = tee_time["pricing"]["greenFee"] * players
        return body

    return where(lambda body: body["isOnline"], edit)


json_answer("AVT-05", "totalAmount is the green fee of one player.", "listTeeTimes", _priced_for(1))
json_answer(
    "AVT-05.three",
    "Three players pay for two.",
    "listTeeTimes",
    _priced_for(2),
    when=lambda call: _players(call) == 3,
)
_at_online(
    "AVT-05.last",
    "totalAmount of the last tee time is ten too much.",
    alter("availableTimes[-1].pricing.totalAmount", lambda total: total + Decimal("10.00")),
)
request_change(
    "AVT-06",
    "players defaults to 1 in tee times.",
    "listTeeTimes",
    lambda call: call.asking(players=1),
    when=lambda call: "players" not in call.query,
)
request_change(
    "AVT-07",
    "Five players get tee times, priced for five.",
    "listTeeTimes",
    lambda call: call.asking(players=4),
    when=lambda call: _players(call) == 5,
    then=lambda _: _priced_for(5),
)
request_change(
    "AVT-07.none",
    "No player at all gets tee times, priced at 0.",
    "listTeeTimes",
    lambda call: call.asking(players=1),
    when=lambda call: _players(call) == 0,
    then=lambda _: _priced_for(0),
)


def _asks_for_several(call: Call) -> bool:
    return _players(call) in (2, 3, 4)


request_change(
    "AVT-18",
    "Tee times with a single place left are listed for every number of players.",
    "listTeeTimes",
    lambda call: call.asking(players=1),
    when=_asks_for_several,
    then=lambda call: _priced_for(_players(call)),
)
request_change(
    "AVT-18.one-fewer",
    "Tee times are listed that have one place too few.",
    "listTeeTimes",
    lambda call: call.asking(players=_players(call) - 1),
    when=_asks_for_several,
    then=lambda call: _priced_for(_players(call)),
)

# Bounds of time.
request_change("AVT-09", "earliestTime is ignored.", "listTeeTimes", lambda call: call.without("earliestTime"))
request_change("AVT-10", "latestTime is ignored.", "listTeeTimes", lambda call: call.without("latestTime"))


def _minutes_off(time: str, minutes: int) -> str:
    moved = int(time[:2]) * 60 + int(time[3:]) + minutes
    return f"{moved // 60:02}:{moved % 60:02}"


request_change(
    "AVT-09.half-hour",
    "earliestTime lets in the half hour before it.",
    "listTeeTimes",
    lambda call: call.asking(earliestTime=_minutes_off(call.query["earliestTime"], -30)),
    when=lambda call: "00:30" <= call.query.get("earliestTime", "") <= "23:59",
)
request_change(
    "AVT-10.half-hour",
    "latestTime lets in the half hour after it.",
    "listTeeTimes",
    lambda call: call.asking(latestTime=_minutes_off(call.query["latestTime"], 30)),
    when=lambda call: "00:00" <= call.query.get("latestTime", "99") < "23:30",
)
request_change(
    "AVT-11",
    "A tee time at earliestTime is listed.",
    "listTeeTimes",
    lambda call: call.asking(earliestTime=_minutes_off(call.query["earliestTime"], -1)),
    when=lambda call: "00:01" <= call.query.get("earliestTime", "") <= "23:59",
)
request_change(
    "AVT-11.latest",
    "A tee time at latestTime is listed.",
    "listTeeTimes",
    lambda call: call.asking(latestTime=_minutes_off(call.query["latestTime"], 1)),
    when=lambda call: "00:00" <= call.query.get("latestTime", "99") < "23:59",
)
json_answer(
    "AVT-12",
    "With earliestTime the first tee time inside it is missing as well.",
    "listTeeTimes",
    drop("availableTimes[0]"),
    when=lambda call: "earliestTime" in call.query,
)
json_answer(
    "AVT-12.latest",
    "With latestTime the last tee time inside it is missing as well.",
    "listTeeTimes",
    drop("availableTimes[-1]"),
    when=lambda call: "latestTime" in call.query,
)


# Twilight.
_at_online(
    "AVT-21",
    "Twilight prices start an hour before twilightStart.",
    alter("timeSlots.twilightStart", lambda time: time and _minutes_off(time, 60)),
)


def _twilight_from_noon(body: Any) -> Any:
    for tee_time in body["availableTimes"]:
        if tee_time["time"] >= "12:00":
            tee_time["pricing"]["priceType"] = "twilight"
    return body


_at_online("AVT-21.noon", "Twilight prices start at noon.", _twilight_from_noon)


# Days.
@mutant("AVT-13", "Without a date the tee times of tomorrow are given.", "listTeeTimes")
async def _tomorrow(call: Call) -> Answer:
    answer = await call.forward()
    if answer.status != 400 or "date" in call.query:
        return answer
    day = await today(call) + timedelta(days=1)
    return await call.asking(date=day).forward()


def _on_sale(name: str, breaks: str, code: str) -> None:
    """Days that the sandbox refuses with *code* have the tee times of a day in two weeks, the same weekday."""

    async def handle(call: Call) -> Answer:
        answer = await call.forward()
        if code_of(answer) != code:
            return answer
        asked = date.fromisoformat(call.query["date"])
        soon = await today(call) + timedelta(days=14)
        borrowed = await call.asking(date=soon + timedelta(days=(asked - soon).days % 7)).forward()
        return borrowed.with_json(borrowed.json() | {"date": str(asked)}) if borrowed.ok else answer

    mutant(name, breaks, "listTeeTimes")(handle)


_on_sale("AVT-24", "Days that are over have tee times.", "date_in_past")
_on_sale("AVT-25", "Days have tee times however far ahead they are.", "date_too_far")


@mutant("AVT-23", "An unknown course has an empty tee sheet.", "listTeeTimes")
async def _empty_sheet(call: Call) -> Answer:
    answer = await call.forward()
    if answer.status != 404:
        return answer
    known = await an_online_course_id(call)
    borrowed = await call.upstream("GET", f"/travel/courses/{known}/tee-times", query=dict(call.query))
    if not borrowed.ok:
        return borrowed
    empty = borrowed.json() | {"courseId": call.path_params["courseId"], "availableTimes": []}
    return borrowed.with_json(empty)


# Offline courses.
@mutant("AVO-01", "Tee times of an offline course are not found.", "listTeeTimes")
async def _offline_not_found(call: Call) -> Answer:
    answer = await call.forward()
    offline = answer.ok and not answer.json()["isOnline"]
    return await a_refusal_for_an_unknown_id(call) if offline else answer


_at_offline("AVO-01.contact", "Offline availability has no offlineBookingContact.", drop("offlineBookingContact"))
_at_offline("AVO-01.message", "bookingMessage is a list.", alter("bookingMessage", lambda text: [text]))
_at_offline("AVO-02", "isOnline is true for an offline course.", put("isOnline", True))
_at_offline("AVO-03", "estimatedGreenFee is text.", alter("approximatePricing.estimatedGreenFee", str))
_at_offline("AVO-03.accuracy", "approximatePricing has no priceAccuracy.", drop("approximatePricing.priceAccuracy"))
_at_offline("AVO-04", "responseTime is a number of hours.", put("offlineBookingContact.responseTime", 24))
_at_offline("AVO-04.email", "offlineBookingContact has no email.", drop("offlineBookingContact.email"))
_at_offline(
    "AVO-06",
    "date of offline availability is the day before the one asked for.",
    alter("date", lambda day: days_after(day, -1)),
)


@mutant("AVO-05", "An offline course lists the tee times of an online one.", "listTeeTimes")
async def _borrowed_times(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or answer.json()["isOnline"]:
        return answer
    offered = await tee_times(call, await an_online_course_id(call), call.query["date"], _players(call))
    return answer.with_json(answer.json() | {"availableTimes": offered})


@mutant("AVO-06.course", "Availability of an offline course names another course.", "listTeeTimes")
async def _offline_names_another(call: Call) -> Answer:
    return await _named_after_another(call, online=False)
