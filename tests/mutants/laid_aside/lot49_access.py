"""Blind faults of the forty-ninth lot: access and tokens."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import aside, is_online
from tests.mutants.parts.borrowed import ANYBODY
from tests.mutants.parts.disguises import Booking, one_page
from tests.mutants.parts.pretending import all_bookings, data_of, filters_of, memory_of_all
from tests.mutants.parts.substitutes import WorldMemory, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_AUTH = "createToken refreshToken revokeToken"
_MAKING = "createBooking confirmBookingHook"
_KEYLESS = "AUT-04.lot49-auth-without-key"

_group_owners, _changed, _read, _listed = (WorldMemory(), WorldMemory(), WorldMemory(), WorldMemory())


def _token_of(call: Call) -> str:
    """The refresh token in the body, or else the access token in the header."""
    bearer = next((value for name, value in call.headers if name.lower() == "authorization"), "")
    return str(sent(call).get("refreshToken") or bearer.removeprefix("Bearer "))


@mutant(_KEYLESS, "The auth operations work without the X-Api-Key header.", _AUTH, origin=Origin.blind)
async def _keyless(call: Call) -> Answer:
    keys = memory_of_all(_KEYLESS)
    has_key = any(name.lower() == "x-api-key" for name, _ in call.headers)
    key = call.api_key if has_key else str(keys.get(_token_of(call), ANYBODY))
    answer = await (call if has_key else call.with_header("x-api-key", key)).forward()
    tokens = data_of(answer)
    keys.update({tokens[name]: key for name in ("accessToken", "refreshToken") if name in tokens})
    return answer


@mutant(
    "AUT-16.lot49-players-of-any-group",
    "The player list of a group booking of another agency can be changed.",
    "createGroupBooking updateGroupBookingPlayers",
    origin=Origin.blind,
)
async def _players_of_any_group(call: Call) -> Answer:
    answer = await call.forward()
    owners = _group_owners.of(call)
    if call.operation == "createGroupBooking":
        if group := data_of(answer):
            owners[group["id"]] = call.api_key
        return answer
    owner = owners.get(call.path_params["id"])
    if answer.status != 404 or owner in (None, call.api_key):
        return answer
    return await call.with_header("x-api-key", owner).forward()


def _note_owner(memory: WorldMemory, call: Call, answer: Answer) -> None:
    """Notes to whom a new booking belongs."""
    if call.operation in _MAKING.split() and (booking := data_of(answer)):
        memory.of(call)[booking["id"]] = call.api_key


@mutant(
    "AUT-11.lot49-notes-of-others",
    "An agency can change the special requests of a booking of another agency.",
    f"{_MAKING} updateBooking",
    hidden="another agency",
    origin=Origin.blind,
)
async def _notes_of_others(call: Call) -> Answer:
    answer = await call.forward()
    _note_owner(_changed, call, answer)
    if call.operation != "updateBooking" or answer.status != 404 or set(sent(call)) != {"specialRequests"}:
        return answer
    owner = _changed.of(call).get(call.path_params["id"])
    return await call.with_header("x-api-key", owner).forward() if owner else answer


@mutant(
    "AUT-10.lot49-archive-for-all",
    "A cancelled booking at an offline course can be read by another agency.",
    f"{_MAKING} getBooking",
    hidden="another agency",
    origin=Origin.blind,
)
async def _archive_for_all(call: Call) -> Answer:
    answer = await call.forward()
    _note_owner(_read, call, answer)
    if call.operation != "getBooking" or answer.status != 404:
        return answer
    owner = _read.of(call).get(call.path_params["id"])
    if owner is None:
        return answer
    found = await call.with_header("x-api-key", owner).forward()
    booking = data_of(found)
    if booking.get("status") != "cancelled" or await is_online(call, booking["course"]["id"]):
        return answer
    return found


@mutant(
    "AUT-09.lot49-status-until-a-day",
    "A booking list with a status and an end date shows bookings of other agencies too.",
    f"{_MAKING} listBookings",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _status_until_a_day(call: Call) -> Answer:
    answer = await call.forward()
    _note_owner(_listed, call, answer)
    filters = filters_of(call)
    if call.operation != "listBookings" or not answer.ok or not {"status", "endDate"} <= set(filters):
        return answer
    others = sorted(set(_listed.of(call).values()) - {call.api_key})
    found: list[Booking] = await all_bookings(call, **filters)
    own = len(found)
    for key in others:
        found += await all_bookings(call, key, **filters)
    if len(found) == own:
        return answer
    return one_page(call, answer, sorted(found, key=lambda booking: str(booking["createdAt"]), reverse=True))


@mutant(
    "JWT-04.lot49-renewed-session-lives",
    "A session that was refreshed before can still be refreshed after its logout.",
    _AUTH,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _renewed_session_lives(call: Call) -> Answer:
    sessions: dict[str, dict[str, Any]] = call.memory.setdefault("sessions", {})
    session = sessions.get(_token_of(call), {})
    answer = await call.forward()
    if call.operation == "revokeToken":
        if answer.ok and session.get("refreshed"):
            session["ended"] = True
        return answer
    if call.operation == "refreshToken" and session.get("ended") and answer.status == 401:
        fresh = await aside(call).upstream("POST", "/auth/token", json={})
        answer = fresh.with_status(200) if fresh.ok else answer
        session = {}
    tokens = data_of(answer)
    if call.operation == "refreshToken":
        session["refreshed"] = answer.ok or session.get("refreshed", False)
    sessions.update({tokens[name]: session for name in ("accessToken", "refreshToken") if name in tokens})
    return answer
