"""Mutants of the paging rules of both lists (PAG)."""

from __future__ import annotations

from typing import Any

from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import Edit, alter, drop, put, where
from tests.mutants.tools.page_swaps import page_number
from tests.mutants.tools.registry import json_answer, mutant, request_change

_PAGE = "meta.pagination.page"
_PAGE_SIZE = "meta.pagination.pageSize"


def _asks_for(call: Call) -> int:
    """The page size the call asks for, 0 when it asks for none."""
    given = call.query.get("pageSize", "")
    return int(given) if given.isdigit() else 0


def _reports_what_was_asked(call: Call) -> Edit:
    return put(_PAGE_SIZE, _asks_for(call))


async def whole_list(call: Call) -> Answer:
    """The first page of a hundred of the list that *call* asks for, with the items of all pages in it."""
    answer = await call.asking(pageSize=100, page=1).forward()
    body = answer.json()
    for page in range(2, body["meta"]["pagination"]["totalPages"] + 1):
        body["data"] += (await call.asking(pageSize=100, page=page).forward()).json()["data"]
    return answer.with_json(body)


def _names_no_page(call: Call) -> bool:
    return "page" not in call.query


def _names_no_size(call: Call) -> bool:
    return "pageSize" not in call.query and "maxResults" not in call.query


json_answer(
    "PAG-01",
    "totalItems of the course list is a string.",
    "searchCourses",
    alter("meta.pagination.totalItems", str),
)
json_answer(
    "PAG-01.bookings",
    "The booking list has no totalPages.",
    "listBookings",
    drop("meta.pagination.totalPages"),
)

json_answer("PAG-02", "The course list calls its first page 0.", "searchCourses", put(_PAGE, 0), when=_names_no_page)
json_answer(
    "PAG-02.bookings",
    "The booking list calls its first page 0.",
    "listBookings",
    put(_PAGE, 0),
    when=_names_no_page,
)
request_change(
    "PAG-02.content",
    "Without a page the course list gives the second one and calls it the first.",
    "searchCourses",
    lambda call: call.asking(page=2),
    when=_names_no_page,
    then=lambda _: put(_PAGE, 1),
)

request_change(
    "PAG-03",
    "The course list has 10 items by default.",
    "searchCourses",
    lambda call: call.asking(pageSize=10),
    when=_names_no_size,
)
request_change(
    "PAG-03.unsaid",
    "The course list has 10 items by default and reports 20.",
    "searchCourses",
    lambda call: call.asking(pageSize=10),
    when=_names_no_size,
    then=lambda _: put(_PAGE_SIZE, 20),
)
request_change(
    "PAG-04",
    "The booking list has 50 items by default.",
    "listBookings",
    lambda call: call.asking(pageSize=50),
    when=_names_no_size,
)

request_change(
    "PAG-05",
    "The course list gives 20 items whatever pageSize says.",
    "searchCourses",
    lambda call: call.asking(pageSize=20),
    when=lambda call: 1 <= _asks_for(call) < 20,
    then=_reports_what_was_asked,
)
request_change(
    "PAG-05.one-more",
    "The course list gives one item more than pageSize says.",
    "searchCourses",
    lambda call: call.asking(pageSize=_asks_for(call) + 1),
    when=lambda call: 1 <= _asks_for(call) < 100,
    then=_reports_what_was_asked,
)


@mutant("PAG-07", "The course list has no largest page size.", "searchCourses")
async def _unbounded(call: Call) -> Answer:
    asked = _asks_for(call)
    if asked <= 100:
        return await call.forward()
    answer = await whole_list(call)
    body = answer.json()
    body["data"] = body["data"][:asked]
    return answer.with_json(_reports_what_was_asked(call)(body))


request_change(
    "PAG-07.reported",
    "The course list gives 100 items and reports the larger size asked for.",
    "searchCourses",
    lambda call: call.asking(pageSize=100),
    when=lambda call: _asks_for(call) > 100,
    then=_reports_what_was_asked,
)
request_change(
    "PAG-08",
    "The booking list has no largest page size.",
    "listBookings",
    lambda call: call.asking(pageSize=100),
    when=lambda call: _asks_for(call) > 100,
    then=_reports_what_was_asked,
)


def _reports_the_page_asked(call: Call) -> Edit:
    page: Any = call.query["page"]
    return put(_PAGE, int(page))


request_change(
    "PAG-09",
    "The course list always gives its first page.",
    "searchCourses",
    lambda call: call.asking(page=1),
    when=lambda call: call.query.get("page", "").isdigit(),
    then=_reports_the_page_asked,
)


# Walks.
_FILTERS = frozenset(["country", "region", "holes", "latitude", "longitude", "geoArea"])


def _is_last_of_several(body: Any) -> bool:
    shown = body["meta"]["pagination"]
    return bool(1 < shown["page"] == shown["totalPages"])


json_answer(
    "PAG-12",
    "The last page of the course list is empty.",
    "searchCourses",
    where(_is_last_of_several, put("data", [])),
    when=lambda call: _FILTERS.isdisjoint(call.query),
)


@mutant("PAG-12.again", "A page of a hundred courses begins with the last course of the page before.", "searchCourses")
async def _begins_again(call: Call) -> Answer:
    answer = await call.forward()
    number = page_number(call)
    if not answer.ok or number < 2 or call.query.get("pageSize") != "100" or not answer.json()["data"]:
        return answer
    before = (await call.asking(page=number - 1).forward()).json()["data"]
    return answer.with_json(put("data[0]", before[-1])(answer.json()))
