"""Blind faults of the fifty-eighth lot: bookings."""

from __future__ import annotations

from datetime import timedelta

from tests.mutants.laid_aside.common import aside, is_online, overlaid, overlays
from tests.mutants.parts.disguises import asked_for, every_booking, one_page
from tests.mutants.parts.pretending import data_of, moment_of
from tests.mutants.parts.substitutes import a_refusal, code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_HOLD = timedelta(minutes=15)
_NOTICED = timedelta(minutes=1)


@mutant(
    "BKL-03.lot58-confirmed-hook-not-listed",
    "A booking that comes from a booking hook does not appear in the list.",
    "confirmBookingHook listBookings",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def confirmed_hook_not_listed(call: Call) -> Answer:
    hooked: set[str] = call.memory.setdefault("hooked", set())
    answer = await call.forward()
    if call.operation == "confirmBookingHook":
        if answer.ok:
            hooked.add(data_of(answer)["id"])
        return answer
    if not answer.ok or not hooked:
        return answer
    kept = [booking for booking in await every_booking(aside(call)) if booking["id"] not in hooked]
    return one_page(call, answer, [booking for booking in kept if asked_for(call, booking)])


@mutant(
    "BKC-08.lot58-first-line-of-requests",
    "Of special requests of several lines, a booking at an offline course keeps the first line only.",
    "createBooking",
    hidden="some values",
    origin=Origin.blind,
)
async def first_line_of_requests(call: Call) -> Answer:
    body = sent(call)
    text = body.get("specialRequests")
    if not isinstance(text, str) or "\n" not in text or await is_online(call, body.get("courseId")) is not False:
        return await call.forward()
    return await call.with_json(body | {"specialRequests": text.splitlines()[0]}).forward()


@mutant(
    "BKC-33.lot58-created-with-the-hold",
    "A booking that completes an older hold shows the time of the hold as its creation.",
    "holdTeeTime createBooking getBooking listBookings updateBooking",
    hidden="after a while",
    origin=Origin.blind,
)
async def created_with_the_hold(call: Call) -> Answer:
    held: dict[str, str] = call.memory.setdefault("held", {})
    answer = await call.forward()
    if call.operation == "holdTeeTime":
        if answer.ok:
            hold = answer.json()
            held[hold["holdId"]] = f"{moment_of(hold['holdExpiration']) - _HOLD:%Y-%m-%dT%H:%M:%SZ}"
        return answer
    began = held.get(str(sent(call).get("holdId")))
    if call.operation == "createBooking" and answer.ok and began:
        booking = data_of(answer)
        if moment_of(booking["createdAt"]) - moment_of(began) >= _NOTICED:
            overlays(call)[booking["id"]] = {"createdAt": began}
    return overlaid(call, answer)


@mutant(
    "ENV-16.lot58-mismatch-spends-the-hold",
    "A booking that is refused because its players are not those of its hold uses the hold up.",
    "holdTeeTime createBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def mismatch_spends_the_hold(call: Call) -> Answer:
    players: dict[str, int] = call.memory.setdefault("players", {})
    spent: set[str] = call.memory.setdefault("spent", set())
    body = sent(call)
    hold_id = str(body.get("holdId"))
    if call.operation == "createBooking" and hold_id in spent:
        return await a_refusal(aside(call), 409, "hold_already_used", "The hold was used before.")
    answer = await call.forward()
    if call.operation == "holdTeeTime":
        if answer.ok:
            players[answer.json()["holdId"]] = answer.json()["players"]
        return answer
    if code_of(answer) == "hold_mismatch" and body.get("players") != players.get(hold_id):
        spent.add(hold_id)
    return answer
