"""Blind faults of changes, cancellations and of the status of a booking."""

from __future__ import annotations

from datetime import timedelta

from tests.mutants.laid_aside.common import aside, booking_of, showing, take_places
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.changes import MODIFIABLE
from tests.mutants.parts.crowds import Crowd
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, disguise, in_disguise, shown
from tests.mutants.parts.overbooking import FULL
from tests.mutants.parts.pretending import data_of, slot_of, whole_number
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put, where
from tests.mutants.tools.registry import Origin, json_answer, mutant

_RAISES = Crowd()
_BAD_INPUT = frozenset([400, 409, 422])

# A plain fault.
json_answer(
    "BKX-02.lot37-small-letters",
    "The answer to a cancellation has the reference of the booking in small letters.",
    "cancelBooking",
    alter("data.bookingReference", str.lower),
    origin=Origin.blind,
)


# Faults under a condition.
@mutant(
    "BKU-06.lot37-tomorrow-is-a-day",
    "The cutoff of changes counts days: a tee time of tomorrow can be changed, however few hours are left.",
    BOOKING_OPERATIONS,
    hidden="certain days",
    origin=Origin.blind,
)
async def _tomorrow_is_a_day(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "updateBooking" or code_of(answer) != "modification_cutoff_passed":
        return answer
    found = await aside(call).upstream("GET", call.path)
    booking, wish = data_of(found), sent(call)
    tomorrow = (await world_time(call)).date() + timedelta(days=1)
    if booking.get("date") != tomorrow.isoformat() or wish.get("players", 1) > booking["players"]:
        return answer
    disguise(call, booking["id"], showing(**{name: wish[name] for name in MODIFIABLE if name in wish}))
    return in_disguise(call, found)


@mutant(
    "ENV-16.lot37-half-a-change",
    "A change that is refused because of its players keeps its special requests.",
    "updateBooking",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _half_a_change(call: Call) -> Answer:
    answer = await call.forward()
    wish = sent(call)
    if answer.status in _BAD_INPUT and "players" in wish and isinstance(wish.get("specialRequests"), str):
        await aside(call).upstream("PUT", call.path, json={"specialRequests": wish["specialRequests"]})
    return answer


@mutant(
    "INV-03.lot37-two-raises-at-once",
    "Two bookings at a tee time that are raised at the same moment both get the last place.",
    BOOKING_OPERATIONS,
    hidden="under concurrency",
    origin=Origin.blind,
)
async def _two_raises_at_once(call: Call) -> Answer:
    players = whole_number(sent(call).get("players"))
    booking = await booking_of(call) if call.operation == "updateBooking" and players else {}
    if not booking:
        return await shown(call)
    place = (call.api_key.rpartition("_")[0], slot_of(booking))
    async with _RAISES.at(place, call) as met:
        answer = await shown(call)
        if code_of(answer) != FULL or met["updateBooking"] < 2:
            return answer
        disguise(call, booking["id"], put("players", players))
        return in_disguise(call, await aside(call).upstream("GET", call.path))


@mutant(
    "BKX-07.lot37-places-of-creation",
    "The cancellation of a booking that was raised returns only the places that it was created with.",
    "createBooking updateBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _places_of_creation(call: Call) -> Answer:
    first: dict[str, int] = call.memory.setdefault("first", {})
    before = await booking_of(call) if call.operation == "cancelBooking" else {}
    answer = await call.forward()
    if not answer.ok or call.operation == "updateBooking":
        return answer
    if call.operation == "createBooking":
        first[data_of(answer)["id"]] = data_of(answer)["players"]
        return answer
    more = before.get("players", 0) - first.pop(call.path_params["id"], before.get("players", 0))
    if more > 0 and before["status"] == "confirmed":
        await take_places(call, before, more)
    return answer


@mutant(
    "BST-01.lot37-another-version",
    "A booking that was changed while it was pending stays pending when the course confirms it.",
    BOOKING_OPERATIONS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _another_version(call: Call) -> Answer:
    changed: list[str] = call.memory.setdefault("changed", [])
    answer = await shown(call)
    booking = data_of(answer) if call.operation == "updateBooking" else {}
    if booking.get("status") == "pending" and booking["id"] not in changed:
        changed.append(booking["id"])
        still = where(lambda shown_now: shown_now.get("status") == "confirmed", put("status", "pending"))
        disguise(call, booking["id"], still)
    return answer
