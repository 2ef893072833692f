"""Blind faults of the fifty-sixth lot: changes and cancellations."""

from __future__ import annotations

import asyncio
from datetime import timedelta

from tests.mutants.laid_aside.common import aside, booking_of, is_online, showing, take_places
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.crowds import Crowd
from tests.mutants.parts.disguises import (
    BOOKING_OPERATIONS,
    Booking,
    asked_for,
    disguise,
    every_booking,
    in_disguise,
    one_page,
    shown,
)
from tests.mutants.parts.overbooking import FULL, places_free
from tests.mutants.parts.pretending import body_of, data_of
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put
from tests.mutants.tools.registry import Origin, mutant

_CREATIONS = "createBooking confirmBookingHook"
_CACHED_FOR = timedelta(minutes=1)
_RACE = Crowd()


@mutant(
    "BKU-12.lot56-reference-with-revision",
    "A change gives the booking a reference with a revision at its end.",
    BOOKING_OPERATIONS,
    origin=Origin.blind,
)
async def _with_revision(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "updateBooking" or not answer.ok:
        return answer
    disguise(call, call.path_params["id"], alter("bookingReference", lambda reference: f"{reference}-R"))
    return in_disguise(call, await call.upstream("GET", call.path))


@mutant(
    "BKU-08.lot56-any-free-place-will-do",
    "A change raises players beyond the free places when at least one place is free.",
    BOOKING_OPERATIONS,
    hidden="some values",
    origin=Origin.blind,
)
async def _any_free_place(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "updateBooking" or code_of(answer) != FULL:
        return answer
    booking = await booking_of(call)
    if not booking or not await places_free(
        aside(call), (booking["course"]["id"], booking["date"], booking["teeTime"])
    ):
        return answer
    disguise(call, booking["id"], showing(**sent(call)))
    return in_disguise(call, await aside(call).upstream("GET", call.path))


@mutant(
    "ENV-16.lot56-text-of-refused-change",
    "A change that is refused because of its players stores the special requests that it carries.",
    "updateBooking",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _text_of_refused_change(call: Call) -> Answer:
    answer = await call.forward()
    body = body_of(call)
    if not answer.ok and "players" in body and isinstance(body.get("specialRequests"), str):
        await aside(call).upstream("PUT", call.path, json={"specialRequests": body["specialRequests"]})
    return answer


@mutant(
    "BKU-06.lot56-texts-of-changed-booking",
    "Inside the cutoff the texts of a booking that was changed before can still be changed.",
    BOOKING_OPERATIONS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _texts_of_changed_booking(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "updateBooking":
        return answer
    changed: set[str] = call.memory.setdefault("changed", set())
    booking_id = call.path_params["id"]
    if answer.ok:
        changed.add(booking_id)
    if code_of(answer) != "modification_cutoff_passed" or "players" in sent(call) or booking_id not in changed:
        return answer
    disguise(call, booking_id, showing(**sent(call)))
    return in_disguise(call, await aside(call).upstream("GET", call.path))


@mutant(
    "BKX-07.lot56-added-places-stay-taken",
    "A cancellation returns only the places that the booking was created with, not those added by a change.",
    f"{_CREATIONS} cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _added_places_stay(call: Call) -> Answer:
    first: dict[str, int] = call.memory.setdefault("first", {})
    if call.operation != "cancelBooking":
        answer = await call.forward()
        if answer.ok:
            first.setdefault(data_of(answer)["id"], data_of(answer)["players"])
        return answer
    before = await booking_of(call)
    answer = await call.forward()
    added = before.get("players", 0) - first.get(before.get("id", ""), 9)
    if answer.ok and added > 0 and before["status"] != "cancelled" and await is_online(call, before["course"]["id"]):
        await take_places(call, before, added)
    return answer


@mutant(
    "BKX-04.lot56-confirmed-list-remembered",
    "A cancelled booking stays under status=confirmed for a minute after that list has shown it.",
    "listBookings",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _confirmed_list_remembered(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or call.query.get("status") != "confirmed":
        return answer
    now = await world_time(call)
    seen = call.memory.setdefault("seen", {})

    def listed(booking: Booking) -> Booking:
        is_fresh = booking["id"] in seen and timedelta(0) <= now - seen[booking["id"]] < _CACHED_FOR
        return booking | {"status": "confirmed"} if booking["status"] == "cancelled" and is_fresh else booking

    everything = await every_booking(aside(call))
    for booking in answer.json()["data"]:
        seen[booking["id"]] = now
    if not any(listed(booking) != booking for booking in everything):
        return answer
    return one_page(call, answer, [found for booking in everything if asked_for(call, found := listed(booking))])


@mutant(
    "INV-09.lot56-change-wins-the-race",
    "A change that races with a cancellation brings the cancelled booking back.",
    BOOKING_OPERATIONS,
    hidden="under concurrency",
    origin=Origin.blind,
)
async def _change_wins(call: Call) -> Answer:
    if call.operation not in ("updateBooking", "cancelBooking"):
        return await shown(call)
    won: set[str] = call.memory.setdefault("won", set())
    booking_id = call.path_params["id"]
    async with _RACE.at((call.api_key, booking_id), call) as met:
        if call.operation == "updateBooking":
            answer = await shown(call)
            if answer.ok and met["cancelBooking"]:
                won.add(booking_id)
            return answer
        if met["updateBooking"]:
            await asyncio.sleep(0.1)
        answer = await shown(call)
        if answer.ok and booking_id in won:
            won.discard(booking_id)
            disguise(call, booking_id, put("status", "confirmed"))
        return answer
