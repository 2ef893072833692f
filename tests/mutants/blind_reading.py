"""Faults of the reading side, written from the specification alone: their author had not seen what the suite looks at.

Most of them show only under a condition, the way faults of real backends do: two parameters together, a later page,
some countries or days, the second way to the same information, or after another request.
"""

from __future__ import annotations

import math
import time
import zlib
from collections.abc import Mapping
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from tests.mutants.borrowed import a_refusal_for_an_unknown_id, days_after
from tests.mutants.call import Answer, Call
from tests.mutants.edits import Edit, alter, drop, put
from tests.mutants.registry import json_answer, mutant, request_change

_COURSES = "/travel/courses"
_KM_PER_DEGREE = 111.195


def _asks(call: Call, *names: str) -> bool:
    return all(call.query.get(name) for name in names)


def _is_geographic(call: Call) -> bool:
    return _asks(call, "latitude", "longitude")


def _number(call: Call, name: str, default: float) -> float:
    try:
        return float(call.query.get(name, default))
    except ValueError:
        return default


def _by_booking_code(call: Call) -> bool:
    return not call.path_params.get("id", "crs_").startswith("crs_")


def _day(call: Call, name: str) -> date | None:
    try:
        return date.fromisoformat(call.query.get(name, ""))
    except ValueError:
        return None


def _is_summer_time(day: date | None) -> bool:
    """Whether the clocks of Europe are an hour ahead: last Sunday of March to last Sunday of October."""
    if day is None:
        return False
    march, october = date(day.year, 3, 31), date(day.year, 10, 31)
    begin, end = (last - timedelta(days=(last.weekday() + 1) % 7) for last in (march, october))
    return begin <= day < end


async def _all_courses(call: Call, *without: str) -> list[dict[str, Any]]:
    """Every course the search of *call* finds when these parameters, and its paging, are left out."""
    found: list[dict[str, Any]] = []
    kept = {k: v for k, v in call.query.items() if k not in {*without, "page", "pageSize", "maxResults"}}
    page, pages = 1, 1
    while page <= pages:
        body = (await call.upstream("GET", _COURSES, query={**kept, "pageSize": 100, "page": page})).json()
        found += body["data"]
        page, pages = page + 1, body["meta"]["pagination"]["totalPages"]
    return found


def _paged(items: list[dict[str, Any]], page: int, size: int) -> dict[str, Any]:
    totals = {"totalItems": len(items), "totalPages": -(-len(items) // size)}
    pagination = {"page": page, "pageSize": size, **totals}
    return {"data": items[(page - 1) * size : page * size], "meta": {"pagination": pagination}}


def _distance_km(one: Mapping[str, Any], latitude: float, longitude: float) -> float:
    here, there = math.radians(latitude), math.radians(float(one["latitude"]))
    turn = math.radians(float(one["longitude"]) - longitude)
    cosine = math.sin(here) * math.sin(there) + math.cos(here) * math.cos(there) * math.cos(turn)
    return math.radians(1) ** -1 * math.acos(max(-1.0, min(1.0, cosine))) * _KM_PER_DEGREE


# Searching courses.

request_change(
    "CRS-05.blind-holes-wins",
    "country is ignored as soon as holes is given too: the second filter replaces the first.",
    "searchCourses",
    lambda call: call.without("country"),
    when=lambda call: _asks(call, "country", "holes"),
    hidden="a combination of parameters",
)


@mutant(
    "CRS-05.blind-padded-last-page",
    "The last page of a country is filled up with the courses that come next in the index.",
    "searchCourses",
    hidden="a later page",
)
async def _padded_last_page(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not _asks(call, "country"):
        return answer
    body = answer.json()
    paging = body["meta"]["pagination"]
    missing = paging["pageSize"] - len(body["data"])
    if paging["page"] < 2 or paging["page"] != paging["totalPages"] or not missing:
        return answer
    others = (await call.upstream("GET", _COURSES, query={"pageSize": 100})).json()["data"]
    body["data"] += [course for course in others if course["country"] != call.query["country"]][:missing]
    return answer.with_json(body)


request_change(
    "CRS-06.blind-named-area",
    "holes is ignored in a named area.",
    "searchCourses",
    lambda call: call.without("holes"),
    when=lambda call: _asks(call, "geoArea", "holes"),
    hidden="a combination of parameters",
)


@mutant(
    "CRS-10.blind-box",
    "The search looks in a square around the point, and its corners reach beyond the distance.",
    "searchCourses",
    hidden="some values",
)
async def _box(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not _is_geographic(call):
        return answer
    latitude, longitude, distance = (_number(call, *pair) for pair in _PLACE)
    north = distance / _KM_PER_DEGREE
    east = north / max(0.01, math.cos(math.radians(latitude)))
    found = [
        course
        for course in await _all_courses(call, "latitude", "longitude", "distance")
        if abs(float(course["latitude"]) - latitude) <= north and abs(float(course["longitude"]) - longitude) <= east
    ]
    paging = answer.json()["meta"]["pagination"]
    return answer.with_json(_paged(found, paging["page"], paging["pageSize"]))


_PLACE = (("latitude", 0.0), ("longitude", 0.0), ("distance", 50.0))

request_change(
    "CRS-10.blind-no-west",
    "The sign of a western longitude is lost: the search is around a point in the east.",
    "searchCourses",
    lambda call: call.asking(longitude=abs(_number(call, "longitude", 0.0))),
    when=lambda call: _is_geographic(call) and _number(call, "longitude", 0.0) < 0,
    hidden="some values",
)

request_change(
    "CRS-11.blind-wide-for-holes",
    "The default distance is 100 km when only courses with a number of holes are looked for.",
    "searchCourses",
    lambda call: call.asking(distance=100),
    when=lambda call: _is_geographic(call) and _asks(call, "holes") and not _asks(call, "distance"),
    hidden="a combination of parameters",
)


@mutant(
    "CRS-12.blind-nearest-first",
    "A distance above 500 km is not limited: nearest courses come first, the far ones on later pages.",
    "searchCourses",
    hidden="a later page",
)
async def _nearest_first(call: Call) -> Answer:
    latitude, longitude, distance = (_number(call, *pair) for pair in _PLACE)
    within_limit = await call.asking(distance=500).forward()
    if not _is_geographic(call) or distance <= 500 or not within_limit.ok:
        return await call.forward()
    everywhere = await _all_courses(call, "latitude", "longitude", "distance")
    found = [course for course in everywhere if _distance_km(course, latitude, longitude) <= distance]
    found.sort(key=lambda course: _distance_km(course, latitude, longitude))
    paging = within_limit.json()["meta"]["pagination"]
    return within_limit.with_json(_paged(found, paging["page"], paging["pageSize"]))


@mutant(
    "CRS-18.blind-withdrawn",
    "One course in twelve is withdrawn: it has no details any more and is still listed.",
    "getCourse",
    hidden="some values",
)
async def _withdrawn(call: Call) -> Answer:
    if zlib.crc32(call.path_params["id"].encode()) % 12 == 0:
        return await a_refusal_for_an_unknown_id(call)
    return await call.forward()


# Course details.


@mutant(
    "CRD-01.blind-short-cache-key",
    "The cache of details knows a course by the last letter of its id: two courses share an entry.",
    "getCourse",
    hidden="after another operation",
)
async def _short_cache_key(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    kept: Answer = call.memory.setdefault(call.path_params["id"][-1], answer)
    return kept


_DOCUMENTED_FACILITIES = ("driving_range", "putting_green", "pro_shop", "buggy_rental", "club_rental", "restaurant")

json_answer(
    "CRD-02.blind-old-serialiser",
    "The details by booking code leave out the facilities that were added later.",
    "getCourse",
    alter("data.facilities", lambda names: [name for name in names if name in _DOCUMENTED_FACILITIES]),
    when=_by_booking_code,
    hidden="one of two ways",
)

json_answer(
    "CRD-07.blind-coarse-index",
    "A geographical search gives coordinates as its index keeps them, with two decimals.",
    "searchCourses",
    lambda body: alter("data[*].latitude", _two_decimals)(alter("data[*].longitude", _two_decimals)(body)),
    when=_is_geographic,
    hidden="one of two ways",
)


def _two_decimals(value: Any) -> Any:
    return round(float(value), 2)


@mutant(
    "CRD-08.blind-last-read",
    "The details of an unknown id are those of the course the agency read last.",
    "getCourse",
    hidden="after another operation",
)
async def _last_read(call: Call) -> Answer:
    answer = await call.forward()
    if answer.ok:
        call.memory["last"] = answer
    last: Answer = call.memory.get("last", answer)
    return last if answer.status == 404 else answer


# Pricing.

request_change(
    "PRC-06.blind-with-extras",
    "holeCount=18 is ignored when extra products are asked for.",
    "getCoursePricing",
    lambda call: call.without("holeCount"),
    when=lambda call: call.query.get("holeCount") == "18" and call.query.get("includeExtraProducts") == "true",
    then=lambda _: put("meta.holeCount", 18),
    hidden="a combination of parameters",
)


@mutant(
    "PRC-07.blind-first-season-only",
    "holeCount=9 filters the prices of the first season only.",
    "getCoursePricing",
)
async def _first_season_only(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or call.query.get("holeCount") != "9":
        return answer
    body, unfiltered = answer.json(), (await call.without("holeCount").forward()).json()
    every_price = {season["validFrom"]: season["prices"] for season in unfiltered["data"]["seasons"]}
    for season in body["data"]["seasons"][1:]:
        season["prices"] = every_price[season["validFrom"]]
    return answer.with_json(body)


request_change(
    "PRC-09.blind-text-is-true",
    "includeExtraProducts=false counts as true: any text does.",
    "getCoursePricing",
    lambda call: call.asking(includeExtraProducts="true"),
    when=lambda call: call.query.get("includeExtraProducts") == "false",
    then=lambda _: put("meta.includeExtraProducts", False),
    hidden="some values",
)

request_change(
    "PRC-10.blind-by-code",
    "includeExtraProducts defaults to true when the course is asked for by its booking code.",
    "getCoursePricing",
    lambda call: call.asking(includeExtraProducts="true"),
    when=lambda call: _by_booking_code(call) and "includeExtraProducts" not in call.query,
    hidden="one of two ways",
)


@mutant(
    "PRC-14.blind-from-start",
    "The 400 days of endDate are counted from startDate.",
    "getCoursePricing",
    hidden="a combination of parameters",
)
async def _from_start(call: Call) -> Answer:
    answer = await call.forward()
    start, end = _day(call, "startDate"), _day(call, "endDate")
    if answer.ok or start is None or end is None or not 0 <= (end - start).days <= 400:
        return answer
    # The sandbox has no prices there. Those of a year before, or of two, stand for them.
    for years in (1, 2):
        earlier = call.asking(startDate=_years_later(str(start), -years), endDate=_years_later(str(end), -years))
        priced = await earlier.forward()
        if priced.ok:
            body = put("meta.requestedPeriod", {"startDate": str(start), "endDate": str(end)})(priced.json())
            for season in body["data"]["seasons"]:
                season.update({name: _years_later(season[name], years) for name in ("validFrom", "validTo")})
            return priced.with_json(body)
    return answer


def _years_later(day: str, years: int) -> str:
    moved = f"{int(day[:4]) + years}{day[4:]}"
    return moved.replace("-02-29", "-02-28")


@mutant(
    "PRC-20.blind-cache-by-country",
    "The cache of price lists forgets the course: the second course of a country gets the list of the first.",
    "getCoursePricing",
    hidden="after another operation",
)
async def _cache_by_country(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    kept: Answer = call.memory.setdefault(f"{answer.json()['data']['country']} {call.query_string}", answer)
    return kept


request_change(
    "PRC-21.blind-start-by-code",
    "By booking code, the price list begins today whatever startDate says.",
    "getCoursePricing",
    lambda call: call.without("startDate"),
    when=lambda call: _by_booking_code(call) and _asks(call, "startDate"),
    then=lambda call: put("meta.requestedPeriod.startDate", call.query["startDate"]),
    hidden="one of two ways",
)


# Terms.


@mutant(
    "TRM-08.blind-shared-defaults",
    "A course with its own terms writes into the platform's defaults: from then on all are flagged as its own.",
    "getCourseTerms",
    hidden="after another operation",
)
async def _shared_defaults(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    body = answer.json()
    source = body["data"]["cancellationPolicy"]["source"]
    if source != "platform":
        call.memory["source"] = source
    return answer.with_json(put("data.cancellationPolicy.source", call.memory.get("source", source))(body))


# Tee times of a day.

json_answer(
    "AVT-01.blind-no-fees",
    "additionalFees is left out when a course has none.",
    "listTeeTimes",
    lambda body: body if body.get("additionalFees") else drop("additionalFees")(body),
    hidden="some values",
)


@mutant(
    "AVT-04.blind-summer-time",
    "In summer time the day is written as the UTC date of its local midnight: the day before.",
    "listTeeTimes",
    hidden="certain days",
)
async def _summer_time(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not _is_summer_time(_day(call, "date")):
        return answer
    return answer.with_json(alter("date", lambda day: days_after(day, -1))(answer.json()))


json_answer(
    "AVT-05.blind-whole-totals",
    "totalAmount is rounded to a whole number.",
    "listTeeTimes",
    alter("availableTimes[*].pricing.totalAmount", lambda amount: int(Decimal(amount).quantize(1, ROUND_HALF_UP))),
    hidden="some values",
)

request_change(
    "AVT-06.blind-with-bound",
    "players defaults to 1 when a time bound is given.",
    "listTeeTimes",
    lambda call: call.asking(players=1),
    when=lambda call: "players" not in call.query and (_asks(call, "earliestTime") or _asks(call, "latestTime")),
    hidden="a combination of parameters",
)

request_change(
    "AVT-09.blind-whole-hours",
    "earliestTime is cut down to the full hour.",
    "listTeeTimes",
    lambda call: call.asking(earliestTime=f"{call.query['earliestTime'][:2]}:00"),
    when=lambda call: len(call.query.get("earliestTime", "")) == len("HH:MM"),
    hidden="some values",
)

request_change(
    "AVT-10.blind-both-bounds",
    "latestTime is ignored when earliestTime is given too.",
    "listTeeTimes",
    lambda call: call.without("latestTime"),
    when=lambda call: _asks(call, "earliestTime", "latestTime"),
    hidden="a combination of parameters",
)


@mutant(
    "AVT-12.blind-untouched-only",
    "With a time bound, tee times on which somebody plays already are missing.",
    "listTeeTimes",
    hidden="some values",
)
async def _untouched_only(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not (_asks(call, "earliestTime") or _asks(call, "latestTime")):
        return answer
    untouched = alter("availableTimes", lambda times: [item for item in times if item["available"] >= 4])
    return answer.with_json(untouched(answer.json()))


# Availability across several days.


@mutant(
    "AVM-03.blind-month-end",
    "A range that crosses the end of a month has one day more.",
    "checkAvailability",
    hidden="certain days",
)
async def _month_end(call: Call) -> Answer:
    answer = await call.forward()
    start, end = _day(call, "startDate"), _day(call, "endDate")
    if not answer.ok or start is None or end is None or start.month == end.month:
        return answer
    longer = await call.asking(endDate=end + timedelta(days=1)).forward()
    return longer if longer.ok else answer


json_answer(
    "AVM-06.blind-sunday",
    "Sunday, the seventh of a list that is counted from nought, comes out as Monday.",
    "checkAvailability",
    lambda body: _no_sunday("availabilityResults[*].dayOfWeek")(_no_sunday("bestAvailability.dayOfWeek")(body)),
    hidden="certain days",
)


def _no_sunday(path: str) -> Edit:
    return alter(path, lambda name: "Monday" if name == "Sunday" else name)


@mutant(
    "AVM-09.blind-weekend-mornings",
    "Without timeRange, only the mornings of weekends are looked at.",
    "checkAvailability",
    hidden="certain days",
)
async def _weekend_mornings(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or "timeRange" in call.query:
        return answer
    body, morning = answer.json(), (await call.asking(timeRange="morning").forward()).json()
    mornings = {day["date"]: day for day in morning["availabilityResults"]}
    days = body["availabilityResults"]
    body["availabilityResults"] = [
        mornings.get(day["date"], day) if day["dayOfWeek"] in ("Saturday", "Sunday") else day for day in days
    ]
    best = body.get("bestAvailability")
    if best and best["dayOfWeek"] in ("Saturday", "Sunday"):
        body["bestAvailability"] = {name: mornings[best["date"]][name] for name in best}
    return answer.with_json(body)


request_change(
    "AVM-12.blind-with-range",
    "players defaults to 1 when timeRange is given.",
    "checkAvailability",
    lambda call: call.asking(players=1),
    when=lambda call: _asks(call, "timeRange") and "players" not in call.query,
    hidden="a combination of parameters",
)


@mutant(
    "AVM-15.blind-best-of-all",
    "bestAvailability is worked out before timeRange is applied.",
    "checkAvailability",
    hidden="a combination of parameters",
)
async def _best_of_all(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not _asks(call, "timeRange"):
        return answer
    unlimited = await call.asking(timeRange="all").forward()
    return answer.with_json(put("bestAvailability", unlimited.json()["bestAvailability"])(answer.json()))


# Pages.


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
    if call.api_key in _FIRST_AGENCY or _asks(call, "pageSize") or _asks(call, "maxResults"):
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
    size = int(_number(call, "pageSize", 20))
    within_limit = await call.asking(pageSize=100).forward()
    if size <= 100 or not _asks(call, "country") or not within_limit.ok:
        return await call.forward()
    page = within_limit.json()["meta"]["pagination"]["page"]
    return within_limit.with_json(_paged(await _all_courses(call), page, size))


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
    when=lambda call: _asks(call, "page") and (_asks(call, "startDate") or _asks(call, "endDate")),
    then=lambda call: put("meta.pagination.page", int(call.query["page"])),
    hidden="a combination of parameters",
)


# Envelopes and conventions.


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


# Between operations.

json_answer(
    "INV-01.blind-nearby",
    "Every course is online in a geographical search.",
    "searchCourses",
    put("data[*].isOnline", True),
    when=_is_geographic,
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
    if _asks(call, "earliestTime") or _asks(call, "latestTime"):
        return await call.forward()
    key = f"{call.path_params['courseId']} {call.query.get('date')} {call.query.get('players', '4')}"
    kept, until = call.memory.get(key, (None, 0.0))
    if isinstance(kept, Answer) and time.monotonic() < until:
        return kept
    answer = await call.forward()
    if answer.ok:
        call.memory[key] = answer, time.monotonic() + 30
    return answer
