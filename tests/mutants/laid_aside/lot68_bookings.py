"""Blind faults of the sixty-eighth lot: bookings."""

from __future__ import annotations

import unicodedata
from decimal import Decimal
from typing import Any

from tests.mutants.parts.disguises import booked_as
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, where
from tests.mutants.tools.registry import Origin, json_answer, mutant

booked_as(
    "BKC-08.lot68-first-line-only",
    "Of special requests of several lines only the first line is kept.",
    alter("specialRequests", lambda text: text.split("\n")[0] if isinstance(text, str) else text),
    when=lambda body: "\n" in str(body.get("specialRequests", "")),
    hidden="some values",
    origin=Origin.blind,
)


def _in_ascii(name: str) -> str:
    return unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()


booked_as(
    "BKC-35.lot68-name-printed-on-the-hold",
    "A booking that completes a hold shows the name of the course without its accents.",
    alter("course.name", _in_ascii),
    when=lambda body: bool(body.get("holdId")),
    hidden="one of two ways",
    origin=Origin.blind,
)


def _truncated(value: object) -> int:
    """The whole number a careless service reads, 0 when it reads none."""
    if isinstance(value, str) and value.strip().isdecimal():
        return int(value)
    return int(value) if isinstance(value, (float, Decimal)) else 0


@mutant(
    "BKC-22.lot68-players-cast-to-integer",
    "players is cast to an integer, so that a string or a fraction is booked.",
    "createBooking",
    origin=Origin.blind,
)
async def _players_cast_to_integer(call: Call) -> Answer:
    body = sent(call)
    players = _truncated(body.get("players"))
    if not 1 <= players <= 4:
        return await call.forward()
    return await call.with_json(body | {"players": players}).forward()


def _from_the_archive(body: Any) -> Any:
    course = body["data"].pop("course")
    body["data"] |= {"courseId": course["id"], "courseName": course["name"]}
    return body


json_answer(
    "BKG-01.lot68-flat-row-of-the-archive",
    "A cancelled booking is read from the archive, where the course is not an object but two columns.",
    "getBooking",
    where(lambda body: body["data"]["status"] == "cancelled", _from_the_archive),
    hidden="after another operation",
    origin=Origin.blind,
)
