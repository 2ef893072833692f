"""Blind faults of the ninth lot: changes and cancellations."""

from __future__ import annotations

from datetime import datetime, timedelta

from tests.mutants.laid_aside.common import aside, is_online, showing
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, disguise, in_disguise, shown
from tests.mutants.parts.histories import booking_now
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put
from tests.mutants.tools.registry import Origin, json_answer, mutant

_REFERENCE = "agencyBookingReference"
_COLUMN = 255
_GRACE = timedelta(hours=1)


def _turned(reference: str) -> str:
    """Another reference of the same form."""
    kind, _, number = reference.rpartition("-")
    return f"{kind}-{number[1:]}{number[:1]}"


# Plain faults.
json_answer(
    "BKX-01.lot9-one-l",
    "The status in the answer to a cancellation is canceled, with one l.",
    "cancelBooking",
    put("data.status", "canceled"),
    origin=Origin.blind,
)


# Faults under a condition.
@mutant(
    "BKU-06.lot9-reference-at-any-time",
    "Inside the cutoff, a change of agencyBookingReference alone is accepted.",
    BOOKING_OPERATIONS,
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _reference_at_any_time(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "updateBooking" or code_of(answer) != "modification_cutoff_passed":
        return answer
    found = await aside(call).upstream("GET", call.path)
    if set(sent(call)) != {_REFERENCE} or not found.ok:
        return answer
    disguise(call, call.path_params["id"], showing(agencyBookingReference=sent(call)[_REFERENCE]))
    return in_disguise(call, found)


@mutant(
    "BKU-12.lot9-asked-anew",
    "A change of players at an offline course asks the course anew, and the booking has another bookingReference.",
    BOOKING_OPERATIONS,
    hidden="some values",
    origin=Origin.blind,
)
async def _asked_anew(call: Call) -> Answer:
    before = await booking_now(aside(call)) if call.operation == "updateBooking" else {}
    answer = await shown(call)
    if not before or not answer.ok or answer.json()["data"]["players"] == before["players"]:
        return answer
    if await is_online(call, before["course"]["id"]) is not False:
        return answer
    disguise(call, before["id"], alter("bookingReference", _turned))
    return in_disguise(call, await aside(call).upstream("GET", call.path))


@mutant(
    "BKU-09.lot9-column-of-255",
    "A change of other members cuts specialRequests after 255 characters.",
    BOOKING_OPERATIONS,
    hidden="some values",
    origin=Origin.blind,
)
async def _column_of_255(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "updateBooking" or not answer.ok or "specialRequests" in sent(call):
        return answer
    if len(answer.json()["data"].get("specialRequests", "")) > _COLUMN:
        disguise(call, call.path_params["id"], alter("specialRequests", lambda text: text[:_COLUMN]))
    return in_disguise(call, answer)


@mutant(
    "BKX-06.lot9-first-hour",
    "In the first hour after its creation a booking can be cancelled, also inside the cutoff.",
    BOOKING_OPERATIONS,
    hidden="after a while",
    origin=Origin.blind,
)
async def _first_hour(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "cancelBooking" or code_of(answer) != "cancellation_cutoff_passed":
        return answer
    booking, now = await booking_now(aside(call)), await world_time(call)
    cancelled: dict[str, str] = call.memory.setdefault("cancelled", {})
    if booking["id"] not in cancelled and now - datetime.fromisoformat(booking["createdAt"]) >= _GRACE:
        return answer
    moment = cancelled.setdefault(booking["id"], f"{now:%Y-%m-%dT%H:%M:%SZ}")
    disguise(call, booking["id"], showing(status="cancelled", cancellationDate=moment))
    found = await aside(call).upstream("GET", call.path)
    told = {"status": "cancelled", "cancellationDate": moment}
    return found.with_json({"data": {name: booking[name] for name in ("id", "bookingReference")} | told})
