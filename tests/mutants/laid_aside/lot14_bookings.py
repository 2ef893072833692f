"""Faults of bookings as they are created, read, listed and changed, written blind."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tests.mutants.laid_aside.common import booking_of
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, Booking, asked_for, disguise, in_disguise, relisted, shown
from tests.mutants.parts.substitutes import in_turn, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put, swapped
from tests.mutants.tools.registry import Origin, json_answer, mutant

json_answer(
    "BKG-02.lot14-names-swapped",
    "Reading a booking shows the first name as last name and the last name as first name.",
    "getBooking",
    swapped("firstName", "lastName", "data.leadPlayer"),
    origin=Origin.blind,
)

json_answer(
    "BKL-01.lot14-course-flattened",
    "The items of the list carry the id of the course as text in place of the course.",
    "listBookings",
    alter("data[*].course", lambda course: course["id"]),
    origin=Origin.blind,
)


@mutant(
    "BKC-06.lot14-known-email",
    "A lead player is found again by e-mail: a later booking with the same e-mail gets the first names.",
    BOOKING_OPERATIONS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _known_email(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "createBooking" or not answer.ok:
        return answer
    booking = answer.json()["data"]
    player = booking["leadPlayer"]
    names = {name: player[name] for name in ("firstName", "lastName")}
    customers: dict[str, dict[str, str]] = call.memory.setdefault("customers", {})
    known = customers.setdefault(player["email"].casefold(), names)
    if known == names:
        return answer
    edit = in_turn(*(put(f"leadPlayer.{name}", value) for name, value in known.items()))
    disguise(call, booking["id"], edit)
    return in_disguise(call, answer)


def _as_number(reference: Any) -> Any:
    text = str(reference)
    return str(int(text)) if text.isascii() and text.isdigit() else reference


json_answer(
    "BKC-07.lot14-leading-zeros",
    "A reference of the agency that consists of digits loses its leading zeros.",
    "createBooking getBooking listBookings updateBooking",
    in_turn(
        alter("data.agencyBookingReference", _as_number),
        alter("data[*].agencyBookingReference", _as_number),
    ),
    hidden="some values",
    origin=Origin.blind,
)


def _no_pending_on_the_first_day(call: Call, bookings: list[Booking]) -> Iterable[Booking]:
    first = call.query.get("startDate")
    return (
        booking
        for booking in bookings
        if asked_for(call, booking) and (booking["date"], booking["status"]) != (first, "pending")
    )


relisted(
    "BKL-06.lot14-pending-on-first-day",
    "A list from a date on leaves out the pending bookings of that date.",
    _no_pending_on_the_first_day,
    when=lambda call: "startDate" in call.query,
    hidden="some values",
    origin=Origin.blind,
)

_REFERENCE = "agencyBookingReference"


def _listed_as_before(body: Any, before: dict[str, Any]) -> Any:
    for booking in body["data"]:
        if booking["id"] in before:
            booking.pop(_REFERENCE, None)
            if before[booking["id"]] is not None:
                booking[_REFERENCE] = before[booking["id"]]
    return body


@mutant(
    "BKL-12.lot14-two-members",
    "A change of the agency's reference together with another member does not reach the list.",
    "listBookings updateBooking",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _two_members(call: Call) -> Answer:
    before: dict[str, Any] = call.memory.setdefault("before", {})
    if call.operation == "listBookings":
        answer = await call.forward()
        return answer.with_json(_listed_as_before(answer.json(), before)) if answer.ok and before else answer
    body = sent(call)
    booking = await booking_of(call) if _REFERENCE in body else {}
    answer = await call.forward()
    if not answer.ok or _REFERENCE not in body:
        return answer
    if len(body) > 1:
        before.setdefault(call.path_params["id"], booking.get(_REFERENCE))
    else:
        before.pop(call.path_params["id"], None)
    return answer


_REQUESTS = "specialRequests"


@mutant(
    "BKU-09.lot14-back-to-first",
    "A change that names no special requests brings back those of the creation.",
    "updateBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _back_to_first(call: Call) -> Answer:
    first: dict[str, str] = call.memory.setdefault("first", {})
    booking_id, body = call.path_params["id"], sent(call)
    if body and _REQUESTS not in body:
        return await call.with_json(body | {_REQUESTS: first[booking_id]} if booking_id in first else body).forward()
    booking = await booking_of(call)
    answer = await call.forward()
    if answer.ok and booking.get(_REQUESTS):
        first.setdefault(booking_id, booking[_REQUESTS])
    return answer
