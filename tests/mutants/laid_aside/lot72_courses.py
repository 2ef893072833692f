"""Blind faults of the seventy-second lot: courses."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from tests.mutants.parts.asking import asks, is_geographic, number_in
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, where
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_SOUTH = 40.0
_FARTHEST = 500.0
_WIDE = 100.0


def _in_the_south(call: Call) -> bool:
    return is_geographic(call) and asks(call, "distance") and number_in(call, "latitude", 90.0) < _SOUTH


def _stretched(call: Call) -> Call:
    distance = number_in(call, "distance", 0.0)
    if not 0 < distance < _FARTHEST:
        return call
    return call.asking(distance=min(_FARTHEST, round(distance * 1.25, 1)))


request_change(
    "CRS-10.lot72-cosine-taken-twice",
    "South of the fortieth parallel a geographic search reaches a quarter farther than the distance.",
    "searchCourses",
    _stretched,
    when=_in_the_south,
    hidden="some values",
    origin=Origin.blind,
)

request_change(
    "CRS-11.lot72-wider-with-holes",
    "A geographic search without a distance reaches 80 km when it filters by holes.",
    "searchCourses",
    lambda call: call.asking(distance=80),
    when=lambda call: is_geographic(call) and "holes" in call.query and "distance" not in call.query,
    hidden="a combination of parameters",
    origin=Origin.blind,
)


def _far(course: dict[str, Any], call: Call) -> float:
    north = float(course["latitude"]) - number_in(call, "latitude", 0.0)
    east = (float(course["longitude"]) - number_in(call, "longitude", 0.0)) * 0.65
    return north * north + east * east


@mutant(
    "CRS-15.lot72-index-of-the-country",
    "A search of more than 100 km stays in the country of the nearest course and loses courses across the border.",
    "searchCourses",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _inland(call: Call) -> Answer:
    answer = await call.forward()
    wide = is_geographic(call) and number_in(call, "distance", 0.0) > _WIDE
    if not answer.ok or not wide or "country" in call.query:
        return answer
    query = {name: call.query[name] for name in ("latitude", "longitude")}
    near = await call.upstream("GET", "/travel/courses", query=query | {"pageSize": 100})
    found = near.json()["data"] if near.ok else []
    if not found:
        return answer
    nearest = min(found, key=lambda course: _far(course, call))
    return await call.asking(country=nearest["country"]).forward()


def _next_number(call: Call) -> Call:
    wanted = call.query.get("maxResults", "")
    if not wanted.isdecimal() or not 1 <= int(wanted) <= 100:
        return call
    return call.asking(maxResults=int(wanted) + 1 if int(wanted) < 100 else 99)


request_change(
    "CRS-17.lot72-looks-past-the-end",
    "The page size of a search with maxResults counts the course that is read to know whether more follow.",
    "searchCourses",
    _next_number,
    origin=Origin.blind,
)


def _twice(courses: list[Any]) -> list[Any]:
    return [*courses[:-1], courses[0]] if len(courses) > 2 else courses


json_answer(
    "CRS-20.lot72-join-of-two-areas",
    "A list filtered by geoArea and by country shows its first course a second time in place of the last.",
    "searchCourses",
    alter("data", _twice),
    when=lambda call: asks(call, "geoArea", "country"),
    hidden="a combination of parameters",
    origin=Origin.blind,
)


def _rough(number: Any) -> Any:
    return round(Decimal(str(number)), 1)


def _roughly_placed(body: Any) -> Any:
    return alter("data.longitude", _rough)(alter("data.latitude", _rough)(body))


json_answer(
    "CRD-07.lot72-places-of-offline-courses",
    "The details of offline courses round the coordinates that the list shows in full.",
    "getCourse",
    where(lambda body: body["data"]["isOnline"] is False, _roughly_placed),
    hidden="some values",
    origin=Origin.blind,
)
