"""Blind faults of the fifth lot: pages and envelopes of lists."""

from __future__ import annotations

from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import put, where
from tests.mutants.tools.registry import Origin, json_answer, mutant


@mutant(
    "PAG-05.lot5-no-lonely-item",
    "An item that would be alone on the last page is on the page before it.",
    "searchCourses listBookings",
    hidden="a later page",
    origin=Origin.blind,
)
async def _no_lonely_item(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    body = answer.json()
    pagination = body["meta"]["pagination"]
    page, size, last = (pagination[name] for name in ("page", "pageSize", "totalPages"))
    if last < 2 or pagination["totalItems"] % size != 1:
        return answer
    pagination["totalPages"] = last - 1
    if page == last - 1:
        body["data"] += (await call.asking(page=last).forward()).json()["data"]
    if page == last:
        body["data"] = []
    return answer.with_json(body)


json_answer(
    "ENV-08.lot5-null-for-nothing",
    "A list without items has null in place of the array.",
    "searchCourses listBookings",
    where(lambda body: body["data"] == [], put("data", None)),
    hidden="some values",
    origin=Origin.blind,
)
