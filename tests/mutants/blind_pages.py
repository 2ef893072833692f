"""Faults of pages, of conventions and between operations, written without knowledge of the suite."""

from __future__ import annotations

import time

from tests.mutants.tools.asking import all_courses, asks, is_geographic, number_in, page_of_courses
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put
from tests.mutants.tools.registry import json_answer, mutant, request_change


@mutant(
    "PAG-02.blind-where-you-were",
    "A search that was read to a later page goes on there when it is asked for again without a page.",
    "searchCourses",
    hidden="after another operation",
)
async def _where_you_were(call: Call) -> Answer:
    search = call.without("page").query_string
    if "page" not in call.query:
        return await (call.asking(page=call.memory[search]) if search in call.memory else call).forward()
    answer = await call.forward()
    if answer.ok:
        call.memory[search] = answer.json()["meta"]["pagination"]["page"]
    return answer


_FIRST_AGENCY: list[str] = []


@mutant(
    "PAG-03.blind-agency",
    "Agencies but the first have a default page size of 50.",
    "searchCourses",
    hidden="another agency",
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
    "From the second page on, the item that was read to know of a next page stays on the page.",
    "searchCourses",
    hidden="a later page",
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
)
async def _one_country(call: Call) -> Answer:
    size = int(number_in(call, "pageSize", 20))
    within_limit = await call.asking(pageSize=100).forward()
    if size <= 100 or not asks(call, "country") or not within_limit.ok:
        return await call.forward()
    page = within_limit.json()["meta"]["pagination"]["page"]
    return within_limit.with_json(page_of_courses(await all_courses(call), page, size))


@mutant(
    "PAG-09.blind-window",
    "The search engine reaches 1000 courses deep: later pages repeat the last one it reaches.",
    "searchCourses",
    hidden="a later page",
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
)


json_answer(
    "ENV-08.blind-nil-slice",
    "data of an empty list is null.",
    "searchCourses listBookings",
    alter("data", lambda items: items or None),
    hidden="some values",
)

json_answer(
    "ENV-09.blind-offline-wrapped",
    "The availability of an offline course stands under data.",
    "listTeeTimes",
    lambda body: body if body["isOnline"] else {"data": body},
    hidden="some values",
)

json_answer(
    "CNV-02.blind-no-leading-zero",
    "The first time of a day is written without a leading zero in the availability of several days.",
    "checkAvailability",
    alter("availabilityResults[*].firstAvailableTime", lambda text: text and text.removeprefix("0")),
    hidden="one of two ways",
)

json_answer(
    "CNV-06.blind-pound-sign",
    "The currency of tee times in Great Britain is a pound sign.",
    "listTeeTimes",
    alter("availableTimes[*].pricing.currency", lambda code: "£" if code == "GBP" else code),
    hidden="some values",
)


json_answer(
    "INV-01.blind-nearby",
    "Every course is online in a geographical search.",
    "searchCourses",
    put("data[*].isOnline", True),
    when=is_geographic,
    hidden="one of two ways",
)


@mutant(
    "INV-05.blind-cache-by-players",
    "A booking refreshes the tee times that were read for its number of players. Others stay for half a minute.",
    "listTeeTimes createBooking",
    hidden="after another operation",
)
async def _cache_by_players(call: Call) -> Answer:
    if call.operation == "createBooking":
        answer, wanted = await call.forward(), call.json()
        if answer.ok:
            call.memory.pop(f"{wanted['courseId']} {wanted['date']} {wanted['players']}", None)
        return answer
    if asks(call, "earliestTime") or asks(call, "latestTime"):
        return await call.forward()
    key = f"{call.path_params['courseId']} {call.query.get('date')} {call.query.get('players', '4')}"
    kept, until = call.memory.get(key, (None, 0.0))
    if isinstance(kept, Answer) and time.monotonic() < until:
        return kept
    answer = await call.forward()
    if answer.ok:
        call.memory[key] = answer, time.monotonic() + 30
    return answer
