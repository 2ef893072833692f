"""Blind faults of the fifth lot: tee-time holds, and bookings that complete them."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from tests.mutants.laid_aside.common import aside, booking_of
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, book_in_disguise, shown
from tests.mutants.parts.live_holds import holds_at, live_holds, players_of, remembered_hold
from tests.mutants.parts.pretending import memory_of_world, moment_of, slot_of, with_more_places
from tests.mutants.parts.substitutes import a_refusal, as_asked, code_of, elsewhere, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_HELD = timedelta(minutes=15)
_LAST_MINUTES = timedelta(minutes=5)
Hold = dict[str, Any]


def _before(timestamp: str) -> str:
    return f"{moment_of(timestamp) - _HELD:%Y-%m-%dT%H:%M:%SZ}"


# A plain fault.
json_answer(
    "HLD-04.lot5-begins-now",
    "holdExpiration is the moment at which the hold begins.",
    "holdTeeTime",
    alter("holdExpiration", _before),
    origin=Origin.blind,
)


# Faults under a condition.
_COUNTED = "HLD-05.lot5-counted-again"


@mutant(
    _COUNTED,
    "A cancellation at a tee time counts its free places again and forgets the holds there.",
    "listTeeTimes holdTeeTime createBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _counted_again(call: Call) -> Answer:
    if call.operation == "holdTeeTime":
        return await remembered_hold(call, _COUNTED)
    if call.operation == "listTeeTimes":
        return await _with_forgotten_holds(call)
    if call.operation == "createBooking":
        answer = await call.forward()
        if answer.ok and (hold := _hold_of(call, holds_at(call, _COUNTED, slot_of(sent(call))))):
            holds_at(call, _COUNTED, slot_of(sent(call))).remove(hold)
        return answer
    before = await booking_of(call)
    answer = await call.forward()
    if answer.ok and before.get("status") == "confirmed":
        for hold in holds_at(call, _COUNTED, slot_of(before)):
            hold["forgotten"] = True
    return answer


async def _with_forgotten_holds(call: Call) -> Answer:
    held = await live_holds(call, _COUNTED)
    forgotten = {slot: players_of(hold for hold in holds if hold.get("forgotten")) for slot, holds in held.items()}
    if not any(forgotten.values()):
        return await call.forward()
    return await with_more_places(call, lambda slot: forgotten.get(slot, 0))


def _hold_of(call: Call, holds: list[Hold]) -> Hold | None:
    """The one of *holds* that a call for a booking completes."""
    return next((hold for hold in holds if hold["holdId"] == sent(call).get("holdId")), None)


def _known_hold(call: Call, name: str) -> Hold | None:
    """The hold that a call for a booking completes, when mutant *name* remembers it."""
    found: Hold | None = memory_of_world(call, name).get(str(sent(call).get("holdId")))
    return found


async def _remember(call: Call, name: str) -> Answer:
    """The answer to a hold, which mutant *name* remembers by its id."""
    answer = await call.forward()
    if answer.ok:
        memory_of_world(call, name)[answer.json()["holdId"]] = answer.json() | {"agency": call.api_key}
    return answer


_LAST = "HLD-07.lot5-last-minutes"


@mutant(
    _LAST,
    "In its last five minutes, a hold cannot be completed any more.",
    "holdTeeTime createBooking",
    hidden="after a while",
    origin=Origin.blind,
)
async def _last_minutes(call: Call) -> Answer:
    if call.operation == "holdTeeTime":
        return await _remember(call, _LAST)
    hold = _known_hold(call, _LAST)
    if hold is None or moment_of(hold["holdExpiration"]) - await world_time(call) > _LAST_MINUTES:
        return await call.forward()
    return await a_refusal(aside(call), 409, "hold_expired", "The hold has expired.")


_ANYONES = "HLD-09.lot5-anyones-hold"


@mutant(
    _ANYONES,
    "An agency can book the places that another agency holds, with the id of that hold.",
    f"holdTeeTime {BOOKING_OPERATIONS}",
    hidden="another agency",
    origin=Origin.blind,
)
async def _anyones_hold(call: Call) -> Answer:
    if call.operation == "holdTeeTime":
        return await _remember(call, _ANYONES)
    answer = await shown(call)
    if call.operation != "createBooking" or code_of(answer) != "hold_not_found":
        return answer
    hold, body = _known_hold(call, _ANYONES), sent(call)
    if hold is None or moment_of(hold["holdExpiration"]) <= await world_time(call):
        return answer
    if slot_of(hold) != slot_of(body) or hold["players"] < body["players"]:
        return answer
    rest = {name: value for name, value in body.items() if name != "holdId"}
    return await book_in_disguise(call, await elsewhere(aside(call), rest), await as_asked(aside(call), body))


_PARTY = "BKC-05.lot5-players-of-the-hold"


@mutant(
    _PARTY,
    "A booking that completes a hold has the players of the hold, also when it asks for fewer.",
    "holdTeeTime createBooking",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _players_of_the_hold(call: Call) -> Answer:
    if call.operation == "holdTeeTime":
        return await _remember(call, _PARTY)
    hold, body = _known_hold(call, _PARTY), sent(call)
    wanted = body.get("players")
    if hold is None or type(wanted) is not int or not 0 < wanted < hold["players"]:
        return await call.forward()
    return await call.with_json(body | {"players": hold["players"]}).forward()
