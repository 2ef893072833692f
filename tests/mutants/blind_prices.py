"""Faults of prices and terms, written without knowledge of the suite."""

from __future__ import annotations

from tests.mutants.tools.asking import asks, by_booking_code, day_in
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import put
from tests.mutants.tools.registry import mutant, request_change

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
    when=lambda call: by_booking_code(call) and "includeExtraProducts" not in call.query,
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
    start, end = day_in(call, "startDate"), day_in(call, "endDate")
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
    when=lambda call: by_booking_code(call) and asks(call, "startDate"),
    then=lambda call: put("meta.requestedPeriod.startDate", call.query["startDate"]),
    hidden="one of two ways",
)


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
