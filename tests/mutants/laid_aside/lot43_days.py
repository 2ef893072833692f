"""Blind faults of the forty-third lot: days with tee times."""

from __future__ import annotations

from datetime import date

from tests.mutants.parts.asking import day_in
from tests.mutants.parts.borrowed import days_after
from tests.mutants.parts.days import clocks_change
from tests.mutants.parts.substitutes import WorldMemory, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant, request_change

_MARCH = 3
_LOOKED_AT = WorldMemory()


def _runs_over_the_spring_change(call: Call) -> bool:
    first, last = day_in(call, "startDate"), day_in(call, "endDate")
    return first is not None and last is not None and first <= _spring_change(last) < last


def _spring_change(day: date) -> date:
    return clocks_change(day.year, _MARCH)


request_change(
    "AVM-03.lot43-last-day-lost-in-spring",
    "A period over the day on which the clocks go forward lacks its last day.",
    "checkAvailability",
    lambda call: call.asking(endDate=days_after(call.query["endDate"], -1)),
    when=_runs_over_the_spring_change,
    hidden="certain days",
    origin=Origin.blind,
)

request_change(
    "AVM-12.lot43-alone-in-a-part-of-the-day",
    "A query for a part of the day without players is answered for a single player.",
    "checkAvailability",
    lambda call: call.asking(players=1),
    when=lambda call: "players" not in call.query and "timeRange" in call.query,
    hidden="a combination of parameters",
    origin=Origin.blind,
)


@mutant(
    "AVM-18.lot43-days-not-fresh-after-a-cancellation",
    "A cancellation does not refresh the days that were read before.",
    "checkAvailability createBooking holdTeeTime cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _days_not_fresh(call: Call) -> Answer:
    looks = _LOOKED_AT.of(call)
    if call.operation == "checkAvailability":
        course_id = call.path_params["courseId"]
        look = looks.setdefault(course_id, {}).setdefault(str(call.query), {})
        answer = await call.forward()
        if answer.ok and look.get("old") and "body" in look:
            return answer.with_json(look["body"])
        if answer.ok:
            look["body"] = answer.json()
        return answer
    course_id = call.path_params.get("courseId") or str(sent(call).get("courseId"))
    if call.operation == "cancelBooking":
        booking = await call.upstream("GET", call.path)
        course_id = booking.json()["data"]["course"]["id"] if booking.ok else ""
    answer = await call.forward()
    if answer.ok and call.operation == "cancelBooking":
        for look in looks.get(course_id, {}).values():
            look["old"] = True
    elif answer.ok:
        looks.pop(course_id, None)
    return answer
