"""Faults of course details (CRD)."""

from __future__ import annotations

import unicodedata
from decimal import Decimal
from typing import Any

from tests.mutants.parts.asking import by_booking_code, is_geographic
from tests.mutants.parts.borrowed import a_refusal_for_an_unknown_id, another_course_id
from tests.mutants.parts.crowds import Crowd, world_of
from tests.mutants.parts.ways import by_code
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, drop, put
from tests.mutants.tools.registry import Origin, json_answer, mutant


@mutant("CRD-01", "Every document id gives the details of another course.", "getCourse")
async def _wrong_course(call: Call) -> Answer:
    answer = await call.forward()
    asked = call.path_params["id"]
    if not answer.ok or answer.json()["data"]["id"] != asked:
        return answer
    return await call.upstream("GET", f"/travel/courses/{await another_course_id(call, asked)}")


@mutant("CRD-02", "A booking code is refused.", "getCourse", hidden="one of two ways")
async def _code_refused(call: Call) -> Answer:
    answer = await call.forward()
    by_code = answer.ok and answer.json()["data"]["id"] != call.path_params["id"]
    return await a_refusal_for_an_unknown_id(call) if by_code else answer


@mutant("CRD-02.other", "A booking code gives the details of another course.", "getCourse", hidden="one of two ways")
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
    "Every second item of the list has an old name of its course.",
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


json_answer("CRD-05", "Details have no thumbnail.", "getCourse", drop("data.thumbnailUrl"))
json_answer("CRD-09", "Latitudes are ten times too large.", "getCourse", put("data.latitude", Decimal("485.52")))

_COURSES = "searchCourses"


def _old_names(body: Any) -> Any:
    pagination = body["meta"]["pagination"]
    before = (pagination["page"] - 1) * pagination["pageSize"]
    for place, course in enumerate(body["data"]):
        if before + place >= 500:
            course["name"] = f"Old {course['name']}"
    return body


json_answer(
    "CRD-07.later",
    "After the first five hundred courses the list shows old names.",
    _COURSES,
    _old_names,
    hidden="a later page",
    origin=Origin.hidden,
)

_READERS = Crowd()


@mutant(
    "CRD-01.parallel",
    "Agencies that read details at the same moment get the details of another course.",
    "getCourse",
    hidden="under concurrency",
    origin=Origin.hidden,
)
async def _mixed_up(call: Call) -> Answer:
    async with _READERS.at(world_of(call), call) as met:
        answer = await call.forward()
        if not answer.ok or met["getCourse"] < 2:
            return answer
        return await call.upstream("GET", f"/travel/courses/{await another_course_id(call, call.path_params['id'])}")


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()


json_answer(
    "CRD-07.accents",
    "Details spell names without accents.",
    "getCourse",
    alter("data.name", _plain),
    hidden="some values",
    origin=Origin.hidden,
)
json_answer(
    "CRD-07.city",
    "Details spell cities without accents.",
    "getCourse",
    alter("data.city", _plain),
    hidden="some values",
    origin=Origin.hidden,
)

by_code(
    "CRD-02.facilities",
    "By its booking code a course shows no facilities.",
    "getCourse",
    "id",
    put("data.facilities", []),
)


@mutant(
    "CRD-01.blind-short-cache-key",
    "The cache of details compares only the last letter of an id, so two courses share an entry.",
    "getCourse",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _short_cache_key(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    kept: Answer = call.memory.setdefault(call.path_params["id"][-1], answer)
    return kept


_DOCUMENTED_FACILITIES = ("driving_range", "putting_green", "pro_shop", "buggy_rental", "club_rental", "restaurant")

json_answer(
    "CRD-02.blind-old-serialiser",
    "The details by booking code omit some facilities.",
    "getCourse",
    alter("data.facilities", lambda names: [name for name in names if name in _DOCUMENTED_FACILITIES]),
    when=by_booking_code,
    hidden="one of two ways",
    origin=Origin.blind,
)

json_answer(
    "CRD-07.blind-coarse-index",
    "A geographical search rounds coordinates to two decimals.",
    "searchCourses",
    lambda body: alter("data[*].latitude", _two_decimals)(alter("data[*].longitude", _two_decimals)(body)),
    when=is_geographic,
    hidden="one of two ways",
    origin=Origin.blind,
)


def _two_decimals(value: Any) -> Any:
    return round(float(value), 2)


@mutant(
    "CRD-08.blind-last-read",
    "An unknown id gives the details of the course that the agency read last.",
    "getCourse",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _last_read(call: Call) -> Answer:
    answer = await call.forward()
    if answer.ok:
        call.memory["last"] = answer
    last: Answer = call.memory.get("last", answer)
    return last if answer.status == 404 else answer
