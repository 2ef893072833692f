"""Blind faults of changes, cancellations and confirmations of bookings."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from tests.mutants.laid_aside.common import agency_key, aside, booking_of, take_places
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.changes import MODIFIABLE
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, disguise, in_disguise, shown
from tests.mutants.parts.histories import place_of
from tests.mutants.parts.overbooking import places_free
from tests.mutants.parts.substitutes import code_of, in_turn, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import Edit, alter, drop, put, where
from tests.mutants.tools.registry import Origin, json_answer, mutant

_PLATFORM_HOURS = 24
_ZONE_HOURS = 2
_HOUR = 3600
_NOBODY = {"firstName": "Nora", "lastName": "Body", "email": "nora.body@example.com"}

# Plain faults.
json_answer(
    "BKX-05.lot16-day-alone",
    "cancellationDate is the midnight before the cancellation.",
    "cancelBooking getBooking",
    alter("data.cancellationDate", lambda text: f"{text[:10]}T00:00:00Z"),
    origin=Origin.blind,
)


@mutant(
    "BKU-10.lot16-nothing-freed",
    "A change to fewer players frees no place.",
    "updateBooking cancelBooking",
    origin=Origin.blind,
)
async def _nothing_freed(call: Call) -> Answer:
    most: dict[str, int] = call.memory.setdefault("most", {})
    kept: dict[str, str] = call.memory.setdefault("kept", {})
    before, nobody = await booking_of(call), {"x-api-key": agency_key(call, "nobody")}
    if not before:
        return await call.forward()
    booking_id = before["id"]
    if booking_id in kept:
        await aside(call).upstream("DELETE", f"/travel/bookings/{kept.pop(booking_id)}", headers=nobody)
    answer = await call.forward()
    now = await booking_of(call)
    most[booking_id] = max(most.get(booking_id, 0), before["players"], now["players"])
    if now["status"] != "confirmed" or now["players"] == most[booking_id]:
        return answer
    wish = {"courseId": now["course"]["id"], "leadPlayer": _NOBODY, "players": most[booking_id] - now["players"]}
    wish |= {name: now[name] for name in ("date", "teeTime")}
    taken = await aside(call).upstream("POST", "/travel/bookings", json=wish, headers=nobody)
    if taken.ok:
        kept[booking_id] = taken.json()["data"]["id"]
    return answer


# Faults under a condition.
def _hours_left(booking: dict[str, Any], now: datetime) -> float:
    """At least so many hours are left before the tee time, in whatever zone of Europe."""
    start = datetime.fromisoformat(f"{booking['date']}T{booking['teeTime']}").replace(tzinfo=UTC)
    return (start - now).total_seconds() / _HOUR - _ZONE_HOURS


@mutant(
    "BKU-06.lot16-cutoff-of-the-platform",
    "Changes are refused by the cutoff of the platform, also at a course with a longer one of its own.",
    BOOKING_OPERATIONS,
    hidden="some values",
    origin=Origin.blind,
)
async def _cutoff_of_the_platform(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "updateBooking" or code_of(answer) != "modification_cutoff_passed":
        return answer
    booking = await booking_of(call)
    if not booking or _hours_left(booking, await world_time(call)) < _PLATFORM_HOURS:
        return answer
    more = int(sent(call).get("players", booking["players"])) - booking["players"]
    if more > 0 and await places_free(call, place_of(booking)) < more:
        return answer
    if more > 0:
        await take_places(call, booking, more)
    disguise(call, booking["id"], _members({name: sent(call)[name] for name in MODIFIABLE if name in sent(call)}))
    return in_disguise(call, await aside(call).upstream("GET", call.path))


def _members(members: dict[str, Any]) -> Edit:
    """An edit that shows these members where a booking is shown in full."""

    def edit(booking: dict[str, Any]) -> dict[str, Any]:
        if "course" not in booking:
            return booking
        known = {name: value for name, value in members.items() if name != "specialRequests" or "leadPlayer" in booking}
        return booking | known

    return edit


@mutant(
    "BKX-07.lot16-added-players-stay",
    "The cancellation of a booking returns only the places that it was created with.",
    "updateBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _added_players_stay(call: Call) -> Answer:
    first: dict[str, int] = call.memory.setdefault("first", {})
    before = await booking_of(call)
    answer = await call.forward()
    if not answer.ok or not before:
        return answer
    if call.operation == "updateBooking":
        first.setdefault(before["id"], before["players"])
    elif before["status"] == "confirmed" and before["players"] > first.get(before["id"], before["players"]):
        await take_places(call, before, before["players"] - first[before["id"]])
    return answer


@mutant(
    "BKX-09.lot16-refused-change-revives",
    "A change of a cancelled booking is refused, and the booking is confirmed afterwards.",
    BOOKING_OPERATIONS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _refused_change_revives(call: Call) -> Answer:
    if call.operation == "cancelBooking":
        call.memory.get("disguises", {}).pop(call.path_params["id"], None)
    answer = await shown(call)
    if call.operation == "updateBooking" and code_of(answer) == "booking_cancelled":
        revived = in_turn(put("status", "confirmed"), drop("cancellationDate"), drop("cancellationReason"))
        disguise(call, call.path_params["id"], revived)
    return answer


@mutant(
    "BST-01.lot16-changed-while-pending",
    "A booking that was changed while it was pending stays pending when the course confirms it.",
    BOOKING_OPERATIONS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _changed_while_pending(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation == "updateBooking" and answer.ok and answer.json()["data"]["status"] == "pending":
        still = where(lambda booking: booking.get("status") == "confirmed", put("status", "pending"))
        disguise(call, call.path_params["id"], still)
    return answer
