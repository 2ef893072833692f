"""Blind faults of the fifty-second lot: changes and cancellations of bookings."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from tests.mutants.laid_aside.common import aside, booking_of, is_online, take_places
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.crowds import Crowd
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, Booking, disguise, shown
from tests.mutants.parts.pretending import data_of
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import Edit, alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_PLATFORM_HOURS = 24
# The clocks of the courses are at most two hours ahead of UTC.
_AHEAD_HOURS = 2
_COURSE_ANSWERS_AFTER = timedelta(hours=2)
_PLACES = 4


def _alive_as(**members: object) -> Edit:
    """An edit that shows a cancelled booking as one that is not. The answer to the cancellation stays as it is."""

    def edit(booking: Booking) -> Booking:
        if "course" not in booking:
            return booking
        return {name: value for name, value in booking.items() if name != "cancellationDate"} | members

    return edit


json_answer(
    "BKX-02.lot52-number-of-the-cancellation",
    "The answer to a cancellation shows a number of the cancellation as bookingReference.",
    "cancelBooking",
    alter("data.bookingReference", lambda reference: f"CX-{reference.rpartition('-')[2]}"),
    origin=Origin.blind,
)


async def _within_the_own_cutoff(call: Call, booking: Booking) -> bool:
    """Whether only a cutoff of the course that is longer than that of the platform forbids the cancellation."""
    terms = await aside(call).upstream("GET", f"/travel/courses/{booking['course']['id']}/terms")
    cutoff = data_of(terms)["bookingTerms"]["selfServiceCancellationCutoffHours"]
    at = datetime.fromisoformat(f"{booking['date']}T{booking['teeTime']}").replace(tzinfo=UTC)
    left = at - await world_time(call)
    return bool(cutoff > _PLATFORM_HOURS) and left >= timedelta(hours=_PLATFORM_HOURS + _AHEAD_HOURS)


@mutant(
    "BKX-06.lot52-cutoff-of-the-platform",
    "A cancellation is accepted until 24 hours before the tee time where the cutoff of the course is longer.",
    BOOKING_OPERATIONS,
    hidden="some values",
    origin=Origin.blind,
)
async def _cutoff_of_the_platform(call: Call) -> Answer:
    answers: dict[str, Answer] = call.memory.setdefault("answers", {})
    booking_id = call.path_params.get("id", "")
    answer = await shown(call)
    if call.operation != "cancelBooking" or code_of(answer) != "cancellation_cutoff_passed":
        return answer
    if booking_id in answers:
        return answers[booking_id]
    booking = await booking_of(call)
    if not await _within_the_own_cutoff(call, booking):
        return answer
    gone = {"status": "cancelled", "cancellationDate": f"{await world_time(call):%Y-%m-%dT%H:%M:%SZ}"}
    disguise(call, booking_id, lambda found: found | (gone if "leadPlayer" in found else {"status": "cancelled"}))
    ended = {"id": booking_id, "bookingReference": booking["bookingReference"], **gone}
    accepted = answer.with_status(200).with_header("content-type", "application/json").with_json({"data": ended})
    answers[booking_id] = accepted
    return accepted


@mutant(
    "BKX-07.lot52-added-places-lost",
    "The cancellation of a booking returns as many places as it had players at its creation, not those added later.",
    "updateBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _added_places_lost(call: Call) -> Answer:
    at_first: dict[str, int] = call.memory.setdefault("at_first", {})
    before = await booking_of(call)
    answer = await call.forward()
    if not answer.ok or not before:
        return answer
    if call.operation == "updateBooking":
        at_first.setdefault(before["id"], before["players"])
        return answer
    added = before["players"] - at_first.pop(before["id"], _PLACES)
    if added > 0 and before["status"] == "confirmed" and await is_online(call, before["course"]["id"]):
        await take_places(call, before, added)
    return answer


@mutant(
    "BKX-09.lot52-late-answer-revives",
    "A booking that was cancelled while pending becomes confirmed when the time of the course to answer is over.",
    BOOKING_OPERATIONS,
    hidden="after a while",
    origin=Origin.blind,
)
async def _late_answer_revives(call: Call) -> Answer:
    due: dict[str, datetime] = call.memory.setdefault("due", {})
    if due:
        now = await world_time(call)
        for booking_id in [booking_id for booking_id, at in due.items() if now >= at]:
            del due[booking_id]
            disguise(call, booking_id, _alive_as(status="confirmed"))
    if call.operation != "cancelBooking":
        return await shown(call)
    before = await booking_of(call)
    answer = await shown(call)
    if answer.ok and before.get("status") == "pending":
        due[before["id"]] = await world_time(call) + _COURSE_ANSWERS_AFTER
    return answer


@mutant(
    "BKU-10.lot52-places-of-the-hold-stay",
    "A booking that completed a hold keeps all places of the hold when its players become fewer.",
    "createBooking updateBooking",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _places_of_the_hold_stay(call: Call) -> Answer:
    held: set[str] = call.memory.setdefault("held", set())
    before: dict[str, Any] = await booking_of(call) if call.operation == "updateBooking" else {}
    answer = await call.forward()
    if not answer.ok:
        return answer
    booking = data_of(answer)
    if call.operation == "createBooking":
        if "holdId" in sent(call):
            held.add(booking["id"])
    elif booking["id"] in held and booking["players"] < before.get("players", 0):
        await take_places(call, before, before["players"] - booking["players"])
    return answer


_RACE = Crowd()


@mutant(
    "INV-09.lot52-change-wins-the-race",
    "A change of players that races with the cancellation of its booking writes the booking back as confirmed.",
    BOOKING_OPERATIONS,
    hidden="under concurrency",
    origin=Origin.blind,
)
async def _change_wins_the_race(call: Call) -> Answer:
    if call.operation not in ("updateBooking", "cancelBooking"):
        return await shown(call)
    booking_id = call.path_params["id"]
    wishes: dict[str, object] = call.memory.setdefault("wishes", {})
    if call.operation == "updateBooking":
        wishes[booking_id] = sent(call).get("players")
    async with _RACE.at((call.api_key, booking_id), call) as met:
        answer = await shown(call)
        players = wishes.get(booking_id)
        if call.operation == "cancelBooking" and answer.ok and met["updateBooking"] and players is not None:
            disguise(call, booking_id, _alive_as(status="confirmed", players=players))
    return answer
