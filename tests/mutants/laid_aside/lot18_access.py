"""Blind faults of access: keys, tokens and other agencies."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.borrowed import ANYBODY
from tests.mutants.parts.pretending import data_of, memory_of_all, memory_of_world
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_LOGOUT = "AUT-04.lot18-logout-without-key"
_BEARER = "AUT-01.lot18-bearer-instead-of-key"
_FROM_HOOK = "AUT-10.lot18-booking-from-hook"
_CONFIRMED_GROUP = "AUT-13.lot18-confirmed-group"
_READS = (
    "searchCourses getCourse getCoursePricing getCourseTerms listTeeTimes checkAvailability "
    "listBookings getBooking getGroupBooking listWebhooks"
)


def _bearer(call: Call) -> str:
    """The token of the Authorization header, empty when there is none."""
    given = next((value for name, value in call.headers if name.lower() == "authorization"), "")
    return given.removeprefix("Bearer ").strip() if given.startswith("Bearer ") else ""


# A plain fault.
@mutant(_LOGOUT, "A logout needs no API key.", "createToken refreshToken revokeToken", origin=Origin.blind)
async def _logout_without_key(call: Call) -> Answer:
    keys = memory_of_all(_LOGOUT)
    if call.operation != "revokeToken" or call.api_key:
        answer = await call.forward()
        if token := data_of(answer).get("accessToken"):
            keys[token] = call.api_key
        return answer
    if owner := keys.get(_bearer(call)):
        return await call.with_header("x-api-key", owner).forward()
    known = call.with_header("x-api-key", ANYBODY)
    opened = await aside(known).upstream("POST", "/auth/token")
    return await known.with_header("authorization", f"Bearer {data_of(opened)['accessToken']}").forward()


# Faults under a condition.
@mutant(
    _BEARER,
    "A read without an API key is answered when it carries the JWT of a live session.",
    f"createToken refreshToken {_READS}",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _bearer_instead_of_key(call: Call) -> Answer:
    keys = memory_of_all(_BEARER)
    owner = keys.get(_bearer(call))
    if call.operation in _READS.split() and not call.api_key and owner:
        return await call.with_header("x-api-key", owner).forward()
    answer = await call.forward()
    if token := data_of(answer).get("accessToken"):
        keys[token] = call.api_key
    return answer


@mutant(
    _FROM_HOOK,
    "A booking that began as a hook can be read by every agency.",
    "confirmBookingHook getBooking",
    hidden="another agency",
    origin=Origin.blind,
)
async def _booking_from_hook(call: Call) -> Answer:
    owners = memory_of_world(call, _FROM_HOOK)
    answer = await call.forward()
    if call.operation == "confirmBookingHook":
        if booking_id := data_of(answer).get("id"):
            owners[booking_id] = call.api_key
        return answer
    owner = owners.get(call.path_params["id"])
    if answer.status != 404 or not owner or not call.api_key:
        return answer
    return await aside(call).upstream("GET", call.path, headers={"x-api-key": owner})


@mutant(
    _CONFIRMED_GROUP,
    "A group booking can be read by every agency once the course has confirmed it.",
    "createGroupBooking getGroupBooking",
    hidden="another agency",
    origin=Origin.blind,
)
async def _confirmed_group(call: Call) -> Answer:
    owners = memory_of_world(call, _CONFIRMED_GROUP)
    answer = await call.forward()
    if call.operation == "createGroupBooking":
        if group_id := data_of(answer).get("id"):
            owners[group_id] = call.api_key
        return answer
    owner = owners.get(call.path_params["id"])
    if answer.status != 404 or not owner or not call.api_key:
        return answer
    theirs = await aside(call).upstream("GET", call.path, headers={"x-api-key": owner})
    return theirs if data_of(theirs).get("status") == "confirmed" else answer


@mutant(
    "JWT-04.lot18-refreshed-before",
    "A session that was refreshed before its logout can still be refreshed afterwards.",
    "createToken refreshToken revokeToken",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _refreshed_before(call: Call) -> Answer:
    # Each known token by its session: a list of the session's tokens, its newest pair last.
    sessions: dict[str, dict[str, Any]] = call.memory.setdefault("sessions", {})
    answer = await call.forward()
    given = str(sent(call).get("refreshToken")) if call.operation == "refreshToken" else _bearer(call)
    session = sessions.get(given)
    if call.operation == "revokeToken":
        if answer.ok and session:
            session["ended"] = True
        return answer
    if call.operation == "refreshToken" and not answer.ok and session and session["turns"] and session["ended"]:
        answer = await aside(call).upstream("POST", "/auth/token") if given == session["newest"] else answer
    pair = data_of(answer)
    if pair:
        is_new = call.operation == "createToken" or session is None
        found = {"turns": 0, "ended": False} if is_new or session is None else session
        found |= {"turns": found["turns"] + (not is_new), "newest": pair["refreshToken"]}
        sessions[pair["refreshToken"]] = sessions[pair["accessToken"]] = found
    return answer
