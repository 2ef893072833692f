"""Blind faults of bookings and of their list."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

from tests.mutants.laid_aside.common import overlaid, overlays
from tests.mutants.parts.disguises import asked_for, every_booking, one_page
from tests.mutants.parts.pretending import data_of, memory_of_world, moment_of
from tests.mutants.parts.substitutes import in_turn, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_SAME_SECOND = "BKC-32.lot18-same-second"
_TIMESTAMP = "%Y-%m-%dT%H:%M:%SZ"
_LEADING_ZEROS = re.compile(r"0+(?=\d+$)")
_BOOKINGS = "createBooking getBooking listBookings updateBooking"


def _an_hour_on(text: str) -> str:
    return f"{moment_of(text) + timedelta(hours=1):{_TIMESTAMP}}"


# A plain fault.
json_answer(
    "BKC-33.lot18-local-time",
    "createdAt is an hour ahead: it is the time of Central Europe under the letter Z.",
    f"{_BOOKINGS} confirmBookingHook",
    in_turn(alter("data.createdAt", _an_hour_on), alter("data[*].createdAt", _an_hour_on)),
    origin=Origin.blind,
)


# Faults under a condition.
@mutant(
    "BKC-07.lot18-leading-zeros",
    "An agencyBookingReference of digits alone loses its leading zeros.",
    _BOOKINGS,
    hidden="some values",
    origin=Origin.blind,
)
async def _leading_zeros(call: Call) -> Answer:
    answer = await call.forward()
    given = sent(call).get("agencyBookingReference")
    if answer.ok and call.operation in ("createBooking", "updateBooking") and isinstance(given, str):
        shown = overlays(call).setdefault(data_of(answer)["id"], {})
        shown.pop("agencyBookingReference", None)
        if _LEADING_ZEROS.match(given):
            shown["agencyBookingReference"] = _LEADING_ZEROS.sub("", given)
    return overlaid(call, answer)


@mutant(
    _SAME_SECOND,
    "Two bookings at a course within the same second have the same bookingReference.",
    f"{_BOOKINGS} cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _same_second(call: Call) -> Answer:
    issued = memory_of_world(call, _SAME_SECOND)
    answer = await call.forward()
    if answer.ok and call.operation == "createBooking":
        booking = data_of(answer)
        first = issued.setdefault(f"{booking['course']['id']}|{booking['createdAt']}", booking["bookingReference"])
        if first != booking["bookingReference"]:
            overlays(call)[booking["id"]] = {"bookingReference": first}
    return overlaid(call, answer)


@mutant(
    "BKL-12.lot18-cached-list",
    "A list that was read before a change shows the old values again, until the next booking or cancellation.",
    "createBooking confirmBookingHook cancelBooking updateBooking listBookings",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _cached_list(call: Call) -> Answer:
    # The items of each list by its query string, and those among them that have changed since.
    kept: dict[str, dict[str, Any]] = call.memory.setdefault("kept", {})
    changed: dict[str, set[str]] = call.memory.setdefault("changed", {})
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "updateBooking":
        for query, items in kept.items():
            changed.setdefault(query, set()).update({call.path_params["id"]} & items.keys())
    elif call.operation != "listBookings":
        kept.clear()
        changed.clear()
    else:
        body = answer.json()
        stale = changed.get(call.query_string, set())
        body["data"] = [kept[call.query_string][item["id"]] if item["id"] in stale else item for item in body["data"]]
        kept.setdefault(call.query_string, {}).update({item["id"]: item for item in body["data"]})
        return answer.with_json(body)
    return answer


@mutant(
    "BKL-04.lot18-still-pending",
    "The list of pending bookings still shows bookings that the course has confirmed.",
    "createBooking listBookings",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _still_pending(call: Call) -> Answer:
    pending: set[str] = call.memory.setdefault("pending", set())
    answer = await call.forward()
    if call.operation == "createBooking":
        if data_of(answer).get("status") == "pending":
            pending.add(data_of(answer)["id"])
        return answer
    if not answer.ok or call.query.get("status") != "pending" or not pending:
        return answer
    found = [
        booking
        for booking in await every_booking(call)
        if asked_for(call, booking)
        or (
            booking["id"] in pending
            and booking["status"] == "confirmed"
            and asked_for(call, booking | {"status": "pending"})
        )
    ]
    return one_page(call, answer, found)
