"""Blind faults of the fifty-eighth lot: courses."""

from __future__ import annotations

from decimal import Decimal

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.asking import asks, is_geographic
from tests.mutants.parts.page_swaps import page_number
from tests.mutants.parts.pretending import data_of
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant, request_change

_DEFAULT_SIZE = 20
_FIFTY_MILES = 80.5
_HUNDREDTH = Decimal("0.01")

request_change(
    "CRS-11.lot58-fifty-miles",
    "A search around a point without a distance reaches fifty miles.",
    "searchCourses",
    lambda call: call.asking(distance=_FIFTY_MILES),
    when=lambda call: is_geographic(call) and "distance" not in call.query,
    origin=Origin.blind,
)

request_change(
    "CRS-08.lot58-holes-around-a-point",
    "A search around a point that filters by country and holes ignores the number of holes.",
    "searchCourses",
    lambda call: call.without("holes"),
    when=lambda call: is_geographic(call) and asks(call, "country") and call.query.get("holes") in ("9", "18"),
    hidden="a combination of parameters",
    origin=Origin.blind,
)


@mutant(
    "PAG-12.lot58-max-results-pages-overlap",
    "Later pages of a search with maxResults begin where pages of twenty would begin.",
    "searchCourses",
    hidden="a later page",
    origin=Origin.blind,
)
async def max_results_pages_overlap(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not asks(call, "maxResults") or page_number(call) < 2:
        return answer
    body = answer.json()
    wanted = len(body["data"])
    twenties = aside(call).without("maxResults", "pageSize")
    found: list[object] = []
    for step in range(-(-wanted // _DEFAULT_SIZE)):
        page = await twenties.asking(page=page_number(call) + step).forward()
        found += page.json()["data"]
    return answer.with_json(body | {"data": found[:wanted]})


@mutant(
    "CRD-07.lot58-coarse-after-a-search-nearby",
    "Details of a course that a search around a point has found have coordinates rounded to two decimals.",
    "searchCourses getCourse",
    hidden="after another operation",
    origin=Origin.blind,
)
async def coarse_after_a_search_nearby(call: Call) -> Answer:
    near: set[str] = call.memory.setdefault("near", set())
    answer = await call.forward()
    if call.operation == "searchCourses":
        if answer.ok and is_geographic(call):
            near |= {course["id"] for course in answer.json()["data"]}
        return answer
    course = data_of(answer)
    if course.get("id") not in near:
        return answer
    coarse = {name: Decimal(course[name]).quantize(_HUNDREDTH) for name in ("latitude", "longitude")}
    return answer.with_json({"data": course | coarse})
