"""Mutants of which bookings are accepted and which are refused (BKC-09 to 28). Places are in capacity.py."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from datetime import date, timedelta
from typing import Any

from tests.mutants.tools.borrowed import today
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.disguises import BOOKING_OPERATIONS, book_in_disguise, shown
from tests.mutants.tools.edits import Edit, drop, put
from tests.mutants.tools.registry import mutant
from tests.mutants.tools.substitutes import a_bad_request, as_asked, code_of, elsewhere, sent, tee_times

Body = dict[str, Any]
# What the sandbox books in place of the body it refuses, and how that booking is shown; None leaves the refusal.
Mended = tuple[Body, Edit] | None


def _accepted(
    name: str, breaks: str, code: str, mend: Callable[[Call, Body], Awaitable[Mended]], *, silently: bool = False
) -> None:
    """A mutant that books what the sandbox refuses with *code*; *silently* answers the refusal all the same."""

    async def handle(call: Call) -> Answer:
        answer = await shown(call)
        if call.operation != "createBooking" or code_of(answer) != code:
            return answer
        mended = await mend(call, sent(call))
        if mended is None:
            return answer
        booked = await book_in_disguise(call, *mended)
        return booked if booked.ok and not silently else answer

    mutant(name, breaks, BOOKING_OPERATIONS)(handle)


def _as_it_is(booking: Any) -> Any:
    return booking


# Required members.
_SOMEBODY = {"firstName": "Anonymous", "lastName": "Guest", "email": "anonymous@example.com"}


async def _some_course(call: Call, body: Body) -> Mended:
    return await elsewhere(call, body), await as_asked(call, body)


async def _today(call: Call, body: Body) -> Mended:
    asked = body | {"date": str(await today(call))}
    return await elsewhere(call, asked), await as_asked(call, asked)


async def _first_tee_time(call: Call, body: Body) -> Mended:
    offered = await tee_times(call, body["courseId"], body["date"], body["players"])
    return (body | {"teeTime": offered[0]["time"]}, _as_it_is) if offered else None


async def _four_players(_: Call, body: Body) -> Mended:
    return body | {"players": 4}, _as_it_is


async def _anonymous(_: Call, body: Body) -> Mended:
    return body | {"leadPlayer": _SOMEBODY}, drop("leadPlayer")


def _anonymous_in(member: str) -> Callable[[Call, Body], Awaitable[Mended]]:
    async def mend(_: Call, body: Body) -> Mended:
        lead = body["leadPlayer"] | {member: _SOMEBODY[member]}
        return body | {"leadPlayer": lead}, drop(f"leadPlayer.{member}")

    return mend


_REQUIRED = (
    ("BKC-09", "courseId", "is booked on some course", _some_course),
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
    _accepted(_row, f"{_breaks}.", "invalid_request", _where_it_lacks(_member, _mend))
    _accepted(
        f"{_row}.unsaid",
        f"{_breaks}, although it is refused.",
        "invalid_request",
        _where_it_lacks(_member, _mend),
        silently=True,
    )
    if _member != "players":
        _of_three = _where_it_lacks(_member, _mend, players=3)
        _accepted(f"{_row}.three", f"{_breaks} if it is for three.", "invalid_request", _of_three)


# Optional members.
def _demanded(name: str, member: str, *, players: int | None = None) -> None:
    async def handle(call: Call) -> Answer:
        body = sent(call)
        if _lacks(body, member) and players in (None, body.get("players")):
            return await a_bad_request(call, f"{member} is required.")
        return await call.forward()

    who = "Every booking" if players is None else f"A booking for {players}"
    mutant(name, f"{who} needs {member}.", "createBooking")(handle)


_demanded("BKC-17", "leadPlayer.phone")
_demanded("BKC-17.four", "leadPlayer.phone", players=4)
_demanded("BKC-18", "agencyBookingReference")
_demanded("BKC-18.requests", "specialRequests")
_demanded("BKC-18.single", "specialRequests", players=1)


# The number of players.
def _refused_party(name: str, players: int) -> None:
    async def handle(call: Call) -> Answer:
        if sent(call).get("players") == players:
            return await a_bad_request(call, f"A booking for {players} is not possible.")
        return await call.forward()

    mutant(name, f"A booking for {players} is refused.", "createBooking")(handle)


_refused_party("BKC-19", 4)
_refused_party("BKC-19.single", 1)


def _accepted_party(
    name: str, breaks: str, players: int, *, booked: int, shown_as: int, silently: bool = False
) -> None:
    async def mend(_: Call, body: Body) -> Mended:
        if body.get("players") != players:
            return None
        return body | {"players": booked}, put("players", shown_as)

    _accepted(name, breaks, "invalid_request", mend, silently=silently)


_accepted_party("BKC-20", "A booking for nobody is accepted.", 0, booked=1, shown_as=0)
_accepted_party("BKC-20.negative", "A booking for -1 is accepted as one for 1.", -1, booked=1, shown_as=1)
_accepted_party(
    "BKC-20.unsaid", "Booking for nobody is refused, but books one.", 0, booked=1, shown_as=1, silently=True
)
_accepted_party("BKC-21", "A booking for 5 is accepted.", 5, booked=4, shown_as=5)
_accepted_party("BKC-21.99", "A booking for 99 is made for 4.", 99, booked=4, shown_as=4)
_accepted_party("BKC-21.unsaid", "Booking for 5 is refused, but books 4.", 5, booked=4, shown_as=4, silently=True)


# The course and its terms.
_accepted("BKC-23", "A course that does not exist is booked.", "course_not_found", _some_course)


async def _single_on_nothing(call: Call, body: Body) -> Mended:
    return await _some_course(call, body) if body["players"] == 1 else None


_accepted(
    "BKC-23.single",
    "A single player books a course that does not exist.",
    "course_not_found",
    _single_on_nothing,
)


async def _booking_terms(call: Call, body: Body) -> dict[str, Any]:
    terms = await call.upstream("GET", f"/travel/courses/{body['courseId']}/terms")
    found: dict[str, Any] = terms.json()["data"]["bookingTerms"]
    return found


async def _within_a_week(call: Call, body: Body) -> Mended:
    terms = await _booking_terms(call, body)
    limit = await today(call) + timedelta(days=terms["maxDaysInAdvance"] + 7)
    return await _some_course(call, body) if date.fromisoformat(body["date"]) <= limit else None


_accepted("BKC-27", "Bookings are taken for any day to come.", "date_too_far", _some_course)
_accepted("BKC-27.week", "Bookings are taken a week longer than the terms say.", "date_too_far", _within_a_week)


async def _as_many_as_asked(call: Call, body: Body) -> Mended:
    maximum = (await _booking_terms(call, body))["maxPlayersPerBooking"]
    return body | {"players": maximum}, put("players", body["players"])


async def _as_many_as_allowed(call: Call, body: Body) -> Mended:
    maximum = (await _booking_terms(call, body))["maxPlayersPerBooking"]
    return body | {"players": maximum}, _as_it_is


_accepted("BKC-28", "maxPlayersPerBooking below 4 is not enforced.", "too_many_players", _as_many_as_asked)
_accepted("BKC-28.fewer", "A party too large is cut to maxPlayersPerBooking.", "too_many_players", _as_many_as_allowed)


# Past dates.
_accepted("ENV-16", "A booking in the past is refused, and made.", "date_in_past", _some_course, silently=True)
