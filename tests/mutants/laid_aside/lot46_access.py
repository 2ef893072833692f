"""Blind faults of the forty-sixth lot: access and tokens."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.pretending import all_bookings, filters_of, memory_of_world, paged
from tests.mutants.parts.substitutes import a_refusal, code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import EVERY_OPERATION, Origin, mutant

_READABLE = "AUT-10.lot46-cancelled-bookings-open-to-all"
_PERIODS = "AUT-09.lot46-periods-by-status-of-all"
_NOT_VALID = "The token is not valid."


@mutant(
    _READABLE,
    "A cancelled booking can be read by every agency.",
    "cancelBooking getBooking",
    hidden="another agency",
    origin=Origin.blind,
)
async def _open_to_all(call: Call) -> Answer:
    answer, owners = await call.forward(), memory_of_world(call, _READABLE)
    booking_id = call.path_params["id"]
    if call.operation == "cancelBooking" and answer.ok:
        owners[booking_id] = call.api_key
    if call.operation == "getBooking" and code_of(answer) == "booking_not_found" and booking_id in owners:
        return await aside(call).upstream("GET", call.path, headers={"x-api-key": owners[booking_id]})
    return answer


@mutant(
    _PERIODS,
    "A list by status and period shows the bookings of all agencies.",
    "createBooking listBookings",
    hidden="another agency",
    origin=Origin.blind,
)
async def _of_all(call: Call) -> Answer:
    answer, keys = await call.forward(), memory_of_world(call, _PERIODS)
    if not answer.ok:
        return answer
    keys[call.api_key] = True
    filters = filters_of(call)
    if call.operation != "listBookings" or "status" not in filters or len(filters) < 2:
        return answer
    found: list[dict[str, Any]] = []
    for key in [call.api_key, *(other for other in keys if other != call.api_key)]:
        found += await all_bookings(aside(call), key, **filters)
    return paged(answer, sorted(found, key=lambda booking: str(booking["createdAt"]), reverse=True))


def _bearer(call: Call) -> str:
    return next((value for name, value in call.headers if name.lower() == "authorization"), "")


@mutant(
    "JWT-04.lot46-refresh-after-logout",
    "A logout ends the access token only: the session can be refreshed afterwards.",
    EVERY_OPERATION,
    origin=Origin.blind,
)
async def _refresh_after_logout(call: Call) -> Answer:
    ended: set[str] = call.memory.setdefault("ended", set())
    if _bearer(call) and _bearer(call) in ended:
        return await a_refusal(aside(call), 401, "token_invalid", _NOT_VALID)
    if call.operation != "revokeToken" or not _bearer(call):
        return await call.forward()
    known = await call.upstream("GET", "/travel/bookings", query={"pageSize": 1})
    if not known.ok:
        return known
    ended.add(_bearer(call))
    kept = tuple(
        pair for pair in known.headers if pair[0].lower() not in {"content-type", "content-length", "link", "etag"}
    )
    return Answer(204, kept, b"")


@mutant(
    "JWT-02.lot46-other-session-refreshed-first",
    "Of two token sessions that an agency has at once, only the first to be refreshed can be refreshed.",
    "createToken refreshToken",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _refreshed_first(call: Call) -> Answer:
    sessions: dict[str, int] = call.memory.setdefault("sessions", {})
    session = sessions.get(str(sent(call).get("refreshToken")), len(sessions))
    refreshed = call.memory.get("refreshed", session)
    if call.operation == "refreshToken" and session != refreshed:
        return await a_refusal(call, 401, "token_invalid", _NOT_VALID)
    answer = await call.forward()
    if not answer.ok:
        return answer
    sessions[answer.json()["data"]["refreshToken"]] = session
    if call.operation == "refreshToken":
        call.memory["refreshed"] = session
    else:
        call.memory.pop("refreshed", None)
    return answer
