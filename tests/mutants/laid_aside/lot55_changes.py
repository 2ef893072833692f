"""Blind faults of the fifty-fifth lot: changes and cancellations."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from tests.mutants.laid_aside.common import aside, booking_of, is_online, showing, take_places
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.changes import changed_without
from tests.mutants.parts.disguises import (
    BOOKING_OPERATIONS,
    Booking,
    asked_for,
    disguise,
    every_booking,
    in_disguise,
    one_page,
    shown,
)
from tests.mutants.parts.histories import changes_by_booking, note_change
from tests.mutants.parts.live_holds import holds_at, live_holds, players_of, remembered_hold
from tests.mutants.parts.overbooking import FULL
from tests.mutants.parts.pretending import data_of, places_at, slot_of, whole_number
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import put, where
from tests.mutants.tools.registry import Origin, mutant

_TEXTS = ("specialRequests", "agencyBookingReference")


@mutant(
    "BKX-05.lot55-date-of-the-tee-time",
    "The cancellationDate is the moment of the tee time.",
    "cancelBooking",
    origin=Origin.blind,
)
async def _date_of_the_tee_time(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    booking = await booking_of(call)
    moment = f"{booking['date']}T{booking['teeTime']}:00Z"
    return answer.with_json(put("data.cancellationDate", moment)(answer.json()))


@mutant(
    "BKU-09.lot55-second-change-from-the-first-form",
    "A further change of a booking puts the texts that it does not send back to those of the creation.",
    "createBooking updateBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _second_change_from_the_first_form(call: Call) -> Answer:
    first_forms: dict[str, Booking] = call.memory.setdefault("first forms", {})
    if call.operation == "createBooking":
        answer = await call.forward()
        if answer.ok:
            booking = data_of(answer)
            first_forms[booking["id"]] = {name: booking[name] for name in _TEXTS if booking.get(name)}
        return answer
    booking_id = call.path_params["id"]
    body = sent(call)
    if body and changes_by_booking(call)[booking_id]:
        call = call.with_json(first_forms.get(booking_id, {}) | body)
    answer = await call.forward()
    note_change(call, answer)
    return answer


_BEYOND_HOLDS = "BKU-08.lot55-held-places-count-as-free"


async def _fits_without_holds(call: Call, booking: Booking) -> bool:
    """Whether the players that a change asks for would fit if nothing were held."""
    players = whole_number(sent(call).get("players"))
    slot = slot_of(booking)
    held = players_of((await live_holds(call, _BEYOND_HOLDS)).get(slot, ()))
    more = players - int(booking["players"])
    return 1 <= players <= 4 and held > 0 and more <= await places_at(aside(call), slot) + held


@mutant(
    _BEYOND_HOLDS,
    "A change can raise players into places that are held.",
    f"{BOOKING_OPERATIONS} holdTeeTime",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _held_places_count_as_free(call: Call) -> Answer:
    if call.operation == "holdTeeTime":
        return await remembered_hold(call, _BEYOND_HOLDS)
    answer = await shown(call)
    hold_id = sent(call).get("holdId")
    if call.operation == "createBooking" and answer.ok and hold_id:
        holds = holds_at(call, _BEYOND_HOLDS, slot_of(data_of(answer)))
        holds[:] = [hold for hold in holds if hold["holdId"] != hold_id]
    if call.operation != "updateBooking" or code_of(answer) != FULL:
        return answer
    booking = await booking_of(call)
    if not booking or not await _fits_without_holds(call, booking):
        return answer
    changed = await changed_without(call, "players")
    if not changed.ok:
        return changed
    disguise(call, booking["id"], showing(players=sent(call)["players"]))
    return in_disguise(call, changed)


@mutant(
    "BKX-07.lot55-added-places-stay-taken",
    "The cancellation of a booking gives only the places of its creation back.",
    "createBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _added_places_stay_taken(call: Call) -> Answer:
    created: dict[str, int] = call.memory.setdefault("players", {})
    if call.operation == "createBooking":
        answer = await call.forward()
        if answer.ok:
            created[data_of(answer)["id"]] = data_of(answer)["players"]
        return answer
    booking = await booking_of(call)
    answer = await call.forward()
    first = created.pop(call.path_params["id"], None) if answer.ok else None
    if first is not None and booking["players"] > first:
        await take_places(call, booking, booking["players"] - first)
    return answer


@mutant(
    "BST-01.lot55-changed-while-pending",
    "A booking that the agency changed while it was pending stays pending when the course confirms.",
    BOOKING_OPERATIONS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _changed_while_pending(call: Call) -> Answer:
    if call.operation != "updateBooking":
        return await shown(call)
    before = await booking_of(call)
    answer = await shown(call)
    if answer.ok and before.get("status") == "pending":
        is_confirmed = where(lambda booking: booking.get("status") == "confirmed", put("status", "pending"))
        disguise(call, before["id"], is_confirmed)
    return answer


_PLATFORM_HOURS = 24
# Wider than the platform's cutoff by the widest time zone.
_CLEAR_OF_PLATFORM = timedelta(hours=_PLATFORM_HOURS + 2)


async def _passes_the_platform_cutoff(call: Call, booking: Booking) -> bool:
    """Whether the cutoff of the platform allows a change that a longer one of the course forbids."""
    terms = await aside(call).upstream("GET", f"/travel/courses/{booking['course']['id']}/terms")
    hours = data_of(terms).get("bookingTerms", {}).get("modificationCutoffHours", 0)
    tee_time = datetime.fromisoformat(f"{booking['date']}T{booking['teeTime']}").replace(tzinfo=UTC)
    return bool(hours > _PLATFORM_HOURS and tee_time - await world_time(call) > _CLEAR_OF_PLATFORM)


@mutant(
    "BKU-06.lot55-texts-by-the-platform-cutoff",
    "A change of texts alone obeys the cutoff of the platform and not the longer one of the course.",
    BOOKING_OPERATIONS,
    hidden="after a while",
    origin=Origin.blind,
)
async def _texts_by_the_platform_cutoff(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "updateBooking" or code_of(answer) != "modification_cutoff_passed":
        return answer
    texts = {name: sent(call)[name] for name in _TEXTS if name in sent(call)}
    booking = await booking_of(call)
    if not texts or "players" in sent(call) or not await _passes_the_platform_cutoff(call, booking):
        return answer
    disguise(call, booking["id"], showing(**texts))
    return in_disguise(call, await aside(call).upstream("GET", call.path))


@mutant(
    "BKX-04.lot55-confirmed-by-the-course-for-good",
    "A cancelled booking that an offline course had confirmed is still listed under status=confirmed.",
    "cancelBooking listBookings",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _confirmed_by_the_course_for_good(call: Call) -> Answer:
    kept: set[str] = call.memory.setdefault("kept", set())
    if call.operation == "cancelBooking":
        before = await booking_of(call)
        answer = await call.forward()
        was_confirmed = answer.ok and before.get("status") == "confirmed"
        if was_confirmed and await is_online(call, before["course"]["id"]) is False:
            kept.add(before["id"])
        return answer
    answer = await call.forward()
    if not answer.ok or not kept or "status" not in call.query:
        return answer
    bookings = [
        booking | ({"status": "confirmed"} if booking["id"] in kept else {}) for booking in await every_booking(call)
    ]
    return one_page(call, answer, [booking for booking in bookings if asked_for(call, booking)])
