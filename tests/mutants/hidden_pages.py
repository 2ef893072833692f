"""Hidden faults that show on a later page only."""

from __future__ import annotations

from typing import Any

from tests.mutants.agencies import keys_seen
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.page_swaps import from_page, other_items, page_number, with_items_of
from tests.mutants.tools.registry import EVERY_OPERATION, json_answer, mutant

_KIND = "a later page"
_COURSES, _BOOKINGS = "searchCourses", "listBookings"
_TENTH = 10

other_items(
    "PAG-09.third",
    "From the third page on, the course list gives the page before.",
    _COURSES,
    lambda call: call.asking(page=page_number(call) - 1),
    when=from_page(3),
    hidden=_KIND,
)
other_items(
    "PAG-09.tenth",
    "After the tenth page the course list gives the tenth again.",
    _COURSES,
    lambda call: call.asking(page=_TENTH),
    when=from_page(_TENTH + 1),
    hidden=_KIND,
)
other_items(
    "CRS-05.page-3",
    "country is ignored from the third page on.",
    _COURSES,
    lambda call: call.without("country"),
    when=lambda call: "country" in call.query and from_page(3)(call),
    hidden=_KIND,
)
other_items(
    "BKL-04.page-3",
    "status is ignored from the third page on.",
    _BOOKINGS,
    lambda call: call.without("status"),
    when=lambda call: "status" in call.query and from_page(3)(call),
    hidden=_KIND,
)
other_items(
    "BKL-07.page-2",
    "endDate is ignored after the first page.",
    _BOOKINGS,
    lambda call: call.without("endDate"),
    when=lambda call: "endDate" in call.query and from_page(2)(call),
    hidden=_KIND,
)


@mutant(
    "PAG-05.third", "From the third page on, a page has one course more than pageSize says.", _COURSES, hidden=_KIND
)
async def _one_more(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or page_number(call) < 3:
        return answer
    following = await call.asking(page=page_number(call) + 1).forward()
    body = answer.json()
    return answer.with_json(body | {"data": [*body["data"], *following.json()["data"][:1]]})


def _old_names(body: Any) -> Any:
    pagination = body["meta"]["pagination"]
    before = (pagination["page"] - 1) * pagination["pageSize"]
    for place, course in enumerate(body["data"]):
        if before + place >= 500:
            course["name"] = f"Old {course['name']}"
    return body


json_answer(
    "CRD-07.later", "After the first five hundred courses the list shows old names.", _COURSES, _old_names, hidden=_KIND
)


@mutant(
    "AUT-09.page-2", "After its first page the list goes on with the bookings of others.", EVERY_OPERATION, hidden=_KIND
)
async def _bookings_of_others(call: Call) -> Answer:
    answer = await call.forward()
    others = keys_seen("AUT-09.page-2", call, answer)
    if call.operation != _BOOKINGS or not answer.ok or page_number(call) < 2 or not others:
        return answer
    return await with_items_of(answer, call.with_header("x-api-key", others[0]).asking(page=page_number(call) - 1))
