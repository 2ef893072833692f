"""Blind faults of the forty-second lot: bookings and their lists."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tests.mutants.laid_aside.common import booking_of
from tests.mutants.parts.asking import has_dates, has_status
from tests.mutants.parts.disguises import (
    BOOKING_OPERATIONS,
    Booking,
    asked_for,
    book_in_disguise,
    booked_as,
    relisted,
    shown,
)
from tests.mutants.parts.mending import is_never_offered
from tests.mutants.parts.page_swaps import after_the_first_page
from tests.mutants.parts.substitutes import as_asked, sent, tee_times
from tests.mutants.parts.tee_sheets import minutes_off
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, mutant

_LAST_OF_LATIN_1 = "\xff"
_SMALL_PARTY = 2

booked_as(
    "BKC-08.lot42-line-breaks",
    "Line breaks in special requests become blanks.",
    alter("specialRequests", lambda text: " ".join(str(text).splitlines())),
    when=lambda body: "\n" in str(body.get("specialRequests")),
    hidden="some values",
    origin=Origin.blind,
)


def in_latin_1(lead: dict[str, Any]) -> dict[str, Any]:
    """The lead player with a question mark for every letter beyond Latin-1."""
    return {name: "".join(sign if sign <= _LAST_OF_LATIN_1 else "?" for sign in text) for name, text in lead.items()}


booked_as(
    "ENV-17.lot42-names-beyond-latin-1",
    "Letters of a name that Latin-1 does not have become question marks.",
    alter("leadPlayer", in_latin_1),
    when=lambda body: in_latin_1(body["leadPlayer"]) != body["leadPlayer"],
    hidden="some values",
    origin=Origin.blind,
)


async def slot_before(call: Call, body: dict[str, Any]) -> str | None:
    """The free tee time up to a quarter of an hour before the requested time; None outside the sheet."""
    wanted = str(body["teeTime"])
    times = [line["time"] for line in await tee_times(call, body["courseId"], body["date"], body["players"])]
    near = [time for time in times if minutes_off(wanted, -15) < time < wanted]
    return near[-1] if near and times[-1] > wanted else None


@mutant(
    "BKC-24.lot42-between-two-tee-times",
    "A small party can book a time between two tee times, when the tee time before it has room.",
    BOOKING_OPERATIONS,
    hidden="some values",
    origin=Origin.blind,
)
async def between_two_tee_times(call: Call) -> Answer:
    """Books the tee time before, and shows the requested time."""
    answer = await shown(call)
    body = sent(call)
    if call.operation != "createBooking" or answer.ok or "holdId" in body or not is_never_offered(answer):
        return answer
    slot = await slot_before(call, body) if body["players"] <= _SMALL_PARTY else None
    if slot is None:
        return answer
    return await book_in_disguise(call, body | {"teeTime": slot}, await as_asked(call, body))


@mutant(
    "BKL-12.lot42-stale-index",
    "A list with dates shows the players that a changed booking had at first.",
    "updateBooking listBookings",
    hidden="after another operation",
    origin=Origin.blind,
)
async def stale_index(call: Call) -> Answer:
    """Shows former players in lists with dates."""
    at_first: dict[str, int] = call.memory.setdefault("at first", {})
    before = await booking_of(call) if call.operation == "updateBooking" else {}
    answer = await call.forward()
    if not answer.ok:
        return answer
    if before:
        at_first.setdefault(before["id"], before["players"])
        return answer
    if not has_dates(call) or not at_first:
        return answer
    with_first = alter("data[*]", lambda item: item | {"players": at_first.get(item["id"], item["players"])})
    return answer.with_json(with_first(answer.json()))


def oldest_first(call: Call, bookings: list[Booking]) -> Iterable[Booking]:
    """The bookings that the call asks for, the oldest first."""
    return [booking for booking in reversed(bookings) if asked_for(call, booking)]


relisted(
    "PAG-12.lot42-later-pages-turned-round",
    "With a status filter, the pages after the first count from the oldest booking.",
    oldest_first,
    when=lambda call: has_status(call) and after_the_first_page(call),
    hidden="a later page",
    origin=Origin.blind,
)
