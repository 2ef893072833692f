"""Blind faults of the fifty-second lot: bookings and their list."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

from tests.mutants.parts.disguises import (
    BOOKING_OPERATIONS,
    asked_for,
    booked_as,
    disguise,
    every_booking,
    in_disguise,
    one_page,
    shown,
)
from tests.mutants.parts.page_swaps import page_number
from tests.mutants.parts.pretending import data_of, filters_of, moment_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put
from tests.mutants.tools.registry import Origin, mutant

_NUMBER = re.compile(r"0\d+", re.ASCII)
_HOLD_LASTS = timedelta(minutes=15)


def _is_number(text: object) -> bool:
    """Whether a reference is a number with a zero in front."""
    return isinstance(text, str) and _NUMBER.fullmatch(text) is not None


booked_as(
    "BKC-07.lot52-reference-is-a-number",
    "A reference of the agency that consists of digits is kept as a number and loses the zeros in front.",
    alter("agencyBookingReference", lambda text: (text.lstrip("0") or "0") if _is_number(text) else text),
    when=lambda body: _is_number(body.get("agencyBookingReference")),
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "BKL-12.lot52-list-misses-the-answer",
    "The list shows a booking as pending after its course has confirmed it, until the agency changes it.",
    "createBooking updateBooking listBookings",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _list_misses_the_answer(call: Call) -> Answer:
    waiting: set[str] = call.memory.setdefault("waiting", set())
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "updateBooking":
        waiting.discard(call.path_params["id"])
    elif call.operation == "createBooking" and data_of(answer)["status"] == "pending":
        waiting.add(data_of(answer)["id"])
    if call.operation != "listBookings" or not waiting:
        return answer
    everything = [
        booking | {"status": "pending"} if booking["id"] in waiting and booking["status"] == "confirmed" else booking
        for booking in await every_booking(call)
    ]
    return one_page(call, answer, [booking for booking in everything if asked_for(call, booking)])


@mutant(
    "BKL-09.lot52-cancelled-by-the-wrong-day",
    "With status=cancelled, the date filters of the list go by the day of the cancellation.",
    "cancelBooking listBookings",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _cancelled_by_the_wrong_day(call: Call) -> Answer:
    days: dict[str, str] = call.memory.setdefault("days", {})
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "cancelBooking":
        cancelled = data_of(answer)
        days[cancelled["id"]] = cancelled["cancellationDate"][:10]
        return answer
    dates = filters_of(call, "status")
    if call.query.get("status") != "cancelled" or not dates:
        return answer
    first, last = dates.get("startDate", ""), dates.get("endDate", "9999")
    found = await every_booking(call, status="cancelled")
    kept = [booking for booking in found if first <= days.get(booking["id"], booking["date"]) <= last]
    return one_page(call, answer, kept)


@mutant(
    "PAG-12.lot52-unsteady-order-of-one-second",
    "A later page of bookings begins with the last booking of the page before, if both were made in one second.",
    "listBookings",
    hidden="a later page",
    origin=Origin.blind,
)
async def _unsteady_order(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or page_number(call) < 2:
        return answer
    body: dict[str, Any] = answer.json()
    pagination = body["meta"]["pagination"]
    first = (pagination["page"] - 1) * pagination["pageSize"]
    found = await every_booking(call, **filters_of(call))
    if not body["data"] or first >= len(found) or found[first - 1]["createdAt"] != found[first]["createdAt"]:
        return answer
    return answer.with_json(body | {"data": [found[first - 1], *body["data"][1:]]})


@mutant(
    "BKC-33.lot52-as-old-as-its-hold",
    "A booking that completes a hold shows the moment of the hold as its createdAt.",
    f"holdTeeTime {BOOKING_OPERATIONS}",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _as_old_as_its_hold(call: Call) -> Answer:
    began: dict[str, str] = call.memory.setdefault("began", {})
    if call.operation == "holdTeeTime":
        answer = await call.forward()
        if answer.ok:
            hold = answer.json()
            began[hold["holdId"]] = f"{moment_of(hold['holdExpiration']) - _HOLD_LASTS:%Y-%m-%dT%H:%M:%SZ}"
        return answer
    answer = await shown(call)
    moment = began.get(str(sent(call).get("holdId")))
    if call.operation != "createBooking" or not answer.ok or moment is None:
        return answer
    disguise(call, data_of(answer)["id"], put("createdAt", moment))
    return in_disguise(call, answer)
