"""Requests that one target refuses and another clamps, ignores or understands."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

from conformance.evidence.exchanges import Response
from tests.conforming.tools.variation import (
    Ask,
    Declared,
    Forward,
    Variation,
    body_of,
    has_json,
    refusal,
    variation,
    with_json,
)

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


_DAYS_TO_A_DAY_ON_SALE = timedelta(days=40)


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


def _past_the_last_page(ask: Ask, forward: Forward) -> Response:
    answer = forward(ask)
    if ask.operation not in _BOTH.split() or not has_json(answer):
        return answer
    pagination = body_of(answer)["meta"]["pagination"]
    return refusal(404, "No such page.") if pagination["page"] > max(1, pagination["totalPages"]) else answer


def _empty_day(ask: Ask, forward: Forward) -> Response:
    """A day that is not on sale has no tee times, in place of a refusal."""
    answer = forward(ask)
    if ask.operation != "listTeeTimes" or answer.is_success or not _is_a_day(ask.query.get("date", "")):
        return answer
    other = forward(ask.asking(date=datetime.now(UTC).date() + _DAYS_TO_A_DAY_ON_SALE))
    if not other.is_success or "availableTimes" not in body_of(other):
        return answer
    shown = body_of(other)
    empty = {"date": ask.query["date"], "availableTimes": [], "timeSlots": dict.fromkeys(shown["timeSlots"])}
    return with_json(other, shown | empty)


def _empty_period(ask: Ask, forward: Forward) -> Response:
    """A period that ends before it begins has no day, in place of a refusal."""
    answer, asked = forward(ask), ask.query
    if ask.operation != "checkAvailability" or answer.is_success or "date" in asked:
        return answer
    first, last = asked.get("startDate", ""), asked.get("endDate", "")
    if not (_is_a_day(first) and _is_a_day(last) and first > last):
        return answer
    other = forward(ask.asking(startDate=last, endDate=first))
    if not other.is_success:
        return answer
    return with_json(other, body_of(other) | {"availabilityResults": [], "bestAvailability": None})


def _periods_only(ask: Ask, forward: Forward) -> Response:
    is_single = ask.operation == "checkAvailability" and "date" in ask.query and "startDate" not in ask.query
    return refusal(400, "startDate and endDate are needed.") if is_single else forward(ask)


def _declares_periods(declared: Declared) -> Declared:
    return declared | {"declares": declared["declares"] | {"single_date": False}}


def _is_a_day(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


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
    variation("a page past the last is refused", "What such a page answers is not stated.", _past_the_last_page),
    variation("a day not on sale is empty", "Its refusal is not shown.", _empty_day),
    variation("a period backwards is empty", "Its refusal is not shown.", _empty_period),
    variation(
        "periods only",
        "Where startDate and endDate are required, the single date contradicts it; the target file says which.",
        _periods_only,
        declares=_declares_periods,
    ),
    variation("removal of nothing answers 204", "The answer is not shown.", _idempotent_removal),
    variation("outer blanks trimmed", "Trimming is not excluded.", _trimmed),
)
