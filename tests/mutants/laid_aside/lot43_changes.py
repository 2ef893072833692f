"""Blind faults of the forty-third lot: changes and cancellations."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

from tests.mutants.laid_aside.common import aside, booking_of, overlaid, overlays, take_places
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.changes import has_modifiable
from tests.mutants.parts.pretending import data_of
from tests.mutants.parts.substitutes import a_refusal, code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

Json = dict[str, Any]
_PLATFORM_HOURS = 24
# Tee times are in the time of the course. No course is further from UTC than this.
_ZONE_HOURS = 3


async def _hours_left(call: Call, booking: Json) -> float:
    """The fewest hours that may be left before the tee time."""
    play = datetime.fromisoformat(f"{booking['date']}T{booking['teeTime']}").replace(tzinfo=UTC)
    return (play - await world_time(call)) / timedelta(hours=1) - _ZONE_HOURS


async def _booking_terms(call: Call, booking: Json) -> Json:
    answer = await aside(call).upstream("GET", f"/travel/courses/{booking['course']['id']}/terms")
    return dict(data_of(answer).get("bookingTerms", {}))


@mutant(
    "BKU-09.lot43-requests-lost-while-pending",
    "A change of a pending booking that leaves out specialRequests removes them.",
    "updateBooking",
    hidden="some values",
    origin=Origin.blind,
)
async def _requests_lost(call: Call) -> Answer:
    body, booking = sent(call), await booking_of(call)
    lost = booking.get("status") == "pending" and booking.get("specialRequests")
    if not lost or "specialRequests" in body or not has_modifiable(body):
        return await call.forward()
    return await call.with_json(body | {"specialRequests": ""}).forward()


@mutant(
    "BKU-10.lot43-fewer-players-of-a-hold",
    "The places of players who leave a booking that completed a hold stay taken.",
    "createBooking updateBooking",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _fewer_players(call: Call) -> Answer:
    held: dict[str, bool] = call.memory.setdefault("held", {})
    before = await booking_of(call) if call.operation == "updateBooking" else {}
    answer = await call.forward()
    booking = data_of(answer)
    if answer.ok and call.operation == "createBooking":
        held[booking["id"]] = "holdId" in sent(call)
    elif answer.ok and held.get(booking["id"]) and booking["players"] < before["players"]:
        await take_places(call, before, before["players"] - booking["players"])
    return answer


@mutant(
    "BKU-06.lot43-texts-until-the-platform-cutoff",
    "A change of texts alone is refused only inside the cutoff of the platform, whatever the terms of the course say.",
    "createBooking getBooking listBookings updateBooking cancelBooking",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _texts_until_the_platform_cutoff(call: Call) -> Answer:
    answer = await call.forward()
    texts = sent(call)
    if code_of(answer) != "modification_cutoff_passed" or call.operation != "updateBooking" or "players" in texts:
        return overlaid(call, answer)
    booking = await booking_of(call)
    own = (await _booking_terms(call, booking)).get("modificationCutoffHours", 0)
    if own <= _PLATFORM_HOURS or await _hours_left(call, booking) < _PLATFORM_HOURS:
        return answer
    overlays(call).setdefault(booking["id"], {}).update(texts)
    return overlaid(call, await aside(call).upstream("GET", call.path))


@mutant(
    "BKX-10.lot43-never-on-the-day-before",
    "A booking for tomorrow cannot be cancelled, even when more hours are left than the cutoff.",
    "cancelBooking",
    hidden="certain days",
    origin=Origin.blind,
)
async def _never_on_the_day_before(call: Call) -> Answer:
    booking = await booking_of(call)
    if booking.get("status") != "confirmed":
        return await call.forward()
    tomorrow = (await world_time(call)).date() + timedelta(days=1)
    if date.fromisoformat(booking["date"]) != tomorrow or await _hours_left(call, booking) < 0:
        return await call.forward()
    hours = (await _booking_terms(call, booking)).get("selfServiceCancellationCutoffHours", 0)
    if hours != _PLATFORM_HOURS or await _hours_left(call, booking) < hours:
        return await call.forward()
    detail = "The tee time is within a day, so that the booking can no longer be cancelled."
    return await a_refusal(aside(call), 409, "cancellation_cutoff_passed", detail)


@mutant(
    "ENV-16.lot43-texts-of-a-refused-change",
    "A change that is refused for want of places keeps its texts.",
    "updateBooking",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _texts_of_a_refused_change(call: Call) -> Answer:
    answer = await call.forward()
    texts = {name: value for name, value in sent(call).items() if name != "players"}
    if code_of(answer) == "tee_time_unavailable" and has_modifiable(texts):
        await aside(call).upstream("PUT", call.path, json=texts)
    return answer
