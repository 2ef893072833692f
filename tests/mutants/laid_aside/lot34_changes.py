"""Blind faults of changing and of cancelling bookings."""

from __future__ import annotations

from datetime import date
from typing import Any

from tests.mutants.laid_aside.common import aside, booking_of
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.pretending import data_of, memory_of_world, moment_of, slot_of, with_more_places
from tests.mutants.parts.substitutes import a_refusal, code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_LOWERED_AND_RAISED = "BKU-10.lot34-lowered-and-raised"
_TEXTS = ("specialRequests", "agencyBookingReference")
_LAST_OF_THREE_BYTES = "\uffff"
_HOURS_A_DAY = 24

# A plain fault.
json_answer(
    "CNV-03.lot34-milliseconds",
    "The cancellationDate of a cancellation is a number of milliseconds.",
    "cancelBooking",
    alter("data.cancellationDate", lambda text: int(moment_of(text).timestamp()) * 1000),
    origin=Origin.blind,
)


# Faults under a condition.
def _in_three_bytes(text: object) -> object:
    """A text as a column for letters of at most three bytes keeps it."""
    if not isinstance(text, str):
        return text
    return "".join("?" if letter > _LAST_OF_THREE_BYTES else letter for letter in text)


request_change(
    "ENV-17.lot34-three-bytes-a-letter",
    "A change keeps a letter of four bytes in UTF-8, such as an emoji, as a question mark.",
    "updateBooking",
    lambda call: call.with_json(
        {name: _in_three_bytes(value) if name in _TEXTS else value for name, value in sent(call).items()}
    ),
    when=lambda call: any(letter > _LAST_OF_THREE_BYTES for name in _TEXTS for letter in str(sent(call).get(name))),
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "ENV-16.lot34-half-a-change",
    "A change that is refused for want of places keeps the specialRequests that came with it.",
    "updateBooking",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _half_a_change(call: Call) -> Answer:
    answer = await call.forward()
    body = sent(call)
    if code_of(answer) == "tee_time_unavailable" and "specialRequests" in body:
        await aside(call).upstream("PUT", call.path, json={"specialRequests": body["specialRequests"]})
    return answer


@mutant(
    "BKU-09.lot34-second-change-restores",
    "The second change of a booking brings its first specialRequests back unless it sends specialRequests itself.",
    "createBooking updateBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _second_change_restores(call: Call) -> Answer:
    first: dict[str, str] = call.memory.setdefault("first", {})
    changed: set[str] = call.memory.setdefault("changed", set())
    if call.operation == "createBooking":
        answer = await call.forward()
        if answer.ok and "specialRequests" in sent(call):
            first[data_of(answer)["id"]] = sent(call)["specialRequests"]
        return answer
    booking_id, body = call.path_params["id"], sent(call)
    if booking_id in changed and booking_id in first and body and "specialRequests" not in body:
        call = call.with_json(body | {"specialRequests": first[booking_id]})
    answer = await call.forward()
    if answer.ok:
        changed.add(booking_id)
    return answer


def _raised_again(memory: dict[str, Any], before: dict[str, Any], after: dict[str, Any]) -> None:
    """Notes a change of players: how low a booking went, and what it took again after that."""
    fewer = after["players"] - before["players"]
    if fewer < 0:
        memory.setdefault("lowered", set()).add(after["id"])
        memory.setdefault("raised", {}).pop(after["id"], None)
    elif fewer > 0 and after["id"] in memory.get("lowered", ()):
        taken = memory.setdefault("raised", {}).get(after["id"], ("", 0))[1]
        memory["raised"][after["id"]] = slot_of(after), taken + fewer


@mutant(
    _LOWERED_AND_RAISED,
    "The tee sheet does not follow a booking whose players are raised after they were lowered.",
    "listTeeTimes updateBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _lowered_and_raised(call: Call) -> Answer:
    memory = memory_of_world(call, _LOWERED_AND_RAISED)
    if call.operation == "listTeeTimes":
        raised = list(memory.get("raised", {}).values())
        if not raised:
            return await call.forward()
        return await with_more_places(call, lambda slot: sum(players for at, players in raised if at == slot))
    before = await booking_of(call) if call.operation == "updateBooking" else {}
    answer = await call.forward()
    if answer.ok and before:
        _raised_again(memory, before, data_of(answer))
    elif answer.ok:
        memory.get("raised", {}).pop(call.path_params["id"], None)
    return answer


@mutant(
    "BKX-10.lot34-whole-days",
    "The cancellation cutoff counts whole days between today and the date, so a booking in time is refused.",
    "cancelBooking",
    hidden="certain days",
    origin=Origin.blind,
)
async def _whole_days(call: Call) -> Answer:
    booking = await booking_of(call)
    if booking.get("status") != "confirmed":
        return await call.forward()
    terms = await aside(call).upstream("GET", f"/travel/courses/{booking['course']['id']}/terms")
    cutoff = terms.json()["data"]["bookingTerms"]["selfServiceCancellationCutoffHours"]
    days = (date.fromisoformat(booking["date"]) - (await world_time(call)).date()).days
    if days >= 1 and (days - 1) * _HOURS_A_DAY < cutoff:
        return await a_refusal(call, 409, "cancellation_cutoff_passed", "It is too late for a cancellation.")
    return await call.forward()
