"""Blind faults of the sixty-eighth lot: changes."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from tests.mutants.laid_aside.common import aside, booking_of, course_of, take_places
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_CLOCKS = {"GB": "Europe/London", "IE": "Europe/Dublin", "PT": "Europe/Lisbon", "FI": "Europe/Helsinki"}
_STAMP = "%Y-%m-%dT%H:%M:%SZ"


@mutant(
    "BKU-09.lot68-request-sent-anew",
    "A change of players alone sends the request to the course anew, without the agency's reference.",
    "updateBooking",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _request_sent_anew(call: Call) -> Answer:
    body = sent(call)
    if set(body) != {"players"} or (await booking_of(call)).get("status") != "pending":
        return await call.forward()
    return await call.with_json(body | {"agencyBookingReference": ""}).forward()


@mutant(
    "BKU-10.lot68-hold-keeps-its-size",
    "When the party of a booking that came from a hold gets smaller, its places stay taken.",
    "createBooking updateBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _hold_keeps_its_size(call: Call) -> Answer:
    held: set[str] = call.memory.setdefault("held", set())
    if call.operation == "createBooking":
        answer = await call.forward()
        if answer.ok and sent(call).get("holdId"):
            held.add(answer.json()["data"]["id"])
        return answer
    if call.path_params["id"] not in held:
        return await call.forward()
    before = await booking_of(call)
    answer = await call.forward()
    fewer = before["players"] - answer.json()["data"]["players"] if answer.ok else 0
    if fewer > 0:
        await take_places(call, before, fewer)
    return answer


@mutant(
    "BKX-07.lot68-gives-back-the-first-size",
    "A cancellation gives back as many places as the booking had first, though its party grew since.",
    "createBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _gives_back_the_first_size(call: Call) -> Answer:
    sizes: dict[str, int] = call.memory.setdefault("sizes", {})
    if call.operation == "createBooking":
        answer = await call.forward()
        if answer.ok:
            sizes.setdefault(answer.json()["data"]["id"], answer.json()["data"]["players"])
        return answer
    before = await booking_of(call)
    answer = await call.forward()
    grown = before.get("players", 0) - sizes.get(call.path_params["id"], 4)
    if answer.ok and before.get("status") == "confirmed" and grown > 0:
        await take_places(call, before, grown)
    return answer


def _at_the_course(stamp: str, country: str) -> str:
    """The time on the clock of the club house, written as if it were UTC."""
    moment = datetime.fromisoformat(stamp).astimezone(UTC)
    return moment.astimezone(ZoneInfo(_CLOCKS.get(country, "Europe/Paris"))).strftime(_STAMP)


@mutant(
    "BKX-05.lot68-clock-of-the-club-house",
    "cancellationDate is the local time of the course with a Z behind it.",
    "cancelBooking getBooking",
    hidden="some values",
    origin=Origin.blind,
)
async def _clock_of_the_club_house(call: Call) -> Answer:
    answer = await call.forward()
    stamp = answer.json()["data"].get("cancellationDate") if answer.ok else None
    if not stamp:
        return answer
    booking = await booking_of(aside(call)) if call.operation == "cancelBooking" else answer.json()["data"]
    country = (await course_of(call, booking["course"]["id"])).get("country", "GB")
    return answer.with_json(alter("data.cancellationDate", lambda _: _at_the_course(stamp, country))(answer.json()))


json_answer(
    "BKX-02.lot68-reference-of-the-cancellation",
    "A cancellation answers with a reference of its own in place of that of the booking.",
    "cancelBooking",
    alter("data.bookingReference", lambda reference: f"{reference}-C"),
    origin=Origin.blind,
)
