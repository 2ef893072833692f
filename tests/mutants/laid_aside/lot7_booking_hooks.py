"""Blind faults of the seventh lot: booking hooks."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.asking import has_dates
from tests.mutants.parts.disguises import asked_for, every_booking, one_page
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_TWICE = 2


@mutant(
    "HOK-07.lot7-released-twice",
    "A hook that was released twice can be confirmed.",
    "createBookingHook releaseBookingHook confirmBookingHook",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _released_twice(call: Call) -> Answer:
    wishes: dict[str, dict[str, Any]] = call.memory.setdefault("wishes", {})
    releases: Counter[str] = call.memory.setdefault("releases", Counter())
    answer = await call.forward()
    if call.operation == "createBookingHook":
        if answer.ok:
            wishes[answer.json()["data"]["id"]] = sent(call)
        return answer
    hook_id = call.path_params["id"]
    if call.operation == "releaseBookingHook":
        releases[hook_id] += answer.ok
        return answer
    if answer.ok or releases[hook_id] != _TWICE or hook_id not in wishes:
        return answer
    booked = await aside(call).upstream("POST", "/travel/bookings", json=wishes[hook_id])
    if not booked.ok:
        return answer
    headers = tuple(pair for pair in booked.headers if pair[0].lower() != "location")
    return replace(booked, status=200, headers=headers)


@mutant(
    "HOK-06.lot7-not-in-lists-by-date",
    "A list by date leaves out the bookings that were hooks.",
    "confirmBookingHook listBookings",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _not_in_lists_by_date(call: Call) -> Answer:
    were_hooks: set[str] = call.memory.setdefault("were hooks", set())
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "confirmBookingHook":
        were_hooks.add(answer.json()["data"]["id"])
        return answer
    if not were_hooks or not has_dates(call):
        return answer
    found = [booking for booking in await every_booking(call) if asked_for(call, booking)]
    return one_page(call, answer, [booking for booking in found if booking["id"] not in were_hooks])
