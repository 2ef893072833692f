"""Blind faults of the fifty-eighth lot: groups."""

from __future__ import annotations

from decimal import Decimal
from typing import Any
from urllib.parse import quote

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.pretending import data_of, whole_number
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_SMALLEST = 5
_CENT = Decimal("0.01")


@mutant(
    "GRP-13.lot58-players-answered-not-stored",
    "A new player list of a group is in the answer and is not stored.",
    "updateGroupBookingPlayers getGroupBooking",
    origin=Origin.blind,
)
async def players_answered_not_stored(call: Call) -> Answer:
    lists: dict[str, Any] = call.memory.setdefault("lists", {})
    group_id = call.path_params["id"]
    if call.operation == "updateGroupBookingPlayers":
        before = data_of(await aside(call).upstream("GET", f"/travel/group-bookings/{quote(group_id, safe='')}"))
        answer = await call.forward()
        if answer.ok:
            lists.setdefault(group_id, before.get("playerList", []))
        return answer
    answer = await call.forward()
    if not answer.ok or group_id not in lists:
        return answer
    return answer.with_json({"data": data_of(answer) | {"playerList": lists[group_id]}})


async def _largest_booking(call: Call, course_id: object) -> int:
    terms = await aside(call).upstream("GET", f"/travel/courses/{quote(str(course_id), safe='')}/terms")
    return int(data_of(terms)["bookingTerms"]["maxPlayersPerBooking"]) if terms.ok else _SMALLEST


@mutant(
    "GRP-08.lot58-group-where-bookings-are-smaller",
    "Four players are accepted as a group at a course that takes fewer players in a booking.",
    "createGroupBooking getGroupBooking updateGroupBookingPlayers",
    hidden="some values",
    origin=Origin.blind,
)
async def group_where_bookings_are_smaller(call: Call) -> Answer:
    sizes: dict[str, int] = call.memory.setdefault("sizes", {})
    answer = await call.forward()
    if call.operation == "createGroupBooking" and code_of(answer) == "group_size":
        body = sent(call)
        players = whole_number(body.get("totalPlayers"))
        if not await _largest_booking(call, body.get("courseId")) < players < _SMALLEST:
            return answer
        answer = await call.with_json(body | {"totalPlayers": _SMALLEST}).forward()
        if answer.ok:
            sizes[data_of(answer)["id"]] = players
    group = data_of(answer)
    if group.get("id") not in sizes:
        return answer
    return answer.with_json({"data": group | {"totalPlayers": sizes[group["id"]]}})


def _unrounded(price: dict[str, Any]) -> dict[str, Any]:
    exact = Decimal(price["subtotal"]) * price["discountPercent"] / 100
    if exact == exact.quantize(_CENT):
        return price
    return price | {"discount": exact, "total": price["subtotal"] - exact}


json_answer(
    "CNV-05.lot58-discount-in-parts-of-a-cent",
    "A group discount that is no whole number of cents is not rounded.",
    "calculateGroupPrice",
    alter("data", _unrounded),
    hidden="some values",
    origin=Origin.blind,
)
