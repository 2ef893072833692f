"""Blind faults of tee sheets and of multi-day availability."""

from __future__ import annotations

import re
from decimal import ROUND_DOWN, Decimal
from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.asking import asks
from tests.mutants.parts.borrowed import days_after
from tests.mutants.parts.mending import is_date
from tests.mutants.parts.periods import asks_for_a_range
from tests.mutants.parts.pretending import all_bookings
from tests.mutants.parts.tee_sheets import players_asked
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change


def _first_number(text: str) -> int:
    return int((re.findall(r"\d+", text) or ["0"])[0])


# A plain fault.
json_answer(
    "AVO-04.lot21-minutes-to-answer",
    "The response time of an offline course is a number.",
    "listTeeTimes",
    alter("offlineBookingContact.responseTime", _first_number),
    origin=Origin.blind,
)


# Faults under a condition.
def _whole_total(pricing: dict[str, Any]) -> dict[str, Any]:
    return pricing | {"totalAmount": Decimal(pricing["totalAmount"]).to_integral_value(ROUND_DOWN)}


json_answer(
    "AVT-05.lot21-cents-cut-off",
    "A total that is not a whole amount loses its cents.",
    "listTeeTimes",
    alter("availableTimes[*].pricing", _whole_total),
    when=lambda call: players_asked(call) % 2 == 1,
    hidden="some values",
    origin=Origin.blind,
)


def _begins_on_a_31st(call: Call) -> bool:
    begin, end = call.query.get("startDate", ""), call.query.get("endDate", "")
    return asks_for_a_range(call) and is_date(begin) and is_date(end) and begin.endswith("-31") and begin < end


request_change(
    "AVM-16.lot21-months-of-thirty-days",
    "A period of several days that starts on the 31st of a month comes without its first day.",
    "checkAvailability",
    lambda call: call.asking(startDate=days_after(call.query["startDate"], 1)),
    when=_begins_on_a_31st,
    hidden="certain days",
    origin=Origin.blind,
)


@mutant(
    "AVO-02.lot21-online-once-it-answered",
    "An offline course that has confirmed a booking of the agency shows isOnline true in its tee times.",
    "listTeeTimes",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _online_once_it_answered(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or answer.json()["isOnline"]:
        return answer
    confirmed = await all_bookings(aside(call), status="confirmed")
    if all(booking["course"]["id"] != call.path_params["courseId"] for booking in confirmed):
        return answer
    return answer.with_json(put("isOnline", True)(answer.json()))


@mutant(
    "AVT-06.lot21-players-remembered",
    "A request for tee times without players takes the number that the agency last asked for at this course.",
    "listTeeTimes",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _players_remembered(call: Call) -> Answer:
    remembered: dict[str, int] = call.memory.setdefault("players", {})
    course_id = call.path_params["courseId"]
    if "players" not in call.query and course_id in remembered:
        return await call.asking(players=remembered[course_id]).forward()
    answer = await call.forward()
    if answer.ok and asks(call, "players"):
        remembered[course_id] = players_asked(call)
    return answer
