"""Faults of the page numbers, the counts and the walk through all pages (PAG)."""

from __future__ import annotations

from typing import Any

from tests.mutants.parts.asking import asks
from tests.mutants.parts.page_swaps import from_page, other_items, page_number, whole_list
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import Edit, alter, drop, put, where
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_PAGE = "meta.pagination.page"


def _names_no_page(call: Call) -> bool:
    return "page" not in call.query


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
    "Without a page, the course list shows the second page as the first page.",
    "searchCourses",
    lambda call: call.asking(page=2),
    when=_names_no_page,
    then=lambda _: put(_PAGE, 1),
)


def _reports_the_page_asked(call: Call) -> Edit:
    page: Any = call.query["page"]
    return put(_PAGE, int(page))


request_change(
    "PAG-09",
    "The course list always gives its first page.",
    "searchCourses",
    lambda call: call.asking(page=1),
    when=lambda call: call.query.get("page", "").isdecimal(),
    then=_reports_the_page_asked,
)


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


_LISTS = "searchCourses listBookings"

json_answer("PAG-10", "meta says page 1.", _LISTS, put("meta.pagination.page", 1))
json_answer(
    "PAG-11",
    "totalPages forgets the last page when it is not full.",
    _LISTS,
    alter(
        "meta.pagination",
        lambda shown: shown | {"totalPages": shown["totalItems"] // max(int(shown["pageSize"]), 1)},
    ),
)
json_answer(
    "PAG-13",
    "totalItems counts the page.",
    _LISTS,
    lambda body: put("meta.pagination.totalItems", len(body["data"]))(body),
)

_COURSES = "searchCourses"

_TENTH = 10

other_items(
    "PAG-09.third",
    "From the third page on, the course list gives the page before.",
    _COURSES,
    lambda call: call.asking(page=page_number(call) - 1),
    when=from_page(3),
    hidden="a later page",
    origin=Origin.hidden,
)
other_items(
    "PAG-09.tenth",
    "After the tenth page, the course list repeats the tenth page.",
    _COURSES,
    lambda call: call.asking(page=_TENTH),
    when=from_page(_TENTH + 1),
    hidden="a later page",
    origin=Origin.hidden,
)


@mutant(
    "PAG-02.blind-where-you-were",
    "After a later page, a search without a page starts at that page.",
    "searchCourses",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _where_you_were(call: Call) -> Answer:
    search = call.without("page").query_string
    if "page" not in call.query:
        return await (call.asking(page=call.memory[search]) if search in call.memory else call).forward()
    answer = await call.forward()
    if answer.ok:
        call.memory[search] = answer.json()["meta"]["pagination"]["page"]
    return answer


@mutant(
    "PAG-09.blind-window",
    "After 1000 courses, later pages repeat the last page.",
    "searchCourses",
    hidden="a later page",
    origin=Origin.blind,
)
async def _window(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    paging = answer.json()["meta"]["pagination"]
    last = max(1, 1000 // paging["pageSize"])
    if paging["page"] <= last:
        return answer
    repeated = await call.asking(page=last).forward()
    return repeated.with_json(put("meta.pagination.page", paging["page"])(repeated.json()))


request_change(
    "PAG-09.blind-bookings-of-days",
    "The bookings of a period are always its first page.",
    "listBookings",
    lambda call: call.without("page"),
    when=lambda call: asks(call, "page") and (asks(call, "startDate") or asks(call, "endDate")),
    then=lambda call: put("meta.pagination.page", int(call.query["page"])),
    hidden="a combination of parameters",
    origin=Origin.blind,
)


@mutant("PAG-14", "With pageSize=0 the course list gives all courses.", "searchCourses", origin=Origin.mended)
async def _all_at_once(call: Call) -> Answer:
    return await (whole_list(call) if call.query.get("pageSize") == "0" else call.forward())


def _one_more(body: Any) -> Any:
    pagination = body["meta"]["pagination"]
    total = pagination["totalItems"] + 1
    numbers = {"totalItems": total, "totalPages": -(-total // pagination["pageSize"])}
    return put("meta.pagination", pagination | numbers)(body)


json_answer(
    "PAG-13.filtered",
    "Later pages of the courses with a number of holes count one course more.",
    "searchCourses",
    _one_more,
    when=lambda call: asks(call, "holes", "page") and page_number(call) > 1,
    hidden="a combination of parameters",
    origin=Origin.hidden,
)
