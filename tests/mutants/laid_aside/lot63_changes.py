"""Blind faults of the sixty-third lot: changes and cancellations."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from tests.mutants.laid_aside.common import (
    aside,
    booking_of,
    course_of,
    is_online,
    overlaid,
    overlays,
    take_places,
)
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.changes import changed_without
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, asked_for, disguise, every_booking, one_page, shown
from tests.mutants.parts.histories import place_of
from tests.mutants.parts.overbooking import FULL, places_free
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import put
from tests.mutants.tools.registry import Origin, mutant

_ON_UTC = frozenset(["GB", "IE", "PT"])


def _written(moment: datetime) -> str:
    return f"{moment:%Y-%m-%dT%H:%M:%SZ}"


def _raises(body: dict[str, Any], before: dict[str, Any]) -> bool:
    return isinstance(body.get("players"), int) and bool(before) and body["players"] > before["players"]


@mutant(
    "BKU-08.lot63-some-room-is-enough",
    "A change can raise players beyond the free places when the tee time has any place free.",
    BOOKING_OPERATIONS,
    hidden="some values",
    origin=Origin.blind,
)
async def _some_room_is_enough(call: Call) -> Answer:
    answer = await call.forward()
    body = sent(call)
    if call.operation != "updateBooking":
        return overlaid(call, answer)
    if answer.ok and "players" in body:
        overlays(call).pop(call.path_params["id"], None)
    if code_of(answer) != FULL:
        return overlaid(call, answer)
    before = await booking_of(call)
    free = await places_free(aside(call), place_of(before)) if before else 0
    if free == 0:
        return answer
    changed = await changed_without(call, "players")
    if changed.ok:
        overlays(call)[before["id"]] = {"players": body["players"]}
        await take_places(call, before, free)
    return overlaid(call, changed)


@mutant(
    "BKU-10.lot63-fewer-after-hold",
    "Fewer players on a booking that came from a hold give no places back.",
    "createBooking updateBooking",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _fewer_after_hold(call: Call) -> Answer:
    from_hold: set[str] = call.memory.setdefault("from hold", set())
    if call.operation == "createBooking":
        answer = await call.forward()
        if answer.ok and "holdId" in sent(call):
            from_hold.add(answer.json()["data"]["id"])
        return answer
    if call.path_params["id"] not in from_hold:
        return await call.forward()
    before = await booking_of(call)
    answer = await call.forward()
    lost = before.get("players", 0) - answer.json()["data"]["players"] if answer.ok else 0
    if lost > 0:
        await take_places(call, before, lost)
    return answer


@mutant(
    "BKU-12.lot63-new-reference",
    "A change to more players gives a booking at an offline course another bookingReference.",
    BOOKING_OPERATIONS,
    hidden="some values",
    origin=Origin.blind,
)
async def _new_reference(call: Call) -> Answer:
    if call.operation != "updateBooking":
        return overlaid(call, await call.forward())
    before = await booking_of(call)
    answer = await call.forward()
    if answer.ok and _raises(sent(call), before) and await is_online(call, before["course"]["id"]) is False:
        prefix, dash, rest = before["bookingReference"].partition("-")
        overlays(call)[before["id"]] = {"bookingReference": f"{prefix}{dash}{rest[1:]}{rest[:1]}"}
    return overlaid(call, answer)


@mutant(
    "BKX-04.lot63-changed-before",
    "A booking that was changed before its cancellation stays in the list of confirmed bookings.",
    "updateBooking cancelBooking listBookings",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _changed_before(call: Call) -> Answer:
    changed: set[str] = call.memory.setdefault("changed", set())
    stale: set[str] = call.memory.setdefault("stale", set())
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "updateBooking":
        changed.add(call.path_params["id"])
    if call.operation == "cancelBooking" and call.path_params["id"] in changed:
        stale.add(call.path_params["id"])
    if call.operation != "listBookings" or not stale or "status" not in call.query:
        return answer
    everything = [
        booking | {"status": "confirmed"} if booking["id"] in stale else booking
        for booking in await every_booking(call)
    ]
    return one_page(call, answer, [booking for booking in everything if asked_for(call, booking)])


@mutant(
    "BKX-05.lot63-local-time",
    "A cancellation at a course east of Greenwich time shows its local time as if it were UTC.",
    "cancelBooking",
    hidden="some values",
    origin=Origin.blind,
)
async def _local_time(call: Call) -> Answer:
    booking = await booking_of(call)
    answer = await call.forward()
    if not answer.ok or not booking:
        return answer
    country = (await course_of(call, booking["course"]["id"])).get("country", "GB")
    if country in _ON_UTC:
        return answer
    body = answer.json()
    later = datetime.fromisoformat(body["data"]["cancellationDate"]) + timedelta(hours=1)
    return answer.with_json(put("data.cancellationDate", _written(later))(body))


@mutant(
    "BKX-06.lot63-too-late",
    "A cancellation inside the self-service cutoff is accepted.",
    BOOKING_OPERATIONS,
    origin=Origin.blind,
)
async def _too_late(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "cancelBooking" or code_of(answer) != "cancellation_cutoff_passed":
        return answer
    read = await aside(call).upstream("GET", call.path)
    booking = read.json()["data"]
    moments: dict[str, str] = call.memory.setdefault("moments", {})
    if booking["id"] not in moments:
        moments[booking["id"]] = _written(await world_time(call))
        disguise(call, booking["id"], put("status", "cancelled"))
    kept = {"id": booking["id"], "status": "cancelled", "bookingReference": booking["bookingReference"]}
    return read.with_json({"data": kept | {"cancellationDate": moments[booking["id"]]}})
