"""Blind faults of the sixty-second lot: bookings and their lists."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import is_online
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, asked_for, book_in_disguise, booked_as, relisted, shown
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, drop
from tests.mutants.tools.registry import Origin, mutant, request_change

request_change(
    "BKC-12.lot62-full-flight-assumed",
    "A booking without a number of players is made for four players.",
    "createBooking",
    lambda call: call.with_json(sent(call) | {"players": 4}),
    when=lambda call: bool(sent(call)) and "players" not in sent(call),
    origin=Origin.blind,
)

relisted(
    "BKL-06.lot62-after-the-start",
    "A list from a startDate on leaves out the bookings of that very day.",
    lambda call, found: [
        booking for booking in found if asked_for(call, booking) and booking["date"] > call.query["startDate"]
    ],
    when=lambda call: "startDate" in call.query,
    origin=Origin.blind,
)

relisted(
    "BKL-08.lot62-before-the-end",
    "A list by status with a page size leaves out the bookings of the day of endDate.",
    lambda call, found: [
        booking for booking in found if asked_for(call, booking) and booking["date"] < call.query["endDate"]
    ],
    when=lambda call: "endDate" in call.query and "status" in call.query and "pageSize" in call.query,
    hidden="a combination of parameters",
    origin=Origin.blind,
)


def _in_latin_1(text: str) -> str:
    return text.encode("latin-1", "replace").decode("latin-1")


def _is_beyond_latin_1(body: dict[str, Any]) -> bool:
    name = str(body["leadPlayer"]["lastName"])
    return _in_latin_1(name) != name


booked_as(
    "ENV-17.lot62-western-names",
    "Letters of the last name that are not in Latin-1 become question marks.",
    alter("leadPlayer.lastName", _in_latin_1),
    when=_is_beyond_latin_1,
    hidden="some values",
    origin=Origin.blind,
)


def _is_padded_and_held(body: dict[str, Any]) -> bool:
    reference = str(body.get("agencyBookingReference", ""))
    return "holdId" in body and reference.isdecimal() and reference.startswith("0")


booked_as(
    "BKC-07.lot62-zeros-lost",
    "A reference of digits loses its leading zeros when the booking completes a hold.",
    alter("agencyBookingReference", lambda reference: reference.lstrip("0")),
    when=_is_padded_and_held,
    hidden="one of two ways",
    origin=Origin.blind,
)


@mutant(
    "BKC-16.lot62-call-back",
    "A request to an offline course is accepted without an email address when it has a phone number.",
    BOOKING_OPERATIONS,
    hidden="some values",
    origin=Origin.blind,
)
async def _(call: Call) -> Answer:
    answer = await shown(call)
    body = sent(call)
    lead = body.get("leadPlayer")
    if call.operation != "createBooking" or answer.ok or not isinstance(lead, dict):
        return answer
    if "email" in lead or not lead.get("phone") or await is_online(call, body.get("courseId")) is not False:
        return answer
    mended = body | {"leadPlayer": lead | {"email": "unknown@example.com"}}
    booked = await book_in_disguise(call, mended, drop("leadPlayer.email"))
    return booked if booked.ok else answer


@mutant(
    "BKL-04.lot62-filter-on-first-page",
    "The status filter does not hold on the second and later pages.",
    "listBookings",
    hidden="a later page",
    origin=Origin.blind,
)
async def _(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or "status" not in call.query or call.query.get("page", "1") == "1":
        return answer
    body = answer.json()
    whole = await call.without("status").forward()
    body["data"] = whole.json()["data"][: len(body["data"])]
    return answer.with_json(body)
