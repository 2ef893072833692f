"""Blind faults of creating, reading and listing bookings."""

from __future__ import annotations

from datetime import date

from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.disguises import asked_for, every_booking, one_page
from tests.mutants.parts.page_swaps import page_number
from tests.mutants.parts.pretending import data_of, filters_of, true_booking
from tests.mutants.parts.substitutes import in_turn
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, drop
from tests.mutants.tools.registry import Origin, json_answer, mutant


# A plain fault.
@mutant(
    "BKL-02.lot34-lead-player-listed",
    "The first booking of a list carries its leadPlayer.",
    "listBookings",
    origin=Origin.blind,
)
async def _lead_player_listed(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not answer.json()["data"]:
        return answer
    body = answer.json()
    whole = await true_booking(call, body["data"][0]["id"])
    body["data"][0]["leadPlayer"] = whole["leadPlayer"]
    return answer.with_json(body)


# Faults under a condition.
def _as_a_number(reference: str) -> str:
    """A reference as a column for numbers keeps it."""
    return str(int(reference)) if reference.isascii() and reference.isdecimal() else reference


json_answer(
    "BKC-07.lot34-leading-zeros",
    "An agencyBookingReference of digits alone loses the zeros that it begins with.",
    "createBooking getBooking listBookings updateBooking",
    in_turn(alter("data.agencyBookingReference", _as_a_number), alter("data[*].agencyBookingReference", _as_a_number)),
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "PAG-12.lot34-made-in-the-same-second",
    "After the first page, bookings that were created in the same second are in the opposite order.",
    "listBookings",
    hidden="a later page",
    origin=Origin.blind,
)
async def _made_in_the_same_second(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or page_number(call) <= 1:
        return answer
    newest_last = reversed(await every_booking(call, **filters_of(call)))
    return one_page(call, answer, sorted(newest_last, key=lambda booking: str(booking["createdAt"]), reverse=True))


@mutant(
    "BKL-04.lot34-declined-still-pending",
    "The list of pending bookings still has the cancelled bookings that their course declined.",
    "createBooking cancelBooking listBookings",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _declined_still_pending(call: Call) -> Answer:
    waited: set[str] = call.memory.setdefault("waited", set())
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "createBooking" and data_of(answer)["status"] == "pending":
        waited.add(data_of(answer)["id"])
    if call.operation == "cancelBooking":
        waited.discard(call.path_params["id"])
    if call.operation != "listBookings" or call.query.get("status") != "pending":
        return answer
    by_date = call.without("status")
    found = [
        booking
        for booking in await every_booking(call)
        if asked_for(by_date, booking)
        and (booking["status"] == "pending" or (booking["status"] == "cancelled" and booking["id"] in waited))
    ]
    return one_page(call, answer, found)


@mutant(
    "BKG-02.lot34-nobody-after-the-round",
    "A booking whose date has passed is read without leadPlayer.",
    "getBooking",
    hidden="after a while",
    origin=Origin.blind,
)
async def _nobody_after_the_round(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or date.fromisoformat(data_of(answer)["date"]) >= (await world_time(call)).date():
        return answer
    return answer.with_json(drop("data.leadPlayer")(answer.json()))
