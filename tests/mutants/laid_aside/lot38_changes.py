"""Blind faults of lot 38: changes and cancellations of bookings."""

from __future__ import annotations

from datetime import date
from typing import Any

from tests.mutants.laid_aside.common import aside, booking_of, overlaid, overlays, take_places
from tests.mutants.parts.acceptance import booking_terms
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.changes import MODIFIABLE
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, disguise, shown
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import Edit
from tests.mutants.tools.registry import Origin, mutant

_TEXTS = frozenset(MODIFIABLE) - {"players"}


# A plain fault.
@mutant(
    "BKU-03.lot38-reference-not-mapped",
    "A change of agencyBookingReference has no effect.",
    "updateBooking",
    origin=Origin.blind,
)
async def _reference_not_mapped(call: Call) -> Answer:
    if not isinstance(sent(call).get("agencyBookingReference"), str):
        return await call.forward()
    rest = {name: value for name, value in sent(call).items() if name != "agencyBookingReference"}
    before = await booking_of(call)
    # The players that it has already: so a change that is refused is still refused.
    return await call.with_json(rest or {"players": before.get("players", 1)}).forward()


# Faults under a condition.
@mutant(
    "BKU-06.lot38-texts-at-any-time",
    "Inside modificationCutoffHours a change is accepted that does not name players.",
    BOOKING_OPERATIONS,
    hidden="some values",
    origin=Origin.blind,
)
async def _texts_at_any_time(call: Call) -> Answer:
    answer = await call.forward()
    body = sent(call)
    if call.operation != "updateBooking" or not body or not set(body) <= _TEXTS:
        return overlaid(call, answer)
    if code_of(answer) != "modification_cutoff_passed":
        return overlaid(call, answer)
    read = await aside(call).upstream("GET", call.path)
    if not read.ok:
        return answer
    overlays(call).setdefault(call.path_params["id"], {}).update(body)
    return overlaid(call, read)


@mutant(
    "BKU-10.lot38-second-change-gives-nothing-back",
    "A booking that was changed in its players before gives back no places when it gets fewer players.",
    "updateBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _second_change_gives_nothing_back(call: Call) -> Answer:
    before = await booking_of(call) if "players" in sent(call) else {}
    answer = await call.forward()
    if not answer.ok or not before:
        return answer
    after = answer.json()["data"]
    fewer = before["players"] - after["players"]
    if fewer > 0 and after["id"] in call.memory and after["status"] == "confirmed":
        await take_places(call, after, fewer)
    if fewer:
        call.memory[after["id"]] = True
    return answer


@mutant(
    "ENV-16.lot38-half-a-change",
    "A change that is refused because of its players still changes the texts beside them.",
    "updateBooking",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _half_a_change(call: Call) -> Answer:
    answer = await call.forward()
    texts = {name: value for name, value in sent(call).items() if name in _TEXTS}
    if answer.ok or not texts or len(sent(call)) == len(texts) or not set(sent(call)) <= set(MODIFIABLE):
        return answer
    pointers = {str(error.get("pointer")) for error in answer.json().get("errors", ())}
    if pointers <= {"/body/players"}:
        await aside(call).upstream("PUT", call.path, json=texts)
    return answer


def _cancelled(at: str) -> Edit:
    def edit(booking: dict[str, Any]) -> dict[str, Any]:
        when = {"cancellationDate": at} if "leadPlayer" in booking or "cancellationDate" in booking else {}
        return booking | {"status": "cancelled"} | when

    return edit


@mutant(
    "BKX-06.lot38-tomorrow-is-a-day",
    "The hours of the cancellation cutoff are counted in calendar days: tomorrow is a day away at any time of today.",
    BOOKING_OPERATIONS,
    hidden="certain days",
    origin=Origin.blind,
)
async def _tomorrow_is_a_day(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "cancelBooking" or code_of(answer) != "cancellation_cutoff_passed":
        return answer
    done: dict[str, dict[str, Any]] = call.memory.setdefault("done", {})
    booking = await booking_of(call)
    if booking["id"] not in done:
        terms = await booking_terms(aside(call), {"courseId": booking["course"]["id"]})
        now = await world_time(call)
        days = (date.fromisoformat(booking["date"]) - now.date()).days
        if days < 1 or days * 24 < terms["selfServiceCancellationCutoffHours"]:
            return answer
        at = f"{now:%Y-%m-%dT%H:%M:%SZ}"
        kept = {name: booking[name] for name in ("id", "bookingReference")}
        done[booking["id"]] = kept | {"status": "cancelled", "cancellationDate": at}
        disguise(call, booking["id"], _cancelled(at))
    read = await aside(call).upstream("GET", call.path)
    return read.with_json({"data": done[booking["id"]]})
