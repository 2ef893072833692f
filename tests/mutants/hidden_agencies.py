"""Hidden faults that show for another agency only."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from tests.mutants.agencies import listed_globally
from tests.mutants.capacity import overbooked, tee_time_of
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.disguises import BOOKING_OPERATIONS, shown
from tests.mutants.tools.forgetful_sheets import tee_sheets_forget
from tests.mutants.tools.forgotten_places import Taking, sheet_with_at_most
from tests.mutants.tools.registry import mutant
from tests.mutants.tools.substitutes import WorldMemory, code_of, sent, tee_times

_KIND = "another agency"


def _to_others(taking: Taking, call: Call, _: datetime) -> bool:
    return taking.api_key != call.api_key


tee_sheets_forget(
    "INV-05.others",
    "Booked places stay on offer to every other agency.",
    "createBooking",
    lambda made: made.players,
    look=_to_others,
    hidden=_KIND,
)
tee_sheets_forget(
    "HLD-05.others",
    "Held places stay on offer to every other agency.",
    "holdTeeTime",
    lambda made: made.players,
    look=_to_others,
    hidden=_KIND,
)

listed_globally(
    "AUT-09.period",
    "The list by dates shows the bookings of all agencies.",
    lambda call: "startDate" in call.query,
    hidden=_KIND,
)
listed_globally(
    "AUT-09.second",
    "The list of the agency that came last shows the bookings of all agencies.",
    lambda call: call.api_key.endswith("_bravo"),
    hidden=_KIND,
)

_OWNERS = WorldMemory()


@mutant("BKC-25.others", "Places booked by another agency can be booked again.", BOOKING_OPERATIONS, hidden=_KIND)
async def _booked_again(call: Call) -> Answer:
    owners: dict[Any, set[str]] = _OWNERS.of(call)
    answer = await shown(call)
    if call.operation != "createBooking":
        return answer
    if answer.ok:
        owners.setdefault(tee_time_of(sent(call)), set()).add(call.api_key)
    others = owners.get(tee_time_of(sent(call)), set()) - {call.api_key}
    return await overbooked(call) if others and code_of(answer) == "tee_time_unavailable" else answer


_LEFT = WorldMemory()


@mutant(
    "BKX-07.others",
    "Cancelled places return for the agency that cancelled, and for no other.",
    "cancelBooking listTeeTimes",
    hidden=_KIND,
)
async def _returned_to_one(call: Call) -> Answer:
    left: dict[Any, tuple[str, int]] = _LEFT.of(call)
    if call.operation == "listTeeTimes":
        return await sheet_with_at_most(
            call, {place: most for place, (owner, most) in left.items() if owner != call.api_key}
        )
    before = await call.upstream("GET", call.path)
    booking = before.json()["data"] if before.ok else {}
    place = (booking["course"]["id"], booking["date"], booking["teeTime"]) if booking else ("", "", "")
    lines = await tee_times(call, place[0], place[1], 1) if booking else []
    answer = await call.forward()
    if answer.ok and booking:
        left[place] = call.api_key, next((line["available"] for line in lines if line["time"] == place[2]), 0)
    return answer
