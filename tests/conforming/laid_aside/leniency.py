"""Requests that one service refuses and another accepts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import quote

from conformance.evidence.exchanges import Response
from tests.conforming.laid_aside.reading import course_of, with_items
from tests.conforming.tools.variation import (
    Ask,
    Forward,
    Variation,
    body_of,
    has_json,
    refusal,
    variation,
    with_json,
)

_LIST = frozenset(["page", "pageSize"])
_SPAN = frozenset(["startDate", "endDate"])
_KNOWN: Mapping[str, frozenset[str]] = {
    "searchCourses": _LIST
    | {"country", "region", "holes", "latitude", "longitude", "distance", "geoArea", "maxResults"},
    "getCoursePricing": _SPAN | {"holeCount", "includeExtraProducts"},
    "listTeeTimes": frozenset(["date", "players", "earliestTime", "latestTime"]),
    "checkAvailability": _SPAN | {"date", "players", "timeRange"},
    "listBookings": _LIST | _SPAN | {"status"},
}
_BOOKING = frozenset(
    ["courseId", "date", "teeTime", "players", "leadPlayer", "agencyBookingReference", "specialRequests", "holdId"]
)
_BODY: Mapping[str, frozenset[str]] = {
    "createBooking": _BOOKING,
    "updateBooking": frozenset(["players", "specialRequests", "agencyBookingReference"]),
    "holdTeeTime": frozenset(["date", "time", "players"]),
}
_MOST_ITEMS = 100
_MOST_KM = 500
_MOST_CHARACTERS = {"agencyBookingReference": 60, "specialRequests": 300}


def _ignores_unknown_names(ask: Ask, forward: Forward) -> Response:
    known = _KNOWN.get(str(ask.operation))
    if known is not None:
        ask = ask.asking(**{name: None for name in ask.query if name not in known})
    wanted, body = _BODY.get(str(ask.operation)), ask.json() if ask.request.content else None
    if wanted is None or not isinstance(body, dict) or body.keys() <= wanted:
        return forward(ask)
    kept = {name: value for name, value in body.items() if name in wanted}
    return forward(ask.with_json(kept)) if kept else forward(ask.reading())


def _clamps(ask: Ask, forward: Forward) -> Response:
    if ask.operation not in ("searchCourses", "listBookings"):
        return forward(ask)
    clamped = {name: _clamped(name, value) for name, value in ask.query.items()}
    return forward(ask.asking(**clamped))


def _clamped(name: str, value: str) -> Any:
    whole = value.removeprefix("-").isdecimal()
    if name in ("page", "pageSize", "maxResults"):
        most = None if name == "page" else _MOST_ITEMS
        number = int(value) if whole else 0
        return None if number < 1 else number if most is None else min(number, most)
    return _MOST_KM if name == "distance" and whole and int(value) > _MOST_KM else value


def _reversed_periods_are_empty(ask: Ask, forward: Forward) -> Response:
    query = ask.query
    if ask.operation == "listBookings" and query.get("startDate", "") > query.get("endDate", "9"):
        answer = forward(ask.asking(endDate=query["startDate"]))
        return with_items(answer, ()) if has_json(answer) else forward(ask)
    if ask.operation == "listTeeTimes" and query.get("earliestTime", "") >= query.get("latestTime", "99"):
        answer = forward(ask.asking(latestTime=None))
        body = body_of(answer) if has_json(answer) else {}
        return with_json(answer, _without_tee_times(body)) if body.get("isOnline") else answer
    return forward(ask)


def _without_tee_times(sheet: dict[str, Any]) -> dict[str, Any]:
    limits = sheet["timeSlots"] | {"firstAvailable": None, "lastAvailable": None}
    return sheet | {"availableTimes": [], "timeSlots": limits}


def _max_results_first(ask: Ask, forward: Forward) -> Response:
    is_double = ask.operation == "searchCourses" and "maxResults" in ask.query
    return forward(ask.asking(pageSize=None) if is_double else ask)


def _lone_distance_is_ignored(ask: Ask, forward: Forward) -> Response:
    is_lone = ask.operation == "searchCourses" and not {"latitude", "longitude"} & ask.query.keys()
    return forward(ask.asking(distance=None) if is_lone else ask)


def _booking_codes_everywhere(ask: Ask, forward: Forward) -> Response:
    body = ask.json() if ask.request.content else None
    if isinstance(body, dict) and ask.operation != "updateBooking" and isinstance(body.get("courseId"), str):
        course = course_of(ask, forward, body["courseId"])
        return forward(ask.with_json(body | {"courseId": course["id"]}) if course else ask)
    code = ask.path_params.get("courseId", ask.path_params.get("id", ""))
    if ask.operation not in ("getCourseTerms", "listTeeTimes", "checkAvailability", "holdTeeTime"):
        return forward(ask)
    course = course_of(ask, forward, code)
    return forward(_at_course(ask, code, course["id"]) if course else ask)


def _at_course(ask: Ask, code: str, course_id: str) -> Ask:
    segment = f"/courses/{quote(code, safe='')}/"
    request = ask.request
    path = request.path.replace(segment, f"/courses/{course_id}/")
    return Ask(replace(request, path=path, url=request.url.replace(segment, f"/courses/{course_id}/")))


def _short_texts(ask: Ask, forward: Forward) -> Response:
    body = ask.json() if ask.request.content else None
    if ask.operation not in ("createBooking", "updateBooking") or not isinstance(body, dict):
        return forward(ask)
    long = [name for name, most in _MOST_CHARACTERS.items() if len(str(body.get(name) or "")) > most]
    return refusal(422, f"{long[0]} has at most {_MOST_CHARACTERS[long[0]]} characters.") if long else forward(ask)


VARIATIONS: tuple[Variation, ...] = (
    variation(
        "unknown parameters and members are ignored",
        "The specification does not say what happens to a parameter or a member that it does not name.",
        _ignores_unknown_names,
    ),
    variation(
        "pages and distances out of bounds are corrected",
        "The specification states bounds, and does not say that a value outside them is refused.",
        _clamps,
    ),
    variation(
        "reversed periods are empty",
        "The answer to a period whose end is before its begin is not shown.",
        _reversed_periods_are_empty,
    ),
    variation(
        "maxResults wins over pageSize",
        "The relation of maxResults to pageSize is not shown.",
        _max_results_first,
    ),
    variation(
        "a distance without coordinates is ignored",
        "distance is measured from the coordinates. The answer to a distance without coordinates is not shown.",
        _lone_distance_is_ignored,
    ),
    variation(
        "booking codes are accepted everywhere",
        "The specification names the booking code for details and pricing, and does not forbid it elsewhere.",
        _booking_codes_everywhere,
    ),
    variation(
        "references and requests are short",
        "Length limits of texts are not shown.",
        _short_texts,
    ),
)
