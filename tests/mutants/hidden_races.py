"""Hidden faults that show under concurrency only."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.mutants.capacity import overbooked
from tests.mutants.races import HIDDEN, Crowd, tee_time_asked
from tests.mutants.tools.borrowed import another_course_id
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.disguises import BOOKING_OPERATIONS, disguise, in_disguise, shown
from tests.mutants.tools.edits import put
from tests.mutants.tools.registry import mutant
from tests.mutants.tools.substitutes import code_of, sent

_FULL = "tee_time_unavailable"
_WORLD = "the whole world"


def _world(call: Call) -> tuple[str, str]:
    return _WORLD, call.api_key.rpartition("_")[0]


# Two requests alone meet less surely than a dozen.
_FOR_TWO_SECONDS = 0.5

_READERS, _LISTERS, _BUYERS = Crowd(), Crowd(), Crowd(_FOR_TWO_SECONDS)
_CHANGERS, _HOLDERS = Crowd(_FOR_TWO_SECONDS), Crowd(_FOR_TWO_SECONDS)


@mutant("CRD-01.parallel", "Details read at the same moment are mixed up.", "getCourse", hidden=HIDDEN)
async def _mixed_up(call: Call) -> Answer:
    async with _READERS.at(_world(call), call) as met:
        answer = await call.forward()
        if not answer.ok or met["getCourse"] < 2:
            return answer
        return await call.upstream("GET", f"/travel/courses/{await another_course_id(call, call.path_params['id'])}")


@mutant("AUT-09.parallel", "Lists read at the same moment are those of one agency.", "listBookings", hidden=HIDDEN)
async def _one_list_for_all(call: Call) -> Answer:
    place = _world(call)
    keys = _KEYS.setdefault(place, set())
    keys.add(call.api_key)
    async with _LISTERS.at(place, call) as met:
        return await (call.with_header("x-api-key", min(keys)) if met["listBookings"] > 1 else call).forward()


_KEYS: dict[tuple[str, str], set[str]] = {}


@mutant("BKC-31.parallel", "Bookings made at the same moment share an id.", BOOKING_OPERATIONS, hidden=HIDDEN)
async def _shared_id(call: Call) -> Answer:
    if call.operation != "createBooking":
        return await shown(call)
    async with _BUYERS.at(_world(call), call) as met:
        answer = await shown(call)
        if not answer.ok or met["createBooking"] < 2:
            return answer
        booking_id = answer.json()["data"]["id"]
        disguise(call, booking_id, put("id", call.memory.setdefault("shared", booking_id)))
        return in_disguise(call, answer)


_MET: dict[tuple[object, ...], set[str]] = {}


@mutant(
    "INV-03.agencies",
    "Bookings of different agencies at the same moment all find the places free.",
    BOOKING_OPERATIONS,
    hidden=HIDDEN,
)
async def _unseen_by_others(call: Call) -> Answer:
    if call.operation != "createBooking":
        return await shown(call)
    place = tee_time_asked(call)
    _MET.setdefault(place, set()).add(call.api_key)
    async with _BUYERS.at(place, call) as met:
        answer = await shown(call)
        crowded = met["createBooking"] > 1 and len(_MET[place]) > 1
        return await overbooked(call) if crowded and code_of(answer) == _FULL else answer


@mutant(
    "BKU-08.parallel",
    "Bookings at one tee time that grow at the same moment all find the places free.",
    BOOKING_OPERATIONS,
    hidden=HIDDEN,
)
async def _grown_together(call: Call) -> Answer:
    if call.operation != "updateBooking":
        return await shown(call)
    now = await call.upstream("GET", call.path)
    booking = now.json()["data"] if now.ok else {}
    place = (_world(call), booking.get("course", {}).get("id"), booking.get("date"), booking.get("teeTime"))
    async with _CHANGERS.at(place, call) as met:
        answer = await shown(call)
        if code_of(answer) != _FULL or met["updateBooking"] < 2:
            return answer
        disguise(call, booking["id"], put("players", sent(call)["players"]))
        return in_disguise(call, now)


@mutant(
    "HLD-15.parallel", "A hold is completed by every request of the same moment.", BOOKING_OPERATIONS, hidden=HIDDEN
)
async def _completed_by_all(call: Call) -> Answer:
    hold_id = sent(call).get("holdId") if call.operation == "createBooking" else None
    if hold_id is None:
        return await shown(call)
    async with _HOLDERS.at((_world(call), hold_id), call) as met:
        answer = await shown(call)
        return await overbooked(call.with_json(_without_hold(sent(call)))) if _is_late(met, answer) else answer


def _is_late(met: Counter[str], answer: Answer) -> bool:
    return met["createBooking"] > 1 and not answer.ok


def _without_hold(body: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in body.items() if name != "holdId"}
