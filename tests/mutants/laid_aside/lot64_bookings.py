"""Blind faults of the sixty-fourth lot: bookings."""

from __future__ import annotations

import time
from datetime import timedelta
from typing import Any

from tests.mutants.parts.asking import has_all
from tests.mutants.parts.crowds import Crowd, world_of
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, booked_as, disguise, in_disguise, shown
from tests.mutants.parts.pretending import moment_of
from tests.mutants.parts.substitutes import WorldMemory, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, drop, put
from tests.mutants.tools.registry import Origin, mutant, request_change

_SAME_MOMENT_SECONDS = 0.5
_crowd = Crowd()
_references = WorldMemory()


def _an_hour_later(text: str) -> str:
    return (moment_of(text) + timedelta(hours=1)).strftime("%Y-%m-%dT%H:%M:%SZ")


booked_as(
    "BKC-33.lot64-creation-an-hour-late",
    "Bookings show a creation time that is an hour late.",
    alter("createdAt", _an_hour_later),
    origin=Origin.blind,
)


def _has_players_as_text(call: Call) -> bool:
    players = sent(call).get("players")
    return isinstance(players, str) and players.isdecimal()


def _with_players_as_number(call: Call) -> Call:
    return call.with_json(sent(call) | {"players": int(sent(call)["players"])})


request_change(
    "BKC-22.lot64-players-as-text",
    "A booking whose players are digits in a text is accepted.",
    "createBooking",
    _with_players_as_number,
    when=_has_players_as_text,
    origin=Origin.blind,
)


@mutant(
    "BKC-07.lot64-capitals-for-the-course",
    "A booking on an offline course keeps its agency reference in capitals only.",
    BOOKING_OPERATIONS,
    hidden="some values",
    origin=Origin.blind,
)
async def _(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "createBooking" or not answer.ok:
        return answer
    booking = answer.json()["data"]
    if booking["status"] != "pending" or not booking.get("agencyBookingReference"):
        return answer
    disguise(call, booking["id"], alter("agencyBookingReference", lambda text: text.upper()))
    return in_disguise(call, answer)


@mutant(
    "BKC-08.lot64-first-line-from-a-hold",
    "A booking from a hold keeps only the first line of its special requests.",
    BOOKING_OPERATIONS,
    hidden="some values",
    origin=Origin.blind,
)
async def _(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "createBooking" or not answer.ok:
        return answer
    body = sent(call)
    if not body.get("holdId") or "\n" not in str(body.get("specialRequests", "")):
        return answer
    disguise(call, answer.json()["data"]["id"], alter("specialRequests", lambda text: text.partition("\n")[0]))
    return in_disguise(call, answer)


@mutant(
    "BKG-02.lot64-no-lead-after-confirmation",
    "A read of a booking that its course has confirmed lacks the lead player.",
    "createBooking getBooking",
    hidden="after a while",
    origin=Origin.blind,
)
async def _(call: Call) -> Answer:
    answer = await call.forward()
    waited: set[str] = call.memory.setdefault("waited", set())
    booking: dict[str, Any] = answer.json()["data"] if answer.ok else {}
    if booking and call.operation == "createBooking" and booking["status"] == "pending":
        waited.add(booking["id"])
    if call.operation == "getBooking" and booking.get("status") == "confirmed" and booking["id"] in waited:
        return answer.with_json(drop("data.leadPlayer")(answer.json()))
    return answer


request_change(
    "BKL-09.lot64-three-filters-lose-the-last",
    "A list with a status and both dates ignores the end date.",
    "listBookings",
    lambda call: call.without("endDate"),
    when=lambda call: has_all(call, "status", "startDate", "endDate"),
    hidden="a combination of parameters",
    origin=Origin.blind,
)


@mutant(
    "BKC-32.lot64-reference-shared-in-a-rush",
    "Bookings that are created at the same moment get the same booking reference.",
    BOOKING_OPERATIONS,
    hidden="under concurrency",
    origin=Origin.blind,
)
async def _(call: Call) -> Answer:
    if call.operation != "createBooking":
        return await shown(call)
    async with _crowd.at(world_of(call), call) as met:
        answer = await shown(call)
        if not answer.ok or met["createBooking"] < 2:
            return answer
        booking = answer.json()["data"]
        known, now = _references.of(call), time.monotonic()
        if now - known.get("at", -1.0) > _SAME_MOMENT_SECONDS:
            known.update(at=now, reference=booking["bookingReference"])
        disguise(call, booking["id"], put("bookingReference", known["reference"]))
        return in_disguise(call, answer)
