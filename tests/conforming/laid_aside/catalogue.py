"""The list of courses and the details, where order, members and values are open."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from conformance.evidence.exchanges import Response
from tests.conforming.laid_aside.reading import Item, course_of, every_item, read, with_items
from tests.conforming.tools.variation import (
    Ask,
    Declared,
    Forward,
    Variation,
    body_of,
    edited,
    everywhere,
    has_json,
    refusal,
    variation,
    with_json,
)

_EARTH_KM = 6371.0
_LIST_AND_DETAILS = "searchCourses getCourse"
_COUNTRY = "ES"
_OF_A_COURSE = frozenset(
    ["getCourse", "getCoursePricing", "getCourseTerms", "listTeeTimes", "checkAvailability", "holdTeeTime"]
)


@dataclass
class Arranged:
    """A layer: all pages of the list together are what *arrange* makes of the target's courses."""

    arrange: Callable[[Ask, Sequence[Item]], Sequence[Item]]
    _seen: dict[str, Sequence[Item]] = field(default_factory=dict)

    def __call__(self, ask: Ask, forward: Forward) -> Response:
        """A page of the arranged list. Courses never change, so a layer reads each list once."""
        answer = forward(ask)
        if ask.operation != "searchCourses" or not has_json(answer):
            return answer
        filters = ask.asking(page=None, pageSize=None, maxResults=None)
        key = filters.request.url
        if key not in self._seen:
            self._seen[key] = every_item(filters, forward)
        return with_items(answer, self.arrange(ask, self._seen[key]))


def _by_name(_ask: Ask, courses: Sequence[Item]) -> Sequence[Item]:
    return sorted(courses, key=lambda course: (course["name"], course["id"]))


def _nearest_first(ask: Ask, courses: Sequence[Item]) -> Sequence[Item]:
    query = ask.query
    if "latitude" not in query or "longitude" not in query:
        return courses
    centre = (float(query["latitude"]), float(query["longitude"]))
    return sorted(courses, key=lambda course: (_km(centre, course), course["id"]))


def _km(centre: tuple[float, float], course: Item) -> float:
    north, east = (math.radians(float(course[name])) for name in ("latitude", "longitude"))
    from_north, from_east = (math.radians(value) for value in centre)
    chord = math.sin((north - from_north) / 2) ** 2
    chord += math.cos(north) * math.cos(from_north) * math.sin((east - from_east) / 2) ** 2
    return 2 * _EARTH_KM * math.asin(math.sqrt(min(1.0, chord)))


def _capped(ask: Ask, courses: Sequence[Item]) -> Sequence[Item]:
    most = ask.query.get("maxResults")
    return courses[: int(most)] if most else courses


def _with_more_members(_ask: Ask, body: Any) -> Any:
    listed = body["data"] if isinstance(body["data"], list) else [body["data"]]
    for course in listed:
        course |= {
            "slug": course["name"].lower().replace(" ", "-"),
            "rating": {"stars": 4.3, "votes": 118},
            "tags": ["sea view", "caddie"],
            "price": {"from": Decimal("45.50"), "currency": "EUR"},
            "status": "published",
            "lastRenovated": None,
        }
    return body


def _other_values(_ask: Ask, body: Any) -> Any:
    listed = body["data"] if isinstance(body["data"], list) else [body["data"]]
    for course in listed:
        course |= {"courseType": "Championship / Links", "city": ""}
        if "facilities" in course:
            course["facilities"] = [] if course["holes"] == 9 else ["hotel", "Spa & Wellness", "kids-club"]
    return body


def _finer_coordinates(_ask: Ask, body: Any) -> Any:
    listed = body["data"] if isinstance(body["data"], list) else [body["data"]]
    for course in listed:
        for name in ("latitude", "longitude"):
            course[name] = float(course[name]) + 0.0000001234567
    return body


def _with_marked_names(_ask: Ask, body: Any) -> Any:
    return everywhere(_marked, body)


def _marked(value: Any) -> Any:
    is_course = {"id", "name"} <= value.keys() and ("holes" in value or len(value) == 2)
    names = ["courseName"] if "courseName" in value else ["name"] if is_course else []
    return value | {name: f"Østre «{value[name]}» & <Spa> \U0001f3cc" for name in names}


def _unknown_names_are_refused(ask: Ask, forward: Forward) -> Response:
    answer = forward(ask)
    if ask.operation != "searchCourses" or not has_json(answer) or body_of(answer)["data"]:
        return answer
    for name in ("country", "region", "geoArea"):
        if name in ask.query and _is_unknown(ask, forward, name):
            return refusal(404, f"There is no {name} {ask.query[name]!r}.")
    return answer


def _is_unknown(ask: Ask, forward: Forward, name: str) -> bool:
    found = read(ask, forward, "/travel/courses", **{name: ask.query[name]})
    return has_json(found) and not body_of(found)["data"]


def _one_country(ask: Ask, forward: Forward) -> Response:
    body = ask.json() if ask.request.content else None
    course_id = ask.path_params.get("courseId", ask.path_params.get("id"))
    if isinstance(body, dict) and ask.operation != "updateBooking" and "courseId" in body:
        course_id = str(body["courseId"])
    elif ask.operation not in _OF_A_COURSE:
        course_id = None
    if course_id is not None and _is_elsewhere(ask, forward, course_id):
        return refusal(404, f"There is no course {course_id!r}.")
    if ask.operation != "searchCourses":
        return forward(ask)
    answer = forward(ask if "country" in ask.query else ask.asking(country=_COUNTRY))
    return with_items(answer, ()) if has_json(answer) and ask.query.get("country", _COUNTRY) != _COUNTRY else answer


def _is_elsewhere(ask: Ask, forward: Forward, course_id: str) -> bool:
    course = course_of(ask, forward, course_id)
    return course is not None and course["country"] != _COUNTRY


def _of_spain(declared: Declared) -> Declared:
    facts = {
        "booking_code": {"code": "ESMAL002", "id": "crs_0akygwbv"},
        "region_id": "malaga",
        "geo_area": "costa-del-sol",
        "offline": "crs_p792rtwv",
    }
    return declared | {"courses": facts}


def _with_meta_and_links(ask: Ask, forward: Forward) -> Response:
    answer = forward(ask)
    if ask.operation != "getCourse" or not has_json(answer):
        return answer
    body = body_of(answer)
    return with_json(answer, {"meta": {"language": "en", "generatedBy": "catalogue-7"}, "links": {}} | body)


_NO_ORDER = "The specification states no order of courses."

VARIATIONS: tuple[Variation, ...] = (
    variation(
        "one country",
        "The specification does not say that every agency sells in every country: this key sells Spain only.",
        _one_country,
        declares=_of_spain,
    ),
    Variation("courses in order of name", _NO_ORDER, lambda: Arranged(_by_name), "order of courses"),
    Variation("nearest courses first", _NO_ORDER, lambda: Arranged(_nearest_first), "order of courses"),
    Variation(
        "maxResults limits the whole list",
        "The relation of maxResults to pageSize is not shown: here totalItems is never above maxResults.",
        lambda: Arranged(_capped),
        "order of courses",
    ),
    variation(
        "unknown countries, regions and areas are refused",
        "The answer to a filter value that no course has is not shown.",
        _unknown_names_are_refused,
    ),
    edited(
        "courses have further members",
        "No sentence says that a course has only the members shown.",
        _LIST_AND_DETAILS,
        _with_more_members,
    ),
    edited(
        "other course types and facilities, and no city",
        "The complete sets of courseType and facilities are not shown, and a city is any string.",
        _LIST_AND_DETAILS,
        _other_values,
    ),
    edited(
        "coordinates have many decimals",
        "Coordinates are numbers of any precision. The difference is about one centimetre.",
        _LIST_AND_DETAILS,
        _finer_coordinates,
    ),
    edited(
        "course names have marks, quotes and emoji",
        "A name is any string. It is the same in every answer.",
        "",
        _with_marked_names,
    ),
    variation(
        "course details come with meta and links",
        "The payload is under data, and no sentence says that data is alone.",
        _with_meta_and_links,
    ),
)
