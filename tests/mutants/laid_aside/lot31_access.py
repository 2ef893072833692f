"""Blind faults of tokens and of what one agency sees of another."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.disguises import asked_for, every_booking, one_page
from tests.mutants.parts.pretending import all_bookings, data_of, filters_of, memory_of_world, slot_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_SAME_FLIGHT = "AUT-10.lot31-same-flight"
_SINGLE_DAY = "AUT-09.lot31-single-day"
_NOT_FOUND = 404
_SECOND = 2


def _access_token(call: Call) -> str:
    header = next((value for name, value in call.headers if name.lower() == "authorization"), "")
    return header.rpartition(" ")[2]


def _session_with(call: Call, member: str, token: object) -> dict[str, Any] | None:
    """The session of this key that has *token* now."""
    sessions: list[dict[str, Any]] = call.memory.setdefault("sessions", [])
    return next((session for session in sessions if session[member] == token), None)


def _has_a_younger_one(call: Call, session: dict[str, Any]) -> bool:
    sessions: list[dict[str, Any]] = call.memory["sessions"]
    return any(not other["ended"] for other in sessions[sessions.index(session) + 1 :])


@mutant(
    "JWT-04.lot31-older-session",
    "After a logout the session can still be refreshed when the agency has a younger session.",
    "createToken refreshToken revokeToken",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _older_session(call: Call) -> Answer:
    answer = await call.forward()
    if call.operation == "createToken":
        if answer.ok:
            call.memory.setdefault("sessions", []).append(data_of(answer) | {"ended": False, "kept": False})
        return answer
    if call.operation == "revokeToken":
        session = _session_with(call, "accessToken", _access_token(call))
        if answer.ok and session:
            session.update(ended=True, kept=_has_a_younger_one(call, session))
        return answer
    session = _session_with(call, "refreshToken", sent(call).get("refreshToken"))
    if session is None:
        return answer
    if not answer.ok and session["kept"]:
        answer = await aside(call).upstream("POST", "/auth/token")
    session.update(data_of(answer))
    return answer


@mutant(
    "JWT-02.lot31-second-refresh",
    "The second refresh of a session gives the tokens of the first refresh again, which it has just replaced.",
    "createToken refreshToken",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _second_refresh(call: Call) -> Answer:
    sessions: dict[str, dict[str, Any]] = call.memory.setdefault("by token", {})
    answer = await call.forward()
    if not answer.ok:
        return answer
    session = sessions.pop(str(sent(call).get("refreshToken")), {"refreshes": -1})
    session["refreshes"] += 1
    if session["refreshes"] == _SECOND:
        return answer.with_json({"data": session["tokens"]})
    session["tokens"] = data_of(answer)
    sessions[session["tokens"]["refreshToken"]] = session
    return answer


@mutant(
    _SAME_FLIGHT,
    "An agency can read the booking of another agency at a tee time where it has a booking itself.",
    "createBooking getBooking",
    hidden="another agency",
    origin=Origin.blind,
)
async def _same_flight(call: Call) -> Answer:
    bookings = memory_of_world(call, _SAME_FLIGHT)
    answer = await call.forward()
    if call.operation == "createBooking":
        if answer.ok:
            bookings[data_of(answer)["id"]] = (call.api_key, slot_of(data_of(answer)))
        return answer
    owner, slot = bookings.get(call.path_params["id"], ("", ""))
    if answer.status != _NOT_FOUND or (call.api_key, slot) not in bookings.values():
        return answer
    read = await aside(call).upstream("GET", call.path, headers={"x-api-key": owner})
    return read if read.ok else answer


@mutant(
    _SINGLE_DAY,
    "A booking list whose startDate is its endDate has the bookings of every agency on that day.",
    "createBooking listBookings",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _single_day(call: Call) -> Answer:
    keys = memory_of_world(call, _SINGLE_DAY)
    answer = await call.forward()
    if call.operation == "createBooking":
        if answer.ok:
            keys[call.api_key] = True
        return answer
    day = call.query.get("startDate")
    if not answer.ok or day is None or day != call.query.get("endDate"):
        return answer
    found = [booking for booking in await every_booking(call) if asked_for(call, booking)]
    for key in keys:
        found += await all_bookings(call, key, **filters_of(call)) if key != call.api_key else []
    return one_page(call, answer, sorted(found, key=lambda booking: str(booking["createdAt"]), reverse=True))
