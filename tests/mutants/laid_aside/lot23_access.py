"""Blind faults of keys, of agencies that see each other, and of tokens."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.pretending import all_bookings, data_of, filters_of, memory_of_all, memory_of_world, paged
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_CACHED = "AUT-05.lot23-cached-price-list"
_ONE_DAY = "AUT-09.lot23-day-sheet"
_FINISHED = "AUT-13.lot23-finished-group"
_REFUSED_KEY = (401, 403)


# Faults under a condition.
@mutant(
    _CACHED,
    "A price list that a customer read just before is served to the same request under any key.",
    "getCoursePricing",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _cached_price_list(call: Call) -> Answer:
    kept: dict[str, Any] = memory_of_all(_CACHED)
    target = f"{call.path}?{call.query_string}"
    answer = await call.forward()
    if answer.ok:
        kept[target] = answer
        return answer
    known = call.api_key and answer.status in _REFUSED_KEY and target in kept
    return Answer(200, kept[target].headers, kept[target].body) if known else answer


@mutant(
    _ONE_DAY,
    "The list of bookings of a single day shows the bookings of all agencies.",
    "createBooking listBookings",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _day_sheet(call: Call) -> Answer:
    answer = await call.forward()
    keys: list[str] = memory_of_world(call, _ONE_DAY).setdefault("keys", [])
    if call.operation == "createBooking":
        if answer.ok and call.api_key not in keys:
            keys.append(call.api_key)
        return answer
    first, last = call.query.get("startDate"), call.query.get("endDate")
    if not answer.ok or first is None or first != last:
        return answer
    found: list[dict[str, Any]] = []
    for key in (call.api_key, *(other for other in keys if other != call.api_key)):
        found += await all_bookings(call, key, **filters_of(call))
    return paged(answer, found)


@mutant(
    _FINISHED,
    "A group booking whose processing has ended can be read by every agency.",
    "createGroupBooking getGroupBooking",
    hidden="another agency",
    origin=Origin.blind,
)
async def _finished_group(call: Call) -> Answer:
    owners = memory_of_world(call, _FINISHED)
    answer = await call.forward()
    if call.operation == "createGroupBooking":
        if answer.ok:
            owners[data_of(answer)["id"]] = call.api_key
        return answer
    owner = owners.get(call.path_params["id"])
    if answer.status != 404 or owner is None or not call.api_key:
        return answer
    found = await aside(call).upstream("GET", call.path, headers={"x-api-key": owner})
    return found if found.ok and data_of(found)["status"] != "processing" else answer


def _bearer(call: Call) -> str:
    values = {name.lower(): value for name, value in call.headers}
    return values.get("authorization", "").partition(" ")[2]


@mutant(
    "JWT-04.lot23-refreshed-before",
    "A logout of a session that was refreshed leaves the refresh token alive.",
    "createToken refreshToken revokeToken",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _refreshed_before(call: Call) -> Answer:
    refreshed: set[str] = call.memory.setdefault("refreshed", set())
    if call.operation == "revokeToken" and _bearer(call) in refreshed:
        refreshed.discard(_bearer(call))
        other = await aside(call).upstream("POST", "/auth/token", json={})
        if other.ok:
            return await call.with_header("authorization", f"Bearer {data_of(other)['accessToken']}").forward()
    answer = await call.forward()
    if call.operation == "refreshToken" and answer.ok:
        refreshed.add(str(data_of(answer)["accessToken"]))
    return answer
