"""Blind faults of the forty-fourth lot: bookings, changes and cancellations."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import aside, booking_of, is_online, take_places
from tests.mutants.parts.borrowed import days_after
from tests.mutants.parts.disguises import asked_for, every_booking, one_page
from tests.mutants.parts.mending import is_date
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_LONGEST_REFERENCE = 20

json_answer(
    "BKX-02.lot44-cancelled-without-prefix",
    "The answer to a cancellation has the booking reference without its prefix.",
    "cancelBooking",
    alter("data.bookingReference", lambda text: text.rpartition("-")[2]),
    origin=Origin.blind,
)


def _short_reference(body: dict[str, Any]) -> dict[str, Any]:
    items = body["data"] if isinstance(body["data"], list) else [body["data"]]
    for item in items:
        if item.get("agencyBookingReference"):
            item["agencyBookingReference"] = item["agencyBookingReference"][:_LONGEST_REFERENCE]
    return body


json_answer(
    "BKC-07.lot44-reference-column-too-short",
    "An agency booking reference of more than 20 characters loses its end.",
    "createBooking getBooking listBookings updateBooking cancelBooking",
    _short_reference,
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "BKC-08.lot44-first-line-for-the-office",
    "A booking on an offline course keeps the first line of the special requests alone.",
    "createBooking",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _first_line_for_the_office(call: Call) -> Answer:
    wish = sent(call)
    requests = wish.get("specialRequests")
    if not isinstance(requests, str) or "\n" not in requests:
        return await call.forward()
    if await is_online(call, wish.get("courseId")) is not False:
        return await call.forward()
    return await call.with_json(wish | {"specialRequests": requests.partition("\n")[0]}).forward()


request_change(
    "BKL-08.lot44-end-date-at-midnight",
    "Without startDate, endDate leaves out the bookings of that day.",
    "listBookings",
    lambda call: call.asking(endDate=days_after(call.query["endDate"], -1)),
    when=lambda call: is_date(call.query.get("endDate", "")) and "startDate" not in call.query,
    hidden="a combination of parameters",
    origin=Origin.blind,
)

request_change(
    "BKL-09.lot44-all-that-wait",
    "A list of pending bookings does not look at startDate.",
    "listBookings",
    lambda call: call.without("startDate"),
    when=lambda call: call.query.get("status") == "pending" and is_date(call.query.get("startDate", "")),
    hidden="a combination of parameters",
    origin=Origin.blind,
)

request_change(
    "BKU-09.lot44-requests-lost-with-players",
    "A change of players empties the special requests that it does not send.",
    "updateBooking",
    lambda call: call.with_json(sent(call) | {"specialRequests": ""}),
    when=lambda call: "players" in sent(call) and "specialRequests" not in sent(call),
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "BKX-07.lot44-changed-booking-keeps-its-places",
    "The places of a booking whose players were changed before do not return after its cancellation.",
    "updateBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _changed_booking_keeps_its_places(call: Call) -> Answer:
    before = await booking_of(call)
    answer = await call.forward()
    if not answer.ok or not before:
        return answer
    changed: set[str] = call.memory.setdefault("changed", set())
    if call.operation == "updateBooking":
        if answer.json()["data"]["players"] != before["players"]:
            changed.add(before["id"])
    elif before["id"] in changed and before["status"] != "cancelled":
        await take_places(call, before, before["players"])
    return answer


@mutant(
    "BKU-10.lot44-held-places-stay-taken",
    "When a booking that was made from a hold lowers its players, the places stay taken.",
    "createBooking updateBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _held_places_stay_taken(call: Call) -> Answer:
    held: set[str] = call.memory.setdefault("held", set())
    if call.operation == "createBooking":
        answer = await call.forward()
        if answer.ok and sent(call).get("holdId"):
            held.add(answer.json()["data"]["id"])
        return answer
    before = await booking_of(call)
    answer = await call.forward()
    if answer.ok and before and before["id"] in held:
        freed = before["players"] - answer.json()["data"]["players"]
        if freed > 0:
            await take_places(call, before, freed)
    return answer


@mutant(
    "BKX-04.lot44-confirmed-by-hand-not-among-cancelled",
    "A booking that an offline course confirmed is not listed under status=cancelled after its cancellation.",
    "cancelBooking listBookings",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _confirmed_by_hand_not_among_cancelled(call: Call) -> Answer:
    lost: set[str] = call.memory.setdefault("lost", set())
    if call.operation == "cancelBooking":
        before = await booking_of(call)
        answer = await call.forward()
        was_confirmed = answer.ok and before.get("status") == "confirmed"
        if was_confirmed and await is_online(call, before["course"]["id"]) is False:
            lost.add(before["id"])
        return answer
    answer = await call.forward()
    if not answer.ok or call.query.get("status") != "cancelled" or not lost:
        return answer
    kept = [item for item in await every_booking(aside(call)) if item["id"] not in lost and asked_for(call, item)]
    return one_page(call, answer, kept)
