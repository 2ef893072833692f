"""Blind faults of the forty-second lot: tee times of a day."""

from __future__ import annotations

from typing import Any

from tests.mutants.parts.days import SATURDAY, date_in
from tests.mutants.parts.substitutes import sent, tee_times
from tests.mutants.parts.tee_sheets import minutes_off, players_asked
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put, where
from tests.mutants.tools.registry import Origin, json_answer, mutant

_THREE = 3
_FOUR = 4


def is_weekend(day: str) -> bool:
    """Whether the date is a Saturday or a Sunday."""
    found = date_in(day)
    return found is not None and found.weekday() >= SATURDAY


@mutant(
    "AVT-20.lot42-last-of-the-day",
    "With a latest time, lastAvailable is still the last tee time of the whole day.",
    "listTeeTimes",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def last_of_the_day(call: Call) -> Answer:
    """Takes lastAvailable from the sheet without the latest time."""
    answer = await call.forward()
    if not answer.ok or "latestTime" not in call.query or not answer.json().get("availableTimes"):
        return answer
    whole = (await call.without("latestTime").forward()).json()
    return answer.with_json(put("timeSlots.lastAvailable", whole["timeSlots"]["lastAvailable"])(answer.json()))


json_answer(
    "AVT-21.lot42-weekend-twilight-too-early",
    "At weekends twilightStart is an hour before the first twilight price.",
    "listTeeTimes",
    where(
        lambda body: body.get("dayType") == "weekend" and bool(body["timeSlots"].get("twilightStart")),
        alter("timeSlots.twilightStart", lambda time: minutes_off(time, -60)),
    ),
    hidden="certain days",
    origin=Origin.blind,
)


def as_four(pricing: dict[str, Any]) -> dict[str, Any]:
    """The price of a party of four."""
    return pricing | {"totalAmount": pricing["greenFee"] * _FOUR}


def twilight_as_four(body: Any) -> Any:
    """Twilight tee times at the total of four players."""
    for line in body["availableTimes"]:
        if line["pricing"]["priceType"] == "twilight":
            line["pricing"] = as_four(line["pricing"])
    return body


@mutant(
    "AVT-05.lot42-three-pay-for-four",
    "Three players pay for four at twilight.",
    "listTeeTimes holdTeeTime",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def three_pay_for_four(call: Call) -> Answer:
    """The total of four at twilight for a party of three, in the sheet and in a hold."""
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "listTeeTimes":
        if players_asked(call) != _THREE or not answer.json()["isOnline"]:
            return answer
        return answer.with_json(twilight_as_four(answer.json()))
    body = sent(call)
    if body["players"] != _THREE:
        return answer
    whole = (await call.upstream("GET", sheet_path(call), query={"date": body["date"], "players": 1})).json()
    twilight = whole["timeSlots"].get("twilightStart") or "99:99"
    return answer.with_json(alter("pricing", as_four)(answer.json())) if body["time"] >= twilight else answer


def sheet_path(call: Call) -> str:
    """The address of the tee sheet of the course that a call for a hold names."""
    return call.path.replace("/hold-tee-time", "/tee-times")


json_answer(
    "AVO-04.lot42-nobody-in-the-office",
    "At weekends the response time of an offline course is null.",
    "listTeeTimes",
    put("offlineBookingContact.responseTime", None),
    when=lambda call: is_weekend(call.query.get("date", "")),
    hidden="certain days",
    origin=Origin.blind,
)


def with_day(results: list[dict[str, Any]], lines: list[dict[str, Any]], day: str) -> dict[str, Any]:
    """The entry of *day*, made of the tee times *lines*."""
    entry = next(result for result in results if result["date"] == day)
    if not lines:
        return entry
    times = [line["time"] for line in lines]
    lowest = min(line["pricing"]["greenFee"] for line in lines)
    counted = {"availableSlots": len(lines), "firstAvailableTime": times[0], "lastAvailableTime": times[-1]}
    return entry | counted | {"lowestPrice": lowest}


@mutant(
    "AVM-18.lot42-weekends-for-four",
    "Several days count the tee times of a weekend day for four players, however many ask.",
    "checkAvailability",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def weekends_for_four(call: Call) -> Answer:
    """Counts tee times for four on Saturdays and Sundays."""
    answer = await call.forward()
    if not answer.ok or players_asked(call) >= _FOUR or call.query.get("timeRange", "all") != "all":
        return answer
    body = answer.json()
    for place, entry in enumerate(body["availabilityResults"]):
        if is_weekend(entry["date"]):
            lines = await tee_times(call, call.path_params["courseId"], entry["date"], _FOUR)
            body["availabilityResults"][place] = with_day(body["availabilityResults"], lines, entry["date"])
    best = body.get("bestAvailability")
    if best:
        found = next(entry for entry in body["availabilityResults"] if entry["date"] == best["date"])
        body["bestAvailability"] = {name: found[name] for name in best}
    return answer.with_json(body)
