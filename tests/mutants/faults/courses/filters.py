"""Faults of the filters by country, holes and region (CRS-05 to 09)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.mutants.parts.asking import asks, has_all, is_geographic, page_of_courses
from tests.mutants.parts.borrowed import courses
from tests.mutants.parts.page_swaps import after_the_first_page, from_page, other_items, page_number
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

request_change("CRS-05", "country is ignored.", "searchCourses", lambda call: call.without("country"))
request_change(
    "CRS-05.page-2",
    "country is ignored after the first page.",
    "searchCourses",
    lambda call: call.without("country"),
    when=after_the_first_page,
    hidden="a later page",
)
request_change("CRS-06", "holes is ignored.", "searchCourses", lambda call: call.without("holes"))


@mutant("CRS-06.intruder", "A search for 18 holes ends with a course of 9.", "searchCourses")
async def _nine_among_eighteen(call: Call) -> Answer:
    answer = await call.forward()
    if call.query.get("holes") != "18" or not answer.ok:
        return answer
    nine = (await courses(call, holes=9, pageSize=1))[0]
    return answer.with_json(put("data[-1]", nine)(answer.json()))


def _misses(name: str, breaks: str, filtering: str, missing: Callable[[dict[str, Any]], bool]) -> None:
    """A search by *filtering* alone of the filters finds no course that is *missing*."""
    json_answer(
        name,
        breaks,
        "searchCourses",
        alter("data", lambda items: [course for course in items if not missing(course)]),
        when=lambda call: call.query.keys() & {"country", "holes"} == {filtering},
    )


_misses("CRS-07", "A search by country finds no course of 9 holes.", "country", lambda course: course["holes"] == 9)
_misses("CRS-07.holes", "A search by holes finds no offline course.", "holes", lambda course: not course["isOnline"])
json_answer(
    "CRS-07.first-page",
    "A search by country ends with its first page.",
    "searchCourses",
    alter(
        "meta.pagination",
        lambda shown: shown | {"totalPages": 1, "totalItems": min(shown["totalItems"], shown["pageSize"])},
    ),
    when=lambda call: "country" in call.query,
)


def _asks(name: str) -> Any:
    return lambda call: name in call.query


request_change(
    "CRS-08",
    "holes is forgotten beside country.",
    "searchCourses",
    lambda call: call.without("holes"),
    when=_asks("country"),
)
request_change("CRS-09", "region is ignored.", "searchCourses", lambda call: call.without("region"))

_COURSES = "searchCourses"


def _ignored(name: str, operation: str, parameter: str, *beside: str) -> None:
    """*parameter* is ignored beside others. It shows in the items alone."""
    other_items(
        name,
        f"{parameter} is ignored beside {' and '.join(beside)}.",
        operation,
        lambda call: call.without(parameter),
        when=lambda call: has_all(call, parameter, *beside),
        hidden="a combination of parameters",
        origin=Origin.hidden,
    )


_ignored("CRS-05.holes", _COURSES, "country", "holes")
_ignored("CRS-06.country", _COURSES, "holes", "country")

other_items(
    "CRS-05.page-3",
    "country is ignored from the third page on.",
    _COURSES,
    lambda call: call.without("country"),
    when=lambda call: "country" in call.query and from_page(3)(call),
    hidden="a later page",
    origin=Origin.hidden,
)

other_items(
    "CRS-05.norway",
    "country=NO is read as no country at all.",
    "searchCourses",
    lambda call: call.without("country"),
    when=lambda call: call.query.get("country") == "NO",
    hidden="some values",
    origin=Origin.hidden,
)

_COURSES_PATH = "/travel/courses"

request_change(
    "CRS-05.blind-holes-wins",
    "country is ignored beside holes, because the second filter replaces the first filter.",
    "searchCourses",
    lambda call: call.without("country"),
    when=lambda call: asks(call, "country", "holes"),
    hidden="a combination of parameters",
    origin=Origin.blind,
)


@mutant(
    "CRS-05.blind-padded-last-page",
    "Courses of other countries fill the last page of a country.",
    "searchCourses",
    hidden="a later page",
    origin=Origin.blind,
)
async def _padded_last_page(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not asks(call, "country"):
        return answer
    body = answer.json()
    paging = body["meta"]["pagination"]
    missing = paging["pageSize"] - len(body["data"])
    if paging["page"] < 2 or paging["page"] != paging["totalPages"] or not missing:
        return answer
    others = (await call.upstream("GET", _COURSES_PATH, query={"pageSize": 100})).json()["data"]
    body["data"] += [course for course in others if course["country"] != call.query["country"]][:missing]
    return answer.with_json(body)


request_change(
    "CRS-06.blind-named-area",
    "holes is ignored in a named area.",
    "searchCourses",
    lambda call: call.without("holes"),
    when=lambda call: asks(call, "geoArea", "holes"),
    hidden="a combination of parameters",
    origin=Origin.blind,
)


request_change(
    "CRS-05.blind-max-results",
    "country is ignored beside maxResults.",
    "searchCourses",
    lambda call: call.without("country"),
    when=lambda call: asks(call, "maxResults", "country"),
    hidden="a combination of parameters",
    origin=Origin.blind,
)
request_change(
    "CRS-05.blind-region",
    "country is ignored beside region: the region knows its country.",
    "searchCourses",
    lambda call: call.without("country"),
    when=lambda call: asks(call, "region", "country"),
    hidden="a combination of parameters",
    origin=Origin.blind,
)
request_change(
    "CRS-06.blind-near",
    "holes is ignored beside coordinates.",
    "searchCourses",
    lambda call: call.without("holes"),
    when=lambda call: asks(call, "holes") and is_geographic(call),
    hidden="a combination of parameters",
    origin=Origin.blind,
)
request_change(
    "CRS-09.blind-holes",
    "region is ignored beside holes, from the second page on.",
    "searchCourses",
    lambda call: call.without("region"),
    when=lambda call: asks(call, "holes", "region") and page_number(call) > 1,
    hidden="a combination of parameters",
    origin=Origin.blind,
)


@mutant(
    "CRS-08.blind-first-found",
    "Around a point, the filter by holes reads only the first page of courses.",
    "searchCourses",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _first_found(call: Call) -> Answer:
    if not (asks(call, "holes") and is_geographic(call)):
        return await call.forward()
    everything = await call.without("holes").forward()
    if not everything.ok:
        return everything
    found = [course for course in everything.json()["data"] if str(course["holes"]) == call.query["holes"]]
    paging = everything.json()["meta"]["pagination"]
    return everything.with_json(page_of_courses(found, 1, paging["pageSize"]))
