"""Blind faults of the fifty-first lot: changes and cancellations."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from typing import Any

from tests.mutants.laid_aside.common import aside, booking_of, overlaid, overlays, take_places
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, Booking, disguise, shown
from tests.mutants.parts.overbooking import FULL
from tests.mutants.parts.pretending import data_of
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import Edit
from tests.mutants.tools.registry import Origin, mutant

_TEXTS = ("specialRequests", "agencyBookingReference")
_CACHED_SECONDS = 5.0
_TIMESTAMP = "%Y-%m-%dT%H:%M:%SZ"


def _texts_in(body: dict[str, Any]) -> dict[str, Any]:
    """The texts among the members of a change."""
    return {name: body[name] for name in _TEXTS if isinstance(body.get(name), str)}


def _with_reference(reference: str | None) -> Edit:
    """An edit that shows a booking with this reference of the agency, or without one."""

    def edit(booking: Booking) -> Booking:
        rest = {name: value for name, value in booking.items() if name != "agencyBookingReference"}
        return rest if reference is None else rest | {"agencyBookingReference": reference}

    return edit


@mutant(
    "BKU-03.lot51-reference-as-before",
    "A change of the agency's reference is answered with the new reference, and later answers show the old one.",
    BOOKING_OPERATIONS,
    origin=Origin.blind,
)
async def _reference_as_before(call: Call) -> Answer:
    if call.operation != "updateBooking" or "agencyBookingReference" not in sent(call):
        return await shown(call)
    before = await booking_of(call)
    known: dict[str, str | None] = call.memory.setdefault("known", {})
    answer = await call.forward()
    if answer.ok:
        old = known.setdefault(call.path_params["id"], before.get("agencyBookingReference"))
        disguise(call, call.path_params["id"], _with_reference(old))
    return answer


@mutant(
    "BKX-07.lot51-places-of-a-raise-kept",
    "The cancellation of a booking whose players were raised gives back only the places it was made for.",
    "createBooking confirmBookingHook cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _places_of_a_raise_kept(call: Call) -> Answer:
    first: dict[str, int] = call.memory.setdefault("first", {})
    if call.operation != "cancelBooking":
        answer = await call.forward()
        if answer.ok:
            first.setdefault(str(data_of(answer)["id"]), int(data_of(answer)["players"]))
        return answer
    before = await booking_of(call)
    answer = await call.forward()
    raised = int(before.get("players", 0)) - first.get(call.path_params["id"], 4)
    if answer.ok and before["status"] == "confirmed" and raised > 0:
        await take_places(call, before, raised)
    return answer


@mutant(
    "BKU-06.lot51-texts-until-the-tee-time",
    "A change that names no players is accepted inside the modification cutoff.",
    BOOKING_OPERATIONS,
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _texts_until_the_tee_time(call: Call) -> Answer:
    answer = await call.forward()
    texts = _texts_in(sent(call))
    is_late = call.operation == "updateBooking" and code_of(answer) == "modification_cutoff_passed"
    if not is_late or not texts or "players" in sent(call):
        return overlaid(call, answer)
    overlays(call).setdefault(call.path_params["id"], {}).update(texts)
    return overlaid(call, await aside(call).upstream("GET", call.path))


@mutant(
    "ENV-16.lot51-texts-of-a-refused-change",
    "A change that is refused because its players find no places keeps its texts all the same.",
    BOOKING_OPERATIONS,
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _texts_of_a_refused_change(call: Call) -> Answer:
    answer = await call.forward()
    if call.operation == "updateBooking" and code_of(answer) == FULL:
        overlays(call).setdefault(call.path_params["id"], {}).update(_texts_in(sent(call)))
    elif call.operation == "updateBooking" and answer.ok:
        kept = overlays(call).get(call.path_params["id"], {})
        for name in _texts_in(sent(call)):
            kept.pop(name, None)
    return overlaid(call, answer)


def _cancelled_at(moment: str) -> Edit:
    """An edit that shows a booking as cancelled at this moment."""

    def edit(booking: Booking) -> Booking:
        dated = {"cancellationDate": moment} if "leadPlayer" in booking else {}
        return booking | {"status": "cancelled"} | dated

    return edit


async def _seems_early(call: Call, booking: Booking, now: datetime) -> bool:
    """Whether the cutoff is still to come when the tee time is read as a time in UTC."""
    terms = data_of(await aside(call).upstream("GET", f"/travel/courses/{booking['course']['id']}/terms"))
    hours = int(terms["bookingTerms"]["selfServiceCancellationCutoffHours"])
    tee_time = datetime.fromisoformat(f"{booking['date']}T{booking['teeTime']}").replace(tzinfo=UTC)
    return tee_time - now >= timedelta(hours=hours)


@mutant(
    "BKX-06.lot51-cutoff-by-universal-time",
    "The cancellation cutoff takes the tee time for a time in UTC, so that it comes late where clocks are ahead.",
    BOOKING_OPERATIONS,
    hidden="some values",
    origin=Origin.blind,
)
async def _cutoff_by_universal_time(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "cancelBooking" or code_of(answer) != "cancellation_cutoff_passed":
        return answer
    gone: dict[str, Answer] = call.memory.setdefault("gone", {})
    booking_id = call.path_params["id"]
    if booking_id in gone:
        return gone[booking_id]
    booking, now = await booking_of(call), await world_time(call)
    if not await _seems_early(call, booking, now):
        return answer
    moment = now.strftime(_TIMESTAMP)
    disguise(call, booking_id, _cancelled_at(moment))
    told = {"id": booking_id, "status": "cancelled", "bookingReference": booking["bookingReference"]}
    shape = await aside(call).upstream("GET", call.path)
    gone[booking_id] = shape.with_json({"data": told | {"cancellationDate": moment}})
    return gone[booking_id]


@mutant(
    "BKX-03.lot51-read-before-and-after",
    "A booking that was read just before its cancellation is shown as it was then for some seconds.",
    "getBooking updateBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _read_before_and_after(call: Call) -> Answer:
    booking_id = call.path_params["id"]
    reads: dict[str, tuple[float, Answer]] = call.memory.setdefault("reads", {})
    cancelled: set[str] = call.memory.setdefault("cancelled", set())
    if call.operation == "getBooking" and booking_id in cancelled and booking_id in reads:
        at, stored = reads[booking_id]
        if time.monotonic() - at < _CACHED_SECONDS:
            return stored
    answer = await call.forward()
    if call.operation == "updateBooking":
        reads.pop(booking_id, None)
    elif answer.ok and call.operation == "cancelBooking":
        cancelled.add(booking_id)
    elif answer.ok:
        reads[booking_id] = time.monotonic(), answer
    return answer
