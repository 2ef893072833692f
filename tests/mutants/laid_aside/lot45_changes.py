"""Blind faults of the forty-fifth lot: changes and cancellations."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

from tests.mutants.laid_aside.common import booking_of, course_of, take_places
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, disguise, every_booking, in_disguise, one_page, shown
from tests.mutants.parts.histories import changes_by_booking, note_change
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, drop, put
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_MADRID = ZoneInfo("Europe/Madrid")
_OTHER_ZONES = frozenset(["GB", "IE", "PT", "FI"])

json_answer(
    "BKX-01.lot45-no-cancellation-date",
    "The answer to a cancellation has no cancellationDate.",
    "cancelBooking",
    drop("data.cancellationDate"),
    origin=Origin.blind,
)

request_change(
    "BKU-09.lot45-players-clear-reference",
    "A change of the players that does not name the agency reference empties it.",
    "updateBooking",
    lambda call: call.with_json(sent(call) | {"agencyBookingReference": ""}),
    when=lambda call: "players" in sent(call) and "agencyBookingReference" not in sent(call),
    hidden="a combination of parameters",
    origin=Origin.blind,
)


async def _keeping_held_places(call: Call) -> Answer:
    held: set[str] = call.memory.setdefault("held", set())
    before = await booking_of(call) if call.operation == "cancelBooking" else {}
    answer = await call.forward()
    if answer.ok and call.operation == "createBooking" and "holdId" in sent(call):
        held.add(answer.json()["data"]["id"])
    if answer.ok and before.get("id") in held and before["status"] == "confirmed":
        await take_places(call, before, before["players"])
    return answer


mutant(
    "BKX-07.lot45-places-of-a-hold",
    "A booking that came from a hold does not give its places back when it is cancelled.",
    "createBooking cancelBooking",
    hidden="one of two ways",
    origin=Origin.blind,
)(_keeping_held_places)


async def _keeping_places_of_a_second_change(call: Call) -> Answer:
    before = await booking_of(call)
    answer = await call.forward()
    if not answer.ok:
        return answer
    changed_before = changes_by_booking(call)[call.path_params["id"]] > 0
    note_change(call, answer)
    fewer = before["players"] - int(sent(call).get("players", before["players"]))
    if changed_before and fewer > 0:
        await take_places(call, before, fewer)
    return answer


mutant(
    "BKU-10.lot45-fewer-at-second-change",
    "From its second change on, a booking with fewer players does not give places back.",
    "updateBooking",
    hidden="after another operation",
    origin=Origin.blind,
)(_keeping_places_of_a_second_change)


async def _created_anew(call: Call) -> Answer:
    before = await booking_of(call) if call.operation == "updateBooking" else {}
    answer = await shown(call)
    players = sent(call).get("players")
    if not answer.ok or before.get("status") != "pending" or players in (None, before["players"]):
        return answer
    disguise(call, before["id"], put("createdAt", f"{await world_time(call):%Y-%m-%dT%H:%M:%SZ}"))
    return in_disguise(call, answer)


mutant(
    "BKU-12.lot45-pending-created-anew",
    "A change of the players of a pending booking changes its createdAt.",
    BOOKING_OPERATIONS,
    hidden="after another operation",
    origin=Origin.blind,
)(_created_anew)


def _clock_of_the_course(moment: Any) -> Any:
    """The time on the clocks of Madrid, written as if it were UTC."""
    return f"{datetime.fromisoformat(moment).astimezone(_MADRID).replace(tzinfo=UTC):%Y-%m-%dT%H:%M:%SZ}"


async def _cancelled_by_local_time(call: Call) -> Answer:
    before = await booking_of(call) if call.operation == "cancelBooking" else {}
    answer = await shown(call)
    if not answer.ok or before.get("status") != "pending":
        return answer
    course = await course_of(call, before["course"]["id"])
    if course["country"] in _OTHER_ZONES:
        return answer
    disguise(call, before["id"], alter("cancellationDate", _clock_of_the_course))
    return in_disguise(call, answer)


mutant(
    "BKX-05.lot45-clock-of-the-course",
    "The cancellation of a pending booking has the local time of a course on Central European Time.",
    BOOKING_OPERATIONS,
    hidden="some values",
    origin=Origin.blind,
)(_cancelled_by_local_time)


async def _without_withdrawn_requests(call: Call) -> Answer:
    withdrawn: set[str] = call.memory.setdefault("withdrawn", set())
    before = await booking_of(call) if call.operation == "cancelBooking" else {}
    answer = await call.forward()
    if answer.ok and before.get("status") == "pending":
        withdrawn.add(before["id"])
    filtered = call.query.get("status") == "cancelled" and {"startDate", "endDate"} & set(call.query)
    if not answer.ok or call.operation != "listBookings" or not filtered or not withdrawn:
        return answer
    filters = {name: call.query[name] for name in ("status", "startDate", "endDate") if name in call.query}
    kept = [booking for booking in await every_booking(call, **filters) if booking["id"] not in withdrawn]
    return one_page(call, answer, kept)


mutant(
    "BKX-04.lot45-withdrawn-requests",
    "Cancelled bookings of a period leave out those that were cancelled while they were pending.",
    "cancelBooking listBookings",
    hidden="a combination of parameters",
    origin=Origin.blind,
)(_without_withdrawn_requests)
