"""Blind faults of the thirty-ninth lot: the creation of bookings, and their lists."""

from __future__ import annotations

from datetime import timedelta, timezone
from typing import Any
from urllib.parse import quote

from tests.mutants.laid_aside.common import aside, is_online
from tests.mutants.parts.asking import has_all
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, asked_for, book_in_disguise, relisted, shown
from tests.mutants.parts.overbooking import FULL, places_free, tee_time_of
from tests.mutants.parts.pretending import moment_of
from tests.mutants.parts.substitutes import a_refusal, in_turn, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, drop
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_IN_WINTER = timezone(timedelta(hours=1))
_COLUMN, _LONGEST = 255, 2000
_NEEDED = {"courseId", "date", "teeTime", "players", "leadPlayer"}
_KNOWN = _NEEDED | {"agencyBookingReference", "specialRequests"}


# A plain fault.
def _on_the_wall(timestamp: str) -> str:
    return moment_of(timestamp).astimezone(_IN_WINTER).isoformat()


json_answer(
    "CNV-04.lot39-created-on-the-wall-clock",
    "createdAt of a booking is in the time of central Europe.",
    "createBooking getBooking listBookings updateBooking",
    in_turn(alter("data.createdAt", _on_the_wall), alter("data[*].createdAt", _on_the_wall)),
    origin=Origin.blind,
)


# Faults under a condition.
def _text(call: Call) -> str:
    text = sent(call).get("specialRequests")
    return text if isinstance(text, str) else ""


request_change(
    "BKC-08.lot39-column-of-255",
    "Special requests of more than 255 characters are cut when a booking is created.",
    "createBooking",
    lambda call: call.with_json(sent(call) | {"specialRequests": _text(call)[:_COLUMN]}),
    when=lambda call: _COLUMN < len(_text(call)) <= _LONGEST,
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "BKC-16.lot39-offline-without-email",
    "A booking on an offline course is accepted without the e-mail address of the lead player.",
    BOOKING_OPERATIONS,
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _offline_without_email(call: Call) -> Answer:
    answer = await shown(call)
    body = sent(call)
    lead = body.get("leadPlayer")
    if call.operation != "createBooking" or answer.ok or not isinstance(lead, dict) or "email" in lead:
        return answer
    if await is_online(call, body.get("courseId")) is not False:
        return answer
    mended = body | {"leadPlayer": lead | {"email": "nobody@example.com"}}
    booked = await book_in_disguise(call, mended, drop("leadPlayer.email"))
    return booked if booked.ok else answer


def _is_sound(body: dict[str, Any]) -> bool:
    """Whether the form of a request for a booking without a hold is that of the contract."""
    lead = body.get("leadPlayer")
    named = isinstance(lead, dict) and set(lead) >= {"firstName", "lastName", "email"}
    return named and _NEEDED <= set(body) <= _KNOWN


@mutant(
    "ENV-01.lot39-last-places",
    "A booking of exactly the last places of a tee time that others play at already is refused.",
    "createBooking",
    hidden="some values",
    origin=Origin.blind,
)
async def _last_places(call: Call) -> Answer:
    body = sent(call)
    if not _is_sound(body) or body["players"] not in (1, 2, 3):
        return await call.forward()
    course_id, day, time = tee_time_of(body)
    free = await places_free(aside(call), (quote(course_id, safe=""), day, time))
    if free != body["players"]:
        return await call.forward()
    return await a_refusal(aside(call), 409, FULL, "The tee time has no room for these players.")


relisted(
    "BKL-08.lot39-until-the-end",
    "With a startDate and an endDate, the list ends on the day before the endDate.",
    lambda call, bookings: [
        booking for booking in bookings if asked_for(call, booking) and booking["date"] < call.query["endDate"]
    ],
    when=lambda call: has_all(call, "startDate", "endDate"),
    hidden="a combination of parameters",
    origin=Origin.blind,
)
