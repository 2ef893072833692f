"""Blind faults that show one agency what belongs to another agency, or let it change that."""

from __future__ import annotations

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.borrowed import subscriptions_of
from tests.mutants.parts.disguises import every_booking
from tests.mutants.parts.pretending import all_bookings, filters_of, memory_of_world, paged
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_DAY_SHEET = "AUT-09.lot4-day-sheet"
_WARM_CACHE = "AUT-10.lot4-warm-cache"
_PENDING = "AUT-12.lot4-pending-bookings"
_SHARED_URL = "AUT-14.lot4-shared-url"


@mutant(
    _DAY_SHEET,
    "A booking list of a single day shows the bookings of all agencies on that day.",
    "createBooking listBookings",
    hidden="another agency",
    origin=Origin.blind,
)
async def _day_sheet(call: Call) -> Answer:
    keys: dict[str, bool] = memory_of_world(call, _DAY_SHEET)
    answer = await call.forward()
    if answer.ok and call.operation == "createBooking":
        keys[call.api_key] = True
    day = call.query.get("startDate")
    if not answer.ok or call.operation != "listBookings" or day is None or call.query.get("endDate") != day:
        return answer
    found = await every_booking(aside(call), **filters_of(call))
    for key in keys:
        found += await all_bookings(aside(call), key, **filters_of(call)) if key != call.api_key else []
    return paged(answer, found)


@mutant(
    _WARM_CACHE,
    "A booking that its agency has read is in a cache, which answers every agency that names the id.",
    "getBooking",
    hidden="another agency",
    origin=Origin.blind,
)
async def _warm_cache(call: Call) -> Answer:
    cache: dict[str, Answer] = memory_of_world(call, _WARM_CACHE)
    answer = await call.forward()
    if answer.ok:
        cache[call.path_params["id"]] = answer
    return cache.get(call.path_params["id"], answer) if answer.status == 404 else answer


@mutant(
    _PENDING,
    "Another agency can cancel a booking while it is pending: the desk for offline requests compares no agency.",
    "createBooking cancelBooking",
    hidden="another agency",
    origin=Origin.blind,
)
async def _pending_bookings(call: Call) -> Answer:
    owners: dict[str, str] = memory_of_world(call, _PENDING)
    answer = await call.forward()
    if answer.ok and call.operation == "createBooking":
        owners[answer.json()["data"]["id"]] = call.api_key
    owner = owners.get(call.path_params.get("id", ""))
    if answer.status != 404 or owner is None:
        return answer
    theirs = aside(call).with_header("x-api-key", owner)
    booking = await theirs.upstream("GET", call.path)
    return await theirs.forward() if booking.ok and booking.json()["data"]["status"] == "pending" else answer


@mutant(
    _SHARED_URL,
    "The removal of a subscription removes the subscriptions of other agencies to the same url.",
    "createWebhook deleteWebhook",
    hidden="another agency",
    origin=Origin.blind,
)
async def _shared_url(call: Call) -> Answer:
    keys: dict[str, bool] = memory_of_world(call, _SHARED_URL)
    mine = await subscriptions_of(aside(call)) if call.operation == "deleteWebhook" else []
    answer = await call.forward()
    if not answer.ok:
        return answer
    keys[call.api_key] = True
    urls = {item["url"] for item in mine if item["id"] == call.path_params["id"]}
    for key in [key for key in keys if urls and key != call.api_key]:
        theirs = aside(call).with_header("x-api-key", key)
        for item in await subscriptions_of(theirs):
            if item["url"] in urls:
                await theirs.upstream("DELETE", f"/webhooks/{item['id']}")
    return answer
