"""Faults of the tee sheet of one day at an online course: its shape, day, course and tee times (AVT)."""

from __future__ import annotations

from datetime import date, timedelta

from tests.mutants.parts.asking import day_in
from tests.mutants.parts.borrowed import an_online_course_id, days_after, today
from tests.mutants.parts.days import is_day_after_a_change, is_summer_time, on_days
from tests.mutants.parts.mending import _day, meant, reading_of, with_slashes
from tests.mutants.parts.substitutes import code_of
from tests.mutants.parts.tee_sheets import at_online, named_after_another, players_asked, priced_for
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, drop, put, repeated
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

# Shapes of an online answer.
at_online("AVT-01", "Tee times have no additionalFees.", drop("additionalFees"))
at_online("AVT-01.day", "dayType is a number.", put("dayType", 6))
at_online("AVT-02", "available of the last tee time is a string.", alter("availableTimes[-1].available", str))
at_online("AVT-02.kind", "The last tee time has no priceType.", drop("availableTimes[-1].pricing.priceType"))
at_online("AVT-03", "isOnline is missing for an online course.", drop("isOnline"))
at_online("AVT-03.false", "isOnline is false for an online course.", put("isOnline", False))
at_online("AVT-04", "date is the day before the requested day.", alter("date", lambda day: days_after(day, -1)))
at_online(
    "AVT-15",
    "isOptional of the last fee is text.",
    alter("additionalFees[-1].isOptional", lambda optional: "yes" if optional else "no"),
)
at_online("AVT-15.unit", "The last fee has no unit.", drop("additionalFees[-1].unit"))
at_online("AVT-16", "timeSlots has no twilightStart.", drop("timeSlots.twilightStart"))
at_online(
    "AVT-16.last",
    "lastAvailable counts minutes.",
    alter("timeSlots.lastAvailable", lambda time: time and int(time[:2]) * 60 + int(time[3:])),
)
at_online("AVT-17", "The last tee time has -1 places.", put("availableTimes[-1].available", -1))


@mutant("AVT-04.course", "Tee times of an online course name another course.", "listTeeTimes")
async def _online_names_another(call: Call) -> Answer:
    return await named_after_another(call, online=True)


def _asks_for_several(call: Call) -> bool:
    return players_asked(call) in (2, 3, 4)


request_change(
    "AVT-18",
    "Tee times with a single place left are listed for every number of players.",
    "listTeeTimes",
    lambda call: call.asking(players=1),
    when=_asks_for_several,
    then=lambda call: priced_for(players_asked(call)),
)
request_change(
    "AVT-18.one-fewer",
    "The list has tee times with one place too few.",
    "listTeeTimes",
    lambda call: call.asking(players=players_asked(call) - 1),
    when=_asks_for_several,
    then=lambda call: priced_for(players_asked(call)),
)


# Days.
@mutant("AVT-13", "Without a date, the service answers with the tee times of tomorrow.", "listTeeTimes")
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
_on_sale("AVT-25", "Every day in the future has tee times, without a limit.", "date_too_far")


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


json_answer("AVT-19", "The first tee time of a day is listed twice.", "listTeeTimes", repeated("availableTimes"))
json_answer(
    "AVT-20",
    "firstAvailable is the opening time of the course.",
    "listTeeTimes",
    put("timeSlots.firstAvailable", "00:10"),
)

_a_day_early = alter("date", lambda day: days_after(day, -1))

on_days("AVT-04.summer", "In summer time a tee sheet is dated the day before.", is_summer_time, _a_day_early)
on_days(
    "AVT-04.clocks",
    "A tee sheet of the day after the clocks changed is dated the day before.",
    is_day_after_a_change,
    _a_day_early,
)


def _is_summer_time(day: date | None) -> bool:
    """Whether the clocks of Europe are an hour ahead: last Sunday of March to last Sunday of October."""
    if day is None:
        return False
    march, october = date(day.year, 3, 31), date(day.year, 10, 31)
    begin, end = (last - timedelta(days=(last.weekday() + 1) % 7) for last in (march, october))
    return begin <= day < end


json_answer(
    "AVT-01.blind-no-fees",
    "additionalFees is missing if a course has no additional fees.",
    "listTeeTimes",
    lambda body: body if body.get("additionalFees") else drop("additionalFees")(body),
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "AVT-04.blind-summer-time",
    "In summer time, date is the UTC date of local midnight, which is the day before.",
    "listTeeTimes",
    hidden="certain days",
    origin=Origin.blind,
)
async def _summer_time(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not _is_summer_time(day_in(call, "date")):
        return answer
    return answer.with_json(alter("date", lambda day: days_after(day, -1))(answer.json()))


_rolled_over = reading_of(r"(\d{4})-(\d\d)-(\d\d)", _day)

meant(
    "AVT-14",
    "The service reads a day that its month does not have as a day of the next month.",
    "listTeeTimes",
    "date",
    _rolled_over,
)
meant("AVT-14.slashes", "A date with slashes is read as day, month and year.", "listTeeTimes", "date", with_slashes)
