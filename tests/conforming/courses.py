"""Courses, prices and terms as another target may show them: values never seen, members that may be absent."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.conforming.variation import Ask, Variation, edited, everywhere

_VALUES = "The value set is not shown beyond the values seen."
_SAMPLE = "The quick-start item shows seven members only."
_NULL = "Null is not excluded."
_SEVEN = ("id", "name", "country", "region", "holes", "isOnline", "thumbnailUrl")


def _seven(_: Ask, body: Any) -> Any:
    return body | {"data": [{name: course[name] for name in _SEVEN if name in course} for course in body["data"]]}


def _valued(name: str, operations: str, member: str, known: Callable[[Any], bool], value: Any) -> Variation:
    """Every value of *member* that is *known* becomes another."""

    def change(node: Any) -> Any:
        if not isinstance(node, dict) or member not in node or not known(node[member]):
            return node
        return node | {member: value}

    choice = f"{member} of {operations}"
    return edited(name, _VALUES, operations, lambda _, body: everywhere(change, body), choice=choice)


def _without(name: str, leaves_open: str, operations: str, *members: str) -> Variation:
    """Members that are null are left out."""

    def change(node: Any) -> Any:
        if not isinstance(node, dict):
            return node
        return {key: one for key, one in node.items() if not (key in members and one is None)}

    return edited(name, leaves_open, operations, lambda _, body: everywhere(change, body))


def _more_facilities(_: Ask, body: Any) -> Any:
    return body | {
        "data": body["data"] | {"facilities": [*body["data"]["facilities"], "toptracer_range", "Sauna & Spa"]}
    }


def _hole_count_as_text(_: Ask, body: Any) -> Any:
    return body | {"meta": body["meta"] | {"holeCount": str(body["meta"]["holeCount"])}}


def _no_extras(_: Ask, body: Any) -> Any:
    def change(node: Any) -> Any:
        if isinstance(node, dict) and "validFrom" in node and "extraProducts" not in node:
            return node | {"extraProducts": []}
        return node

    return everywhere(change, body)


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


VARIATIONS = (
    edited("seven members in the course list", _SAMPLE, "searchCourses", _seven),
    edited("facilities never seen", _VALUES, "getCourse", _more_facilities),
    _valued("a courseType never seen", "searchCourses getCourse", "courseType", _is_text, "par_3_academy"),
    _valued("no thumbnails", "searchCourses getCourse", "thumbnailUrl", _is_text, None),
    _valued("no cover image", "getCourse", "coverImageUrl", _is_text, None),
    _valued("no facilities", "getCourse", "facilities", bool, []),
    _valued("a seasonType never seen", "getCoursePricing", "seasonType", _is_text, "shoulder_season"),
    _valued("a category never seen", "getCoursePricing", "category", _is_text, "food"),
    _valued("weekday rules", "getCoursePricing", "weekdayRules", lambda one: one is None, {"days": ["sat", "sun"]}),
    _without("no weekdayRules member", _NULL, "getCoursePricing", "weekdayRules"),
    _without("no policyText member", _NULL, "getCourseTerms", "policyText"),
    _valued("overrides of a source never seen", "getCourseTerms", "source", lambda one: one != "platform", "club:7"),
    edited("holeCount as text", "A string or an integer.", "getCoursePricing", _hole_count_as_text),
    edited("extra products empty in place of absent", "The notes make it a warning.", "getCoursePricing", _no_extras),
)
