"""Faults of the course list without its filters: its items and its length (CRS)."""

from __future__ import annotations

import zlib

from tests.mutants.parts.asking import asks
from tests.mutants.parts.borrowed import a_refusal_for_an_unknown_id
from tests.mutants.parts.page_swaps import after_the_first_page, page_number
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, drop, put, rename, repeated
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

# Faults sit on later items, because a careless check looks at the first.
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
    when=after_the_first_page,
    hidden="a later page",
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

request_change("CRS-17", "maxResults is ignored.", "searchCourses", lambda call: call.without("maxResults"))
json_answer(
    "CRS-18",
    "Every second item carries an internal id.",
    "searchCourses",
    alter("data[1::2].id", lambda course_id: f"internal-{course_id}"),
)

json_answer("CRS-02", "The last course of a page has no latitude.", "searchCourses", drop("data[-1].latitude"))

json_answer("CRS-20", "The first course of a page appears twice.", "searchCourses", repeated("data"))

request_change(
    "CRS-17.blind-second-page",
    "maxResults is forgotten from the second page on.",
    "searchCourses",
    lambda call: call.without("maxResults"),
    when=lambda call: asks(call, "maxResults") and page_number(call) > 1,
    hidden="a later page",
    origin=Origin.blind,
)


@mutant(
    "CRS-18.blind-withdrawn",
    "The list shows courses that have no details any more.",
    "getCourse",
    hidden="some values",
    origin=Origin.blind,
)
async def _withdrawn(call: Call) -> Answer:
    if zlib.crc32(call.path_params["id"].encode()) % 12 == 0:
        return await a_refusal_for_an_unknown_id(call)
    return await call.forward()
