"""What faults ask about a booking and its history before they show.

Knows no single mutant.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from tests.mutants.tools.call import Answer, Call

Booking = dict[str, Any]


async def booking_now(call: Call) -> Booking:
    """The booking that a call is about, as it is now; empty for one that its key may not see."""
    now = await call.upstream("GET", f"/travel/bookings/{call.path_params['id']}")
    return dict(now.json()["data"]) if now.ok else {}


def place_of(booking: Mapping[str, Any]) -> tuple[str, str, str]:
    """Course, date and tee time of a booking."""
    return booking["course"]["id"], booking["date"], booking["teeTime"]


def changes_by_booking(call: Call) -> Counter[str]:
    """How often each booking of this key was changed."""
    found: Counter[str] = call.memory.setdefault("changes", Counter())
    return found


def note_change(call: Call, answer: Answer) -> None:
    """Counts a change that the sandbox accepted."""
    if call.operation == "updateBooking" and answer.ok:
        changes_by_booking(call)[call.path_params["id"]] += 1
