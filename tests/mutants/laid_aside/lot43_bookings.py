"""Blind faults of the forty-third lot: bookings and their lists."""

from __future__ import annotations

from datetime import datetime, timedelta

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.asking import has_all
from tests.mutants.parts.disguises import asked_for, booked_as, every_booking, one_page, relisted
from tests.mutants.parts.page_swaps import page_number
from tests.mutants.parts.pretending import all_bookings, filters_of, true_booking
from tests.mutants.parts.substitutes import WorldMemory, in_turn
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_HOURS_AHEAD = 2
_KEYS = WorldMemory()


def _local_time(text: str) -> str:
    moved = datetime.fromisoformat(text) + timedelta(hours=_HOURS_AHEAD)
    return f"{moved:%Y-%m-%dT%H:%M:%S}Z"


json_answer(
    "BKX-05.lot43-local-time-of-the-server",
    "cancellationDate is two hours ahead.",
    "cancelBooking getBooking listBookings",
    in_turn(alter("data.cancellationDate", _local_time), alter("data[*].cancellationDate", _local_time)),
    origin=Origin.blind,
)

booked_as(
    "BKC-07.lot43-reference-read-as-a-number",
    "A reference of digits loses its leading zeros.",
    alter("agencyBookingReference", lambda text: str(int(text)) if text.isdecimal() else text),
    when=lambda wish: str(wish.get("agencyBookingReference", "")).startswith("0"),
    hidden="some values",
    origin=Origin.blind,
)


@mutant("BKL-02.lot43-lead-players-in-the-list", "The list shows lead players.", "listBookings", origin=Origin.blind)
async def _lead_players_in_the_list(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    body = answer.json()
    for item in body["data"]:
        booking = await true_booking(aside(call), item["id"])
        item.update({"leadPlayer": booking["leadPlayer"]} if booking else {})
    return answer.with_json(body)


relisted(
    "BKL-08.lot43-end-of-a-status-list",
    "With a status, endDate leaves out the bookings of that day.",
    lambda call, bookings: [
        booking for booking in bookings if asked_for(call, booking) and booking["date"] < call.query["endDate"]
    ],
    when=lambda call: has_all(call, "status", "endDate"),
    hidden="a combination of parameters",
    origin=Origin.blind,
)


@mutant(
    "PAG-12.lot43-offset-counts-every-status",
    "A later page of the bookings of a status begins at an offset that counts the other statuses too.",
    "listBookings",
    hidden="a later page",
    origin=Origin.blind,
)
async def _offset_counts_every_status(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or "status" not in call.query or page_number(call) < 2:
        return answer
    body = answer.json()
    size = body["meta"]["pagination"]["pageSize"]
    if not body["data"]:
        return answer
    unfiltered = [booking for booking in await every_booking(call) if asked_for(call.without("status"), booking)]
    rest = unfiltered[(page_number(call) - 1) * size :]
    found = [booking for booking in rest if asked_for(call, booking)]
    return answer.with_json(body | {"data": found[:size]})


@mutant(
    "AUT-09.lot43-every-agency-until-a-date",
    "A booking list with endDate shows the bookings of every agency.",
    "createBooking listBookings",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _every_agency(call: Call) -> Answer:
    keys = _KEYS.of(call)
    answer = await call.forward()
    if answer.ok and call.operation == "createBooking":
        keys[call.api_key] = True
    others = [key for key in keys if key != call.api_key]
    if not answer.ok or call.operation != "listBookings" or "endDate" not in call.query or not others:
        return answer
    found = [
        booking
        for key in (call.api_key, *others)
        for booking in await all_bookings(aside(call), key, **filters_of(call))
    ]
    return one_page(call, answer, sorted(found, key=lambda booking: str(booking["createdAt"]), reverse=True))
