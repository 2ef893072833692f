"""Blind faults of the forty-ninth lot: bookings."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from tests.mutants.laid_aside.common import aside, course_of
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, book_in_disguise, disguise, in_disguise, shown
from tests.mutants.parts.page_swaps import page_number
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import Edit, drop, put
from tests.mutants.tools.registry import Origin, mutant

_NAMED = "createBooking getBooking listBookings updateBooking confirmBookingHook"
_REFERENCE = "agencyBookingReference"


@mutant(
    "BKC-35.lot49-name-with-city", "The course name in a booking has the city behind it.", _NAMED, origin=Origin.blind
)
async def _name_with_city(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    cities: dict[str, str] = call.memory.setdefault("cities", {})
    body = answer.json()
    for booking in body["data"] if isinstance(body["data"], list) else [body["data"]]:
        course = booking["course"]
        if course["id"] not in cities:
            cities[course["id"]] = str((await course_of(call, course["id"])).get("city", ""))
        course["name"] = f"{course['name']}, {cities[course['id']]}"
    return answer.with_json(body)


def _upper(reference: str) -> Edit:
    """Shows this reference in capitals. A later reference stays as it is."""

    def edit(booking: dict[str, Any]) -> dict[str, Any]:
        if booking.get(_REFERENCE) != reference:
            return booking
        return booking | {_REFERENCE: reference.upper()}

    return edit


@mutant(
    "BKC-07.lot49-capitals-by-fax",
    "The agency's reference of a pending booking is kept in capitals.",
    BOOKING_OPERATIONS,
    hidden="some values",
    origin=Origin.blind,
)
async def _capitals(call: Call) -> Answer:
    answer = await shown(call)
    reference = sent(call).get(_REFERENCE)
    if call.operation != "createBooking" or not answer.ok or not isinstance(reference, str):
        return answer
    booking = answer.json()["data"]
    if booking["status"] != "pending" or reference == reference.upper():
        return answer
    disguise(call, booking["id"], _upper(reference))
    return in_disguise(call, answer)


@mutant(
    "BKC-33.lot49-created-with-its-hold",
    "A booking from a hold shows the time of the hold as the time of its creation.",
    f"{BOOKING_OPERATIONS} holdTeeTime",
    hidden="after a while",
    origin=Origin.blind,
)
async def _created_with_its_hold(call: Call) -> Answer:
    holds: dict[str, datetime] = call.memory.setdefault("holds", {})
    if call.operation == "holdTeeTime":
        held = await call.forward()
        if held.ok:
            holds[held.json()["holdId"]] = await world_time(call)
        return held
    answer = await shown(call)
    at = holds.get(str(sent(call).get("holdId"))) if call.operation == "createBooking" else None
    if not answer.ok or at is None or await world_time(call) - at < timedelta(minutes=1):
        return answer
    disguise(call, answer.json()["data"]["id"], put("createdAt", f"{at:%Y-%m-%dT%H:%M:%SZ}"))
    return in_disguise(call, answer)


def _only_lacks_email(answer: Answer) -> bool:
    errors = answer.json().get("errors", []) if answer.status == 400 else []
    return [error.get("pointer") for error in errors] == ["/body/leadPlayer/email"]


@mutant(
    "BKC-16.lot49-phone-will-do",
    "A booking is accepted without an email address of the lead player when it has a phone number.",
    BOOKING_OPERATIONS,
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _phone_will_do(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "createBooking" or answer.ok or not _only_lacks_email(answer):
        return answer
    lead = sent(call)["leadPlayer"]
    if "email" in lead or not lead.get("phone"):
        return answer
    body = sent(call) | {"leadPlayer": lead | {"email": "no.address@example.com"}}
    booked = await book_in_disguise(call, body, drop("leadPlayer.email"))
    return booked if booked.ok else answer


@mutant(
    "PAG-12.lot49-ties-at-the-page-border",
    "The booking list repeats a booking on the next page when two at the page border were created together.",
    "listBookings",
    hidden="a later page",
    origin=Origin.blind,
)
async def _ties_at_the_page_border(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or page_number(call) < 2 or not answer.json()["data"]:
        return answer
    before = await aside(call).asking(page=page_number(call) - 1).forward()
    if not before.ok or not before.json()["data"]:
        return answer
    body, last = answer.json(), before.json()["data"][-1]
    if last["createdAt"] != body["data"][0]["createdAt"]:
        return answer
    body["data"][0] = last
    return answer.with_json(body)
