"""Faults of a change of players: its limits, and the places that it takes or gives back (BKU-07, 08, 10)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.mutants.parts.changes import changed_without
from tests.mutants.parts.crowds import FOR_TWO_SECONDS, Crowd, world_of
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, disguise, in_disguise, shown
from tests.mutants.parts.forgotten_places import ForgetfulSheets, Taking, line_of
from tests.mutants.parts.histories import booking_now, changes_by_booking, note_change, place_of
from tests.mutants.parts.overbooking import FULL, places_free
from tests.mutants.parts.pretending import (
    EVERY_BOOKING,
    body_of,
    current_booking,
    held_slot,
    memory_of_world,
    overlaid,
    places_at,
    pretend,
    slot_of,
    whole_number,
)
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import put
from tests.mutants.tools.registry import Origin, mutant


def _stored(name: str, breaks: str, players: int, *, as_players: int, silently: bool = False) -> None:
    """A change to *players* is stored as *as_players*; *silently*, the service refuses the change and stores it."""

    async def handle(call: Call) -> Answer:
        answer = await shown(call)
        if call.operation != "updateBooking" or sent(call).get("players") != players or answer.status == 404:
            return answer
        done = await changed_without(call, "players")
        disguise(call, call.path_params["id"], put("players", as_players))
        return answer if silently or not done.ok else in_disguise(call, done)

    mutant(name, breaks, BOOKING_OPERATIONS)(handle)


_stored("BKU-07", "A booking can be changed to 5 players.", 5, as_players=5)
_stored("BKU-07.nobody", "A booking can be changed to 0 players.", 0, as_players=0)
_stored("BKU-07.most", "A change to 5 players is stored as 4.", 5, as_players=4)
_stored(
    "BKU-07.unsaid", "The service refuses a change to 5 players, but stores the change.", 5, as_players=5, silently=True
)


# Changes beyond the places free.
def _outgrown(name: str, breaks: str, chosen: Callable[[int, int], bool]) -> None:
    """Players may grow beyond the places free, where *chosen* likes how many more and how many are free."""

    async def handle(call: Call) -> Answer:
        answer = await shown(call)
        if call.operation != "updateBooking" or code_of(answer) != FULL:
            return answer
        now = await call.upstream("GET", call.path)
        booking, players = now.json()["data"], sent(call)["players"]
        tee_time = booking["course"]["id"], booking["date"], booking["teeTime"]
        if not chosen(players - booking["players"], await places_free(call, tee_time)):
            return answer
        disguise(call, booking["id"], put("players", players))
        return in_disguise(call, now)

    mutant(name, breaks, BOOKING_OPERATIONS)(handle)


_outgrown("BKU-08", "A change of players needs no places.", lambda *_: True)
_outgrown(
    "BKU-08.one-more",
    "A booking may grow by one player more than the free places.",
    lambda more, free: more == free + 1,
)
_outgrown("BKU-08.full", "A booking at a full tee time may grow.", lambda _, free: free == 0)

_CHANGERS = Crowd(FOR_TWO_SECONDS)


@mutant(
    "BKU-08.parallel",
    "Bookings that grow at the same moment all get the same free places.",
    BOOKING_OPERATIONS,
    hidden="under concurrency",
    origin=Origin.hidden,
)
async def _grown_together(call: Call) -> Answer:
    if call.operation != "updateBooking":
        return await shown(call)
    now = await call.upstream("GET", call.path)
    booking = now.json()["data"] if now.ok else {}
    place = (world_of(call), booking.get("course", {}).get("id"), booking.get("date"), booking.get("teeTime"))
    async with _CHANGERS.at(place, call) as met:
        answer = await shown(call)
        if code_of(answer) != FULL or met["updateBooking"] < 2:
            return answer
        disguise(call, booking["id"], put("players", sent(call)["players"]))
        return in_disguise(call, now)


# Places after a history.
_LOOSENED = ForgetfulSheets()


@mutant(
    "BKU-10.second-in-a-row",
    "The second change of a booking frees one of its places.",
    "listTeeTimes createBooking updateBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.hidden,
)
async def _frees_a_place(call: Call) -> Answer:
    if call.operation == "listTeeTimes":
        return await _LOOSENED.sheet(call)
    lines: dict[str, Any] = call.memory.setdefault("lines", {})
    line = await line_of(call, sent(call).get("courseId", ""), "teeTime") if call.operation == "createBooking" else None
    answer = await call.forward()
    note_change(call, answer)
    if answer.ok and line is not None:
        lines[answer.json()["data"]["id"]] = line
    booking_id = call.path_params.get("id", "")
    if answer.ok and call.operation == "cancelBooking":
        _LOOSENED.know_again(call, booking_id)
    if call.operation == "updateBooking" and changes_by_booking(call)[booking_id] == 2 and booking_id in lines:
        booking = await booking_now(call)
        _LOOSENED.forget(call, booking_id, Taking(*place_of(booking)[:2], lines[booking_id], 1))
    return answer


@mutant(
    "BKU-07.blind-two-members",
    "The service does not check the bounds of players when another member changes too.",
    EVERY_BOOKING,
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _unbounded(call: Call) -> Answer:
    body = body_of(call)
    wanted = body.get("players")
    if call.operation != "updateBooking" or len(body) < 2 or not isinstance(wanted, int) or 1 <= wanted <= 4:
        return overlaid(call, await call.forward())
    rest = {name: value for name, value in body.items() if name != "players"}
    answer = await call.with_json(rest).forward()
    if answer.ok:
        pretend(call, call.path_params["id"], players=wanted)
    return overlaid(call, answer)


@mutant(
    "BKU-08.blind-held-places",
    "A booking can grow into held places.",
    f"{EVERY_BOOKING} holdTeeTime",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _into_held_places(call: Call) -> Answer:
    answer = await call.forward()
    held = memory_of_world(call, "into held places")
    if call.operation == "holdTeeTime" and answer.ok:
        slot = held_slot(call)
        held[slot] = held.get(slot, 0) + answer.json()["players"]
    if call.operation != "updateBooking" or b"tee_time_unavailable" not in answer.body:
        return overlaid(call, answer)
    before = await current_booking(call)
    missing = whole_number(body_of(call).get("players")) - before["players"] - await places_at(call, slot_of(before))
    if not 0 < missing <= held.get(slot_of(before), 0):
        return answer
    pretend(call, before["id"], **body_of(call))
    return overlaid(call, await call.upstream("GET", f"/travel/bookings/{before['id']}"))
