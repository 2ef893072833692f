"""Blind faults of the ninth lot: courses."""

from __future__ import annotations

from tests.mutants.parts.asking import all_courses, is_geographic, page_of_courses
from tests.mutants.parts.page_swaps import page_number
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_DEFAULT_SIZE = 20
_MOST_HITS = 100

# Plain faults.
json_answer(
    "CNV-08.lot9-no-scheme",
    "coverImageUrl begins with two slashes and names no scheme.",
    "getCourse",
    alter("data.coverImageUrl", lambda url: url.partition(":")[2]),
    origin=Origin.blind,
)

# Faults under a condition.
json_answer(
    "CRD-07.lot9-degrees-and-minutes",
    "Details show a longitude of less than one degree west as if it were east.",
    "getCourse",
    alter("data.longitude", lambda longitude: abs(longitude) if longitude > -1 else longitude),
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "PAG-12.lot9-twenty-to-a-page",
    "With maxResults, every later page begins where it would begin with twenty courses on a page.",
    "searchCourses",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _twenty_to_a_page(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or "maxResults" not in call.query or page_number(call) < 2:
        return answer
    body = answer.json()
    size = body["meta"]["pagination"]["pageSize"]
    page, begin = divmod((page_number(call) - 1) * _DEFAULT_SIZE, size)
    found = []
    for number in (page + 1, page + 2):
        found += (await call.without("maxResults").asking(page=number, pageSize=size).forward()).json()["data"]
    return answer.with_json(body | {"data": found[begin : begin + size]})


@mutant(
    "CRS-15.lot9-hundred-hits",
    "A search around a point finds the first hundred courses by id and loses the others within the distance.",
    "searchCourses",
    hidden="some values",
    origin=Origin.blind,
)
async def _hundred_hits(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not is_geographic(call):
        return answer
    pagination = answer.json()["meta"]["pagination"]
    if pagination["totalItems"] <= _MOST_HITS:
        return answer
    hits = (await all_courses(call))[:_MOST_HITS]
    return answer.with_json(page_of_courses(hits, pagination["page"], pagination["pageSize"]))
