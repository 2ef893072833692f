"""Blind faults of bookings and of their list."""

from __future__ import annotations

import re
from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, booked_as, disguise, in_disguise, shown
from tests.mutants.parts.pretending import data_of, true_booking
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put
from tests.mutants.tools.registry import Origin, mutant

_OF_FOUR_BYTES = re.compile("[\U00010000-\U0010ffff]")


# A plain fault.
@mutant(
    "BKL-02.lot29-loaded-with-it",
    "The items of the booking list carry leadPlayer.",
    "listBookings",
    origin=Origin.blind,
)
async def _loaded_with_it(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    body = answer.json()
    for item in body["data"]:
        item["leadPlayer"] = (await true_booking(aside(call), item["id"])).get("leadPlayer")
    return answer.with_json(body)


# Faults under a condition.
booked_as(
    "BKC-07.lot29-number-column",
    "An agencyBookingReference of digits alone loses the zeros that it begins with.",
    alter("agencyBookingReference", lambda text: text.lstrip("0") or "0"),
    when=lambda body: bool(re.fullmatch(r"0[0-9]+", str(body.get("agencyBookingReference")))),
    hidden="some values",
    origin=Origin.blind,
)

booked_as(
    "ENV-17.lot29-three-bytes",
    "A character of four bytes in UTF-8 in specialRequests becomes a question mark.",
    alter("specialRequests", lambda text: _OF_FOUR_BYTES.sub("?", text)),
    when=lambda body: bool(_OF_FOUR_BYTES.search(str(body.get("specialRequests")))),
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "BKC-33.lot29-known-customer",
    "A booking for a lead player with the e-mail of an earlier booking has the createdAt of that booking.",
    BOOKING_OPERATIONS,
    hidden="after a while",
    origin=Origin.blind,
)
async def _known_customer(call: Call) -> Answer:
    known: dict[str, str] = call.memory.setdefault("known", {})
    answer = await shown(call)
    if call.operation != "createBooking" or not answer.ok:
        return answer
    booking = data_of(answer)
    first = known.setdefault(booking["leadPlayer"]["email"], booking["createdAt"])
    if first == booking["createdAt"]:
        return answer
    disguise(call, booking["id"], put("createdAt", first))
    return in_disguise(call, answer)


@mutant(
    "BKL-12.lot29-first-change-listed",
    "After its second change a booking is listed with the players and reference that its first change gave it.",
    "updateBooking listBookings",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _first_change_listed(call: Call) -> Answer:
    first: dict[str, dict[str, Any]] = call.memory.setdefault("first", {})
    again: set[str] = call.memory.setdefault("again", set())
    answer = await call.forward()
    if not answer.ok:
        return answer
    body = answer.json()
    if call.operation == "listBookings":
        body["data"] = [item | first[item["id"]] if item["id"] in again else item for item in body["data"]]
        return answer.with_json(body)
    booking_id = call.path_params["id"]
    if booking_id in first and sent(call):
        again.add(booking_id)
    kept = {name: body["data"].get(name) for name in ("players", "agencyBookingReference") if name in body["data"]}
    first.setdefault(booking_id, kept)
    return answer
