"""Blind faults of the sixth lot: pages of lists, and requests that are refused or cannot be read."""

from __future__ import annotations

import httpx

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.disguises import asked_for, every_booking
from tests.mutants.parts.page_swaps import after_the_first_page, from_page, page_number
from tests.mutants.parts.substitutes import a_refusal, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant, request_change

_WINDOW = 1000
_COLUMN = 80
_LAST_OF_LATIN_1 = 255
_TEXTS = ("specialRequests", "agencyBookingReference")


# Faults under a condition.
@mutant(
    "PAG-12.lot6-limit-before-filter",
    "From the second page of a list with a status, the service filters the page of the whole list.",
    "listBookings",
    hidden="a later page",
    origin=Origin.blind,
)
async def _limit_before_filter(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or "status" not in call.query or not after_the_first_page(call):
        return answer
    body = answer.json()
    size = body["meta"]["pagination"]["pageSize"]
    begin = (page_number(call) - 1) * size
    page = (await every_booking(call))[begin : begin + size]
    return answer.with_json(body | {"data": [booking for booking in page if asked_for(call, booking)]})


@mutant(
    "PAG-12.lot6-window-of-a-thousand",
    "Pages of courses behind the first thousand items are empty.",
    "searchCourses",
    hidden="a later page",
    origin=Origin.blind,
)
async def _window_of_a_thousand(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    body = answer.json()
    pagination = body["meta"]["pagination"]
    left = max(0, _WINDOW - (pagination["page"] - 1) * pagination["pageSize"])
    return answer.with_json(body | {"data": body["data"][:left]})


@mutant(
    "WHK-02.lot6-pages-overlap",
    "A later page of subscriptions begins with the last subscription of the page before.",
    "listWebhooks",
    hidden="a later page",
    origin=Origin.blind,
)
async def _pages_overlap(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not from_page(2)(call) or not answer.json()["data"]:
        return answer
    body = answer.json()
    before = (await call.asking(page=page_number(call) - 1).forward()).json()["data"]
    items = [*before[-1:], *body["data"]][: body["meta"]["pagination"]["pageSize"]]
    return answer.with_json(body | {"data": items})


@mutant(
    "ENV-16.lot6-texts-are-saved-first",
    "A change that is refused for want of room still changes the texts.",
    "updateBooking",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _texts_are_saved_first(call: Call) -> Answer:
    answer = await call.forward()
    texts = {name: value for name, value in sent(call).items() if name in _TEXTS}
    if answer.status == 409 and texts and "players" in sent(call):
        await aside(call).upstream("PUT", call.path, json=texts)
    return answer


@mutant(
    "ENV-15.lot6-column-too-short",
    "An agencyBookingReference of more than 80 characters is a server error.",
    "createBooking updateBooking createBookingHook createGroupBooking",
    hidden="some values",
    origin=Origin.blind,
)
async def _column_too_short(call: Call) -> Answer:
    if len(str(sent(call).get("agencyBookingReference", ""))) <= _COLUMN:
        return await call.forward()
    # A caller without a valid key does not get as far as the column.
    known = (await aside(call).upstream("GET", "/travel/bookings", query={"pageSize": 1})).ok
    return await a_refusal(aside(call), 500, "internal_error", "The service failed.") if known else await call.forward()


def _names_its_charset(call: Call) -> bool:
    return "charset" in httpx.Headers(call.headers).get("content-type", "").lower()


def _as_latin_1(call: Call) -> Call:
    text = call.body.decode("utf-8", "replace")
    return call.with_json(sent(call) | _replaced(sent(call))) if text else call


def _replaced(body: dict[str, object]) -> dict[str, object]:
    return {
        name: "".join("?" if ord(letter) > _LAST_OF_LATIN_1 else letter for letter in value)
        for name, value in body.items()
        if isinstance(value, str)
    }


request_change(
    "ENV-17.lot6-latin-with-a-charset",
    "With a charset in Content-Type, letters that Latin-1 does not have become question marks.",
    "createBooking updateBooking",
    _as_latin_1,
    when=lambda call: _names_its_charset(call) and bool(sent(call)),
    hidden="a combination of parameters",
    origin=Origin.blind,
)
