"""Blind faults of bookings: creation, lists, states and cancellation."""

from __future__ import annotations

import re
import time
from datetime import timedelta
from html import escape
from typing import Any

from tests.mutants.laid_aside.common import booking_of, overlaid, overlays
from tests.mutants.parts.asking import has_status
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.crowds import Crowd, world_of
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, disguise, shown
from tests.mutants.parts.page_swaps import after_the_first_page
from tests.mutants.parts.pretending import data_of, memory_of_world, moment_of
from tests.mutants.parts.substitutes import in_turn, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_SAME_REFERENCE = "BKC-32.lot36-same-moment"
_TAG = re.compile(r"<[^<>]*>")
_HOLD = timedelta(minutes=15)
_TIMESTAMP = "%Y-%m-%dT%H:%M:%SZ"
_MOMENT_SECONDS = 0.6
_CROWD = Crowd(0.25)

# A plain fault.
json_answer(
    "BKX-05.lot36-midnight",
    "cancellationDate is the beginning of the day of the cancellation.",
    "cancelBooking getBooking",
    alter("data.cancellationDate", lambda text: f"{text[:10]}T00:00:00Z"),
    origin=Origin.blind,
)

# Faults under a condition.
json_answer(
    "BKC-35.lot36-escaped-name",
    "Bookings show the name of a course with HTML entities in place of & and '.",
    "createBooking getBooking listBookings updateBooking",
    in_turn(*(alter(f"{place}.course.name", escape) for place in ("data", "data[*]"))),
    hidden="some values",
    origin=Origin.blind,
)


def _cleaned(call: Call) -> Call:
    return call.with_json(sent(call) | {"specialRequests": _TAG.sub("", sent(call)["specialRequests"])})


request_change(
    "BKC-08.lot36-angle-brackets",
    "What stands between angle brackets is removed from special requests.",
    "createBooking",
    _cleaned,
    when=lambda call: bool(_TAG.search(str(sent(call).get("specialRequests", "")))),
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "BKC-33.lot36-time-of-the-hold",
    "createdAt of a booking that completes a hold is the time of the hold.",
    f"holdTeeTime {BOOKING_OPERATIONS}",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _time_of_the_hold(call: Call) -> Answer:
    begun: dict[str, str] = call.memory.setdefault("begun", {})
    if call.operation == "holdTeeTime":
        answer = await call.forward()
        if answer.ok:
            end = moment_of(answer.json()["holdExpiration"])
            begun[answer.json()["holdId"]] = f"{end - _HOLD:{_TIMESTAMP}}"
        return answer
    answer = await shown(call)
    at = begun.get(str(sent(call).get("holdId"))) if call.operation == "createBooking" else None
    if not answer.ok or at is None:
        return answer
    disguise(call, data_of(answer)["id"], alter("createdAt", lambda _: at))
    return answer.with_json({"data": data_of(answer) | {"createdAt": at}})


@mutant(
    _SAME_REFERENCE,
    "Bookings that are created at the same moment have the same bookingReference.",
    BOOKING_OPERATIONS,
    hidden="under concurrency",
    origin=Origin.blind,
)
async def _same_moment(call: Call) -> Answer:
    if call.operation != "createBooking":
        return overlaid(call, await call.forward())
    async with _CROWD.at(world_of(call), call) as met:
        answer = await call.forward()
    if not answer.ok or met["createBooking"] < 2:
        return answer
    latest = memory_of_world(call, _SAME_REFERENCE)
    if time.monotonic() - latest.get("at", 0.0) > _MOMENT_SECONDS:
        latest |= {"at": time.monotonic(), "reference": data_of(answer)["bookingReference"]}
    overlays(call)[data_of(answer)["id"]] = {"bookingReference": latest["reference"]}
    return overlaid(call, answer)


@mutant(
    "BST-01.lot36-changed-while-pending",
    "A booking that was changed while it was pending stays pending when the course confirms.",
    BOOKING_OPERATIONS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _changed_while_pending(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation == "updateBooking" and data_of(answer).get("status") == "pending":
        stuck = alter("status", lambda status: "pending" if status == "confirmed" else status)
        disguise(call, call.path_params["id"], stuck)
    return answer


@mutant(
    "BKX-06.lot36-second-attempt",
    "Inside the cutoff a second attempt to cancel a booking is accepted.",
    BOOKING_OPERATIONS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _second_attempt(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "cancelBooking" or answer.ok or answer.status in (401, 404):
        return answer
    tried: dict[str, Any] = call.memory.setdefault("tried", {})
    booking_id = call.path_params["id"]
    if booking_id not in tried:
        tried[booking_id] = None
        return answer
    booking = await booking_of(call)
    if tried[booking_id] is None:
        tried[booking_id] = f"{await world_time(call):{_TIMESTAMP}}"
        ended = {"status": "cancelled", "cancellationDate": tried[booking_id]}
        disguise(call, booking_id, lambda kept: kept | (ended if "leadPlayer" in kept else {"status": "cancelled"}))
    cancelled = {name: booking[name] for name in ("id", "bookingReference")}
    cancelled |= {"status": "cancelled", "cancellationDate": tried[booking_id]}
    return answer.with_status(200).with_header("content-type", "application/json").with_json({"data": cancelled})


@mutant(
    "PAG-13.lot36-status-on-later-page",
    "From page 2 of a booking list with a status on, the totals count the bookings of every status.",
    "listBookings",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _status_on_later_page(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not has_status(call) or not after_the_first_page(call):
        return answer
    every = await call.without("status").forward()
    totals = every.json()["meta"]["pagination"] if every.ok else {}
    return answer.with_json(alter("meta.pagination", lambda known: known | totals)(answer.json()))
