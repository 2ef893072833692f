"""Faults of the members that a new booking must have, and of the members that it may lack (BKC)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from tests.mutants.parts.acceptance import Body, Mended, accepted, as_it_is, on_some_course
from tests.mutants.parts.borrowed import a_refusal_for_a_bad_parameter, today
from tests.mutants.parts.pretending import body_of, data_of
from tests.mutants.parts.substitutes import a_bad_request, as_asked, elsewhere, sent, tee_times
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import drop
from tests.mutants.tools.registry import Origin, mutant, request_change

# Required members.
_SOMEBODY = {"firstName": "Anonymous", "lastName": "Guest", "email": "anonymous@example.com"}


async def _today(call: Call, body: Body) -> Mended:
    asked = body | {"date": str(await today(call))}
    return await elsewhere(call, asked), await as_asked(call, asked)


async def _first_tee_time(call: Call, body: Body) -> Mended:
    offered = await tee_times(call, body["courseId"], body["date"], body["players"])
    return (body | {"teeTime": offered[0]["time"]}, as_it_is) if offered else None


async def _four_players(_: Call, body: Body) -> Mended:
    return body | {"players": 4}, as_it_is


async def _anonymous(_: Call, body: Body) -> Mended:
    return body | {"leadPlayer": _SOMEBODY}, drop("leadPlayer")


def _anonymous_in(member: str) -> Callable[[Call, Body], Awaitable[Mended]]:
    async def mend(_: Call, body: Body) -> Mended:
        lead = body["leadPlayer"] | {member: _SOMEBODY[member]}
        return body | {"leadPlayer": lead}, drop(f"leadPlayer.{member}")

    return mend


_REQUIRED = (
    ("BKC-09", "courseId", "is booked on some course", on_some_course),
    ("BKC-10", "date", "is booked for today", _today),
    ("BKC-11", "teeTime", "gets the first tee time of the day", _first_tee_time),
    ("BKC-12", "players", "is for four", _four_players),
    ("BKC-13", "leadPlayer", "is anonymous", _anonymous),
    ("BKC-14", "leadPlayer.firstName", "is accepted", _anonymous_in("firstName")),
    ("BKC-15", "leadPlayer.lastName", "is accepted", _anonymous_in("lastName")),
    ("BKC-16", "leadPlayer.email", "is accepted", _anonymous_in("email")),
)


def _lacks(body: Mapping[str, Any], member: str) -> bool:
    parent, _, last = member.rpartition(".")
    holder = body.get(parent) if parent else body
    return isinstance(holder, dict) and last not in holder


def _where_it_lacks(
    member: str, mend: Callable[[Call, Body], Awaitable[Mended]], players: int | None = None
) -> Callable[[Call, Body], Awaitable[Mended]]:
    async def mend_some(call: Call, body: Body) -> Mended:
        chosen = _lacks(body, member) and players in (None, body.get("players"))
        return await mend(call, body) if chosen else None

    return mend_some


for _row, _member, _consequence, _mend in _REQUIRED:
    _breaks = f"A booking without {_member} {_consequence}"
    accepted(_row, f"{_breaks}.", "invalid_request", _where_it_lacks(_member, _mend))
    accepted(
        f"{_row}.unsaid",
        f"{_breaks}, although the service refuses the request.",
        "invalid_request",
        _where_it_lacks(_member, _mend),
        silently=True,
    )
    if _member != "players":
        _of_three = _where_it_lacks(_member, _mend, players=3)
        accepted(f"{_row}.three", f"{_breaks} if it has three players.", "invalid_request", _of_three)


# Optional members.
def _demanded(name: str, member: str, *, players: int | None = None, hidden: str | None = None) -> None:
    async def handle(call: Call) -> Answer:
        body = sent(call)
        if _lacks(body, member) and players in (None, body.get("players")):
            return await a_bad_request(call, f"{member} is required.")
        return await call.forward()

    who = "Every booking" if players is None else f"A booking for {players}"
    mutant(name, f"{who} needs {member}.", "createBooking", hidden=hidden)(handle)


_demanded("BKC-17", "leadPlayer.phone")
_demanded("BKC-17.four", "leadPlayer.phone", players=4, hidden="some values")
_demanded("BKC-18", "agencyBookingReference")
_demanded("BKC-18.requests", "specialRequests")
_demanded("BKC-18.single", "specialRequests", players=1, hidden="some values")


@mutant(
    "BKC-12.blind-held",
    "A booking without players that completes a hold gets the players of the hold.",
    "createBooking holdTeeTime",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _players_of_the_hold(call: Call) -> Answer:
    if call.operation == "holdTeeTime":
        answer = await call.forward()
        if answer.ok:
            call.memory[answer.json()["holdId"]] = answer.json()["players"]
        return answer
    body = body_of(call)
    if "players" in body or body.get("holdId") not in call.memory:
        return await call.forward()
    return await call.with_json(body | {"players": call.memory[body["holdId"]]}).forward()


@mutant(
    "BKC-09.held",
    "A booking without courseId that completes a hold is at the course of the hold.",
    "createBooking holdTeeTime",
    hidden="one of two ways",
)
async def _course_of_the_hold(call: Call) -> Answer:
    if call.operation == "holdTeeTime":
        answer = await call.forward()
        if answer.ok:
            call.memory[answer.json()["holdId"]] = answer.json()["courseId"]
        return answer
    body = body_of(call)
    if "courseId" in body or body.get("holdId") not in call.memory:
        return await call.forward()
    return await call.with_json(body | {"courseId": call.memory[body["holdId"]]}).forward()


@mutant(
    "BKC-16.blind-phone-will-do",
    "A lead player with a phone number needs no email.",
    "createBooking",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _phone_will_do(call: Call) -> Answer:
    body = body_of(call)
    lead = body.get("leadPlayer")
    if not isinstance(lead, dict) or "email" in lead or not lead.get("phone"):
        return await call.forward()
    return await call.with_json(body | {"leadPlayer": lead | {"email": "none@example.com"}}).forward()


@mutant(
    "BKC-17.blind-offline",
    "A booking on an offline course needs leadPlayer.phone.",
    "createBooking",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _phone_for_the_office(call: Call) -> Answer:
    body = body_of(call)
    course = data_of(await call.upstream("GET", f"/travel/courses/{body.get('courseId')}"))
    if course.get("isOnline", True) or (body.get("leadPlayer") or {}).get("phone"):
        return await call.forward()
    return await a_refusal_for_a_bad_parameter(call)


@mutant(
    "BKC-18.blind-requests-alone",
    "Special requests without a reference of the agency are refused.",
    "createBooking",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _requests_alone(call: Call) -> Answer:
    body = body_of(call)
    if "specialRequests" in body and "agencyBookingReference" not in body:
        return await a_refusal_for_a_bad_parameter(call)
    return await call.forward()


def _has_a_name_for_a_player(call: Call) -> bool:
    body = call.json()
    return isinstance(body, dict) and "leadPlayer" in body and not isinstance(body["leadPlayer"], dict)


_NAMED_GUEST = {"firstName": "Ada", "lastName": "Lindqvist", "email": "ada@lindqvist.example"}
request_change(
    "BKC-34",
    "The service invents a lead player when leadPlayer is no object.",
    "createBooking",
    lambda call: call.with_json(call.json() | {"leadPlayer": _NAMED_GUEST}),
    when=_has_a_name_for_a_player,
    origin=Origin.mended,
)


@mutant(
    "BKC-18.held",
    "A booking that completes a hold needs a reference of the agency.",
    "createBooking",
    hidden="one of two ways",
    origin=Origin.hidden,
)
async def _nameless_completion(call: Call) -> Answer:
    body = sent(call)
    is_nameless = "holdId" in body and "agencyBookingReference" not in body
    return await a_bad_request(call, "agencyBookingReference is missing.") if is_nameless else await call.forward()
