"""Blind faults of group bookings."""

from __future__ import annotations

from datetime import timedelta, timezone
from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.pretending import moment_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, where
from tests.mutants.tools.registry import Origin, json_answer, mutant

_FLIGHT = 4
_AN_HOUR_EAST = timezone(timedelta(hours=1))
_LEAD = {"firstName": "Vera", "lastName": "Lidd", "email": "vera.lidd@example.com"}


def _is_processed(body: Any) -> bool:
    return bool(body["data"]["status"] != "processing")


# A plain fault.
json_answer(
    "CNV-04.lot27-group-in-local-time",
    "createdAt of a group booking has the offset +01:00.",
    "createGroupBooking getGroupBooking",
    alter("data.createdAt", lambda text: moment_of(text).astimezone(_AN_HOUR_EAST).isoformat()),
    origin=Origin.blind,
)


# Faults under a condition.
json_answer(
    "GRP-04.lot27-whole-flights",
    "After processing, totalPlayers of a group is rounded up to whole flights of four.",
    "getGroupBooking",
    where(_is_processed, alter("data.totalPlayers", lambda players: -(-players // _FLIGHT) * _FLIGHT)),
    hidden="after a while",
    origin=Origin.blind,
)


@mutant(
    "GRP-11.lot27-validated-and-booked",
    "validate books the preferred time for the first flight when that very tee time is free.",
    "validateGroupBooking",
    hidden="some values",
    origin=Origin.blind,
)
async def _validated_and_booked(call: Call) -> Answer:
    answer = await call.forward()
    body = sent(call)
    at = body.get("preferredTime")
    if not answer.ok or not at:
        return answer
    wish = {"courseId": body.get("courseId"), "date": body.get("date"), "teeTime": at, "players": _FLIGHT}
    await aside(call).upstream("POST", "/travel/bookings", json=wish | {"leadPlayer": body.get("leadPlayer") or _LEAD})
    return answer
