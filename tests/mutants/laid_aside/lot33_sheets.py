"""Blind faults of tee sheets and of multi-day availability."""

from __future__ import annotations

from typing import Any

from tests.mutants.parts.pretending import data_of, memory_of_world, slot_of
from tests.mutants.parts.substitutes import code_of
from tests.mutants.parts.tee_sheets import minutes_off
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_JOINED = "AVT-19.lot33-joined-twice"
_YESTERDAY = "AVT-24.lot33-sheet-of-yesterday"
_MONTH = "AVO-06.lot33-one-answer-a-month"


def _a_little_later(time: str | None) -> str | None:
    return minutes_off(time, 10) if time else time


# A plain fault.
json_answer(
    "AVT-20.lot33-ten-minutes-more",
    "lastAvailable is ten minutes after the last tee time.",
    "listTeeTimes",
    alter("timeSlots.lastAvailable", _a_little_later),
    origin=Origin.blind,
)


# Faults under a condition.
@mutant(
    _JOINED,
    "A tee time with two or more bookings is listed once for each of them.",
    "listTeeTimes createBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _joined_twice(call: Call) -> Answer:
    slots = memory_of_world(call, _JOINED)
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "createBooking":
        slots[data_of(answer)["id"]] = slot_of(data_of(answer))
    if call.operation == "cancelBooking":
        slots.pop(call.path_params["id"], None)
    if call.operation != "listTeeTimes" or not answer.json().get("availableTimes"):
        return answer
    body, taken = answer.json(), list(slots.values())

    def rows_of(line: dict[str, Any]) -> int:
        return max(1, taken.count(slot_of({"courseId": body["courseId"], "date": body["date"], "time": line["time"]})))

    return answer.with_json(alter("availableTimes", lambda lines: [x for x in lines for _ in range(rows_of(x))])(body))


@mutant(
    _YESTERDAY,
    "The tee sheet of a day that has passed is still offered where it was read before the day ended.",
    "listTeeTimes",
    hidden="after a while",
    origin=Origin.blind,
)
async def _sheet_of_yesterday(call: Call) -> Answer:
    sheets = memory_of_world(call, _YESTERDAY)
    address = f"{call.path}?{call.query_string}"
    answer = await call.forward()
    if answer.ok and answer.json().get("availableTimes"):
        sheets[address] = answer
    return sheets.get(address, answer) if code_of(answer) == "date_in_past" else answer


def _by_month_and_day(days: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(days, key=lambda day: str(day["date"])[5:])


json_answer(
    "AVM-19.lot33-january-before-december",
    "In a period across the turn of the year the days of January come before those of December.",
    "checkAvailability",
    alter("availabilityResults", _by_month_and_day),
    hidden="certain days",
    origin=Origin.blind,
)


@mutant(
    _MONTH,
    "An offline course answers every day of a month with the answer for the day that was asked for first.",
    "listTeeTimes",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _one_answer_a_month(call: Call) -> Answer:
    answers = memory_of_world(call, _MONTH)
    answer = await call.forward()
    if not answer.ok or answer.json()["isOnline"]:
        return answer
    first: Answer = answers.setdefault(f"{call.path} {call.query.get('date', '')[:7]}", answer)
    return first
