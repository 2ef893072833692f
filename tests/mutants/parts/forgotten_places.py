"""Tee sheets that forget some of the places that were taken: the bookkeeping behind faults of the inventory.

What was taken is noted with the line of the tee sheet it was taken from, and put back whenever that tee sheet is read.
Knows no single mutant.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tests.mutants.parts.substitutes import WorldMemory, sent, tee_times
from tests.mutants.tools.call import Answer, Call

_PLACES = 4
_EARLIEST, _LATEST = "", "99:99"
Line = dict[str, Any]


@dataclass(frozen=True)
class Taking:
    """Places taken at a tee time, of which the tee sheet forgets *forgotten*. *line* is how it was offered before.

    *api_key* is that of the agency that took them, *at* the time of the world then; both may be left out.
    """

    course_id: str
    play_date: str
    line: Line
    forgotten: int
    api_key: str = ""
    at: datetime | None = None

    @property
    def place(self) -> tuple[str, str, str]:
        """Course, date and time."""
        return self.course_id, self.play_date, str(self.line["time"])


class ForgetfulSheets:
    """The takings of every world that the tee sheets of one mutant forget."""

    def __init__(self) -> None:
        self._memory = WorldMemory()

    def forget(self, call: Call, owner: str, taking: Taking) -> None:
        """From now on tee sheets show *taking* as free. *owner* is the id of the hold or booking."""
        self._takings(call)[owner] = taking

    def know_again(self, call: Call, owner: str) -> Taking | None:
        """The places of *owner* were given back, so that nothing is left to forget. What was taken, if anything."""
        return self._takings(call).pop(owner, None)

    def taken_at(self, call: Call, place: tuple[str, str, str]) -> list[Taking]:
        """What is taken at this course, date and time in the world of *call*."""
        return [taking for taking in self._takings(call).values() if taking.place == place]

    async def sheet(self, call: Call, chosen: Callable[[Taking], bool] = lambda _: True) -> Answer:
        """The answer to a call for tee times, with the forgotten places free of the takings that *chosen* likes."""
        answer = await call.forward()
        course_id, day = call.path_params["courseId"], call.query.get("date", "")
        takings = [
            taking
            for taking in self._takings(call).values()
            if (taking.course_id, taking.play_date) == (course_id, day) and chosen(taking)
        ]
        if not answer.ok or not takings:
            return answer
        lines = {line["time"]: line for line in await tee_times(call, course_id, day, 1)}
        for taking in takings:
            _put_back(lines, taking)
        return answer.with_json(answer.json() | {"availableTimes": _asked_for(call, lines)})

    def _takings(self, call: Call) -> dict[str, Taking]:
        return self._memory.of(call)


def _put_back(lines: dict[str, Line], taking: Taking) -> None:
    time = taking.line["time"]
    line = lines.get(time, taking.line | {"available": 0})
    lines[time] = line | {"available": min(_PLACES, line["available"] + taking.forgotten)}


def _asked_for(call: Call, lines: dict[str, Line]) -> list[Line]:
    """The lines that fit the call, in order of time, priced for its players."""
    players = int(call.query.get("players", _PLACES))
    earliest, latest = call.query.get("earliestTime", _EARLIEST), call.query.get("latestTime", _LATEST)
    return [
        line | {"pricing": line["pricing"] | {"totalAmount": line["pricing"]["greenFee"] * players}}
        for time, line in sorted(lines.items())
        if line["available"] >= players and earliest < time < latest
    ]


async def sheet_with_at_most(call: Call, left: Mapping[tuple[str, str, str], int]) -> Answer:
    """The answer to a call for tee times, with at most *left* places at the tee times, by course, date and time."""
    answer = await call.forward()
    if not answer.ok or not left:
        return answer
    body = answer.json()
    where = call.path_params["courseId"], call.query.get("date", "")
    players = int(call.query.get("players", _PLACES))
    lines = [
        line | {"available": min(line["available"], left.get((*where, line["time"]), _PLACES))}
        for line in body["availableTimes"]
    ]
    return answer.with_json(body | {"availableTimes": [line for line in lines if line["available"] >= players]})


async def line_of(call: Call, course_id: str, time_member: str) -> Line | None:
    """The line of the tee sheet that a call for a booking or a hold is about; None when it is not offered."""
    body = sent(call)
    offered = await tee_times(call, course_id, body.get("date"), 1)
    return next((line for line in offered if line["time"] == body.get(time_member)), None)
