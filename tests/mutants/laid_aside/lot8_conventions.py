"""Blind faults of the eighth lot: how the service reads the bodies of requests."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import httpx

from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import EVERY_OPERATION, Origin, mutant, request_change

_CREATIONS = "createBooking createGroupBooking createBookingHook"


def _with_text_after_it(call: Call) -> Any:
    """The JSON object that the body begins with; None when there is none, or nothing after it."""
    try:
        text = call.body.decode("utf-8")
        value, end = json.JSONDecoder().raw_decode(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) and text[end:].strip() else None


@mutant(
    "ENV-14.lot8-first-value",
    "The service reads the first JSON object of a body and ignores the text after it.",
    EVERY_OPERATION,
    hidden="some values",
    origin=Origin.blind,
)
async def _first_value_alone(call: Call) -> Answer:
    value = _with_text_after_it(call)
    return await (call.forward() if value is None else call.with_json(value).forward())


def _names_a_charset(call: Call) -> bool:
    return "charset" in str(httpx.Headers(call.headers).get("content-type", "")).lower()


request_change(
    "ENV-17.lot8-latin-with-charset",
    "A creation whose content type has a charset is read as ISO 8859-1.",
    _CREATIONS,
    lambda call: replace(call, body=call.body.decode("latin-1").encode("utf-8")),
    when=_names_a_charset,
    hidden="some values",
    origin=Origin.blind,
)
