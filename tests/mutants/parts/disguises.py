"""Bookings that a faulty service shows otherwise than the sandbox keeps them.

A fault the sandbox cannot commit is committed in two steps: the sandbox makes a booking it accepts, and from then on
every answer about that booking is disguised: create, get, list, change and cancel. Lists are filtered and paged
again, by what the disguises show. Knows no single mutant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import Edit
from tests.mutants.tools.registry import Origin, json_answer, mutant

Booking = dict[str, Any]

BOOKING_OPERATIONS = "createBooking getBooking listBookings updateBooking cancelBooking"
_LARGEST_PAGE = 100


def disguise(call: Call, booking_id: str, edit: Edit) -> None:
    """From now on the booking is shown to this key as *edit* makes it, over the disguises it has already."""
    _disguises(call).setdefault(booking_id, []).append(edit)


def disguised(call: Call, booking: Booking) -> Booking:
    """One booking as the caller gets to see it."""
    for edit in _disguises(call).get(booking.get("id", ""), ()):
        booking = edit(booking)
    return booking


async def shown(call: Call) -> Answer:
    """The sandbox's answer to a call about bookings, with every booking in its disguise."""
    answer = await call.forward()
    if not answer.ok or not _disguises(call):
        return answer
    if call.operation != "listBookings":
        return in_disguise(call, answer)
    everything = [disguised(call, booking) for booking in await every_booking(call)]
    return one_page(call, answer, [booking for booking in everything if asked_for(call, booking)])


def in_disguise(call: Call, answer: Answer) -> Answer:
    """An answer about one booking, with the booking in its disguise."""
    body = answer.json()
    return answer.with_json(body | {"data": disguised(call, body["data"])})


async def book_in_disguise(call: Call, body: Mapping[str, Any], edit: Edit) -> Answer:
    """The answer to a booking with *body* in place of the call's own. What it makes is shown as *edit* makes it."""
    answer = await call.with_json(body).forward()
    if not answer.ok:
        return answer
    disguise(call, answer.json()["data"]["id"], edit)
    return in_disguise(call, answer)


async def every_booking(call: Call, **filters: object) -> list[Booking]:
    """All bookings that *filters* let the caller's key list, newest first, as the sandbox keeps them."""
    found: list[Booking] = []
    page = pages = 1
    while page <= pages:
        query = {"pageSize": _LARGEST_PAGE, "page": page, **filters}
        body = (await call.upstream("GET", "/travel/bookings", query=query)).json()
        found += body["data"]
        page, pages = page + 1, body["meta"]["pagination"]["totalPages"]
    return found


def asked_for(call: Call, booking: Booking) -> bool:
    """Whether a booking meets the filters of a list call."""
    status, first, last = (call.query.get(name) for name in ("status", "startDate", "endDate"))
    return (
        status in (None, booking.get("status"))
        and (first is None or booking["date"] >= first)
        and (last is None or booking["date"] <= last)
    )


def one_page(call: Call, answer: Answer, bookings: list[Booking]) -> Answer:
    """*answer*, a page of the list, with that page of *bookings* in its place."""
    body = answer.json()
    pagination = body["meta"]["pagination"]
    size = pagination["pageSize"]
    begin = (pagination["page"] - 1) * size
    body["data"] = bookings[begin : begin + size]
    pagination |= {"totalItems": len(bookings), "totalPages": -(-len(bookings) // size)}
    # The links of the sandbox count its own pages.
    kept = tuple(pair for pair in answer.headers if pair[0].lower() != "link")
    return replace(answer, headers=kept).with_json(body)


def booked_as(
    name: str,
    breaks: str,
    edit: Edit,
    *,
    when: Callable[[Booking], bool] = lambda _: True,
    hidden: str | None = None,
    origin: Origin = Origin.suite,
) -> None:
    """Registers a mutant that shows each new booking as *edit* makes it, or only those whose request meets *when*."""

    async def handle(call: Call) -> Answer:
        answer = await shown(call)
        if call.operation != "createBooking" or not answer.ok or not when(call.json()):
            return answer
        disguise(call, answer.json()["data"]["id"], edit)
        return in_disguise(call, answer)

    mutant(name, breaks, BOOKING_OPERATIONS, hidden=hidden, origin=origin)(handle)


def relisted(
    name: str,
    breaks: str,
    choose: Callable[[Call, list[Booking]], Iterable[Booking]],
    *,
    when: Callable[[Call], bool] = lambda _: True,
    hidden: str | None = None,
    origin: Origin = Origin.suite,
) -> None:
    """Registers a mutant of list calls that meet *when*: they page what *choose* makes of all bookings of the key.

    Use ``asked_for`` in *choose* for the filters of the call.
    """

    async def handle(call: Call) -> Answer:
        answer = await call.forward()
        if not answer.ok or not when(call):
            return answer
        return one_page(call, answer, list(choose(call, await every_booking(call))))

    mutant(name, breaks, "listBookings", hidden=hidden, origin=origin)(handle)


def _disguises(call: Call) -> dict[str, list[Edit]]:
    found: dict[str, list[Edit]] = call.memory.setdefault("disguises", {})
    return found


def created(name: str, breaks: str, edit: Edit, *, players: int | None = None, hidden: str | None = None) -> None:
    """A fault of the answer to create alone, for a party of *players* or for all."""
    json_answer(
        name, breaks, "createBooking", edit, when=lambda call: players in (None, sent(call)["players"]), hidden=hidden
    )
