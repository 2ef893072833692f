"""Mutants of cancelling a booking (BKX)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.disguises import BOOKING_OPERATIONS, Booking, asked_for, disguise, in_disguise, relisted, shown
from tests.mutants.tools.edits import alter, drop, put
from tests.mutants.tools.registry import json_answer, mutant
from tests.mutants.tools.substitutes import a_refusal, an_unmade_booking, code_of

_CANCEL = "cancelBooking"


@mutant("BKX-01", "A cancellation answers 204 without a body.", _CANCEL)
async def _without_body(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    headers = tuple(pair for pair in answer.headers if not pair[0].lower().startswith("content-"))
    return replace(answer, status=204, headers=headers, body=b"")


json_answer("BKX-01.date", "A cancellation has no cancellationDate.", _CANCEL, drop("data.cancellationDate"))
json_answer("BKX-01.reference", "A cancellation has no bookingReference.", _CANCEL, drop("data.bookingReference"))
json_answer("BKX-01.status", "A cancellation answers the status before it.", _CANCEL, put("data.status", "confirmed"))
json_answer("BKX-02", "A cancellation answers an id of its own.", _CANCEL, alter("data.id", lambda old: f"{old}-c"))
json_answer(
    "BKX-02.reference",
    "A cancellation answers a reference of its own.",
    _CANCEL,
    alter("data.bookingReference", lambda old: f"C-{old}"),
)


# Afterwards.
def _still_confirmed(booking: Booking) -> Booking:
    kept = {name: value for name, value in booking.items() if name != "cancellationDate"}
    return kept | ({"status": "confirmed"} if booking["status"] == "cancelled" else {})


def _got_as(name: str, breaks: str, change: Callable[[Booking], Booking]) -> None:
    json_answer(name, breaks, "getBooking", alter("data", change))


_got_as("BKX-03", "Get shows a cancelled booking as confirmed.", _still_confirmed)
_got_as(
    "BKX-03.four",
    "Get shows a cancelled booking of four as confirmed.",
    lambda booking: _still_confirmed(booking) if booking["players"] == 4 else booking,
)


def _is_cancelled(booking: Booking) -> bool:
    return bool(booking["status"] == "cancelled")


relisted(
    "BKX-04",
    "Cancelled bookings are in no list.",
    lambda call, every: [one for one in every if asked_for(call, one) and not _is_cancelled(one)],
)
relisted(
    "BKX-04.confirmed",
    "Cancelled bookings stay in the list under status=confirmed.",
    lambda call, every: [one for one in map(_still_confirmed, every) if asked_for(call, one)],
    when=lambda call: call.query.get("status") == "confirmed",
)
relisted(
    "BKX-04.single",
    "Cancelled bookings of a single player are in no list.",
    lambda call, every: [
        one for one in every if asked_for(call, one) and not (_is_cancelled(one) and one["players"] == 1)
    ],
)


@mutant("BKX-08", "Cancelling an unknown id answers a cancelled booking.", _CANCEL)
async def _cancelled_nothing(call: Call) -> Answer:
    answer = await call.forward()
    if answer.status != 404:
        return answer
    unmade = await an_unmade_booking(call, call.path_params["id"])
    body = {name: unmade[name] for name in ("id", "bookingReference")}
    return answer.with_status(200).with_json(
        {"data": body | {"status": "cancelled", "cancellationDate": unmade["createdAt"]}}
    )


@mutant("BKX-08.idempotent", "Cancelling an unknown id answers 204.", _CANCEL)
async def _idempotent(call: Call) -> Answer:
    answer = await call.forward()
    if answer.status != 404:
        return answer
    headers = tuple(pair for pair in answer.headers if not pair[0].lower().startswith("content-"))
    return replace(answer, status=204, headers=headers, body=b"")


def _refused(name: str, breaks: str, chosen: Callable[[Booking], bool]) -> None:
    async def handle(call: Call) -> Answer:
        now = await call.upstream("GET", call.path)
        if not now.ok or not chosen(now.json()["data"]):
            return await call.forward()
        return await a_refusal(call, 409, "cancellation_cutoff_passed", "Self-service cancellation is over. Call us.")

    mutant(name, breaks, _CANCEL)(handle)


_refused("BKX-10", "No booking can be cancelled.", lambda _: True)
_refused("BKX-10.four", "A booking of four cannot be cancelled.", lambda booking: booking["players"] == 4)


# Cancelled for good.
@mutant("BKX-09", "A change of a cancelled booking makes it a confirmed one.", BOOKING_OPERATIONS)
async def _revived(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "updateBooking" or code_of(answer) != "booking_cancelled":
        return answer
    disguise(call, call.path_params["id"], _still_confirmed)
    return in_disguise(call, await call.upstream("GET", call.path))


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
