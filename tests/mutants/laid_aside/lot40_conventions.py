"""Blind faults of the fortieth lot: conventions."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from typing import Any

from tests.mutants.parts.substitutes import in_turn
from tests.mutants.tools.call import Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, request_change

_SUMMER = timezone(timedelta(hours=2))
_BASIC_PLANE = 0xFFFF


def _office_time(stamp: Any) -> Any:
    return datetime.fromisoformat(stamp).astimezone(_SUMMER).isoformat() if isinstance(stamp, str) else stamp


json_answer(
    "CNV-04.lot40-time-of-the-office",
    "createdAt of a booking is in the time of the office, two hours ahead of UTC.",
    "createBooking getBooking listBookings updateBooking",
    in_turn(alter("data.createdAt", _office_time), alter("data[*].createdAt", _office_time)),
    origin=Origin.blind,
)


def _three_bytes(value: Any) -> Any:
    """*value* as a column keeps it that has room for three bytes of a character."""
    if isinstance(value, str):
        return "".join("?" if ord(character) > _BASIC_PLANE else character for character in value)
    if isinstance(value, dict):
        return {name: _three_bytes(member) for name, member in value.items()}
    return value


def _has_long_characters(call: Call) -> bool:
    body = call.json()
    return isinstance(body, dict) and _three_bytes(body) != body


request_change(
    "ENV-17.lot40-three-bytes",
    "Characters of four bytes in UTF-8, such as emoji, are kept as question marks.",
    "createBooking updateBooking createGroupBooking",
    lambda call: call.with_json(_three_bytes(call.json())),
    when=_has_long_characters,
    hidden="some values",
    origin=Origin.blind,
)
