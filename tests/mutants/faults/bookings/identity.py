"""Faults of the id, the reference and the time of creation of a booking (BKC-30 to 33)."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from tests.mutants.parts.crowds import FOR_TWO_SECONDS, Crowd, world_of
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, booked_as, disguise, in_disguise, shown
from tests.mutants.parts.pretending import EVERY_BOOKING, data_of, slot_of, true_booking
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put
from tests.mutants.tools.registry import Origin, json_answer, mutant


def _echo_reference(booking: Any) -> Any:
    return put("bookingReference", booking.get("agencyBookingReference") or booking["bookingReference"])(booking)


booked_as("BKC-30", "bookingReference is the reference of the agency.", _echo_reference)
booked_as(
    "BKC-30.empty",
    "bookingReference is empty when the agency sends no reference.",
    put("bookingReference", ""),
    when=lambda asked: "agencyBookingReference" not in asked,
)


@mutant("BKC-31", "All bookings have the id of the first booking.", "createBooking")
async def _constant_id(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    body = answer.json()
    return answer.with_json(put("data.id", call.memory.setdefault("first", body["data"]["id"]))(body))


@mutant("BKC-31.second", "Every second booking has the id of the booking before.", "createBooking")
async def _every_second_id(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    body = answer.json()
    before = call.memory.pop("before", None)
    if before is None:
        call.memory["before"] = body["data"]["id"]
        return answer
    return answer.with_json(put("data.id", before)(body))


json_answer("BKC-32", "All bookings have one reference.", "createBooking", put("data.bookingReference", "TS-000000"))
json_answer("BKC-33", "createdAt is a day late.", "createBooking", put("data.createdAt", "2020-01-01T00:00:00Z"))

_BUYERS = Crowd(FOR_TWO_SECONDS)


@mutant(
    "BKC-31.parallel",
    "Bookings of the same moment share an id.",
    BOOKING_OPERATIONS,
    hidden="under concurrency",
    origin=Origin.hidden,
)
async def _shared_id(call: Call) -> Answer:
    if call.operation != "createBooking":
        return await shown(call)
    async with _BUYERS.at(world_of(call), call) as met:
        answer = await shown(call)
        if not answer.ok or met["createBooking"] < 2:
            return answer
        booking_id = answer.json()["data"]["id"]
        disguise(call, booking_id, put("id", call.memory.setdefault("shared", booking_id)))
        return in_disguise(call, answer)


@mutant(
    "BKC-31.blind-same-row",
    "An agency that books a tee time again after a cancellation gets the old booking id.",
    EVERY_BOOKING,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _same_row(call: Call) -> Answer:
    moved: dict[str, str] = call.memory.setdefault("moved", {})
    gone: dict[str, str] = call.memory.setdefault("gone", {})
    if call.operation in ("getBooking", "updateBooking", "cancelBooking"):
        asked = call.path_params["id"]
        path = f"/travel/bookings/{moved.get(asked, asked)}"
        answer = await call.upstream(call.method, path, json=call.json())
        if call.operation == "cancelBooking" and answer.ok:
            gone[slot_of(await true_booking(call, moved.get(asked, asked)))] = asked
        return answer.with_json(answer.json() | {"data": data_of(answer) | {"id": asked}}) if answer.ok else answer
    answer = await call.forward()
    if call.operation == "listBookings" and answer.ok:
        body, back = answer.json(), {new: old for old, new in moved.items()}
        body["data"] = [item | {"id": back.get(item["id"], item["id"])} for item in body["data"]]
        return answer.with_json(body)
    if answer.ok and (old := gone.pop(slot_of(data_of(answer)), None)):
        moved[old] = data_of(answer)["id"]
        return answer.with_json(answer.json() | {"data": data_of(answer) | {"id": old}})
    return answer


@mutant(
    "BKC-33.blind-offline",
    "createdAt of a booking on an offline course is the time in Madrid, labelled as UTC.",
    BOOKING_OPERATIONS,
    hidden="some values",
    origin=Origin.blind,
)
async def _local_time(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "createBooking" or not answer.ok or data_of(answer)["status"] != "pending":
        return answer
    disguise(call, data_of(answer)["id"], alter("createdAt", _an_hour_later))
    return in_disguise(call, answer)


def _an_hour_later(moment: str) -> str:
    return (datetime.fromisoformat(moment) + timedelta(hours=1)).isoformat().replace("+00:00", "Z")
