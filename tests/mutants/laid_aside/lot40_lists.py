"""Blind faults of the fortieth lot: lists of bookings."""

from __future__ import annotations

from collections.abc import Iterable

from tests.mutants.laid_aside.common import booking_of
from tests.mutants.parts.asking import has_dates
from tests.mutants.parts.disguises import Booking, asked_for, every_booking, one_page, relisted
from tests.mutants.parts.page_swaps import page_number
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant


def _from_eight(call: Call, bookings: list[Booking]) -> Iterable[Booking]:
    first = call.query.get("startDate")
    return [
        booking
        for booking in bookings
        if asked_for(call, booking) and not (booking["date"] == first and booking["teeTime"] < "08:00")
    ]


relisted(
    "BKL-06.lot40-early-on-the-first-day",
    "A list with startDate leaves out the bookings of that day with a tee time before 08:00.",
    _from_eight,
    when=lambda call: "startDate" in call.query,
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "PAG-12.lot40-older-than-the-last",
    "A later page leaves out the bookings that were created in the same second as the last one of the page before.",
    "listBookings",
    hidden="a later page",
    origin=Origin.blind,
)
async def _older_than_the_last(call: Call) -> Answer:
    answer = await call.forward()
    page = page_number(call)
    if not answer.ok or page < 2:
        return answer
    before = await call.asking(page=page - 1).forward()
    last = before.json()["data"][-1:] if before.ok else []
    if not last:
        return answer
    body = answer.json()
    body["data"] = [booking for booking in body["data"] if booking["createdAt"] != last[0]["createdAt"]]
    return answer.with_json(body)


@mutant(
    "BKX-04.lot40-revisions-of-a-period",
    "A list of confirmed bookings of a period has the cancelled bookings that were changed before.",
    "updateBooking listBookings",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _revisions(call: Call) -> Answer:
    answer = await call.forward()
    changed: dict[str, bool] = call.memory.setdefault("changed", {})
    if call.operation == "updateBooking":
        if answer.ok:
            changed[call.path_params["id"]] = True
        return answer
    if not answer.ok or call.query.get("status") != "confirmed" or not has_dates(call):
        return answer
    of_the_period = [edited for edited in await every_booking(call) if asked_for(call.without("status"), edited)]
    found = [
        edited
        for edited in of_the_period
        if edited["status"] == "confirmed" or (edited["status"] == "cancelled" and edited["id"] in changed)
    ]
    return one_page(call, answer, found)


@mutant(
    "BKL-12.lot40-one-revision-behind",
    "After the second change of agencyBookingReference, the list shows the reference of the change before.",
    "updateBooking listBookings",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _one_behind(call: Call) -> Answer:
    changes: dict[str, int] = call.memory.setdefault("changes", {})
    stale: dict[str, str] = call.memory.setdefault("stale", {})
    member = "agencyBookingReference"
    if call.operation == "updateBooking":
        before = await booking_of(call) if member in sent(call) else {}
        answer = await call.forward()
        if answer.ok and before and before.get(member) != sent(call)[member]:
            own = call.path_params["id"]
            changes[own] = changes.get(own, 0) + 1
            if changes[own] > 1:
                stale[own] = str(before.get(member, ""))
        return answer
    answer = await call.forward()
    if not answer.ok or not stale:
        return answer
    body = answer.json()
    for item in body["data"]:
        if item["id"] in stale:
            item[member] = stale[item["id"]]
    return answer.with_json(body)
