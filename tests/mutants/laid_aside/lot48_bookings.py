"""Blind faults of the forty-eighth lot: bookings and their list."""

from __future__ import annotations

from datetime import timedelta

from tests.mutants.laid_aside.common import booking_of, is_online
from tests.mutants.parts.asking import asks, day_in
from tests.mutants.parts.disguises import Booking, asked_for, relisted
from tests.mutants.parts.pretending import data_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant, request_change

_A_LONG_TEXT = 60


def _reference(call: Call) -> str:
    """The reference that a call sends, empty when it sends none."""
    return str(sent(call).get("agencyBookingReference") or "")


request_change(
    "BKC-07.lot48-leading-zeros-lost",
    "A reference of digits loses its leading zeros.",
    "createBooking",
    lambda call: call.with_json(sent(call) | {"agencyBookingReference": _reference(call).lstrip("0")}),
    when=lambda call: _reference(call).isdecimal() and _reference(call).startswith("0") and int(_reference(call)) > 0,
    hidden="some values",
    origin=Origin.blind,
)


def _requests(call: Call) -> str:
    """The special requests that a call sends, empty when it sends none."""
    text = sent(call).get("specialRequests")
    return text if isinstance(text, str) else ""


request_change(
    "BKC-08.lot48-first-line-of-a-long-text",
    "Of special requests of more than 60 characters in several lines, the service keeps the first line.",
    "createBooking",
    lambda call: call.with_json(sent(call) | {"specialRequests": _requests(call).partition("\n")[0].rstrip()}),
    when=lambda call: len(_requests(call)) > _A_LONG_TEXT and bool(_requests(call).partition("\n")[2]),
    hidden="some values",
    origin=Origin.blind,
)


def _ends_a_month(call: Call) -> bool:
    """Whether the period of a list ends with the last day of a month."""
    last = day_in(call, "endDate")
    return last is not None and (last + timedelta(days=1)).day == 1


def _before_the_end(call: Call, bookings: list[Booking]) -> list[Booking]:
    """The bookings that were asked for, without those of the last day."""
    return [booking for booking in bookings if asked_for(call, booking) and booking["date"] != call.query["endDate"]]


relisted(
    "BKL-08.lot48-last-day-of-the-month",
    "A list that ends with the last day of a month leaves out the bookings of that day.",
    _before_the_end,
    when=_ends_a_month,
    hidden="certain days",
    origin=Origin.blind,
)


def _whatever_the_end(call: Call, bookings: list[Booking]) -> list[Booking]:
    """The bookings that were asked for, and later ones."""
    return [booking for booking in bookings if asked_for(call.without("endDate"), booking)]


relisted(
    "BKL-09.lot48-status-forgets-the-end",
    "A list with a status and an endDate, but without a startDate, also has later bookings.",
    _whatever_the_end,
    when=lambda call: asks(call, "status", "endDate") and not asks(call, "startDate"),
    hidden="a combination of parameters",
    origin=Origin.blind,
)


@mutant(
    "BKL-12.lot48-list-keeps-old-party",
    "The list shows a booking of an offline course with the players it had before a change.",
    "updateBooking listBookings",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _list_keeps_old_party(call: Call) -> Answer:
    old: dict[str, int] = call.memory.setdefault("players", {})
    if call.operation == "listBookings":
        answer = await call.forward()
        if not answer.ok or not old:
            return answer
        body = answer.json()
        body["data"] = [booking | {"players": old.get(booking["id"], booking["players"])} for booking in body["data"]]
        return answer.with_json(body)
    before = await booking_of(call)
    answer = await call.forward()
    changed = data_of(answer)
    if changed and changed["players"] != before["players"] and await is_online(call, before["course"]["id"]) is False:
        old.setdefault(before["id"], before["players"])
    return answer
