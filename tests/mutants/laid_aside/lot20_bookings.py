"""Blind faults of bookings: creation, list, cancellation and status."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from tests.mutants.laid_aside.common import booking_of
from tests.mutants.parts.asking import has_dates
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.crowds import tee_time_asked
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, Booking, disguise, relisted, shown
from tests.mutants.parts.mending import is_never_offered
from tests.mutants.parts.overbooking import FULL, overbooked
from tests.mutants.parts.pretending import body_of, moment_of, whole_number
from tests.mutants.parts.substitutes import code_of
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put, where
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_LAST_OF_THREE_BYTES = "\uffff"
_HOUR = timedelta(hours=1)
_TOGETHER_SECONDS = 0.15


def _in_madrid(text: str) -> str:
    return f"{moment_of(text) + _HOUR:%Y-%m-%dT%H:%M:%S}+01:00"


def _wide_text(call: Call) -> str:
    text = body_of(call).get("specialRequests")
    return text if isinstance(text, str) and max(text, default="") > _LAST_OF_THREE_BYTES else ""


def _cut(call: Call) -> Call:
    text = _wide_text(call)
    end = next(index for index, letter in enumerate(text) if letter > _LAST_OF_THREE_BYTES)
    return call.with_json(body_of(call) | {"specialRequests": text[:end]})


def _by_day_of_creation(call: Call, bookings: list[Booking]) -> Iterable[Booking]:
    first, last = call.query.get("startDate", ""), call.query.get("endDate", "9999")
    return [
        booking
        for booking in bookings
        if booking["status"] == "cancelled" and first <= booking["createdAt"][: len("YYYY-MM-DD")] <= last
    ]


# A plain fault.
json_answer(
    "CNV-04.lot20-madrid-time",
    "cancellationDate is in Spanish time, with its offset.",
    "cancelBooking",
    alter("data.cancellationDate", _in_madrid),
    origin=Origin.blind,
)


# Faults under a condition.
request_change(
    "BKC-08.lot20-three-bytes",
    "specialRequests end before the first character that needs four bytes in UTF-8, such as an emoji.",
    "createBooking updateBooking",
    _cut,
    when=lambda call: bool(_wide_text(call)),
    hidden="some values",
    origin=Origin.blind,
)

relisted(
    "BKL-09.lot20-cancelled-by-creation",
    "With status=cancelled, the date filters of the list look at the day of creation.",
    _by_day_of_creation,
    when=lambda call: call.query.get("status") == "cancelled" and has_dates(call),
    hidden="a combination of parameters",
    origin=Origin.blind,
)


@dataclass
class _Party:
    """Players who ask for a place, and the sizes of the other parties that ask at the same moment."""

    place: object
    players: int
    met: set[int] = field(default_factory=set)


_PRESENT: list[_Party] = []


@mutant(
    "INV-03.lot20-lock-per-party-size",
    "Parallel bookings for parties of different sizes do not see each other, and overbook the tee time.",
    BOOKING_OPERATIONS,
    hidden="under concurrency",
    origin=Origin.blind,
)
async def _lock_per_party_size(call: Call) -> Answer:
    if call.operation != "createBooking":
        return await shown(call)
    mine = _Party(tee_time_asked(call), whole_number(body_of(call).get("players")))
    for other in _PRESENT:
        if other.place == mine.place:
            mine.met.add(other.players)
            other.met.add(mine.players)
    _PRESENT.append(mine)
    try:
        await asyncio.sleep(_TOGETHER_SECONDS)
        answer = await shown(call)
    finally:
        _PRESENT[:] = [party for party in _PRESENT if party is not mine]
    if code_of(answer) != FULL or not mine.met - {mine.players} or is_never_offered(answer):
        return answer
    return await overbooked(call)


@mutant(
    "BKX-09.lot20-job-confirms",
    "A booking that was cancelled while it was pending becomes confirmed after an hour.",
    "getBooking listBookings cancelBooking",
    hidden="after a while",
    origin=Origin.blind,
)
async def _job_confirms(call: Call) -> Answer:
    waiting: dict[str, datetime] = call.memory.setdefault("waiting", {})
    if call.operation == "cancelBooking":
        before = await booking_of(call)
        answer = await call.forward()
        if answer.ok and before.get("status") == "pending":
            waiting[before["id"]] = await world_time(call)
        return answer
    now = await world_time(call) if waiting else None
    for booking_id, since in list(waiting.items()):
        if now is not None and now >= since + _HOUR:
            del waiting[booking_id]
            disguise(call, booking_id, put("status", "confirmed"))
    return await shown(call)


def _stays_pending(booking: Any) -> Any:
    return where(lambda shown_one: shown_one.get("status") == "confirmed", put("status", "pending"))(booking)


@mutant(
    "BST-01.lot20-changed-while-pending",
    "A booking that was changed while pending stays pending when the course confirms it.",
    BOOKING_OPERATIONS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _changed_while_pending(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation == "updateBooking" and answer.ok and answer.json()["data"]["status"] == "pending":
        disguise(call, call.path_params["id"], _stays_pending)
    return answer
