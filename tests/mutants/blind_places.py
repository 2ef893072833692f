"""Faults of the places of a tee time, and of keys and agencies, written without knowledge of the suite."""

from __future__ import annotations

from datetime import datetime

from tests.mutants.tools.borrowed import ANYBODY
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.pretending import (
    EVERY_BOOKING,
    all_bookings,
    asked_just_now,
    body_of,
    booked_elsewhere,
    current_booking,
    filters_of,
    held_slot,
    memory_of_all,
    memory_of_world,
    moment_of,
    overlaid,
    paged,
    places_at,
    slot_of,
    whole_number,
    with_more_places,
    world_now,
)
from tests.mutants.tools.registry import mutant


@mutant(
    "AUT-01.blind-cached",
    "What a key has read of tee times is served from a cache to callers without a key.",
    "listTeeTimes checkAvailability",
    hidden="after another operation",
)
async def _cached_for_all(call: Call) -> Answer:
    kept, url = memory_of_all("cached for all"), f"{call.path}?{call.query_string}"
    if not call.api_key and url in kept:
        stored: Answer = kept[url]
        return stored
    answer = await call.forward()
    if answer.ok:
        kept[url] = answer
    return answer


@mutant(
    "AUT-05.blind-second-try",
    "An unknown key that was refused once is let in.",
    "searchCourses getCourse listTeeTimes listBookings createBooking",
    hidden="after another operation",
)
async def _second_try(call: Call) -> Answer:
    answer = await call.forward()
    if answer.status != 401 or not call.api_key:
        return answer
    if not call.memory:
        call.memory["refused"] = True
        return answer
    return await call.with_header("x-api-key", ANYBODY).forward()


@mutant(
    "AUT-09.blind-date-range",
    "A list between two dates shows the bookings of all agencies of that time.",
    "listBookings",
    hidden="another agency",
)
async def _all_agencies(call: Call) -> Answer:
    answer = await call.forward()
    world, _, agency = call.api_key.rpartition("_")
    if not answer.ok or not {"startDate", "endDate"} <= set(call.query):
        return answer
    other = f"{world}_{'bravo' if agency == 'alpha' else 'alpha'}"
    every = await all_bookings(call, **filters_of(call)) + await all_bookings(call, other, **filters_of(call))
    return paged(answer, every)


def _credit(call: Call, name: str, slot: str, players: int) -> None:
    memory_of_world(call, name)[slot] = memory_of_world(call, name).get(slot, 0) + players


async def _on_credit(call: Call, name: str) -> Answer:
    """A creation that may take places which are only counted as free."""
    answer = await call.forward()
    body = body_of(call)
    if call.operation != "createBooking" or answer.status != 409:
        return overlaid(call, answer)
    slot, players = slot_of(body), whole_number(body.get("players"))
    missing = players - await places_at(call, slot)
    if not 0 < missing <= memory_of_world(call, name).get(slot, 0):
        return answer
    _credit(call, name, slot, -missing)
    return await booked_elsewhere(call)


@mutant(
    "INV-02.blind-second-cancel",
    "The second cancellation of a booking gives its places back once more.",
    f"{EVERY_BOOKING} listTeeTimes",
    hidden="after another operation",
)
async def _second_cancel(call: Call) -> Answer:
    name = "second cancel"
    if call.operation == "listTeeTimes":
        credit = memory_of_world(call, name)
        return await with_more_places(call, lambda slot: int(credit.get(slot, 0)))
    if call.operation != "cancelBooking":
        return await _on_credit(call, name)
    before = await current_booking(call)
    answer = await call.forward()
    if answer.ok and before.get("status") == "cancelled":
        _credit(call, name, slot_of(before), before["players"])
    return answer


@mutant(
    "INV-02.blind-raised",
    "Players who join a booking by a change take no places.",
    f"{EVERY_BOOKING} listTeeTimes",
    hidden="after another operation",
)
async def _joined_for_free(call: Call) -> Answer:
    name = "joined for free"
    if call.operation == "listTeeTimes":
        credit = memory_of_world(call, name)
        return await with_more_places(call, lambda slot: int(credit.get(slot, 0)))
    if call.operation != "updateBooking":
        return await _on_credit(call, name)
    before = await current_booking(call)
    answer = await call.forward()
    if answer.ok and (joined := whole_number(body_of(call).get("players")) - before["players"]) > 0:
        _credit(call, name, slot_of(before), joined)
    return overlaid(call, answer)


@mutant(
    "INV-02.blind-hold-runs-out",
    "A hold that became a booking gives its places back all the same when its time is over.",
    f"{EVERY_BOOKING} listTeeTimes holdTeeTime",
    hidden="after a while",
)
async def _hold_runs_out(call: Call) -> Answer:
    name = "hold runs out"
    used: list[tuple[datetime, str, int]] = memory_of_world(call, name).setdefault("used", [])
    if call.operation == "holdTeeTime":
        answer = await call.forward()
        if answer.ok:
            call.memory[answer.json()["holdId"]] = moment_of(answer.json()["holdExpiration"])
        return answer
    now = await world_now(call)
    for due in [each for each in used if each[0] <= now]:
        used.remove(due)
        _credit(call, name, due[1], due[2])
    if call.operation == "listTeeTimes":
        credit = memory_of_world(call, name)
        return await with_more_places(call, lambda slot: int(credit.get(slot, 0)))
    answer = await _on_credit(call, name)
    until = call.memory.get(body_of(call).get("holdId", ""))
    if call.operation == "createBooking" and answer.ok and until:
        used.append((until, slot_of(body_of(call)), body_of(call)["players"]))
    return answer


@mutant(
    "INV-03.blind-two-agencies",
    "Bookings wait for each other within an agency, and not for those of another.",
    EVERY_BOOKING,
    hidden="under concurrency",
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
    "A booking does not see a hold that is made beside it.",
    f"{EVERY_BOOKING} holdTeeTime",
    hidden="under concurrency",
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


@mutant(
    "INV-05.blind-second-booking",
    "The second booking of a tee time and agency lowers no places in the tee times.",
    "createBooking listTeeTimes",
    hidden="after another operation",
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
            _credit(call, name, slot, body_of(call)["players"])
        call.memory[slot] = True
    return answer


@mutant(
    "INV-05.blind-from-a-hold",
    "A booking that completes a hold frees the held places in the tee times and takes none.",
    "createBooking listTeeTimes",
    hidden="after another operation",
)
async def _frees_the_held(call: Call) -> Answer:
    name = "frees the held"
    if call.operation == "listTeeTimes":
        credit = memory_of_world(call, name)
        return await with_more_places(call, lambda slot: int(credit.get(slot, 0)))
    answer = await call.forward()
    if answer.ok and body_of(call).get("holdId"):
        _credit(call, name, slot_of(body_of(call)), body_of(call)["players"])
    return answer


@mutant(
    "INV-05.blind-bounded-read",
    "Tee times between bounds that were read once are read from a cache afterwards.",
    "listTeeTimes",
    hidden="one of two ways",
)
async def _bounded_read(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not {"earliestTime", "latestTime"} & set(call.query):
        return answer
    first: Answer = call.memory.setdefault(f"{call.path}?{call.query_string}", answer)
    return first
