"""Blind faults of bookings: creating and listing."""

from __future__ import annotations

from tests.mutants.laid_aside.common import is_online
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, disguise, every_booking, in_disguise, one_page, shown
from tests.mutants.parts.page_swaps import after_the_first_page, page_number
from tests.mutants.parts.pretending import data_of
from tests.mutants.parts.substitutes import a_bad_request, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import drop, put
from tests.mutants.tools.registry import Origin, json_answer, mutant

_TIMESTAMP = "%Y-%m-%dT%H:%M:%SZ"

# A plain fault.
json_answer(
    "BKL-01.lot31-course-without-name",
    "The course of a booking in the list has an id and no name.",
    "listBookings",
    drop("data[*].course.name"),
    origin=Origin.blind,
)


# Faults under a condition.
@mutant(
    "BKC-17.lot31-offline",
    "A booking on an offline course is refused when the lead player has no phone.",
    "createBooking",
    hidden="some values",
    origin=Origin.blind,
)
async def _offline(call: Call) -> Answer:
    body = sent(call)
    lead_player = body.get("leadPlayer")
    without_phone = isinstance(lead_player, dict) and not lead_player.get("phone")
    if without_phone and await is_online(call, body.get("courseId")) is False:
        return await a_bad_request(call, "leadPlayer.phone is missing: the course calls the lead player.")
    return await call.forward()


@mutant(
    "BKC-33.lot31-time-of-the-hold",
    "The createdAt of a booking that completes a hold is the time of the hold.",
    f"holdTeeTime {BOOKING_OPERATIONS}",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _time_of_the_hold(call: Call) -> Answer:
    held: dict[str, str] = call.memory.setdefault("held", {})
    if call.operation == "holdTeeTime":
        answer = await call.forward()
        if answer.ok:
            held[answer.json()["holdId"]] = f"{await world_time(call):{_TIMESTAMP}}"
        return answer
    answer = await shown(call)
    hold_id = str(sent(call).get("holdId"))
    if call.operation != "createBooking" or not answer.ok or hold_id not in held:
        return answer
    disguise(call, data_of(answer)["id"], put("createdAt", held[hold_id]))
    return in_disguise(call, answer)


@mutant(
    "BKL-09.lot31-day-of-cancellation",
    "In the list of cancelled bookings the dates of the filter apply to the day of the cancellation.",
    "cancelBooking listBookings",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _day_of_cancellation(call: Call) -> Answer:
    days: dict[str, str] = call.memory.setdefault("days", {})
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "cancelBooking":
        days.setdefault(call.path_params["id"], data_of(answer)["cancellationDate"][:10])
        return answer
    first, last = call.query.get("startDate", ""), call.query.get("endDate", "9999")
    if call.query.get("status") != "cancelled" or (first, last) == ("", "9999"):
        return answer
    every = await every_booking(call, status="cancelled")
    found = [booking for booking in every if first <= days.get(booking["id"], booking["date"]) <= last]
    return one_page(call, answer, found)


@mutant(
    "PAG-12.lot31-same-second",
    "A later page of bookings leaves out those made in the same second as the last one of the page before.",
    "listBookings",
    hidden="a later page",
    origin=Origin.blind,
)
async def _same_second(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not after_the_first_page(call):
        return answer
    before = (await call.asking(page=page_number(call) - 1).forward()).json()["data"]
    body = answer.json()
    if before:
        body["data"] = [item for item in body["data"] if item["createdAt"] != before[-1]["createdAt"]]
    return answer.with_json(body)
