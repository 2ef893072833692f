"""Mutants that show only when requests run at the same moment (HLD-10, INV-03, INV-04, INV-06, INV-09, INV-10)."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from tests.mutants.capacity import overbooked
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.disguises import BOOKING_OPERATIONS, disguise, in_disguise, shown
from tests.mutants.tools.edits import put
from tests.mutants.tools.forgotten_places import ForgetfulSheets, Taking, line_of
from tests.mutants.tools.registry import mutant
from tests.mutants.tools.substitutes import code_of, elsewhere, sent

HIDDEN = "under concurrency"
_FULL = "tee_time_unavailable"
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

        Two that meet know of each other, also when the first leaves before the second looks around.
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


async def _overheld(call: Call) -> Answer:
    """A hold where there is no room: made at a free tee time and shown where it was asked for."""
    body = sent(call)
    spot = await elsewhere(call, {})
    path = f"/travel/courses/{spot['courseId']}/hold-tee-time"
    held = await call.upstream("POST", path, json=body | {"date": spot["date"], "time": spot["teeTime"]})
    return held.with_json(held.json() | body | {"courseId": call.path_params["courseId"]}) if held.ok else held


def _racy(name: str, breaks: str, operation: str, crowded: Callable[[Counter[str], dict[str, Any]], bool]) -> None:
    """What is refused for want of room is accepted when a *crowded* moment lies between look and write."""
    crowd = Crowd()

    async def handle(call: Call) -> Answer:
        if call.operation not in _TAKING.split():
            return await shown(call)
        async with crowd.at(tee_time_asked(call), call) as met:
            answer = await (call.forward() if call.operation == "holdTeeTime" else shown(call))
            if code_of(answer) != _FULL or call.operation != operation or not crowded(met, sent(call)):
                return answer
            return await (overbooked(call) if operation == "createBooking" else _overheld(call))

    mutant(name, breaks, f"{BOOKING_OPERATIONS} holdTeeTime", hidden=HIDDEN)(handle)


_racy("HLD-10", "Parallel holds all find the places free.", "holdTeeTime", lambda met, _: met["holdTeeTime"] > 1)
_racy(
    "HLD-10.single",
    "Parallel holds for one player all find a place free.",
    "holdTeeTime",
    lambda met, body: met["holdTeeTime"] > 1 and body["players"] == 1,
)
_racy("INV-03", "Parallel bookings all find the places free.", "createBooking", lambda met, _: met["createBooking"] > 1)
_racy(
    "INV-03.four",
    "Parallel bookings for four all find the places free.",
    "createBooking",
    lambda met, body: met["createBooking"] > 1 and body["players"] == 4,
)
_racy(
    "INV-04",
    "A booking that meets holds does not see them.",
    "createBooking",
    lambda met, _: met["holdTeeTime"] > 0,
)
_racy(
    "INV-04.holds",
    "A hold that meets bookings does not see them.",
    "holdTeeTime",
    lambda met, _: met["createBooking"] > 0,
)


def _lost_update() -> None:
    """The second of two bookings at the same moment lowers the places of the tee sheet no further."""
    crowd, sheets = Crowd(), ForgetfulSheets()

    async def handle(call: Call) -> Answer:
        if call.operation == "listTeeTimes":
            return await sheets.sheet(call)
        if call.operation != "createBooking":
            answer = await call.forward()
            if answer.ok:
                sheets.know_again(call, call.path_params["id"])
            return answer
        line = await line_of(call, str(sent(call).get("courseId")), "teeTime")
        async with crowd.at(tee_time_asked(call), call) as met:
            answer = await call.forward()
            if answer.ok and line is not None and met["createBooking"] > 1:
                body, booking = sent(call), answer.json()["data"]
                lost = Taking(body["courseId"], body["date"], line, booking["players"])
                sheets.forget(call, booking["id"], lost)
            return answer

    mutant(
        "INV-06",
        "Of bookings at the same moment the tee sheet forgets the places.",
        "listTeeTimes createBooking cancelBooking",
        hidden=HIDDEN,
    )(handle)


_lost_update()


def _revived() -> None:
    crowd = Crowd()

    async def handle(call: Call) -> Answer:
        if call.operation not in ("updateBooking", "cancelBooking"):
            return await shown(call)
        async with crowd.at(call.path, call) as met:
            answer = await shown(call)
            if call.operation == "cancelBooking" and answer.ok and met["updateBooking"]:
                disguise(call, call.path_params["id"], put("status", "confirmed"))
            return answer

    mutant("INV-09", "A late change revives a booking that is being cancelled.", BOOKING_OPERATIONS, hidden=HIDDEN)(
        handle
    )


def _same_id() -> None:
    crowd = Crowd()

    async def handle(call: Call) -> Answer:
        if call.operation != "createBooking":
            return await shown(call)
        async with crowd.at((tee_time_asked(call), sent(call).get("agencyBookingReference")), call) as met:
            answer = await shown(call)
            if not answer.ok or met["createBooking"] < 2:
                return answer
            booking = answer.json()["data"]
            first = call.memory.setdefault(f"first {sent(call)['agencyBookingReference']}", booking["id"])
            if first != booking["id"]:
                disguise(call, booking["id"], put("id", first))
            return in_disguise(call, answer)

    mutant("INV-10", "Bookings at the same moment get one id.", BOOKING_OPERATIONS, hidden=HIDDEN)(handle)


_revived()
_same_id()
