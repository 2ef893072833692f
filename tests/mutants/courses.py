"""Mutants of the course list and of course details (CRS, CRD, INV)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.mutants.tools.borrowed import a_refusal_for_an_unknown_id, another_course_id, courses
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, drop, put, rename, where
from tests.mutants.tools.registry import json_answer, mutant, request_change

_KM_PER_MILE = 1.609344


def _after_the_first_page(call: Call) -> bool:
    return bool(call.query.get("page", "1") != "1")


def _has_a_point(call: Call) -> bool:
    return "latitude" in call.query and "longitude" in call.query


def _distance(call: Call) -> float:
    """The distance asked for in km, 0 when the call names none that is a number."""
    try:
        return float(call.query.get("distance", "0"))
    except ValueError:
        return 0.0


# The list: shapes. Faults sit on later items, because a careless check looks at the first.
json_answer(
    "CRS-01",
    "The last item calls its thumbnailUrl thumbnail.",
    "searchCourses",
    rename("data[-1].thumbnailUrl", "thumbnail"),
)
json_answer(
    "CRS-01.page-2",
    "Items after the first page have no region.",
    "searchCourses",
    drop("data[*].region"),
    when=_after_the_first_page,
)
json_answer(
    "CRS-03",
    "isOnline of the last item is a string.",
    "searchCourses",
    alter("data[-1].isOnline", lambda online: str(online).lower()),
)
json_answer(
    "CRS-03.latitude",
    "latitude of the last item is a string.",
    "searchCourses",
    alter("data[-1].latitude", str),
)
json_answer("CRS-04", "Every second course in the list has 27 holes.", "searchCourses", put("data[1::2].holes", 27))
json_answer("CRS-04.details", "A course has 27 holes in its details.", "getCourse", put("data.holes", 27))

# The list: filters.
request_change("CRS-05", "country is ignored.", "searchCourses", lambda call: call.without("country"))
request_change(
    "CRS-05.page-2",
    "country is ignored after the first page.",
    "searchCourses",
    lambda call: call.without("country"),
    when=_after_the_first_page,
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
        alter("data", lambda items: [one for one in items if not missing(one)]),
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
request_change(
    "CRS-10",
    "distance is taken for miles.",
    "searchCourses",
    lambda call: call.asking(distance=min(500, round(_distance(call) * _KM_PER_MILE))),
    when=lambda call: _has_a_point(call) and _distance(call) > 0,
)
request_change(
    "CRS-11",
    "Without a distance the search reaches 100 km.",
    "searchCourses",
    lambda call: call.asking(distance=100),
    when=lambda call: _has_a_point(call) and "distance" not in call.query,
)
request_change(
    "CRS-11.nearer",
    "Without a distance the search reaches 25 km.",
    "searchCourses",
    lambda call: call.asking(distance=25),
    when=lambda call: _has_a_point(call) and "distance" not in call.query,
)
request_change(
    "CRS-12",
    "A distance over 500 km finds courses however far away they are.",
    "searchCourses",
    lambda call: call.without("latitude", "longitude", "distance"),
    when=lambda call: _distance(call) > 500,
)
request_change(
    "CRS-15",
    "The last digit of a distance of three digits is cut off.",
    "searchCourses",
    lambda call: call.asking(distance=call.query["distance"][:2]),
    when=lambda call: len(call.query.get("distance", "")) == 3,
)
request_change("CRS-17", "maxResults is ignored.", "searchCourses", lambda call: call.without("maxResults"))
json_answer(
    "CRS-18",
    "Every second item carries an internal id.",
    "searchCourses",
    alter("data[1::2].id", lambda course_id: f"internal-{course_id}"),
)


# Details.
@mutant("CRD-01", "Every document id gives the details of another course.", "getCourse")
async def _wrong_course(call: Call) -> Answer:
    answer = await call.forward()
    asked = call.path_params["id"]
    if not answer.ok or answer.json()["data"]["id"] != asked:
        return answer
    return await call.upstream("GET", f"/travel/courses/{await another_course_id(call, asked)}")


@mutant("CRD-02", "A booking code is refused.", "getCourse")
async def _code_refused(call: Call) -> Answer:
    answer = await call.forward()
    by_code = answer.ok and answer.json()["data"]["id"] != call.path_params["id"]
    return await a_refusal_for_an_unknown_id(call) if by_code else answer


@mutant("CRD-02.other", "A booking code gives the details of another course.", "getCourse")
async def _code_of_another(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or (found := answer.json()["data"]["id"]) == call.path_params["id"]:
        return answer
    return await call.upstream("GET", f"/travel/courses/{await another_course_id(call, found)}")


json_answer("CRD-03", "Details have no city.", "getCourse", drop("data.city"))
json_answer("CRD-03.longitude", "longitude is a string in details.", "getCourse", alter("data.longitude", str))
json_answer("CRD-04", "par is a string.", "getCourse", alter("data.par", str))
json_answer("CRD-04.cover", "Details have no coverImageUrl.", "getCourse", drop("data.coverImageUrl"))
json_answer("CRD-06", "facilities is one string with commas.", "getCourse", alter("data.facilities", ",".join))
json_answer(
    "CRD-06.number",
    "facilities ends with a number.",
    "getCourse",
    alter("data.facilities", lambda facilities: [*facilities, 7]),
)
json_answer(
    "CRD-07",
    "Every second item of the list has the name the course had before.",
    "searchCourses",
    alter("data[1::2].name", lambda name: f"Old {name}"),
)
json_answer(
    "CRD-07.latitude",
    "Details place the course further north than the list.",
    "getCourse",
    alter("data.latitude", lambda latitude: latitude + 1),
)


@mutant("CRD-08", "An unknown id gives the details of some course.", "getCourse")
async def _some_course(call: Call) -> Answer:
    answer = await call.forward()
    if answer.status != 404:
        return answer
    return await call.upstream("GET", f"/travel/courses/{await another_course_id(call, '')}")


json_answer(
    "INV-01",
    "Details call an online course offline.",
    "getCourse",
    where(lambda body: body["data"]["isOnline"], put("data.isOnline", False)),
)
json_answer(
    "INV-01.offline",
    "Details call an offline course online.",
    "getCourse",
    where(lambda body: not body["data"]["isOnline"], put("data.isOnline", True)),
)
json_answer(
    "INV-01.tee-times",
    "Tee times call an offline course online.",
    "listTeeTimes",
    where(lambda body: not body["isOnline"], put("isOnline", True)),
)
