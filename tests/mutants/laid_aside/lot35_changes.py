"""Blind faults of changes and cancellations."""

from __future__ import annotations

import time
from collections import Counter
from datetime import datetime, timedelta
from typing import Any

from tests.mutants.laid_aside.common import aside, booking_of, take_places
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.changes import MODIFIABLE
from tests.mutants.parts.crowds import Crowd
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, Booking, disguise, disguised, shown
from tests.mutants.parts.histories import place_of
from tests.mutants.parts.pretending import (
    EVERY_BOOKING,
    data_of,
    memory_of_world,
    moment_of,
    overlaid,
    places_at,
    pretend,
    pretended,
    slot_of,
    whole_number,
)
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, mutant

_SIDE_BY_SIDE = "BKX-07.lot35-side-by-side"
_CROWD = Crowd()
_AT_ONCE_SECONDS = 1.0
_THIRD = 2
_MARGIN = timedelta(hours=4)
_CUTOFF_CODE = "cancellation_cutoff_passed"
_TIMESTAMP = "%Y-%m-%dT%H:%M:%SZ"


# A plain fault.
@mutant(
    "BKX-05.lot35-time-of-play",
    "The cancellationDate is the time of play.",
    "cancelBooking getBooking",
    origin=Origin.blind,
)
async def _time_of_play(call: Call) -> Answer:
    booking = await booking_of(call)
    answer = await call.forward()
    if not answer.ok or not booking:
        return answer
    played = f"{booking['date']}T{booking['teeTime']}:00Z"
    return answer.with_json(alter("data.cancellationDate", lambda _: played)(answer.json()))


# Faults under a condition.
@mutant(
    "BKU-09.lot35-third-change",
    "The third change of a booking sets the members that it does not name to their first values.",
    "createBooking updateBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _third_change(call: Call) -> Answer:
    firsts: dict[str, Any] = call.memory.setdefault("firsts", {})
    changes: Counter[str] = call.memory.setdefault("changes", Counter())
    if call.operation == "createBooking":
        answer = await call.forward()
        if answer.ok:
            booking = data_of(answer)
            firsts[booking["id"]] = {name: booking[name] for name in MODIFIABLE if name in booking}
        return answer
    booking_id = call.path_params["id"]
    late = changes[booking_id] >= _THIRD and booking_id in firsts and sent(call)
    answer = await (call.with_json(firsts[booking_id] | sent(call)) if late else call).forward()
    if late and not answer.ok:
        answer = await call.forward()
    changes[booking_id] += answer.ok
    return answer


@mutant(
    "BKU-08.lot35-old-places-count",
    "A change may use places that the agency gave back by a cancellation, although they were sold since.",
    EVERY_BOOKING,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _old_places_count(call: Call) -> Answer:
    given: Counter[str] = call.memory.setdefault("given", Counter())
    if call.operation == "cancelBooking":
        before = await booking_of(call)
        answer = await call.forward()
        if answer.ok and before.get("status") == "confirmed":
            given[slot_of(before | {"courseId": before["course"]["id"]})] += before["players"]
        return answer
    answer = await call.forward()
    if call.operation != "updateBooking":
        return overlaid(call, answer)
    if answer.ok and "players" in sent(call):
        pretended(call).pop(call.path_params["id"], None)
    if answer.status != 409:
        return overlaid(call, answer)
    return await _with_old_places(call, answer, given)


async def _with_old_places(call: Call, refusal: Answer, given: Counter[str]) -> Answer:
    """The answer to a change that was refused for want of room."""
    before, players = await booking_of(call), whole_number(sent(call).get("players"))
    if not before or before["status"] != "confirmed" or not before["players"] < players <= 4:
        return refusal
    slot = slot_of(before | {"courseId": before["course"]["id"]})
    missing = players - before["players"] - await places_at(aside(call), slot)
    if not 0 < missing <= given[slot]:
        return refusal
    given[slot] -= missing
    pretend(call, call.path_params["id"], players=players)
    return overlaid(call, await aside(call).upstream("GET", call.path))


@mutant(
    "BKX-06.lot35-cutoff-from-the-booking",
    "A booking that was made before the cancellation cutoff can be cancelled after the cutoff too.",
    BOOKING_OPERATIONS,
    hidden="after a while",
    origin=Origin.blind,
)
async def _cutoff_from_the_booking(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "cancelBooking" or code_of(answer) != _CUTOFF_CODE:
        return answer
    whole = await aside(call).upstream("GET", call.path)
    booking, now = data_of(whole), await world_time(call)
    if not booking:
        return answer
    terms = await aside(call).upstream("GET", f"/travel/courses/{booking['course']['id']}/terms")
    hours = data_of(terms)["bookingTerms"]["selfServiceCancellationCutoffHours"]
    played = datetime.fromisoformat(f"{booking['date']}T{booking['teeTime']}:00+00:00")
    if played - moment_of(booking["createdAt"]) < timedelta(hours=hours) + _MARGIN or now >= played:
        return answer
    moment = f"{now:{_TIMESTAMP}}"

    def cancelled(found: Booking) -> Booking:
        ended = {"cancellationDate": moment} if "leadPlayer" in found else {}
        return ended | found | {"status": "cancelled"}

    disguise(call, booking["id"], cancelled)
    ended = disguised(call, booking)
    names = ("id", "status", "bookingReference", "cancellationDate")
    return whole.with_json({"data": {name: ended[name] for name in names}})


@mutant(
    _SIDE_BY_SIDE,
    "When two bookings of a tee time are cancelled at the same moment, the places of the second stay taken.",
    "cancelBooking",
    hidden="under concurrency",
    origin=Origin.blind,
)
async def _side_by_side(call: Call) -> Answer:
    booking = await booking_of(call)
    if not booking or booking["status"] != "confirmed":
        return await call.forward()
    place = (call.api_key.rpartition("_")[0], *place_of(booking))
    async with _CROWD.at(place, call) as met:
        answer = await call.forward()
        if not answer.ok or met["cancelBooking"] < 2:
            return answer
        recent: list[tuple[float, str]] = memory_of_world(call, _SIDE_BY_SIDE).setdefault(str(place), [])
        now = time.monotonic()
        beside = [other for at, other in recent if other != booking["id"] and now - at < _AT_ONCE_SECONDS]
        recent.append((now, booking["id"]))
        if beside:
            await take_places(call, booking, booking["players"])
        return answer
