"""Faults that show only when requests run at the same moment (INV-03, 04, 06, 09, 10)."""

from __future__ import annotations

from tests.mutants.parts.crowds import FOR_TWO_SECONDS, Crowd, racy, tee_time_asked
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, disguise, every_booking, in_disguise, one_page, shown
from tests.mutants.parts.forgotten_places import ForgetfulSheets, Taking, line_of
from tests.mutants.parts.histories import booking_now
from tests.mutants.parts.overbooking import FULL, overbooked
from tests.mutants.parts.pretending import (
    EVERY_BOOKING,
    Json,
    asked_just_now,
    body_of,
    booked_elsewhere,
    data_of,
    filters_of,
    give_credit,
    held_slot,
    memory_of_world,
    overlaid,
    slot_of,
    with_more_places,
)
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import put
from tests.mutants.tools.registry import Origin, mutant

racy("INV-03", "Parallel bookings all get the same places.", "createBooking", lambda met, _: met["createBooking"] > 1)
racy(
    "INV-03.four",
    "Parallel bookings for four all get the same places.",
    "createBooking",
    lambda met, body: met["createBooking"] > 1 and body["players"] == 4,
)
racy(
    "INV-04",
    "A booking ignores holds of the same moment.",
    "createBooking",
    lambda met, _: met["holdTeeTime"] > 0,
)
racy(
    "INV-04.holds",
    "A hold ignores bookings of the same moment.",
    "holdTeeTime",
    lambda met, _: met["createBooking"] > 0,
)


def _lost_update() -> None:
    """The second of two bookings at the same moment lowers the places of the tee sheet no further."""
    crowd, sheets = Crowd(), ForgetfulSheets()

    async def handle(call: Call) -> Answer:
        if call.operation == "listTeeTimes":
            return await sheets.sheet(call)
        if call.operation != "createBooking":
            answer = await call.forward()
            if answer.ok:
                sheets.know_again(call, call.path_params["id"])
            return answer
        line = await line_of(call, str(sent(call).get("courseId")), "teeTime")
        async with crowd.at(tee_time_asked(call), call) as met:
            answer = await call.forward()
            if answer.ok and line is not None and met["createBooking"] > 1:
                body, booking = sent(call), answer.json()["data"]
                lost = Taking(body["courseId"], body["date"], line, booking["players"])
                sheets.forget(call, booking["id"], lost)
            return answer

    mutant(
        "INV-06",
        "The tee sheet keeps the places of bookings of the same moment on sale.",
        "listTeeTimes createBooking cancelBooking",
        hidden="under concurrency",
    )(handle)


_lost_update()


def _revived() -> None:
    crowd = Crowd()

    async def handle(call: Call) -> Answer:
        if call.operation not in ("updateBooking", "cancelBooking"):
            return await shown(call)
        async with crowd.at(call.path, call) as met:
            answer = await shown(call)
            if call.operation == "cancelBooking" and answer.ok and met["updateBooking"]:
                disguise(call, call.path_params["id"], put("status", "confirmed"))
            return answer

    mutant(
        "INV-09",
        "A change at the moment of a cancellation confirms the booking again.",
        BOOKING_OPERATIONS,
        hidden="under concurrency",
    )(handle)


def _same_id() -> None:
    crowd = Crowd()

    async def handle(call: Call) -> Answer:
        if call.operation != "createBooking":
            return await shown(call)
        async with crowd.at((tee_time_asked(call), sent(call).get("agencyBookingReference")), call) as met:
            answer = await shown(call)
            if not answer.ok or met["createBooking"] < 2:
                return answer
            booking = answer.json()["data"]
            first = call.memory.setdefault(f"first {sent(call)['agencyBookingReference']}", booking["id"])
            if first != booking["id"]:
                disguise(call, booking["id"], put("id", first))
            return in_disguise(call, answer)

    mutant("INV-10", "Bookings at the same moment get one id.", BOOKING_OPERATIONS, hidden="under concurrency")(handle)


_revived()
_same_id()

_RIVALS = Crowd(FOR_TWO_SECONDS)

_MET: dict[tuple[object, ...], set[str]] = {}


@mutant(
    "INV-03.agencies",
    "Parallel bookings of different agencies all get the same places.",
    BOOKING_OPERATIONS,
    hidden="under concurrency",
    origin=Origin.hidden,
)
async def _unseen_by_others(call: Call) -> Answer:
    if call.operation != "createBooking":
        return await shown(call)
    place = tee_time_asked(call)
    _MET.setdefault(place, set()).add(call.api_key)
    async with _RIVALS.at(place, call) as met:
        answer = await shown(call)
        crowded = met["createBooking"] > 1 and len(_MET[place]) > 1
        return await overbooked(call) if crowded and code_of(answer) == FULL else answer


@mutant(
    "INV-03.blind-two-agencies",
    "Bookings wait for each other within an agency, and not for those of another.",
    EVERY_BOOKING,
    hidden="under concurrency",
    origin=Origin.blind,
)
async def _bookings_of_two(call: Call) -> Answer:
    if call.operation != "createBooking":
        return overlaid(call, await call.forward())
    name, slot = "bookings of two", slot_of(body_of(call))
    asked_just_now(call, name, slot, call.api_key)
    answer = await call.forward()
    beside = asked_just_now(call, name, slot, call.api_key)
    return await booked_elsewhere(call) if answer.status == 409 and beside else answer


@mutant(
    "INV-04.blind-hold-beside",
    "A booking ignores a hold that is created at the same moment.",
    f"{EVERY_BOOKING} holdTeeTime",
    hidden="under concurrency",
    origin=Origin.blind,
)
async def _hold_beside(call: Call) -> Answer:
    name = "hold beside"
    if call.operation == "holdTeeTime":
        answer = await call.forward()
        if answer.ok:
            asked_just_now(call, name, held_slot(call), "hold")
        return answer
    answer = await call.forward()
    if call.operation != "createBooking" or answer.status != 409 or "holdId" in body_of(call):
        return overlaid(call, answer)
    beside = asked_just_now(call, name, slot_of(body_of(call)), "booking")
    return await booked_elsewhere(call) if beside else answer


_EQUALS = Crowd(FOR_TWO_SECONDS)


@mutant(
    "INV-06.smaller-party-twice",
    "Two equal changes to a smaller party at the same moment return the places twice.",
    "updateBooking listTeeTimes",
    hidden="under concurrency",
    origin=Origin.hidden,
)
async def _lowered_twice(call: Call) -> Answer:
    name = "lowered twice"
    if call.operation == "listTeeTimes":
        credit = memory_of_world(call, name)
        return await with_more_places(call, lambda slot: credit.get(slot, 0)) if credit else await call.forward()
    before = await booking_now(call)
    async with _EQUALS.at(call.path, call) as met:
        answer = await call.forward()
        fewer = before["players"] - answer.json()["data"]["players"] if answer.ok and before else 0
        if fewer > 0 and met["updateBooking"] > 1 and before["id"] not in call.memory:
            call.memory[before["id"]] = True
            give_credit(call, name, slot_of(before), fewer)
        return answer


@mutant(
    "HOK-05.released-twice",
    "Two releases of a hook at the same moment return its places twice.",
    "createBookingHook releaseBookingHook listTeeTimes",
    hidden="under concurrency",
    origin=Origin.hidden,
)
async def _released_twice(call: Call) -> Answer:
    name = "released twice"
    credit = memory_of_world(call, name)
    if call.operation == "listTeeTimes":
        return await with_more_places(call, lambda slot: credit.get(slot, 0)) if credit else await call.forward()
    if call.operation == "createBookingHook":
        answer = await call.forward()
        if answer.ok:
            call.memory[data_of(answer)["id"]] = data_of(answer)
        return answer
    async with _EQUALS.at(call.path, call) as met:
        answer = await call.forward()
        hook = call.memory.pop(call.path_params["id"], None) if answer.ok and met["releaseBookingHook"] > 1 else None
        if hook:
            give_credit(call, name, slot_of(hook), hook["players"])
        return answer


@mutant(
    "HOK-06.listed-twice",
    "A hook that two requests confirm at the same moment is listed as two bookings.",
    "confirmBookingHook listBookings",
    hidden="under concurrency",
    origin=Origin.hidden,
)
async def _listed_twice(call: Call) -> Answer:
    twins: set[str] = call.memory.setdefault("twins", set())
    if call.operation == "confirmBookingHook":
        async with _EQUALS.at(call.path, call) as met:
            answer = await call.forward()
            twins.update([data_of(answer)["id"]] if answer.ok and met["confirmBookingHook"] > 1 else [])
            return answer
    answer = await call.forward()
    if not answer.ok or not twins:
        return answer
    found = await every_booking(call, **filters_of(call))
    return one_page(call, answer, [twin for booking in found for twin in _with_its_twin(booking, twins)])


def _with_its_twin(booking: Json, twins: set[str]) -> list[Json]:
    return [booking, booking | {"id": f"{booking['id'][:-1]}2"}] if booking["id"] in twins else [booking]
