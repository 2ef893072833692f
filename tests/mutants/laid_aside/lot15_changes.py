"""Faults of changing bookings, written blind."""

from __future__ import annotations

from typing import Any

from tests.mutants.parts.changes import changed_without
from tests.mutants.parts.live_holds import holds_at, live_holds, players_of, remembered_hold
from tests.mutants.parts.overbooking import FULL
from tests.mutants.parts.pretending import (
    EVERY_BOOKING,
    current_booking,
    overlaid,
    places_at,
    pretend,
    pretended,
    slot_of,
    whole_number,
)
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_HOLDS_NOT_COUNTED = "BKU-08.lot15-held-places-count-as-free"
_TEXTS = ("specialRequests", "agencyBookingReference")


def _texts_sent(call: Call) -> dict[str, Any]:
    return {name: value for name, value in sent(call).items() if name in _TEXTS}


@mutant(
    _HOLDS_NOT_COUNTED,
    "A change may raise the players into places that are held: it checks the bookings of the tee time alone.",
    f"{EVERY_BOOKING} holdTeeTime",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _into_held_places(call: Call) -> Answer:
    if call.operation == "holdTeeTime":
        return await remembered_hold(call, _HOLDS_NOT_COUNTED)
    answer = await call.forward()
    body = sent(call)
    if call.operation == "createBooking" and answer.ok:
        _forget_hold(call, answer, str(body.get("holdId", "")))
    if call.operation != "updateBooking" or "players" not in body:
        return overlaid(call, answer)
    if answer.ok:
        pretended(call).pop(call.path_params["id"], None)
    if code_of(answer) != FULL or not await _is_only_held(call, whole_number(body["players"])):
        return overlaid(call, answer)
    rest = await changed_without(call, "players")
    pretend(call, call.path_params["id"], players=body["players"])
    return overlaid(call, rest)


def _forget_hold(call: Call, answer: Answer, hold_id: str) -> None:
    holds = holds_at(call, _HOLDS_NOT_COUNTED, slot_of(answer.json()["data"]))
    holds[:] = [hold for hold in holds if hold["holdId"] != hold_id]


async def _is_only_held(call: Call, players: int) -> bool:
    booking = await current_booking(call)
    slot = slot_of(booking)
    held = players_of((await live_holds(call, _HOLDS_NOT_COUNTED)).get(slot, []))
    return players - int(booking["players"]) <= await places_at(call, slot) + held


@mutant(
    "BKU-06.lot15-text-has-no-cutoff",
    "Inside modificationCutoffHours a change of specialRequests or agencyBookingReference alone is accepted.",
    EVERY_BOOKING,
    hidden="some values",
    origin=Origin.blind,
)
async def _late_text(call: Call) -> Answer:
    answer = await call.forward()
    if call.operation != "updateBooking" or code_of(answer) != "modification_cutoff_passed":
        return overlaid(call, answer)
    if "players" in sent(call) or not _texts_sent(call):
        return answer
    pretend(call, call.path_params["id"], **_texts_sent(call))
    return overlaid(call, await call.upstream("GET", call.path))


@mutant(
    "ENV-16.lot15-texts-are-saved-first",
    "A change that is refused for its players saves the specialRequests and the reference it also has.",
    "updateBooking",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _texts_first(call: Call) -> Answer:
    answer = await call.forward()
    texts = _texts_sent(call)
    if code_of(answer) in ("invalid_request", FULL) and texts and "players" in sent(call):
        await call.with_json(texts).forward()
    return answer
