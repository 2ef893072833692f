"""Mutants of tee-time holds (HLD)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from tests.mutants.tools.borrowed import another_course_id, days_after
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.disguises import BOOKING_OPERATIONS, disguise, in_disguise, shown
from tests.mutants.tools.edits import Edit, alter, drop, put
from tests.mutants.tools.forgotten_places import ForgetfulSheets, Taking, line_of
from tests.mutants.tools.registry import json_answer, mutant, request_change
from tests.mutants.tools.substitutes import code_of, elsewhere, sent

_HOLD = "holdTeeTime"


def _held_as(name: str, breaks: str, edit: Edit, *, players: int | None = None) -> None:
    """A fault of the answer to a hold, for *players* or for all."""
    json_answer(name, breaks, _HOLD, edit, when=lambda call: players in (None, sent(call)["players"]))


# What a hold shows.
_held_as("HLD-01", "A hold has no pricing.", drop("pricing"))
_held_as("HLD-01.total", "A hold has no totalAmount.", drop("pricing.totalAmount"))
_held_as("HLD-01.fee", "The green fee of a hold is text.", alter("pricing.greenFee", str))
_held_as("HLD-02", "A hold is always for four players.", put("players", 4))
_held_as("HLD-02.one-fewer", "A hold for four is for three.", put("players", 3), players=4)
_held_as("HLD-02.date", "A hold is for the day after.", alter("date", lambda day: days_after(day, 1)))
_held_as(
    "HLD-02.time", "A hold shows the last minute of its hour as its time.", alter("time", lambda time: f"{time[:2]}:59")
)


@mutant("HLD-02.course", "A hold is for another course.", _HOLD)
async def _another_course(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    return answer.with_json(put("courseId", await another_course_id(call, call.path_params["courseId"]))(answer.json()))


def _later(minutes: int) -> Callable[[str], str]:
    def moved(moment: str) -> str:
        return (datetime.fromisoformat(moment) + timedelta(minutes=minutes)).isoformat().replace("+00:00", "Z")

    return moved


_held_as("HLD-03", "A hold lasts 30 minutes.", alter("holdExpiration", _later(15)))
_held_as("HLD-03.single", "A hold for one lasts 18 minutes.", alter("holdExpiration", _later(3)), players=1)
_held_as("HLD-03.hour", "A hold lasts an hour and a quarter.", alter("holdExpiration", _later(60)))
_held_as("HLD-04", "A hold expired five minutes ago.", alter("holdExpiration", _later(-20)))
_held_as("HLD-04.four", "A hold for four expired yesterday.", alter("holdExpiration", _later(-24 * 60)), players=4)


# What a hold does to the tee sheet.
def _forgotten(name: str, breaks: str, places: Callable[[int], int]) -> None:
    """Tee sheets show *places* of the players held as free."""
    sheets = ForgetfulSheets()

    async def handle(call: Call) -> Answer:
        if call.operation == "listTeeTimes":
            return await sheets.sheet(call)
        if call.operation == _HOLD:
            return await _held(call, sheets, places)
        answer = await call.forward()
        if answer.ok:
            sheets.know_again(call, sent(call).get("holdId", ""))
        return answer

    mutant(name, breaks, f"listTeeTimes {_HOLD} createBooking")(handle)


async def _held(call: Call, sheets: ForgetfulSheets, places: Callable[[int], int]) -> Answer:
    course_id = call.path_params["courseId"]
    line = await line_of(call, course_id, "time")
    answer = await call.forward()
    if answer.ok and line is not None:
        hold = answer.json()
        sheets.forget(call, hold["holdId"], Taking(course_id, hold["date"], line, places(hold["players"])))
    return answer


_forgotten("HLD-05", "Held places stay on offer.", lambda players: players)
_forgotten("HLD-05.one", "One of the places held stays on offer.", lambda _: 1)
_forgotten("HLD-05.four", "Held places stay on offer when all four are held.", lambda players: 4 if players == 4 else 0)


# Booking with the hold id.
def _without_hold(call: Call) -> Call:
    return call.with_json({name: value for name, value in sent(call).items() if name != "holdId"})


def _has_hold(call: Call) -> bool:
    return "holdId" in sent(call)


request_change(
    "HLD-07",
    "The hold id is ignored, so that the own hold blocks the booking.",
    "createBooking",
    _without_hold,
    when=_has_hold,
)


@mutant("HLD-07.pending", "A booking made from a hold is pending.", BOOKING_OPERATIONS)
async def _pending(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "createBooking" or not answer.ok or not _has_hold(call):
        return answer
    disguise(call, answer.json()["data"]["id"], put("status", "pending"))
    return in_disguise(call, answer)


# Holds for nothing.
async def held_elsewhere(call: Call, body: dict[str, Any]) -> Answer:
    """The answer to a hold that the sandbox refuses: made at a free tee time and shown where it was asked for."""
    spot = await elsewhere(call, {})
    wanted = body | {"date": spot["date"], "time": spot["teeTime"]}
    held = await call.upstream("POST", f"/travel/courses/{spot['courseId']}/hold-tee-time", json=wanted)
    return held.with_json(held.json() | body | {"courseId": call.path_params["courseId"]}) if held.ok else held


def _for_nothing(name: str, breaks: str, players: int | None = None) -> None:
    async def handle(call: Call) -> Answer:
        answer = await call.forward()
        if code_of(answer) != "course_not_found" or players not in (None, sent(call)["players"]):
            return answer
        return await held_elsewhere(call, sent(call))

    mutant(name, breaks, _HOLD)(handle)


_for_nothing("HLD-13", "A course that does not exist can be held.")
_for_nothing("HLD-13.single", "A single player holds a course that does not exist.", players=1)
