"""Variations that brought a false alarm in a blind trial, each with the rows that accused it. They are in no draw."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from email.utils import format_datetime, parsedate_to_datetime
from typing import Any
from zlib import crc32

from conformance.evidence.exchanges import Response
from tests.conforming.variation import (
    Ask,
    Forward,
    Variation,
    body_of,
    edited,
    everywhere,
    has_json,
    variation,
    with_json,
)

_CATALOGUE = frozenset({"searchCourses", "getCourse", "getCoursePricing", "getCourseTerms"})
_AGE = timedelta(hours=20)
_SEVEN = frozenset({"id", "name", "country", "region", "holes", "isOnline", "thumbnailUrl"})


def _from_a_cache(ask: Ask, forward: Forward) -> Response:
    answer = forward(ask)
    said = answer.header("date")
    if ask.operation not in _CATALOGUE or not said:
        return answer
    kept = tuple(pair for pair in answer.headers if pair[0].lower() != "date")
    old = format_datetime(parsedate_to_datetime(said) - _AGE, usegmt=True)
    return replace(answer, headers=(*kept, ("Date", old), ("Age", str(int(_AGE.total_seconds())))))


def _without_horizon(_: Ask, body: Any) -> Any:
    def change(value: Any) -> Any:
        return value | {"maxDaysInAdvance": 2**31 - 1} if isinstance(value, dict) and _has_horizon(value) else value

    return everywhere(change, body)


def _has_horizon(value: dict[str, Any]) -> bool:
    return "maxDaysInAdvance" in value


def _with_a_colleague(ask: Ask, forward: Forward) -> Response:
    """Just before every booking for two, somebody else of the agency books the same tee time for one."""
    body = ask.json()
    if ask.operation == "createBooking" and isinstance(body, dict) and body.get("players") == 2:
        lead = {"firstName": "Carla", "lastName": "Colleague", "email": "carla@example.com"}
        forward(ask.with_json(body | {"players": 1, "leadPlayer": lead, "agencyBookingReference": "by-a-colleague"}))
    return forward(ask)


class OneRefreshToken:
    """A refresh shows a new token, and no new refresh token: that of the session goes on."""

    def __init__(self) -> None:
        self._latest: dict[str, str] = {}

    def __call__(self, ask: Ask, forward: Forward) -> Response:
        """The layer."""
        body = ask.json()
        if ask.operation not in ("refreshToken", "revokeToken") or not isinstance(body, dict):
            return forward(ask)
        given = str(body.get("refreshToken"))
        answer = forward(ask.with_json(body | {"refreshToken": self._latest.get(given, given)}))
        if ask.operation != "refreshToken" or not has_json(answer):
            return answer
        shown = body_of(answer)
        self._latest[given] = shown["data"].pop("refreshToken")
        return with_json(answer, shown)


def _half_with_seven(_: Ask, body: Any) -> Any:
    return body | {"data": [_seven_of(one) if crc32(one["id"].encode()) % 2 else one for one in body["data"]]}


def _seven_of(course: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in course.items() if name in _SEVEN}


def _two_tees(_: Ask, body: Any) -> Any:
    """Every other time is that of a second tee as well, which has one place."""
    if not body.get("availableTimes"):
        return body
    first = body["availableTimes"]
    second = [one | {"available": 1} for one in first[::2]]
    return body | {"availableTimes": sorted([*second, *first], key=lambda one: str(one["time"]))}


ONCE_ACCUSED: tuple[tuple[Variation, tuple[str, ...]], ...] = (
    (
        variation("the catalogue from a cache", "A cache keeps the Date and adds an Age.", _from_a_cache),
        ("HLD-04", "BKC-33", "BKX-05"),
    ),
    (
        edited("no horizon", "An integer, however large.", "getCourseTerms", _without_horizon),
        ("AVT-25", "BKC-27", "BKC-01"),
    ),
    (
        variation("a colleague with the same key", "An agency has more than one clerk.", _with_a_colleague),
        ("EVT-01", "EVT-07"),
    ),
    (
        Variation("a refresh token that stays", "What a refresh answers is not shown.", OneRefreshToken, "refresh"),
        ("JWT-02", "JWT-03", "JWT-04"),
    ),
    (
        edited("half of the list with seven members", "The quick start does.", "searchCourses", _half_with_seven),
        ("CRS-02",),
    ),
    (
        edited("two tees with one time", "A course may start on two tees.", "listTeeTimes", _two_tees),
        ("BKX-07",),
    ),
)
