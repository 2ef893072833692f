"""Faults of the parameters of course prices: holes, extra products and dates (PRC-06 to 15)."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from tests.mutants.parts.asking import by_booking_code, day_in, has_all
from tests.mutants.parts.borrowed import days_after, today
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import Edit, alter, drop, put
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change


def _says_it_filtered(call: Call) -> Edit:
    return put("meta.holeCount", int(call.query["holeCount"]))


request_change(
    "PRC-06",
    "holeCount=18 filters nothing.",
    "getCoursePricing",
    lambda call: call.without("holeCount"),
    when=lambda call: call.query.get("holeCount") == "18",
    then=_says_it_filtered,
)
request_change(
    "PRC-07",
    "holeCount=9 gives the prices for 18 holes.",
    "getCoursePricing",
    lambda call: call.asking(holeCount=18),
    when=lambda call: call.query.get("holeCount") == "9",
    then=_says_it_filtered,
)


def _without_extras_in_meta(_: Call) -> Edit:
    return put("meta.includeExtraProducts", False)


request_change(
    "PRC-09",
    "extraProducts is always present.",
    "getCoursePricing",
    lambda call: call.asking(includeExtraProducts="true"),
    when=lambda call: call.query.get("includeExtraProducts") != "true",
    then=_without_extras_in_meta,
)
request_change(
    "PRC-09.false",
    "extraProducts is present for includeExtraProducts=false.",
    "getCoursePricing",
    lambda call: call.asking(includeExtraProducts="true"),
    when=lambda call: call.query.get("includeExtraProducts") == "false",
    then=_without_extras_in_meta,
)


def _asks_for_a_week(call: Call) -> bool:
    try:
        first, last = (date.fromisoformat(call.query.get(name, "")) for name in ("startDate", "endDate"))
    except ValueError:
        return False
    return last - first < timedelta(days=7)


request_change(
    "PRC-10",
    "includeExtraProducts defaults to true.",
    "getCoursePricing",
    lambda call: call.asking(includeExtraProducts="true"),
    when=lambda call: "includeExtraProducts" not in call.query,
)
request_change(
    "PRC-13",
    "Prices for a week omit extra products.",
    "getCoursePricing",
    lambda call: call.asking(includeExtraProducts="false"),
    when=_asks_for_a_week,
)
json_answer(
    "PRC-12",
    "The last extra product of a season has no category.",
    "getCoursePricing",
    drop("data.seasons[*].extraProducts[-1].category"),
)
json_answer(
    "PRC-12.price",
    "retailPrice of the last extra product is a string.",
    "getCoursePricing",
    alter("data.seasons[*].extraProducts[-1].retailPrice", str),
)


def _with_a_season_before(end: str) -> Edit:
    """Prices that go on until *end*: a copy of the last season, thirty days long."""

    def edit(body: Any) -> Any:
        body["data"]["seasons"].append(
            body["data"]["seasons"][-1] | {"validFrom": days_after(end, -30), "validTo": end}
        )
        body["meta"]["totalSeasons"] += 1
        return put("meta.requestedPeriod.endDate", end)(body)

    return edit


@mutant("PRC-14", "endDate has no limit.", "getCoursePricing")
async def _endless_prices(call: Call) -> Answer:
    answer = await call.forward()
    if answer.status not in (400, 422) or "endDate" not in call.query:
        return answer
    bounded = await call.without("startDate", "endDate").forward()
    if not bounded.ok:
        return answer
    return bounded.with_json(_with_a_season_before(call.query["endDate"])(bounded.json()))


@mutant("PRC-15", "An endDate more than 365 days ahead is refused.", "getCoursePricing")
async def _a_year_at_most(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or "endDate" not in call.query:
        return answer
    limit = await today(call) + timedelta(days=365)
    return answer if call.query["endDate"] <= limit.isoformat() else await call.asking(endDate="9999-12-31").forward()


json_answer("PRC-08", "holeCount in meta is always all.", "getCoursePricing", put("meta.holeCount", "all"))
json_answer("PRC-11", "meta never includes extras.", "getCoursePricing", put("meta.includeExtraProducts", False))

_PRICES = "getCoursePricing"

request_change(
    "PRC-06.extras",
    "holeCount=18 filters nothing beside includeExtraProducts=true.",
    _PRICES,
    lambda call: call.without("holeCount"),
    when=lambda call: call.query.get("holeCount") == "18" and call.query.get("includeExtraProducts") == "true",
    then=lambda _: put("meta.holeCount", 18),
    hidden="a combination of parameters",
    origin=Origin.hidden,
)
request_change(
    "PRC-09.holes",
    "extraProducts are always present beside holeCount.",
    _PRICES,
    lambda call: call.asking(includeExtraProducts="true"),
    when=lambda call: has_all(call, "holeCount") and call.query.get("includeExtraProducts") != "true",
    then=lambda _: put("meta.includeExtraProducts", False),
    hidden="a combination of parameters",
    origin=Origin.hidden,
)


@mutant(
    "PRC-07.currency",
    "Outside the euro holeCount=9 gives the prices for 18 holes.",
    "getCoursePricing",
    hidden="some values",
    origin=Origin.hidden,
)
async def _eighteen_outside_the_euro(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or call.query.get("holeCount") != "9" or answer.json()["data"]["currency"] == "EUR":
        return answer
    other = await call.asking(holeCount=18).forward()
    return other.with_json(put("meta.holeCount", 9)(other.json()))


request_change(
    "PRC-06.blind-with-extras",
    "holeCount=18 is ignored beside includeExtraProducts.",
    "getCoursePricing",
    lambda call: call.without("holeCount"),
    when=lambda call: call.query.get("holeCount") == "18" and call.query.get("includeExtraProducts") == "true",
    then=lambda _: put("meta.holeCount", 18),
    hidden="a combination of parameters",
    origin=Origin.blind,
)


@mutant(
    "PRC-07.blind-first-season-only",
    "holeCount=9 filters the prices of the first season only.",
    "getCoursePricing",
    origin=Origin.blind,
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
    "includeExtraProducts=false counts as true, like every other text.",
    "getCoursePricing",
    lambda call: call.asking(includeExtraProducts="true"),
    when=lambda call: call.query.get("includeExtraProducts") == "false",
    then=lambda _: put("meta.includeExtraProducts", False),
    hidden="some values",
    origin=Origin.blind,
)

request_change(
    "PRC-10.blind-by-code",
    "includeExtraProducts defaults to true when a request names the course by its booking code.",
    "getCoursePricing",
    lambda call: call.asking(includeExtraProducts="true"),
    when=lambda call: by_booking_code(call) and "includeExtraProducts" not in call.query,
    hidden="one of two ways",
    origin=Origin.blind,
)


@mutant(
    "PRC-14.blind-from-start",
    "The 400 days of endDate are counted from startDate.",
    "getCoursePricing",
    hidden="a combination of parameters",
    origin=Origin.blind,
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


def _ignored_alone(name: str, parameter: str) -> None:
    """*parameter* is ignored where the request has no other."""
    request_change(
        name,
        f"{parameter} is ignored without any other parameter.",
        "getCoursePricing",
        lambda call: call.without(parameter),
        when=lambda call: list(call.query) == [parameter],
        hidden="a combination of parameters",
        origin=Origin.hidden,
    )


_ignored_alone("PRC-06.alone", "holeCount")
_ignored_alone("PRC-11.alone", "includeExtraProducts")
_ignored_alone("PRC-16.alone", "startDate")
_ignored_alone("PRC-17.alone", "endDate")
