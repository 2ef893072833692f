"""Blind faults of changing and of cancelling bookings."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from html import escape
from typing import Any

from tests.mutants.laid_aside.common import aside, booking_of, overlaid, overlays, take_places
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.crowds import Crowd
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, disguise, shown
from tests.mutants.parts.overbooking import FULL
from tests.mutants.parts.pretending import data_of
from tests.mutants.parts.substitutes import code_of, in_turn, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import drop, put
from tests.mutants.tools.registry import Origin, mutant

_CROWD = Crowd()


# A plain fault.
@mutant(
    "BKX-05.lot23-moment-of-play",
    "cancellationDate in the answer to a cancellation is the moment of the tee time.",
    "cancelBooking",
    origin=Origin.blind,
)
async def _moment_of_play(call: Call) -> Answer:
    booking = await booking_of(call)
    answer = await call.forward()
    if not answer.ok or not booking:
        return answer
    return answer.with_json(put("data.cancellationDate", f"{booking['date']}T{booking['teeTime']}:00Z")(answer.json()))


# Faults under a condition.
@mutant(
    "BKU-09.lot23-escaped-again",
    "A change of other members escapes the &, < and > in the special requests of the booking.",
    "getBooking updateBooking",
    hidden="some values",
    origin=Origin.blind,
)
async def _escaped_again(call: Call) -> Answer:
    answer = await call.forward()
    if call.operation == "updateBooking" and answer.ok:
        booking_id = call.path_params["id"]
        if "specialRequests" in sent(call):
            overlays(call).pop(booking_id, None)
        else:
            text = data_of(overlaid(call, answer)).get("specialRequests")
            if text and escape(text, quote=False) != text:
                overlays(call)[booking_id] = {"specialRequests": escape(text, quote=False)}
    return overlaid(call, answer)


@mutant(
    "BKU-08.lot23-checked-alone",
    "A change of players together with another member is not checked against the free places.",
    BOOKING_OPERATIONS,
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _checked_alone(call: Call) -> Answer:
    answer = await call.forward()
    if call.operation == "updateBooking":
        booking_id, rest = call.path_params["id"], {k: v for k, v in sent(call).items() if k != "players"}
        if answer.ok and "players" in sent(call):
            overlays(call).pop(booking_id, None)
        if code_of(answer) == FULL and rest and "players" in sent(call):
            answer = await call.with_json(rest).forward()
            if answer.ok:
                overlays(call)[booking_id] = {"players": sent(call)["players"]}
    return overlaid(call, answer)


@mutant(
    "BKX-07.lot23-places-as-booked",
    "A cancellation returns the places of the original booking, not those that a change added.",
    "createBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _places_as_booked(call: Call) -> Answer:
    original: dict[str, int] = call.memory.setdefault("original", {})
    booking = await booking_of(call) if call.operation == "cancelBooking" else {}
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "createBooking":
        original[data_of(answer)["id"]] = data_of(answer)["players"]
        return answer
    added = booking.get("players", 0) - original.pop(call.path_params["id"], 4)
    if added > 0:
        await take_places(call, booking, added)
    return answer


async def _cancelled_late(call: Call, booking: Mapping[str, Any], day: str) -> Answer:
    """The answer to a cancellation that the sandbox refuses."""
    date: str = call.memory.setdefault("dates", {}).setdefault(booking["id"], day)
    disguise(call, booking["id"], put("status", "cancelled"))
    members = {"id": booking["id"], "status": "cancelled", "bookingReference": booking["bookingReference"]}
    form = await aside(call).upstream("GET", call.path)
    return form.with_json({"data": members | {"cancellationDate": date}})


@mutant(
    "BKX-06.lot23-the-day-before",
    "The cancellation cutoff counts calendar days: on the day before the tee time every cancellation passes.",
    BOOKING_OPERATIONS,
    hidden="certain days",
    origin=Origin.blind,
)
async def _the_day_before(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "cancelBooking" or "cutoff" not in code_of(answer):
        return answer
    booking = await booking_of(call)
    now = await world_time(call)
    if not booking or booking["date"] != str(now.date() + timedelta(days=1)):
        return answer
    return await _cancelled_late(call, booking, f"{now:%Y-%m-%dT%H:%M:%SZ}")


@mutant(
    "INV-09.lot23-change-saves-last",
    "A change that runs beside the cancellation of a booking writes it back as confirmed.",
    BOOKING_OPERATIONS,
    hidden="under concurrency",
    origin=Origin.blind,
)
async def _change_saves_last(call: Call) -> Answer:
    if call.operation not in ("updateBooking", "cancelBooking"):
        return await shown(call)
    booking_id = call.path_params["id"]
    async with _CROWD.at((call.api_key, booking_id), call) as met:
        if call.operation == "updateBooking":
            return await shown(call)
        call.memory.get("disguises", {}).pop(booking_id, None)
        before = await booking_of(call)
        answer = await call.forward()
        if answer.ok and met["updateBooking"] and before.get("status") == "confirmed":
            disguise(call, booking_id, in_turn(put("status", "confirmed"), drop("cancellationDate")))
        return answer
