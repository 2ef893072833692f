"""Faults of the page size: its default, its limit and its effect (PAG-03 to 08)."""

from __future__ import annotations

from tests.mutants.parts.asking import all_courses, asks, has_all, number_in, page_of_courses
from tests.mutants.parts.page_swaps import other_items, page_number, whole_list
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import Edit, put
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_PAGE_SIZE = "meta.pagination.pageSize"


def _asks_for(call: Call) -> int:
    """The page size the call asks for, 0 when it asks for none."""
    given = call.query.get("pageSize", "")
    return int(given) if given.isdecimal() else 0


def _reports_what_was_asked(call: Call) -> Edit:
    return put(_PAGE_SIZE, _asks_for(call))


def _names_no_size(call: Call) -> bool:
    return "pageSize" not in call.query and "maxResults" not in call.query


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
    "The course list has 100 items and reports the larger size of the request.",
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

_LISTS = "searchCourses listBookings"

json_answer("PAG-06", "meta says pageSize 20.", _LISTS, put("meta.pagination.pageSize", 20))

_COURSES = "searchCourses"


def _sized(name: str, operation: str, beside: str) -> None:
    """Beside a filter a page holds twenty items, whatever pageSize says, and reports the size asked for."""
    other_items(
        name,
        f"pageSize is ignored beside {beside}.",
        operation,
        lambda call: call.without("pageSize"),
        when=lambda call: has_all(call, "pageSize", beside),
        hidden="a combination of parameters",
        origin=Origin.hidden,
    )


_sized("PAG-05.country", _COURSES, "country")


@mutant(
    "PAG-05.third",
    "From the third page on, a page has one course more than pageSize says.",
    _COURSES,
    hidden="a later page",
    origin=Origin.hidden,
)
async def _one_more(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or page_number(call) < 3:
        return answer
    following = await call.asking(page=page_number(call) + 1).forward()
    body = answer.json()
    return answer.with_json(body | {"data": [*body["data"], *following.json()["data"][:1]]})


_FIRST_AGENCY: list[str] = []


@mutant(
    "PAG-03.blind-agency",
    "All agencies except the first agency have a default page size of 50.",
    "searchCourses",
    hidden="another agency",
    origin=Origin.blind,
)
async def _setting_of_an_agency(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    if not _FIRST_AGENCY:
        _FIRST_AGENCY.append(call.api_key)
    if call.api_key in _FIRST_AGENCY or asks(call, "pageSize") or asks(call, "maxResults"):
        return answer
    return await call.asking(pageSize=50).forward()


@mutant(
    "PAG-05.blind-peek",
    "From the second page on, a page has one item too many.",
    "searchCourses",
    hidden="a later page",
    origin=Origin.blind,
)
async def _peek(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    body = answer.json()
    page = body["meta"]["pagination"]["page"]
    if page < 2:
        return answer
    following = await call.asking(page=page + 1).forward()
    body["data"] += following.json()["data"][:1]
    return answer.with_json(body)


@mutant(
    "PAG-07.blind-one-country",
    "The page size of a search in one country is not limited.",
    "searchCourses",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _one_country(call: Call) -> Answer:
    size = int(number_in(call, "pageSize", 20))
    within_limit = await call.asking(pageSize=100).forward()
    if size <= 100 or not asks(call, "country") or not within_limit.ok:
        return await call.forward()
    page = within_limit.json()["meta"]["pagination"]["page"]
    return within_limit.with_json(page_of_courses(await all_courses(call), page, size))


request_change(
    "PAG-06.blind-one",
    "A page size of 1 counts as no page size, so the list has and reports 20 items.",
    "searchCourses listBookings",
    lambda call: call.without("pageSize"),
    when=lambda call: call.query.get("pageSize") == "1",
    hidden="some values",
    origin=Origin.blind,
)
