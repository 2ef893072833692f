"""Courses, prices and terms as another target may show them: values never seen, members that may be absent."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from email.utils import format_datetime, parsedate_to_datetime
from typing import Any
from zlib import crc32

from conformance.evidence.exchanges import Response
from tests.conforming.tools.variation import Ask, Forward, Variation, edited, everywhere, variation

_VALUES = "The value set is not shown beyond the values seen."
_SAMPLE = "The quick-start item shows seven members only."
_NULL = "Null is not excluded."
_SEVEN = ("id", "name", "country", "region", "holes", "isOnline", "thumbnailUrl")


def _seven(_: Ask, body: Any) -> Any:
    return body | {"data": [{name: course[name] for name in _SEVEN if name in course} for course in body["data"]]}


def _valued(name: str, operations: str, member: str, known: Callable[[Any], bool], value: Any) -> Variation:
    """Every value of *member* that is *known* becomes another."""

    def change(node: Any) -> Any:
        if member not in node or not known(node[member]):
            return node
        return node | {member: value}

    choice = f"{member} of {operations}"
    return edited(name, _VALUES, operations, lambda _, body: everywhere(change, body), choice=choice)


def _without(name: str, leaves_open: str, operations: str, *members: str) -> Variation:
    """Members that are null are left out."""

    def change(node: Any) -> Any:
        return {key: item for key, item in node.items() if not (key in members and item is None)}

    return edited(name, leaves_open, operations, lambda _, body: everywhere(change, body))


def _more_facilities(_: Ask, body: Any) -> Any:
    return body | {
        "data": body["data"] | {"facilities": [*body["data"]["facilities"], "toptracer_range", "Sauna & Spa"]}
    }


def _hole_count_as_text(_: Ask, body: Any) -> Any:
    return body | {"meta": body["meta"] | {"holeCount": str(body["meta"]["holeCount"])}}


def _no_extras(_: Ask, body: Any) -> Any:
    def change(node: Any) -> Any:
        if "validFrom" in node and "extraProducts" not in node:
            return node | {"extraProducts": []}
        return node

    return everywhere(change, body)


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


_CATALOGUE = frozenset({"searchCourses", "getCourse", "getCoursePricing", "getCourseTerms"})
_AGE = timedelta(hours=20)


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
        return value | {"maxDaysInAdvance": 2**31 - 1} if _has_horizon(value) else value

    return everywhere(change, body)


def _has_horizon(value: dict[str, Any]) -> bool:
    return "maxDaysInAdvance" in value


def _half_with_seven(_: Ask, body: Any) -> Any:
    return body | {
        "data": [_seven_of(course) if crc32(course["id"].encode()) % 2 else course for course in body["data"]]
    }


def _seven_of(course: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in course.items() if name in _SEVEN}


VARIATIONS = (
    edited("seven members in the course list", _SAMPLE, "searchCourses", _seven),
    edited("facilities never seen", _VALUES, "getCourse", _more_facilities),
    _valued("a courseType never seen", "searchCourses getCourse", "courseType", _is_text, "par_3_academy"),
    _valued("no thumbnails", "searchCourses getCourse", "thumbnailUrl", _is_text, None),
    _valued("no cover image", "getCourse", "coverImageUrl", _is_text, None),
    _valued("no facilities", "getCourse", "facilities", bool, []),
    _valued("a seasonType never seen", "getCoursePricing", "seasonType", _is_text, "shoulder_season"),
    _valued("a category never seen", "getCoursePricing", "category", _is_text, "food"),
    _valued("weekday rules", "getCoursePricing", "weekdayRules", lambda value: value is None, {"days": ["sat", "sun"]}),
    _without("no weekdayRules member", _NULL, "getCoursePricing", "weekdayRules"),
    _without("no policyText member", _NULL, "getCourseTerms", "policyText"),
    _valued(
        "overrides of a source never seen", "getCourseTerms", "source", lambda value: value != "platform", "club:7"
    ),
    edited("holeCount as text", "A string or an integer.", "getCoursePricing", _hole_count_as_text),
    edited("extra products empty in place of absent", "The notes make it a warning.", "getCoursePricing", _no_extras),
    variation(
        "the catalogue from a cache",
        "A cache keeps the Date and adds an Age.",
        _from_a_cache,
        accused_by=("HLD-04", "BKC-33", "BKX-05"),
    ),
    edited(
        "no horizon",
        "An integer, however large.",
        "getCourseTerms",
        _without_horizon,
        accused_by=("AVT-25", "BKC-27", "BKC-01"),
    ),
    edited(
        "half of the list with seven members",
        "The quick start does.",
        "searchCourses",
        _half_with_seven,
        accused_by=("CRS-02",),
    ),
)
