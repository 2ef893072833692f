"""Blind faults of the fifty-sixth lot: access and tokens."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.pretending import all_bookings, body_of, data_of, filters_of, memory_of_world, paged
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_PLAYERS_OF_OTHERS = "AUT-16.lot56-players-of-other-agency"
_CANCELLED_OF_OTHERS = "AUT-10.lot56-cancelled-booking-open-to-all"
_DAY_LIST = "AUT-09.lot56-day-list-of-all-agencies"


def _owners(call: Call, name: str) -> dict[str, str]:
    """The keys that own something in the world of *call*, by the id of what they own."""
    found: dict[str, str] = memory_of_world(call, name).setdefault("owners", {})
    return found


def _note_owner(call: Call, answer: Answer, name: str) -> None:
    if made := data_of(answer).get("id"):
        _owners(call, name).setdefault(str(made), call.api_key)


@mutant(
    _PLAYERS_OF_OTHERS,
    "Any agency can replace the player list of a group booking whose id it knows.",
    "createGroupBooking updateGroupBookingPlayers",
    origin=Origin.blind,
)
async def _players_of_others(call: Call) -> Answer:
    answer = await call.forward()
    if call.operation == "createGroupBooking":
        _note_owner(call, answer, _PLAYERS_OF_OTHERS)
        return answer
    owner = _owners(call, _PLAYERS_OF_OTHERS).get(call.path_params["id"], call.api_key)
    if not call.api_key or answer.ok or owner == call.api_key:
        return answer
    changed = await aside(call).upstream("PUT", call.path, json=call.json(), headers={"x-api-key": owner})
    return changed if changed.ok else answer


@mutant(
    _CANCELLED_OF_OTHERS,
    "Any agency can read a booking of another agency by its id once the booking is cancelled.",
    "createBooking confirmBookingHook getBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _cancelled_of_others(call: Call) -> Answer:
    answer = await call.forward()
    if call.operation != "getBooking":
        _note_owner(call, answer, _CANCELLED_OF_OTHERS)
        return answer
    owner = _owners(call, _CANCELLED_OF_OTHERS).get(call.path_params["id"], call.api_key)
    if answer.status != 404 or owner == call.api_key:
        return answer
    found = await aside(call).upstream("GET", call.path, headers={"x-api-key": owner})
    return found if data_of(found).get("status") == "cancelled" else answer


@mutant(
    _DAY_LIST,
    "A list of one day with a status filter shows the bookings of all agencies of the day.",
    "createBooking confirmBookingHook listBookings",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _day_list(call: Call) -> Answer:
    answer = await call.forward()
    if call.operation != "listBookings":
        _note_owner(call, answer, _DAY_LIST)
        return answer
    query = call.query
    is_one_day = bool(query.get("startDate")) and query.get("startDate") == query.get("endDate")
    others = set(_owners(call, _DAY_LIST).values()) - {call.api_key}
    if not answer.ok or not is_one_day or not query.get("status") or not others:
        return answer
    found: list[dict[str, Any]] = []
    for key in sorted({call.api_key, *others}):
        found += await all_bookings(aside(call), key, **filters_of(call))
    return paged(answer, sorted(found, key=lambda booking: str(booking["createdAt"]), reverse=True))


@mutant(
    "JWT-04.lot56-renewed-session-outlives-logout",
    "A session that was renewed can still be refreshed after its logout while another session of the agency is open.",
    "createToken refreshToken revokeToken",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _outlives_logout(call: Call) -> Answer:
    session_of: dict[str, int] = call.memory.setdefault("session_of", {})
    renewed: set[int] = call.memory.setdefault("renewed", set())
    closed: set[int] = call.memory.setdefault("closed", set())
    lingering: set[int] = call.memory.setdefault("lingering", set())
    bearer = next((text for name, text in call.headers if name.lower() == "authorization"), "").rpartition(" ")[2]
    token = str(body_of(call).get("refreshToken", "")) if call.operation == "refreshToken" else bearer
    session = session_of.get(token, -1)
    answer = await call.forward()
    if call.operation == "revokeToken" and answer.ok:
        closed.add(session)
        if session in renewed and set(session_of.values()) - closed:
            lingering.add(session)
    if call.operation == "refreshToken" and answer.ok:
        renewed.add(session)
    if call.operation == "refreshToken" and answer.status == 401 and session in lingering:
        return await aside(call).upstream("POST", "/auth/token")
    if call.operation == "createToken":
        session = call.memory["sessions"] = call.memory.get("sessions", 0) + 1
    for member in ("accessToken", "refreshToken"):
        if member in data_of(answer):
            session_of[data_of(answer)[member]] = session
    return answer
