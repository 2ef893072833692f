"""Faults of reading and listing bookings, written without knowledge of the suite."""

from __future__ import annotations

from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.pretending import Json, all_bookings, data_of, filters_of, paged, true_booking
from tests.mutants.tools.registry import mutant


@mutant(
    "BKG-02.blind-cancelled",
    "A cancelled booking has forgotten its lead player.",
    "getBooking",
    hidden="after another operation",
)
async def _forgotten_player(call: Call) -> Answer:
    answer = await call.forward()
    data = data_of(answer)
    if data.get("status") != "cancelled":
        return answer
    return answer.with_json({"data": {name: value for name, value in data.items() if name != "leadPlayer"}})


@mutant(
    "BKL-02.blind-only-one",
    "A list with one booking shows it in full.",
    "listBookings",
    hidden="some values",
)
async def _only_one(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or len(answer.json()["data"]) != 1:
        return answer
    body = answer.json()
    body["data"] = [await true_booking(call, body["data"][0]["id"])]
    return answer.with_json(body)


@mutant(
    "BKL-03.blind-one-a-day",
    "The list has one booking of a course and day, the first.",
    "listBookings",
    hidden="after another operation",
)
async def _one_a_day(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    first: dict[tuple[str, str], Json] = {}
    for item in reversed(await all_bookings(call, **filters_of(call))):
        first.setdefault((item["course"]["id"], item["date"]), item)
    return paged(answer, list(reversed(first.values())))


@mutant(
    "BKL-04.blind-first-status",
    "The status filter goes by the status of the beginning until a booking is cancelled.",
    "createBooking listBookings",
    hidden="after another operation",
)
async def _first_status(call: Call) -> Answer:
    answer = await call.forward()
    if call.operation == "createBooking" and answer.ok and data_of(answer)["status"] == "pending":
        call.memory[data_of(answer)["id"]] = "pending"
    asked = call.query.get("status")
    if call.operation == "createBooking" or not answer.ok or asked not in ("pending", "confirmed"):
        return answer
    every = await all_bookings(call, **filters_of(call, "status"))
    kept = [
        item
        for item in every
        if (item["status"] if item["status"] == "cancelled" else call.memory.get(item["id"], "confirmed")) == asked
    ]
    return paged(answer, kept)


@mutant(
    "BKL-06.blind-with-status",
    "startDate leaves out its own day when a status is asked for too.",
    "listBookings",
    hidden="a combination of parameters",
)
async def _start_exclusive(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not {"status", "startDate"} <= set(call.query):
        return answer
    return paged(
        answer, [i for i in await all_bookings(call, **filters_of(call)) if i["date"] > call.query["startDate"]]
    )


@mutant(
    "BKL-07.blind-page-two",
    "From the second page on, endDate is forgotten.",
    "listBookings",
    hidden="a later page",
)
async def _end_forgotten(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or "endDate" not in call.query or answer.json()["meta"]["pagination"]["page"] < 2:
        return answer
    return paged(answer, await all_bookings(call, **filters_of(call, "endDate")))


@mutant(
    "BKL-08.blind-with-start",
    "endDate leaves out its own day when startDate is given too.",
    "listBookings",
    hidden="a combination of parameters",
)
async def _end_exclusive(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not {"startDate", "endDate"} <= set(call.query):
        return answer
    return paged(answer, [i for i in await all_bookings(call, **filters_of(call)) if i["date"] < call.query["endDate"]])


@mutant(
    "BKL-12.blind-cancelled-players",
    "The list shows a cancelled booking with the players of one place too few, as if one were given back.",
    "listBookings",
    hidden="after another operation",
)
async def _fewer_when_cancelled(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    body = answer.json()
    for item in body["data"]:
        if item["status"] == "cancelled":
            item["players"] = item["players"] - 1 or 4
    return answer.with_json(body)
