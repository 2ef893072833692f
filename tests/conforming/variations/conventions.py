"""Timestamps, numbers, members nobody asked for, and the order of what has no stated order."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from decimal import Decimal
from typing import Any

from conformance.evidence.exchanges import Response
from tests.conforming.tools.variation import (
    Ask,
    Forward,
    Handler,
    Variation,
    body_of,
    edited,
    everywhere,
    has_json,
    with_json,
)

_MOMENT = re.compile(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)Z")
_TIMES_OF_BOOKINGS = ("createdAt", "cancellationDate")
_ENDING = "Timestamps are ISO 8601 in UTC. How exact they are is not shown."
_MORE = "Members beyond the documented ones are not excluded."
_ORDER = "The order of members, and of lists other than tiers, is not stated."


def _all_values(
    name: str, leaves_open: str, change: Callable[[Any], Any], choice: str = "", *, of: type = dict
) -> Variation:
    return edited(name, leaves_open, "", lambda _, body: everywhere(change, body, of), choice=choice or name)


def _stamped(name: str, ending: str) -> Variation:
    def change(value: Any) -> Any:
        found = _MOMENT.fullmatch(value)
        return found[1] + ending if found else value

    return _all_values(name, _ENDING, change, "timestamps", of=str)


def _basic(value: Any) -> Any:
    found = _MOMENT.fullmatch(value)
    return re.sub("[-:]", "", found[1]) + "Z" if found else value


def _short(value: Any) -> Any:
    return int(value) if value == value.to_integral_value() else value.normalize()


def _with_nested(value: Any) -> Any:
    extra = {"_links": {"self": {"href": "/somewhere"}}, "vendorNote": None, "x": [1, {"data": []}]}
    return value | extra


def _with_likely(value: Any) -> Any:
    if "id" not in value:
        return value
    return {"updatedAt": "2026-01-01T00:00:00Z", "version": 3, "tags": [], "agency": {"name": "Us"}} | value


def _backwards(value: Any) -> Any:
    return dict(reversed(value.items()))


def _lists_backwards(_: Ask, body: Any) -> Any:
    def change(value: Any) -> Any:
        return {
            name: part[::-1] if isinstance(part, list) and name != "tiers" else part for name, part in value.items()
        }

    return everywhere(change, body)


def _to_the_minute(_: Ask, body: Any) -> Any:
    def change(value: Any) -> Any:
        return value | {name: f"{value[name][:16]}:00Z" for name in _TIMES_OF_BOOKINGS if value.get(name)}

    return everywhere(change, body)


def _traced() -> Handler:
    numbers = itertools.count(1)

    def handle(ask: Ask, forward: Forward) -> Response:
        answer = forward(ask)
        if not ask.is_of_the_interface or not has_json(answer):
            return answer
        body = body_of(answer)
        number = next(numbers)
        if isinstance(body, dict):
            body = body | {"meta": body.get("meta", {}) | {"requestId": f"r{number}", "tookMs": number % 7}}
        return with_json(answer, body)

    return handle


def _page_links(_: Ask, body: Any) -> Any:
    pagination = body.get("meta", {}).get("pagination") if isinstance(body, dict) else None
    if not pagination:
        return body
    more = {"hasNext": pagination["page"] < pagination["totalPages"], "next": None, "offset": 0}
    return body | {"meta": body["meta"] | {"pagination": pagination | more}}


def _one_empty_page(_: Ask, body: Any) -> Any:
    pagination = body.get("meta", {}).get("pagination") if isinstance(body, dict) else None
    if not pagination or pagination["totalItems"]:
        return body
    return body | {"meta": body["meta"] | {"pagination": pagination | {"totalPages": 1}}}


VARIATIONS = (
    edited("lists backwards", _ORDER, "", _lists_backwards),
    _all_values("members backwards", _ORDER, _backwards),
    _all_values("numbers without trailing zeros", "Serialisers drop trailing zeros.", _short, of=Decimal),
    _stamped("timestamps with +00:00", "+00:00"),
    _stamped("timestamps with milliseconds", ".120Z"),
    _stamped("timestamps with seven digits and an offset", ".1200000+00:00"),
    _stamped("timestamps with one digit", ".5Z"),
    _all_values("timestamps without separators", _ENDING, _basic, "timestamps", of=str),
    edited("times of bookings to the minute", _ENDING, "", _to_the_minute, choice="timestamps"),
    edited("pagination with links", _MORE, "searchCourses listBookings", _page_links),
    edited("an empty list has one page", "Not stated.", "searchCourses listBookings", _one_empty_page),
    _all_values("more members in every object", _MORE, _with_nested),
    _all_values("more members beside every id", _MORE, _with_likely),
    Variation("a request id in the body that always differs", _MORE, _traced, "request id in the body"),
)
