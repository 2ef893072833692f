"""Faults of how many players a booking may have, and of the places that it needs (BKC)."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from tests.mutants.parts.acceptance import Body, Mended, accepted, as_it_is, booking_terms
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, book_in_disguise, shown
from tests.mutants.parts.histories import booking_now, place_of
from tests.mutants.parts.overbooking import overbooked, overbooking, tee_time_of
from tests.mutants.parts.pretending import body_of, conflict, moment_of
from tests.mutants.parts.substitutes import WorldMemory, a_bad_request, code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import put
from tests.mutants.tools.registry import Origin, mutant, request_change


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

    accepted(name, breaks, "invalid_request", mend, silently=silently)


_accepted_party("BKC-20", "A booking for nobody is accepted.", 0, booked=1, shown_as=0)
_accepted_party("BKC-20.negative", "The service accepts a booking for -1 as a booking for 1.", -1, booked=1, shown_as=1)
_accepted_party(
    "BKC-20.unsaid",
    "The service refuses a booking for nobody, but books one player.",
    0,
    booked=1,
    shown_as=1,
    silently=True,
)
_accepted_party("BKC-21", "A booking for 5 is accepted.", 5, booked=4, shown_as=5)
_accepted_party(
    "BKC-21.99", "The service creates a booking for 4 when a request asks for 99.", 99, booked=4, shown_as=4
)
_accepted_party(
    "BKC-21.unsaid", "The service refuses a booking for 5, but books 4 players.", 5, booked=4, shown_as=4, silently=True
)


async def _as_many_as_asked(call: Call, body: Body) -> Mended:
    maximum = (await booking_terms(call, body))["maxPlayersPerBooking"]
    return body | {"players": maximum}, put("players", body["players"])


async def _as_many_as_allowed(call: Call, body: Body) -> Mended:
    maximum = (await booking_terms(call, body))["maxPlayersPerBooking"]
    return body | {"players": maximum}, as_it_is


accepted("BKC-28", "maxPlayersPerBooking below 4 is not enforced.", "too_many_players", _as_many_as_asked)
accepted(
    "BKC-28.fewer",
    "The service cuts a party that is too large to maxPlayersPerBooking.",
    "too_many_players",
    _as_many_as_allowed,
)

overbooking("BKC-25", "A tee time takes any number of players.", lambda _: True)
overbooking(
    "BKC-25.one-more",
    "A booking may have one player more than the free places.",
    lambda attempt: attempt.free > 0 and attempt.players == attempt.free + 1,
)
overbooking(
    "BKC-25.full",
    "A full tee time accepts another single player.",
    lambda attempt: attempt.free == 0 and attempt.players == 1,
)

_OWNERS = WorldMemory()


@mutant(
    "BKC-25.others",
    "Places booked by another agency can be booked again.",
    BOOKING_OPERATIONS,
    hidden="another agency",
    origin=Origin.hidden,
)
async def _booked_again(call: Call) -> Answer:
    owners: dict[Any, set[str]] = _OWNERS.of(call)
    answer = await shown(call)
    if call.operation != "createBooking":
        return answer
    if answer.ok:
        owners.setdefault(tee_time_of(sent(call)), set()).add(call.api_key)
    others = owners.get(tee_time_of(sent(call)), set()) - {call.api_key}
    return await overbooked(call) if others and code_of(answer) == "tee_time_unavailable" else answer


@mutant(
    "BKC-25.after-change",
    "A tee time with a booking that was changed takes any number of players.",
    BOOKING_OPERATIONS,
    hidden="after another operation",
    origin=Origin.hidden,
)
async def _takes_any_number(call: Call) -> Answer:
    open_to_all: set[Any] = call.memory.setdefault("open to all", set())
    before = await booking_now(call) if call.operation == "updateBooking" else {}
    answer = await shown(call)
    if answer.ok and before:
        open_to_all.add(place_of(before))
    if call.operation == "createBooking" and code_of(answer) == "tee_time_unavailable":
        return await overbooked(call) if tee_time_of(sent(call)) in open_to_all else answer
    return answer


@mutant(
    "BKC-19.blind-weekend-singles",
    "The service refuses a single player on a Saturday or Sunday.",
    "createBooking",
    hidden="certain days",
    origin=Origin.blind,
)
async def _weekend_singles(call: Call) -> Answer:
    body = body_of(call)
    try:
        weekend = moment_of(str(body.get("date"))).weekday() >= 5
    except ValueError:
        return await call.forward()
    return await (conflict(call) if weekend and body.get("players") == 1 else call.forward())


@mutant(
    "BKC-21.blind-offline",
    "Five players or more are booked at an offline course.",
    BOOKING_OPERATIONS,
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _many_offline(call: Call) -> Answer:
    answer = await shown(call)
    body = sent(call)
    players = body.get("players")
    if call.operation != "createBooking" or answer.ok or not isinstance(players, int) or players < 5:
        return answer
    course = await call.upstream("GET", f"/travel/courses/{body.get('courseId')}")
    if not course.ok or course.json()["data"]["isOnline"]:
        return answer
    return await book_in_disguise(call, body | {"players": 4}, put("players", players))


def _with_whole_players(call: Call) -> Call:
    body = call.json()
    return call.with_json(body | {"players": int(Decimal(str(body["players"])))})


def _has_broken_players(call: Call) -> bool:
    body = call.json()
    players = body.get("players") if isinstance(body, dict) else None
    return isinstance(players, Decimal)


request_change(
    "BKC-22",
    "Players are rounded down.",
    "createBooking",
    _with_whole_players,
    when=_has_broken_players,
    origin=Origin.mended,
)
