"""Faults of tee sheets that still show booked places as free (INV-05)."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from tests.mutants.parts.asking import asks
from tests.mutants.parts.forgetful_sheets import tee_sheets_forget, to_others
from tests.mutants.parts.forgotten_places import ForgetfulSheets, Taking, line_of
from tests.mutants.parts.histories import booking_now, place_of
from tests.mutants.parts.overbooking import tee_time_of
from tests.mutants.parts.pretending import body_of, give_credit, memory_of_world, slot_of, with_more_places
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant


def _forgotten(name: str, breaks: str, places: Callable[[int], int], *, hidden: str | None = None) -> None:
    """Tee sheets show *places* of the players booked as free."""
    sheets = ForgetfulSheets()

    async def handle(call: Call) -> Answer:
        if call.operation == "listTeeTimes":
            return await sheets.sheet(call)
        if call.operation == "createBooking":
            return await _booked(call, sheets, places)
        answer = await call.forward()
        if answer.ok:
            sheets.know_again(call, call.path_params["id"])
        return answer

    mutant(name, breaks, "listTeeTimes createBooking cancelBooking", hidden=hidden)(handle)


async def _booked(call: Call, sheets: ForgetfulSheets, places: Callable[[int], int]) -> Answer:
    course_id, day, _ = tee_time_of(sent(call))
    line = await line_of(call, course_id, "teeTime")
    answer = await call.forward()
    if answer.ok and line is not None:
        booking = answer.json()["data"]
        sheets.forget(call, booking["id"], Taking(course_id, day, line, places(booking["players"])))
    return answer


_forgotten("INV-05", "Booked places stay on offer.", lambda players: players)
_forgotten("INV-05.one", "One booked place stays on offer.", lambda _: 1)
_forgotten(
    "INV-05.four",
    "A tee time booked by four stays on offer.",
    lambda players: 4 if players == 4 else 0,
    hidden="some values",
)

tee_sheets_forget(
    "INV-05.others",
    "Booked places stay on offer to every other agency.",
    "createBooking",
    lambda taken: taken.players,
    look=to_others,
    hidden="another agency",
    origin=Origin.hidden,
)

tee_sheets_forget(
    "INV-05.rebooked",
    "After a cancellation, the next booking takes no places off sale.",
    "createBooking",
    lambda taken: taken.players if taken.given_back else 0,
    hidden="after another operation",
    origin=Origin.hidden,
)

_REBOOKED = ForgetfulSheets()


@mutant(
    "INV-05.after-change",
    "A booking on a day on which another was changed takes no places.",
    "listTeeTimes createBooking updateBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.hidden,
)
async def _takes_nothing(call: Call) -> Answer:
    touched: set[Any] = call.memory.setdefault("touched", set())
    if call.operation == "listTeeTimes":
        return await _REBOOKED.sheet(call)
    if call.operation == "createBooking":
        return await _booked_beside(call, touched)
    answer = await call.forward()
    if answer.ok and call.operation == "updateBooking":
        touched.add(place_of(await booking_now(call))[:2])
    elif answer.ok:
        _REBOOKED.know_again(call, call.path_params["id"])
    return answer


async def _booked_beside(call: Call, touched: set[Any]) -> Answer:
    course_id, day, _ = tee_time_of(sent(call))
    line = await line_of(call, course_id, "teeTime")
    answer = await call.forward()
    if answer.ok and line is not None and (course_id, day) in touched:
        booking = answer.json()["data"]
        _REBOOKED.forget(call, booking["id"], Taking(course_id, day, line, booking["players"]))
    return answer


@mutant(
    "INV-05.blind-cache-by-players",
    "A booking refreshes only the tee times for its own number of players.",
    "listTeeTimes createBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _cache_by_players(call: Call) -> Answer:
    if call.operation == "createBooking":
        answer, wanted = await call.forward(), call.json()
        if answer.ok:
            call.memory.pop(f"{wanted['courseId']} {wanted['date']} {wanted['players']}", None)
        return answer
    if asks(call, "earliestTime") or asks(call, "latestTime"):
        return await call.forward()
    key = f"{call.path_params['courseId']} {call.query.get('date')} {call.query.get('players', '4')}"
    kept, until = call.memory.get(key, (None, 0.0))
    if isinstance(kept, Answer) and time.monotonic() < until:
        return kept
    answer = await call.forward()
    if answer.ok:
        call.memory[key] = answer, time.monotonic() + 30
    return answer


@mutant(
    "INV-05.blind-second-booking",
    "The second booking of an agency at a tee time takes no places off sale.",
    "createBooking listTeeTimes",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _second_booking(call: Call) -> Answer:
    name = "second booking"
    if call.operation == "listTeeTimes":
        credit = memory_of_world(call, name)
        return await with_more_places(call, lambda slot: int(credit.get(slot, 0)))
    answer = await call.forward()
    if answer.ok:
        slot = slot_of(body_of(call))
        if slot in call.memory:
            give_credit(call, name, slot, body_of(call)["players"])
        call.memory[slot] = True
    return answer


@mutant(
    "INV-05.blind-from-a-hold",
    "In the tee times, a booking that completes a hold frees the held places and takes no places.",
    "createBooking listTeeTimes",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _frees_the_held(call: Call) -> Answer:
    name = "frees the held"
    if call.operation == "listTeeTimes":
        credit = memory_of_world(call, name)
        return await with_more_places(call, lambda slot: int(credit.get(slot, 0)))
    answer = await call.forward()
    if answer.ok and body_of(call).get("holdId"):
        give_credit(call, name, slot_of(body_of(call)), body_of(call)["players"])
    return answer


@mutant(
    "INV-05.blind-bounded-read",
    "A cache answers tee times between bounds after the first read.",
    "listTeeTimes",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _bounded_read(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not {"earliestTime", "latestTime"} & set(call.query):
        return answer
    first: Answer = call.memory.setdefault(f"{call.path}?{call.query_string}", answer)
    return first
