"""Faults of access, of pages and of the form of money."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Any

import httpx

from tests.mutants.parts.asking import all_courses, asks, day_in, page_of_courses
from tests.mutants.parts.disguises import every_booking, one_page
from tests.mutants.parts.page_swaps import page_number, with_items_of
from tests.mutants.parts.pretending import all_bookings, memory_of_all
from tests.mutants.parts.substitutes import WorldMemory
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_CACHE = "AUT-01.lot13-price-cache"
_CACHED_AT_MOST = 500
_LARGEST_PAGE = 100
_SATURDAY = 5
_UNROUNDED = Decimal("0.125")

_AGENCIES = WorldMemory()


@mutant(
    "AUT-09.lot13-both-dates",
    "A booking list between two dates has the bookings of the other agencies too: the OR has no parentheses.",
    "listBookings createBooking",
    hidden="another agency",
    origin=Origin.blind,
)
async def _list_of_everybody(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    agencies = _AGENCIES.of(call)
    agencies[call.api_key] = True
    if call.operation != "listBookings" or not asks(call, "startDate", "endDate"):
        return answer
    filters = {name: call.query[name] for name in ("startDate", "endDate", "status") if name in call.query}
    foreign: list[dict[str, Any]] = []
    for key in sorted(agencies):
        if key != call.api_key:
            foreign += await all_bookings(call, key, **filters)
    if not foreign:
        return answer
    found = [*await every_booking(call, **filters), *foreign]
    return one_page(call, answer, sorted(found, key=lambda booking: str(booking["createdAt"]), reverse=True))


@mutant(
    _CACHE,
    "Prices that somebody with a key has read are served from a cache to a request without a key.",
    "getCoursePricing",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _prices_from_cache(call: Call) -> Answer:
    answer = await call.forward()
    cache = memory_of_all(_CACHE)
    target = f"{call.path}?{call.query_string}"
    if answer.ok:
        if len(cache) < _CACHED_AT_MOST:
            cache[target] = answer
        return answer
    cached = cache.get(target)
    has_key = "x-api-key" in httpx.Headers(call.headers)
    return cached if isinstance(cached, Answer) and not has_key else answer


@mutant(
    "PAG-09.lot13-pages-of-a-status",
    "With a status filter the booking list shows its first page as every page.",
    "listBookings",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _first_page_of_a_status(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not call.query.get("status") or page_number(call) < 2 or not answer.json()["data"]:
        return answer
    return await with_items_of(answer, call.asking(page=1))


@mutant(
    "PAG-07.lot13-country-lists",
    "The course list of a country knows no largest page size.",
    "searchCourses",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _large_pages_of_a_country(call: Call) -> Answer:
    answer = await call.forward()
    wanted = call.query.get("pageSize", "")
    if not call.query.get("country") or not wanted.isdecimal() or int(wanted) <= _LARGEST_PAGE:
        return answer
    allowed = await call.asking(pageSize=_LARGEST_PAGE).forward()
    if not allowed.ok:
        return answer
    items = await all_courses(call)
    kept = tuple(pair for pair in allowed.headers if pair[0].lower() != "link")
    return replace(allowed, headers=kept).with_json(page_of_courses(items, max(page_number(call), 1), int(wanted)))


@mutant(
    "CNV-05.lot13-weekend-twilight",
    "Twilight prices of a weekend are percentages that nobody rounds: they have three decimals.",
    "listTeeTimes",
    hidden="certain days",
    origin=Origin.blind,
)
async def _unrounded_twilight(call: Call) -> Answer:
    answer = await call.forward()
    day = day_in(call, "date")
    if not answer.ok or day is None or day.weekday() < _SATURDAY:
        return answer
    body = answer.json()
    for line in body.get("availableTimes", ()):
        pricing = line["pricing"]
        if pricing["priceType"] == "twilight" and pricing["greenFee"]:
            players = round(pricing["totalAmount"] / pricing["greenFee"])
            pricing["greenFee"] -= _UNROUNDED
            pricing["totalAmount"] = pricing["greenFee"] * players
    return answer.with_json(body)
