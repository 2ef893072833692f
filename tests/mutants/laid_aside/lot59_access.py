"""Blind faults of the fifty-ninth lot: access and tokens."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.pretending import data_of
from tests.mutants.parts.substitutes import WorldMemory, a_refusal, code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import EVERY_OPERATION, Origin, mutant

_owners = WorldMemory()
_references = WorldMemory()


def _bearer(call: Call) -> str:
    return next((value for name, value in call.headers if name.lower() == "authorization"), "")


@mutant(
    "JWT-04.lot59-refresh-survives-logout",
    "A logout ends the access token, but the refresh token of the session still renews it.",
    EVERY_OPERATION,
    origin=Origin.blind,
)
async def _refresh_survives_logout(call: Call) -> Answer:
    ended: set[str] = call.memory.setdefault("ended", set())
    bearer = _bearer(call)
    if bearer in ended:
        return await call.with_header("authorization", "Bearer ended.ended.ended").forward()
    if call.operation != "revokeToken" or not bearer:
        return await call.forward()
    probe = await call.upstream("GET", "/travel/courses", query={"pageSize": 1})
    if not probe.ok:
        return await call.forward()
    ended.add(bearer)
    kept = tuple(pair for pair in probe.headers if pair[0].lower() in ("date", "server", "x-request-id"))
    return replace(probe, status=204, headers=kept, body=b"")


@mutant(
    "JWT-02.lot59-renewed-once-only",
    "A session that was refreshed once cannot be refreshed again with its new refresh token.",
    "refreshToken",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _renewed_once_only(call: Call) -> Answer:
    renewed: set[object] = call.memory.setdefault("renewed", set())
    if sent(call).get("refreshToken") in renewed:
        return await a_refusal(aside(call), 401, "token_invalid", "The session of the token is revoked.")
    answer = await call.forward()
    if answer.ok:
        renewed.add(data_of(answer)["refreshToken"])
    return answer


@mutant(
    "AUT-10.lot59-cancelled-open-to-others",
    "A cancelled booking can be read by id with the key of another agency.",
    "createBooking getBooking",
    hidden="another agency",
    origin=Origin.blind,
)
async def _cancelled_open_to_others(call: Call) -> Answer:
    owners: dict[str, Any] = _owners.of(call)
    answer = await call.forward()
    if call.operation == "createBooking":
        if answer.ok:
            owners[data_of(answer)["id"]] = call.api_key
        return answer
    owner = owners.get(call.path_params["id"])
    if owner is None or code_of(answer) != "booking_not_found":
        return answer
    theirs = await aside(call).upstream("GET", call.path, headers={"x-api-key": owner})
    return theirs if data_of(theirs).get("status") == "cancelled" else answer


@mutant(
    "AUT-11.lot59-same-reference-same-course",
    "An agency can change the booking of another agency that has its reference and its course.",
    "createBooking updateBooking",
    hidden="another agency",
    origin=Origin.blind,
)
async def _same_reference_same_course(call: Call) -> Answer:
    known: dict[str, Any] = _references.of(call)
    answer = await call.forward()
    if call.operation == "createBooking":
        booking = data_of(answer)
        if booking.get("agencyBookingReference"):
            known[booking["id"]] = (call.api_key, (booking["agencyBookingReference"], booking["course"]["id"]))
        return answer
    if code_of(answer) != "booking_not_found" or call.path_params["id"] not in known:
        return answer
    owner, match = known[call.path_params["id"]]
    if (call.api_key, match) not in known.values():
        return answer
    return await call.with_header("x-api-key", owner).forward()
