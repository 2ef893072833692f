"""Blind faults of the fifty-first lot: tee times and days."""

from __future__ import annotations

from datetime import date
from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.asking import asks, day_in
from tests.mutants.parts.borrowed import today
from tests.mutants.parts.forgetful_sheets import tee_sheets_forget, to_others
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_WHOLE = 4
_DAYS_OF_A_WEEK = 7
_LEAP_DAY = (2, 29)


@mutant(
    "AVM-04.lot51-from-today-by-default",
    "A query for several days without a start date begins today.",
    "checkAvailability",
    origin=Origin.blind,
)
async def _from_today_by_default(call: Call) -> Answer:
    if asks(call, "startDate") or asks(call, "date") or not asks(call, "endDate"):
        return await call.forward()
    return await call.asking(startDate=await today(aside(call))).forward()


def _weekday_of_year(day: str, year: int) -> str:
    """The weekday that the day of the month *day* has in *year*."""
    found = date.fromisoformat(day)
    if (found.month, found.day) == _LEAP_DAY:
        return f"{found:%A}"
    return f"{found.replace(year=year):%A}"


@mutant(
    "AVM-06.lot51-weekdays-after-new-year",
    "In a period across a New Year, the days of the new year have the weekdays of the old year.",
    "checkAvailability",
    hidden="certain days",
    origin=Origin.blind,
)
async def _weekdays_after_new_year(call: Call) -> Answer:
    answer = await call.forward()
    first = day_in(call, "startDate")
    if not answer.ok or first is None:
        return answer
    body = answer.json()
    for day in [*body["availabilityResults"], body["bestAvailability"]]:
        if day is not None:
            day["dayOfWeek"] = _weekday_of_year(day["date"], first.year)
    return answer.with_json(body)


def _is_long_and_for_few(call: Call) -> bool:
    """Whether the call asks for more than a week, for fewer players than a whole flight."""
    first, last = day_in(call, "startDate"), day_in(call, "endDate")
    if first is None or last is None:
        return False
    return (last - first).days >= _DAYS_OF_A_WEEK and call.query.get("players", "") in ("1", "2", "3")


request_change(
    "AVM-18.lot51-long-periods-for-four",
    "A period of more than a week counts only tee times with four places, whatever the number of players.",
    "checkAvailability",
    lambda call: call.asking(players=_WHOLE),
    when=_is_long_and_for_few,
    hidden="a combination of parameters",
    origin=Origin.blind,
)


def _only_whole(body: Any) -> Any:
    if not body.get("availableTimes"):
        return body
    kept = [line for line in body["availableTimes"] if line["available"] >= _WHOLE]
    body["availableTimes"] = kept
    body["timeSlots"] |= {
        "firstAvailable": kept[0]["time"] if kept else None,
        "lastAvailable": kept[-1]["time"] if kept else None,
    }
    return body


json_answer(
    "AVT-12.lot51-bounds-drop-begun-flights",
    "With a time bound, tee times of which some places are taken are not listed.",
    "listTeeTimes",
    _only_whole,
    when=lambda call: asks(call, "earliestTime") or asks(call, "latestTime"),
    hidden="a combination of parameters",
    origin=Origin.blind,
)

tee_sheets_forget(
    "INV-05.lot51-second-booking-of-a-flight",
    "Other agencies see no fewer places after the second booking that an agency makes at one tee time.",
    "createBooking",
    lambda taken: taken.players if taken.taken_before else 0,
    look=to_others,
    hidden="another agency",
    origin=Origin.blind,
)
