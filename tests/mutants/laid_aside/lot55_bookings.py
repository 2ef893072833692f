"""Blind faults of the fifty-fifth lot: bookings."""

from __future__ import annotations

import time
from itertools import takewhile
from typing import Any

from tests.mutants.laid_aside.common import is_online
from tests.mutants.parts.crowds import Crowd, world_of
from tests.mutants.parts.disguises import (
    BOOKING_OPERATIONS,
    Booking,
    asked_for,
    disguise,
    in_disguise,
    relisted,
    shown,
)
from tests.mutants.parts.page_swaps import after_the_first_page, with_items_of
from tests.mutants.parts.pretending import data_of
from tests.mutants.parts.substitutes import WorldMemory, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import drop, put
from tests.mutants.tools.registry import Origin, mutant, request_change


def _after_the_start(call: Call, bookings: list[Booking]) -> list[Booking]:
    start = call.query.get("startDate", "")
    return [booking for booking in bookings if asked_for(call, booking) and booking["date"] > start]


relisted(
    "BKL-06.lot55-start-left-out",
    "The booking list leaves out the bookings on the startDate itself.",
    _after_the_start,
    when=lambda call: "startDate" in call.query,
    origin=Origin.blind,
)


_LAST_OF_THREE_BYTES = "\uffff"


def _wishes(call: Call) -> str:
    return str(sent(call).get("specialRequests") or "")


def _short_characters(text: str) -> str:
    """The text up to its first character that takes four bytes."""
    return "".join(takewhile(lambda character: character <= _LAST_OF_THREE_BYTES, text))


request_change(
    "ENV-17.lot55-four-byte-characters",
    "The service cuts specialRequests off at the first character that takes four bytes in UTF-8.",
    "createBooking updateBooking",
    lambda call: call.with_json(sent(call) | {"specialRequests": _short_characters(_wishes(call))}),
    when=lambda call: _short_characters(_wishes(call)) != _wishes(call),
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "BKG-02.lot55-no-lead-player-from-a-hook",
    "A read of a booking that came from a booking hook returns no leadPlayer.",
    "confirmBookingHook getBooking",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _no_lead_player_from_a_hook(call: Call) -> Answer:
    from_hooks: set[str] = call.memory.setdefault("from hooks", set())
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "confirmBookingHook":
        from_hooks.add(str(data_of(answer).get("id")))
        return answer
    if call.path_params["id"] not in from_hooks:
        return answer
    return answer.with_json(drop("data.leadPlayer")(answer.json()))


def _on_the_grid(tee_time: object) -> str | None:
    """The time rounded down to five minutes; None for one that is no time or is on that grid already."""
    text = str(tee_time)
    hour, colon, minute = text.partition(":")
    if not (colon and len(text) == 5 and hour.isdecimal() and minute.isdecimal()):
        return None
    rounded = f"{hour}:{int(minute) // 5 * 5:02}"
    return None if rounded == text else rounded


@mutant(
    "BKC-05.lot55-offline-time-rounded",
    "A booking at an offline course has its tee time rounded down to five minutes.",
    "createBooking",
    hidden="some values",
    origin=Origin.blind,
)
async def _offline_time_rounded(call: Call) -> Answer:
    body = sent(call)
    rounded = _on_the_grid(body.get("teeTime"))
    if rounded is None or not isinstance(body.get("courseId"), str):
        return await call.forward()
    if await is_online(call, body["courseId"]) is not False:
        return await call.forward()
    return await call.with_json(body | {"teeTime": rounded}).forward()


def _filters_by_status_and_day(call: Call) -> bool:
    return "status" in call.query and ("startDate" in call.query or "endDate" in call.query)


@mutant(
    "BKL-09.lot55-later-pages-of-any-status",
    "Later pages of a list by status and date contain bookings of any status.",
    "listBookings",
    hidden="a later page",
    origin=Origin.blind,
)
async def _later_pages_of_any_status(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not _filters_by_status_and_day(call) or not after_the_first_page(call):
        return answer
    return await with_items_of(answer, call.without("status"))


_TOGETHER_SECONDS = 0.3
_CREATES = Crowd(_TOGETHER_SECONDS)
_ISSUED = WorldMemory()


def _issued_to_another(call: Call, issued: dict[str, Any]) -> str | None:
    """The reference that another agency of the world got a moment ago."""
    at, key, reference = issued.get("last", (0.0, call.api_key, ""))
    is_recent = time.monotonic() - at < 2 * _TOGETHER_SECONDS
    return str(reference) if is_recent and key != call.api_key else None


@mutant(
    "BKC-32.lot55-reference-of-the-same-moment",
    "Two agencies that book at the same moment get the same bookingReference.",
    BOOKING_OPERATIONS,
    hidden="under concurrency",
    origin=Origin.blind,
)
async def _reference_of_the_same_moment(call: Call) -> Answer:
    if call.operation != "createBooking":
        return await shown(call)
    async with _CREATES.at(world_of(call), call) as met:
        answer = await call.forward()
        if not answer.ok or met["createBooking"] < 2:
            return answer
        issued = _ISSUED.of(call)
        booking = data_of(answer)
        reference = _issued_to_another(call, issued)
        if reference is None:
            issued["last"] = time.monotonic(), call.api_key, booking["bookingReference"]
            return answer
        disguise(call, booking["id"], put("bookingReference", reference))
        return in_disguise(call, answer)
