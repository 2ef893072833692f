"""Blind faults of the creation of bookings."""

from __future__ import annotations

from tests.mutants.laid_aside.common import aside, booking_of, is_online
from tests.mutants.parts.borrowed import days_after, today
from tests.mutants.parts.disguises import (
    BOOKING_OPERATIONS,
    Booking,
    book_in_disguise,
    booked_as,
    disguise,
    in_disguise,
    shown,
)
from tests.mutants.parts.histories import place_of
from tests.mutants.parts.overbooking import FULL, overbooked, places_free, tee_time_of
from tests.mutants.parts.pretending import memory_of_world
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, drop, put
from tests.mutants.tools.registry import Origin, mutant


# A plain fault.
@mutant(
    "BKC-07.lot4-own-reference",
    "The service stores its own reference as the reference of the agency.",
    BOOKING_OPERATIONS,
    origin=Origin.blind,
)
async def _own_reference(call: Call) -> Answer:
    answer = await shown(call)
    given = sent(call).get("agencyBookingReference")
    if call.operation != "createBooking" or not answer.ok or given is None:
        return answer
    booking = answer.json()["data"]

    def replaced(shown_booking: Booking) -> Booking:
        if shown_booking.get("agencyBookingReference") != given:
            return shown_booking
        return shown_booking | {"agencyBookingReference": booking["bookingReference"]}

    disguise(call, booking["id"], replaced)
    return in_disguise(call, answer)


# Faults under a condition.
booked_as(
    "BKC-08.lot4-first-line",
    "Of special requests with several lines, a booking keeps the first line.",
    alter("specialRequests", lambda text: text.partition("\n")[0]),
    when=lambda body: "\n" in str(body.get("specialRequests", "")),
    hidden="some values",
    origin=Origin.blind,
)

_CREDITED = "BKC-25.lot4-credited-twice"


@mutant(
    _CREDITED,
    "A cancellation gives its places back twice, so the tee time takes more players than it has places.",
    BOOKING_OPERATIONS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _credited_twice(call: Call) -> Answer:
    credit: dict[str, int] = memory_of_world(call, _CREDITED)
    before = await booking_of(call) if call.operation == "cancelBooking" else {}
    answer = await shown(call)
    if answer.ok and before.get("status") == "confirmed":
        given_back = str(place_of(before))
        credit[given_back] = credit.get(given_back, 0) + before["players"]
    if call.operation != "createBooking" or code_of(answer) != FULL or "holdId" in sent(call):
        return answer
    place = tee_time_of(sent(call))
    missing = sent(call)["players"] - await places_free(aside(call), place)
    if not 0 < missing <= credit.get(str(place), 0):
        return answer
    credit[str(place)] -= missing
    return await overbooked(call)


@mutant(
    "BKC-16.lot4-phone-will-do",
    "A lead player with a phone number needs no e-mail address.",
    BOOKING_OPERATIONS,
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _phone_will_do(call: Call) -> Answer:
    body = sent(call)
    lead_player = body.get("leadPlayer")
    if call.operation != "createBooking" or not isinstance(lead_player, dict):
        return await shown(call)
    if not lead_player.get("phone") or "email" in lead_player:
        return await shown(call)
    reachable = body | {"leadPlayer": lead_player | {"email": "unknown@example.com"}}
    return await book_in_disguise(call, reachable, drop("leadPlayer.email"))


@mutant(
    "BKC-26.lot4-offline-past",
    "An offline course takes bookings for past dates: only the live tee sheet compares the date with today.",
    BOOKING_OPERATIONS,
    hidden="some values",
    origin=Origin.blind,
)
async def _offline_past(call: Call) -> Answer:
    answer = await shown(call)
    body = sent(call)
    if call.operation != "createBooking" or code_of(answer) != "date_in_past":
        return answer
    if await is_online(call, body["courseId"]) is not False or body["date"] >= str(await today(aside(call))):
        return answer
    later = days_after(str(await today(aside(call))), 30)
    return await book_in_disguise(call, body | {"date": later}, put("date", body["date"]))
