"""Mutants whose tee sheets forget some of what is taken, depending on who took it, who looks, and what came before.

Knows no single mutant.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.forgotten_places import ForgetfulSheets, Taking, line_of
from tests.mutants.parts.substitutes import WorldMemory, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_TAKING = "holdTeeTime createBooking"
Look = Callable[[Taking, Call, datetime], bool]


@dataclass(frozen=True)
class Taken:
    """An accepted hold or booking; whether this agency had *taken before* at its tee time, or *given back* there."""

    players: int
    play_date: str
    taken_before: bool
    given_back: bool


def tee_sheets_forget(
    name: str,
    breaks: str,
    operation: str,
    places: Callable[[Taken], int],
    *,
    look: Look = lambda *_: True,
    hidden: str | None = None,
    origin: Origin = Origin.suite,
) -> None:
    """Registers a mutant whose tee sheets show *places* of what *operation*, a hold or a booking, took as free.

    *look* says, of a taking, a call for a tee sheet and the time of the world, whether it is forgotten there.
    """
    sheets, given_back = ForgetfulSheets(), WorldMemory()

    async def handle(call: Call) -> Answer:
        if call.operation == "listTeeTimes":
            now = await world_time(call)
            return await sheets.sheet(call, lambda taking: look(taking, call, now))
        if call.operation == operation:
            return await _taken(call, sheets, given_back.of(call), places)
        answer = await call.forward()
        owner = str(call.path_params.get("id") or sent(call).get("holdId", ""))
        if answer.ok and (taking := sheets.know_again(call, owner)):
            given_back.of(call)[str(taking.place)] = True
        return answer

    mutant(name, breaks, f"listTeeTimes {_TAKING} cancelBooking", hidden=hidden, origin=origin)(handle)


async def _taken(
    call: Call, sheets: ForgetfulSheets, given_back: dict[str, Any], places: Callable[[Taken], int]
) -> Answer:
    holds = call.operation == "holdTeeTime"
    course_id = str(call.path_params.get("courseId") or sent(call).get("courseId"))
    line = await line_of(call, course_id, "time" if holds else "teeTime")
    answer = await call.forward()
    if not answer.ok or line is None:
        return answer
    body = answer.json()
    thing = body if holds else body["data"]
    place = (course_id, str(thing["date"]), str(line["time"]))
    before = any(taking.api_key == call.api_key for taking in sheets.taken_at(call, place))
    taken = Taken(thing["players"], place[1], before, str(place) in given_back)
    taking = Taking(*place[:2], line, places(taken), call.api_key, await world_time(call))
    sheets.forget(call, str(thing.get("holdId") or thing["id"]), taking)
    return answer


def to_others(taking: Taking, call: Call, _: datetime) -> bool:
    """Whether another agency asks than the agency that took the places."""
    return taking.api_key != call.api_key
