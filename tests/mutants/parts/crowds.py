"""Requests that meet at the same place at the same moment: the bookkeeping behind faults of concurrency.

Knows no single mutant.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from tests.mutants.parts.disguises import BOOKING_OPERATIONS, shown
from tests.mutants.parts.overbooking import FULL, overbooked
from tests.mutants.parts.substitutes import code_of, elsewhere, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import mutant

_TAKING = "createBooking holdTeeTime"

# As long as the requests of one race take to come in.
_TOGETHER_SECONDS = 0.15


@dataclass(frozen=True)
class _Visit:
    """One request at a place: its operation, and how many of each operation it met there, itself included."""

    place: object
    operation: str
    met: Counter[str]


class Crowd:
    """Who is at the same place at the same moment, by operation. *seconds* is how long such a moment lasts."""

    def __init__(self, seconds: float = _TOGETHER_SECONDS) -> None:
        self._seconds = seconds
        self._present: dict[int, _Visit] = {}

    @asynccontextmanager
    async def at(self, place: object, call: Call) -> AsyncIterator[Counter[str]]:
        """Stays for a moment, and yields how many of each operation were there during it, the caller included.

        Two that meet know of each other, also when the first ends before the second counts.
        """
        mine = _Visit(place, str(call.operation), Counter([str(call.operation)]))
        for other in self._present.values():
            if other.place == place:
                mine.met[other.operation] += 1
                other.met[mine.operation] += 1
        self._present[id(mine)] = mine
        try:
            await asyncio.sleep(self._seconds)
            yield mine.met
        finally:
            del self._present[id(mine)]


def tee_time_asked(call: Call) -> tuple[object, ...]:
    """World, course, date and time of a request for a booking or a hold."""
    body = sent(call)
    course_id = call.path_params.get("courseId", body.get("courseId"))
    return call.api_key.rpartition("_")[0], course_id, body.get("date"), body.get("teeTime", body.get("time"))


async def overheld(call: Call) -> Answer:
    """A hold where there is no room: created at a free tee time and shown at the requested tee time."""
    body = sent(call)
    spot = await elsewhere(call, {})
    path = f"/travel/courses/{spot['courseId']}/hold-tee-time"
    held = await call.upstream("POST", path, json=body | {"date": spot["date"], "time": spot["teeTime"]})
    return held.with_json(held.json() | body | {"courseId": call.path_params["courseId"]}) if held.ok else held


def racy(name: str, breaks: str, operation: str, crowded: Callable[[Counter[str], dict[str, Any]], bool]) -> None:
    """What is refused for want of room is accepted when a *crowded* moment lies between look and write."""
    crowd = Crowd()

    async def handle(call: Call) -> Answer:
        if call.operation not in _TAKING.split():
            return await shown(call)
        async with crowd.at(tee_time_asked(call), call) as met:
            answer = await (call.forward() if call.operation == "holdTeeTime" else shown(call))
            if code_of(answer) != FULL or call.operation != operation or not crowded(met, sent(call)):
                return answer
            return await (overbooked(call) if operation == "createBooking" else overheld(call))

    mutant(name, breaks, f"{BOOKING_OPERATIONS} holdTeeTime", hidden="under concurrency")(handle)


_WORLD = "the whole world"


def world_of(call: Call) -> tuple[str, str]:
    """The world of a call as a place to meet at."""
    return _WORLD, call.api_key.rpartition("_")[0]


# Two requests alone meet less surely than a dozen.
FOR_TWO_SECONDS = 0.5
