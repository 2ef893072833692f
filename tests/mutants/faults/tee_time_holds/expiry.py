"""Faults of holds that have ended (HLD-06, HLD-08)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any

from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, book_in_disguise, shown
from tests.mutants.parts.forgotten_places import line_of, sheet_with_at_most
from tests.mutants.parts.live_holds import holds_at, players_of, remembered_hold
from tests.mutants.parts.pretending import (
    EVERY_BOOKING,
    body_of,
    booked_elsewhere,
    conflict,
    memory_of_world,
    moment_of,
    overlaid,
    places_at,
    slot_of,
    with_more_places,
)
from tests.mutants.parts.substitutes import WorldMemory, as_asked, elsewhere, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_HOLD = "holdTeeTime"
_FIVE_MINUTES = timedelta(minutes=5)


# Holds that never end.
def _never_lapsing(name: str, breaks: str, chosen: Callable[[int], bool]) -> None:
    """Tee sheets go on showing what a hold left of a tee time, for holds of *chosen* players."""
    memory = WorldMemory()

    async def handle(call: Call) -> Answer:
        left: dict[Any, int] = memory.of(call)
        if call.operation == _HOLD:
            return await _held(call, left, chosen)
        return await sheet_with_at_most(call, left)

    mutant(name, breaks, f"{_HOLD} listTeeTimes")(handle)


async def _held(call: Call, left: dict[Any, int], chosen: Callable[[int], bool]) -> Answer:
    course_id = call.path_params["courseId"]
    line = await line_of(call, course_id, "time")
    answer, players = await call.forward(), sent(call)["players"]
    if answer.ok and line is not None and chosen(players):
        left[course_id, sent(call)["date"], line["time"]] = line["available"] - players
    return answer


_never_lapsing("HLD-06", "Holds never end.", lambda _: True)
_never_lapsing("HLD-06.four", "Holds of four never end.", lambda players: players == 4)
_never_lapsing("HLD-06.single", "Holds of one never end.", lambda players: players == 1)


def _honoured(name: str, breaks: str, chosen: Callable[[int], bool]) -> None:
    """A hold that has ended is completed, whoever has the places now."""

    async def handle(call: Call) -> Answer:
        answer = await shown(call)
        body = sent(call)
        if call.operation != "createBooking" or answer.ok or "holdId" not in body or not chosen(body["players"]):
            return answer
        without_hold = {name: value for name, value in body.items() if name != "holdId"}
        return await book_in_disguise(call, await elsewhere(call, without_hold), await as_asked(call, without_hold))

    mutant(name, breaks, BOOKING_OPERATIONS)(handle)


_honoured("HLD-08", "An expired hold can be used.", lambda _: True)
_honoured("HLD-08.single", "An expired hold of one player can be used.", lambda players: players == 1)


async def _keeping(call: Call, name: str, kept: Callable[[Sequence[Any], datetime], int]) -> Answer:
    """Tee sheets without the places that *kept* counts, of all holds at a tee time, at the moment of the world."""
    if call.operation == "holdTeeTime":
        return await remembered_hold(call, name)
    now = await world_time(call)
    lost = {slot: kept(holds, now) for slot, holds in memory_of_world(call, name).items()}
    return await with_more_places(call, lambda slot: -lost.get(slot, 0))


@mutant(
    "HLD-06.blind-two-holds",
    "Of two holds on a tee time only one gives its places back.",
    "holdTeeTime listTeeTimes",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _one_given_back(call: Call) -> Answer:
    return await _keeping(
        call,
        "one given back",
        lambda holds, now: players_of(hold for hold in holds[1:] if moment_of(hold["holdExpiration"]) <= now),
    )


@mutant(
    "HLD-06.all-but-one",
    "A hold of several players keeps one of its places after its end.",
    "holdTeeTime listTeeTimes",
)
async def _one_kept(call: Call) -> Answer:
    return await _keeping(
        call,
        "one kept",
        lambda holds, now: sum(moment_of(hold["holdExpiration"]) <= now for hold in holds if players_of([hold]) > 1),
    )


@mutant(
    "HLD-08.blind-part-taken",
    "An expired hold still works while a place of its tee time is free.",
    f"{EVERY_BOOKING} holdTeeTime",
    hidden="some values",
    origin=Origin.blind,
)
async def _part_taken(call: Call) -> Answer:
    name = "part taken"
    if call.operation == "holdTeeTime":
        return await remembered_hold(call, name)
    answer = await call.forward()
    body = body_of(call)
    if call.operation != "createBooking" or answer.ok or "holdId" not in body:
        return overlaid(call, answer)
    own = next((h for h in holds_at(call, name, slot_of(body)) if h["holdId"] == body["holdId"]), None)
    expired = own is not None and moment_of(own["holdExpiration"]) <= await world_time(call)
    return await booked_elsewhere(call) if expired and await places_at(call, slot_of(body)) else answer


@mutant(
    "HLD-08.others-wait",
    "For five minutes after the end of a hold, other agencies cannot book its places.",
    "holdTeeTime createBooking",
    hidden="another agency",
    origin=Origin.hidden,
)
async def _others_wait(call: Call) -> Answer:
    name = "others wait"
    if call.operation == "holdTeeTime":
        return await remembered_hold(call, name)
    others = [hold for hold in holds_at(call, name, slot_of(sent(call))) if hold["agency"] != call.api_key]
    ends, now = [moment_of(hold["holdExpiration"]) for hold in others], await world_time(call)
    return await conflict(call) if any(end <= now < end + _FIVE_MINUTES for end in ends) else await call.forward()


@mutant(
    "HLD-06.booked-by-others",
    "A booking of another agency beside a hold makes the tee time keep what the hold left, also after its end.",
    "holdTeeTime createBooking listTeeTimes",
    hidden="another agency",
    origin=Origin.hidden,
)
async def _kept_for_a_neighbour(call: Call) -> Answer:
    name = "kept for a neighbour"
    if call.operation == "holdTeeTime":
        return await remembered_hold(call, name)
    now, answer = await world_time(call), await call.forward()
    if call.operation == "createBooking":
        for hold in holds_at(call, name, slot_of(body_of(call))) if answer.ok else []:
            is_running = moment_of(hold["holdExpiration"]) > now
            hold["lost"] = hold.get("lost") or (is_running and hold["agency"] != call.api_key)
        return answer
    lost = {
        slot: players_of(hold for hold in holds if hold.get("lost") and moment_of(hold["holdExpiration"]) <= now)
        for slot, holds in memory_of_world(call, name).items()
    }
    return await with_more_places(call, lambda slot: -lost.get(slot, 0)) if any(lost.values()) else answer
