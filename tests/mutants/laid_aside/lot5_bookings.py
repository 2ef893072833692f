"""Blind faults of the fifth lot: bookings and their lists."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from tests.mutants.laid_aside.common import aside, booking_of, overlaid, overlays
from tests.mutants.parts.acceptance import booking_terms
from tests.mutants.parts.asking import asks, has_dates
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.changes import MODIFIABLE
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, Booking, asked_for, disguise, relisted, shown
from tests.mutants.parts.pretending import all_bookings, filters_of, memory_of_world, paged
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant, request_change

_OF_A_BODY = frozenset(["content-type", "content-length"])
_LAST_OF_THREE_BYTES = "\uffff"
_YEAR = timedelta(days=365)


# A plain fault.
@mutant("BKX-01.lot5-no-content", "A cancellation answers 204 without a body.", "cancelBooking", origin=Origin.blind)
async def _no_content(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    headers = tuple(pair for pair in answer.headers if pair[0].lower() not in _OF_A_BODY)
    return replace(answer, status=204, headers=headers, body=b"")


# Faults under a condition.
def _as_far_as_three_bytes(text: str) -> str:
    """The text up to its first character that takes four bytes, as an old MySQL keeps it."""
    end = next((place for place, letter in enumerate(text) if letter > _LAST_OF_THREE_BYTES), len(text))
    return text[:end]


def _kept_requests(call: Call) -> Call:
    return call.with_json(sent(call) | {"specialRequests": _as_far_as_three_bytes(sent(call)["specialRequests"])})


request_change(
    "BKC-08.lot5-four-bytes",
    "Special requests end before their first character that takes four bytes in UTF-8.",
    "createBooking",
    _kept_requests,
    when=lambda call: isinstance(sent(call).get("specialRequests"), str),
    hidden="some values",
    origin=Origin.blind,
)

relisted(
    "BKL-08.lot5-half-open",
    "A list with both dates leaves out the bookings on its last day.",
    lambda call, bookings: [
        booking for booking in bookings if asked_for(call, booking) and booking["date"] < call.query["endDate"]
    ],
    when=lambda call: asks(call, "startDate", "endDate"),
    hidden="a combination of parameters",
    origin=Origin.blind,
)


def _is_far(booking: Booking) -> bool:
    created = date.fromisoformat(str(booking["createdAt"])[:10])
    return date.fromisoformat(str(booking["date"])) - created > _YEAR


relisted(
    "BKL-03.lot5-one-year",
    "A list without dates leaves out bookings that were made more than a year ahead.",
    lambda call, bookings: [booking for booking in bookings if asked_for(call, booking) and not _is_far(booking)],
    when=lambda call: not has_dates(call),
    hidden="certain days",
    origin=Origin.blind,
)


@mutant(
    "BKU-06.lot5-calendar-days",
    "The cutoff for changes counts days of the calendar: tomorrow is 24 hours away at any time of today.",
    BOOKING_OPERATIONS,
    hidden="certain days",
    origin=Origin.blind,
)
async def _calendar_days(call: Call) -> Answer:
    answer = overlaid(call, await call.forward())
    if call.operation != "updateBooking" or code_of(answer) != "modification_cutoff_passed":
        return answer
    booking = await booking_of(call)
    terms = await booking_terms(aside(call), {"courseId": booking["course"]["id"]})
    days = (date.fromisoformat(booking["date"]) - (await world_time(call)).date()).days
    if days * 24 < terms["modificationCutoffHours"] or sent(call).get("players", 1) > terms["maxPlayersPerBooking"]:
        return answer
    changed = {name: value for name, value in sent(call).items() if name in MODIFIABLE}
    overlays(call).setdefault(booking["id"], {}).update(changed)
    return overlaid(call, await aside(call).upstream("GET", call.path))


def _still_pending(booking: dict[str, Any]) -> dict[str, Any]:
    return booking | {"status": "pending"} if booking["status"] == "confirmed" else booking


@mutant(
    "BST-01.lot5-changed-while-pending",
    "A booking that was changed while it was pending stays pending when the course confirms it.",
    BOOKING_OPERATIONS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _changed_while_pending(call: Call) -> Answer:
    answer = await shown(call)
    changed = answer.json()["data"] if call.operation == "updateBooking" and answer.ok else {}
    if changed.get("status") == "pending":
        disguise(call, changed["id"], _still_pending)
    return answer


_THREE = "AUT-09.lot5-three-filters"


@mutant(
    _THREE,
    "A list with a status and both dates shows the bookings of every agency.",
    "createBooking listBookings",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _three_filters(call: Call) -> Answer:
    answer = await call.forward()
    keys: dict[str, None] = memory_of_world(call, _THREE).setdefault("keys", {})
    if call.operation == "createBooking" and answer.ok:
        keys[call.api_key] = None
    if call.operation != "listBookings" or not answer.ok or not asks(call, "status", "startDate", "endDate"):
        return answer
    found = [
        booking for key in {call.api_key: None} | keys for booking in await all_bookings(call, key, **filters_of(call))
    ]
    return paged(answer, sorted(found, key=lambda booking: str(booking["createdAt"]), reverse=True))
