"""Faults of the status of a booking, and of its way from pending to confirmed (BKC-01, 02, 04 and BST)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.mutants.parts.disguises import BOOKING_OPERATIONS, Booking, booked_as, disguise, in_disguise, shown
from tests.mutants.parts.pretending import EVERY_BOOKING, body_of, data_of, overlaid, pretend, pretended
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import Edit, put, where
from tests.mutants.tools.registry import Origin, json_answer, mutant

_pending = where(lambda booking: booking["status"] == "confirmed", put("status", "pending"))
booked_as("BKC-01", "A booking on an online course is pending.", _pending)
booked_as(
    "BKC-01.three",
    "A booking of three is pending.",
    _pending,
    when=lambda asked: asked["players"] == 3,
    hidden="some values",
)
booked_as(
    "BKC-01.no-reference",
    "A booking without a reference of the agency is pending.",
    _pending,
    when=lambda asked: "agencyBookingReference" not in asked,
)

_ONE_BOOKING = "createBooking getBooking updateBooking cancelBooking"


def _shout(body: Any) -> Any:
    return put("data.status", body["data"]["status"].upper())(body)


json_answer("BKC-04", "The status of a booking is written in capitals.", _ONE_BOOKING, _shout)
json_answer(
    "BKC-04.list", "Every booking in the list has the status booked.", "listBookings", put("data[*].status", "booked")
)


def _disguised_when_pending(
    name: str, breaks: str, edit: Edit, chosen: Callable[[Booking], bool], *, hidden: str | None = None
) -> None:
    """Shows bookings with *edit* if they were pending at their creation and *chosen* accepts them."""

    async def handle(call: Call) -> Answer:
        answer = await shown(call)
        if call.operation != "createBooking" or not answer.ok:
            return answer
        booking = answer.json()["data"]
        if booking["status"] != "pending" or not chosen(booking):
            return answer
        disguise(call, booking["id"], edit)
        return in_disguise(call, answer)

    mutant(name, breaks, BOOKING_OPERATIONS, hidden=hidden)(handle)


def _shows(status: str, instead_of: str) -> Edit:
    return where(lambda booking: booking["status"] == instead_of, put("status", status))


_AT_ONCE = _shows("confirmed", "pending")
_NEVER = _shows("pending", "confirmed")

_disguised_when_pending("BKC-02", "A booking on an offline course is confirmed.", _AT_ONCE, lambda _: True)
_disguised_when_pending(
    "BKC-02.single",
    "A booking of one on an offline course is confirmed.",
    _AT_ONCE,
    lambda booking: booking["players"] == 1,
    hidden="some values",
)
_disguised_when_pending("BST-01", "A booking stays pending, whatever its course says.", _NEVER, lambda _: True)
_disguised_when_pending(
    "BST-01.four",
    "A booking of four stays pending, whatever its course says.",
    _NEVER,
    lambda booking: booking["players"] == 4,
    hidden="some values",
)


@mutant("BST-02", "A booking turns pending when its agency creates the next booking.", BOOKING_OPERATIONS)
async def _pending_again(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "createBooking" or not answer.ok:
        return answer
    if "newest" in call.memory:
        no_longer_confirmed = where(lambda booking: booking["status"] == "confirmed", put("status", "pending"))
        disguise(call, call.memory["newest"], no_longer_confirmed)
    call.memory["newest"] = answer.json()["data"]["id"]
    return answer


@mutant("BST-02.joined", "A booking turns pending when another booking joins its tee time.", BOOKING_OPERATIONS)
async def _pending_when_joined(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "createBooking" or not answer.ok:
        return answer
    booking = answer.json()["data"]
    tee_time = (booking["course"]["id"], booking["date"], booking["teeTime"])
    first = call.memory.setdefault(tee_time, booking["id"])
    if first != booking["id"]:
        disguise(call, first, where(lambda booking: booking["status"] == "confirmed", put("status", "pending")))
    return answer


@mutant(
    "BST-01.blind-changed-before",
    "A pending booking that was changed stays pending when the course confirms it.",
    "updateBooking getBooking listBookings",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _pending_for_good(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "updateBooking":
        if data_of(answer)["status"] == "pending":
            call.memory[data_of(answer)["id"]] = True
        return answer
    body = answer.json()
    for item in body["data"] if call.operation == "listBookings" else [body["data"]]:
        if item["id"] in call.memory and item["status"] == "confirmed":
            item["status"] = "pending"
    return answer.with_json(body)


@mutant(
    "BKC-01.blind-special-requests",
    "An online booking with special requests is pending.",
    EVERY_BOOKING,
    hidden="some values",
    origin=Origin.blind,
)
async def _read_by_hand(call: Call) -> Answer:
    answer = await call.forward()
    if call.operation == "createBooking" and answer.ok and body_of(call).get("specialRequests"):
        pretend(call, data_of(answer)["id"], status="pending")
    if call.operation == "cancelBooking" and answer.ok:
        pretended(call).pop(call.path_params["id"], None)
    return overlaid(call, answer)


@mutant(
    "BKC-02.blind-single-player",
    "A single player on an offline course is confirmed at once.",
    EVERY_BOOKING,
    hidden="some values",
    origin=Origin.blind,
)
async def _single_at_once(call: Call) -> Answer:
    answer = await call.forward()
    booking = data_of(answer)
    if call.operation == "createBooking" and booking.get("status") == "pending" and booking["players"] == 1:
        pretend(call, booking["id"], status="confirmed")
    if call.operation == "cancelBooking" and answer.ok:
        pretended(call).pop(call.path_params["id"], None)
    return overlaid(call, answer)
