"""Requests that one target refuses and another clamps, ignores or understands."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from conformance.exchanges import Response
from tests.conforming.variation import Ask, Forward, Variation, variation

_PARAMETERS = {
    "searchCourses": "country region holes latitude longitude distance geoArea page pageSize maxResults",
    "getCourse": "",
    "getCoursePricing": "startDate endDate holeCount includeExtraProducts",
    "getCourseTerms": "",
    "listTeeTimes": "date players earliestTime latestTime",
    "checkAvailability": "startDate endDate players timeRange date",
    "listBookings": "page pageSize status startDate endDate",
    "getBooking": "",
}
_MEMBERS = {
    "holdTeeTime": "date time players",
    "createBooking": "courseId date teeTime players leadPlayer agencyBookingReference specialRequests holdId",
    "updateBooking": "players specialRequests agencyBookingReference",
    "createWebhook": "url events description",
}


def _unknown_parameters(ask: Ask, forward: Forward) -> Response:
    known = _PARAMETERS.get(ask.operation or "")
    if known is None:
        return forward(ask)
    return forward(ask.asking(**dict.fromkeys(ask.query.keys() - set(known.split()))))


def _unknown_members(ask: Ask, forward: Forward) -> Response:
    known, body = _MEMBERS.get(ask.operation or ""), ask.json()
    if known is None or not isinstance(body, dict):
        return forward(ask)
    kept = {name: value for name, value in body.items() if name in known.split()}
    if body and not kept and ask.operation == "updateBooking":
        return forward(ask.reading())
    return forward(ask if kept == body else ask.with_json(kept))


def _number(text: str | None) -> float | None:
    try:
        return float(text or "")
    except ValueError:
        return None


def _clamped(name: str, least: int, most: int, usual: int, operations: str) -> Variation:
    def handle(ask: Ask, forward: Forward) -> Response:
        if ask.operation not in operations.split() or name not in ask.query:
            return forward(ask)
        asked = _number(ask.query[name])
        if asked is None or (asked != int(asked) and name != "distance"):
            return forward(ask.asking(**{name: usual}))
        if least <= asked <= most:
            return forward(ask)
        return forward(ask.asking(**{name: int(min(max(asked, least), most))}))

    sentence = "Whether a value out of bounds is refused or clamped is not stated."
    return variation(f"{name} clamped on {operations.split(maxsplit=1)[0]}", sentence, handle)


def _lone_coordinate(ask: Ask, forward: Forward) -> Response:
    lone = {"latitude", "longitude"} & ask.query.keys()
    if ask.operation != "searchCourses" or len(lone) != 1:
        return forward(ask)
    return forward(ask.asking(latitude=None, longitude=None, distance=None))


def _time_range(ask: Ask, forward: Forward) -> Response:
    known = ask.query.get("timeRange") in (None, "morning", "afternoon", "all")
    return forward(ask if known or ask.operation != "checkAvailability" else ask.asking(timeRange="all"))


def _minutes_later(text: str, minutes: int) -> str | None:
    hours, colon, rest = text.partition(":")
    if not (colon and hours.isdecimal() and rest.isdecimal()):
        return None
    moved = int(hours) * 60 + int(rest) + minutes
    return f"{moved // 60:02}:{moved % 60:02}" if 0 <= moved < 24 * 60 else None


def _inclusive(ask: Ask, forward: Forward) -> Response:
    if ask.operation != "listTeeTimes":
        return forward(ask)
    for name, minutes in (("earliestTime", -1), ("latestTime", 1)):
        moved = _minutes_later(ask.query.get(name, ""), minutes)
        ask = ask.asking(**{name: moved}) if moved else ask
    return forward(ask)


def _pricing_end(ask: Ask, forward: Forward) -> Response:
    answer = forward(ask)
    if ask.operation != "getCoursePricing" or answer.is_success or "endDate" not in ask.query:
        return answer
    try:
        asked = date.fromisoformat(ask.query["endDate"])
    except ValueError:
        return answer
    # The sandbox knows what day it is: the last one that it takes is found by asking.
    for days in range(0, 800, 20):
        clamped = forward(ask.asking(endDate=str(asked - timedelta(days=days))))
        if clamped.is_success:
            return clamped
    return answer


def _idempotent_removal(ask: Ask, forward: Forward) -> Response:
    answer = forward(ask)
    if ask.operation == "deleteWebhook" and answer.status == 404:
        return replace(answer, status=204, content=b"")
    return answer


def _without_blanks(value: Any) -> Any:
    return value.strip() if isinstance(value, str) else value


def _trimmed(ask: Ask, forward: Forward) -> Response:
    body = ask.json()
    if ask.operation not in ("createBooking", "updateBooking") or not isinstance(body, dict):
        return forward(ask)
    return forward(ask.with_json({name: _without_blanks(value) for name, value in body.items()}))


_EXCESS = "What happens to a parameter or member that no document shows is not stated."
_BOTH = "searchCourses listBookings"

VARIATIONS = (
    variation("unknown parameters ignored", _EXCESS, _unknown_parameters),
    variation("unknown members ignored", _EXCESS, _unknown_members),
    _clamped("pageSize", 1, 100, 20, _BOTH),
    _clamped("page", 1, 10**6, 1, _BOTH),
    _clamped("distance", 0, 500, 50, "searchCourses"),
    _clamped("players", 1, 4, 4, "listTeeTimes"),
    _clamped("players", 1, 4, 4, "checkAvailability"),
    variation("a lone coordinate ignored", "The refusal of a lone coordinate is not shown.", _lone_coordinate),
    variation("an unknown timeRange taken for all", "Its refusal is not shown.", _time_range),
    variation("time bounds inclusive", "After and before a time may include it.", _inclusive),
    variation("pricing ends clamped", "Whether a later end is refused or clamped is not stated.", _pricing_end),
    variation("removal of nothing answers 204", "The answer is not shown.", _idempotent_removal),
    variation("outer blanks trimmed", "Trimming is not excluded.", _trimmed),
)
