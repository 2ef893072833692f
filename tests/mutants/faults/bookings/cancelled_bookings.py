"""Faults of a booking after its cancellation: its status when it is read, listed or cancelled again (BKX)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from tests.mutants.parts.aging import Aged, ages
from tests.mutants.parts.asking import has_all
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, Booking, asked_for, disguise, in_disguise, relisted, shown
from tests.mutants.parts.histories import changes_by_booking, note_change
from tests.mutants.parts.overbooking import tee_time_of
from tests.mutants.parts.pretending import all_bookings, body_of, data_of, filters_of, paged
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put
from tests.mutants.tools.registry import Origin, json_answer, mutant

_CANCEL = "cancelBooking"


def _still_confirmed(booking: Booking) -> Booking:
    kept = {name: value for name, value in booking.items() if name != "cancellationDate"}
    return kept | ({"status": "confirmed"} if booking["status"] == "cancelled" else {})


def _got_as(name: str, breaks: str, change: Callable[[Booking], Booking], *, hidden: str | None = None) -> None:
    json_answer(name, breaks, "getBooking", alter("data", change), hidden=hidden)


_got_as("BKX-03", "Get shows a cancelled booking as confirmed.", _still_confirmed)
_got_as(
    "BKX-03.four",
    "Get shows a cancelled booking of four as confirmed.",
    lambda booking: _still_confirmed(booking) if booking["players"] == 4 else booking,
    hidden="some values",
)


def _is_cancelled(booking: Booking) -> bool:
    return bool(booking["status"] == "cancelled")


relisted(
    "BKX-04",
    "Cancelled bookings are in no list.",
    lambda call, every: [booking for booking in every if asked_for(call, booking) and not _is_cancelled(booking)],
)
relisted(
    "BKX-04.confirmed",
    "Cancelled bookings stay in the list under status=confirmed.",
    lambda call, every: [booking for booking in map(_still_confirmed, every) if asked_for(call, booking)],
    when=lambda call: call.query.get("status") == "confirmed",
)
relisted(
    "BKX-04.single",
    "Cancelled bookings of a single player are in no list.",
    lambda call, every: [
        booking
        for booking in every
        if asked_for(call, booking) and not (_is_cancelled(booking) and booking["players"] == 1)
    ],
    hidden="some values",
)


@mutant("BKX-09", "A change of a cancelled booking confirms the booking again.", BOOKING_OPERATIONS)
async def _revived(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "updateBooking" or code_of(answer) != "booking_cancelled":
        return answer
    disguise(call, call.path_params["id"], _still_confirmed)
    return in_disguise(call, await call.upstream("GET", call.path))


@mutant(
    "BKX-09.texts",
    "A change of texts alone confirms a cancelled booking again.",
    BOOKING_OPERATIONS,
    hidden="a combination of parameters",
    origin=Origin.hidden,
)
async def _revived_by_texts(call: Call) -> Answer:
    texts = {"specialRequests", "agencyBookingReference"}
    return await (_revived(call) if set(call.json() or ()) <= texts else shown(call))


@mutant("BKX-09.until", "A changed cancelled booking is confirmed until it is cancelled again.", BOOKING_OPERATIONS)
async def _revived_until_cancelled(call: Call) -> Answer:
    revived = call.memory.setdefault("revived", set())
    if call.operation == _CANCEL:
        revived.discard(call.path_params["id"])
    answer = await shown(call)
    if call.operation != "updateBooking" or code_of(answer) != "booking_cancelled":
        return answer
    booking_id = call.path_params["id"]
    revived.add(booking_id)
    disguise(call, booking_id, lambda booking: _still_confirmed(booking) if booking["id"] in revived else booking)
    return in_disguise(call, await call.upstream("GET", call.path))


@mutant("BKX-09.again", "Cancelling a booking again moves its cancellationDate by a year.", BOOKING_OPERATIONS)
async def _cancelled_again(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != _CANCEL or not answer.ok:
        return answer
    booking_id, cancelled = call.path_params["id"], call.memory.setdefault("cancelled", set())
    if booking_id in cancelled:
        disguise(call, booking_id, alter("cancellationDate", lambda moment: f"{int(moment[:4]) + 1}{moment[4:]}"))
    cancelled.add(booking_id)
    return in_disguise(call, answer)


def _listed_as_confirmed(call: Call, every: Iterable[Booking]) -> Iterable[Booking]:
    shown = (booking | {"status": "confirmed"} if booking["status"] == "cancelled" else booking for booking in every)
    return [booking for booking in shown if asked_for(call, booking)]


relisted(
    "BKX-04.period",
    "Cancelled bookings stay in the list under status=confirmed when it has dates.",
    _listed_as_confirmed,
    when=lambda call: call.query.get("status") == "confirmed" and has_all(call, "startDate"),
    hidden="a combination of parameters",
    origin=Origin.hidden,
)


def _confirmed_after(requests: int) -> Aged:
    def aged(booking: Booking, ago: int) -> Booking:
        revived = booking["status"] == "cancelled" and ago >= requests
        return booking | ({"status": "confirmed"} if revived else {})

    return aged


ages(
    "BKX-03.later",
    "From the fourth request after its cancellation, Get shows a booking as confirmed.",
    _confirmed_after(4),
    reads="getBooking",
    since="cancelBooking",
)
ages(
    "BKX-04.later",
    "From the sixth request after its cancellation, the list shows a booking as confirmed.",
    _confirmed_after(6),
    reads="listBookings",
    since="cancelBooking",
)


@mutant(
    "BKX-03.rebooked",
    "A cancelled booking is confirmed again once somebody books its tee time.",
    BOOKING_OPERATIONS,
    hidden="after another operation",
    origin=Origin.hidden,
)
async def _comes_back(call: Call) -> Answer:
    cancelled: dict[Any, str] = call.memory.setdefault("cancelled", {})
    before = await call.upstream("GET", call.path) if call.operation == "cancelBooking" else None
    answer = await shown(call)
    if not answer.ok:
        return answer
    if before is not None and before.ok:
        booking = before.json()["data"]
        cancelled[booking["course"]["id"], booking["date"], booking["teeTime"]] = booking["id"]
    if call.operation == "createBooking" and tee_time_of(sent(call)) in cancelled:
        disguise(call, cancelled[tee_time_of(sent(call))], put("status", "confirmed"))
    return answer


def _has_changed(call: Call) -> bool:
    return changes_by_booking(call)[call.path_params.get("id", "")] > 0


@mutant(
    "BKX-03.after-change",
    "After its cancellation, Get shows a changed booking as confirmed.",
    "updateBooking getBooking",
    hidden="after another operation",
    origin=Origin.hidden,
)
async def _read_as_confirmed(call: Call) -> Answer:
    answer = await call.forward()
    note_change(call, answer)
    if call.operation == "getBooking" and answer.ok and _has_changed(call):
        return answer.with_json(put("data.status", "confirmed")(answer.json()))
    return answer


@mutant(
    "BKX-03.blind-changed-before",
    "Get shows a changed booking as confirmed after its cancellation.",
    "updateBooking getBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _confirmed_for_somebody(call: Call) -> Answer:
    answer = await call.forward()
    booking = data_of(answer)
    if call.operation == "updateBooking" and booking:
        call.memory[booking["id"]] = booking
    if call.operation == "updateBooking" or booking.get("status") != "cancelled" or booking["id"] not in call.memory:
        return answer
    return answer.with_json({"data": call.memory[booking["id"]]})


@mutant(
    "BKX-04.blind-from-a-hold",
    "After its cancellation, a booking that completed a hold stays in the list under status=confirmed.",
    "createBooking listBookings",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _stays_listed(call: Call) -> Answer:
    answer = await call.forward()
    if call.operation == "createBooking" and answer.ok and body_of(call).get("holdId"):
        call.memory[data_of(answer)["id"]] = True
    if call.operation == "createBooking" or not answer.ok:
        return answer
    kept = []
    for item in await all_bookings(call, **filters_of(call, "status")):
        status = "confirmed" if item["id"] in call.memory else item["status"]
        if call.query.get("status") in (None, status):
            kept.append(item | {"status": status})
    return paged(answer, kept)
