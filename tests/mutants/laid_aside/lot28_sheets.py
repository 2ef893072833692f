"""Blind faults of tee sheets and of multi-day availability."""

from __future__ import annotations

from typing import Any

from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.days import clocks_change, date_in
from tests.mutants.parts.pretending import data_of, memory_of_world, moment_of, places_at, slot_of
from tests.mutants.parts.substitutes import tee_times
from tests.mutants.parts.tee_sheets import minutes_off, players_asked, priced_for
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, where
from tests.mutants.tools.registry import Origin, json_answer, mutant

_HOOKS = "AVM-18.lot28-hooked-places-offered"
_OCTOBER = 10

# Plain faults.
json_answer(
    "AVT-20.lot28-end-of-the-last-slot",
    "lastAvailable is ten minutes after the last listed tee time.",
    "listTeeTimes",
    where(
        lambda body: bool(body["isOnline"] and body["availableTimes"]),
        alter("timeSlots.lastAvailable", lambda time: minutes_off(time, 10)),
    ),
    origin=Origin.blind,
)
json_answer(
    "AVO-04.lot28-minutes-as-a-number",
    "The response time of an offline course is a number.",
    "listTeeTimes",
    where(
        lambda body: not body["isOnline"],
        alter("offlineBookingContact.responseTime", lambda text: int("".join(filter(str.isdecimal, text)) or 0)),
    ),
    origin=Origin.blind,
)


# Faults under a condition.
@mutant(
    "AVT-21.lot28-late-window",
    "With an earliestTime after twilightStart the twilight times have the type and the price of the day.",
    "listTeeTimes",
    hidden="some values",
    origin=Origin.blind,
)
async def _late_window(call: Call) -> Answer:
    answer = await call.forward()
    body = answer.json() if answer.ok else {}
    if not body.get("availableTimes") or call.query.get("earliestTime", "") <= body["timeSlots"]["twilightStart"]:
        return answer
    whole_day = await tee_times(call, call.path_params["courseId"], body["date"], 1)
    standard = [line["pricing"] for line in whole_day if line["pricing"]["priceType"] == "standard"]
    if not standard:
        return answer
    for line in body["availableTimes"]:
        line["pricing"] |= {"priceType": "standard", "greenFee": standard[0]["greenFee"]}
    return answer.with_json(priced_for(players_asked(call))(body))


@mutant(
    "AVT-12.lot28-window-for-four",
    "With both time bounds only tee times with room for four are listed, whatever players says.",
    "listTeeTimes",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _window_for_four(call: Call) -> Answer:
    answer = await call.forward()
    bounded = call.query.get("earliestTime") and call.query.get("latestTime")
    if not answer.ok or not bounded or not answer.json()["isOnline"]:
        return answer
    roomy = await call.asking(players=4).forward()
    return roomy.with_json(priced_for(players_asked(call))(roomy.json())) if roomy.ok else answer


@mutant(
    _HOOKS,
    "Multi-day availability counts a tee time whose places are kept by a booking hook as available.",
    "createBookingHook confirmBookingHook releaseBookingHook checkAvailability",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _hooked_places_offered(call: Call) -> Answer:
    hooks: dict[str, Any] = memory_of_world(call, _HOOKS)
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "createBookingHook":
        hooks[data_of(answer)["id"]] = data_of(answer)
        return answer
    if call.operation != "checkAvailability":
        hooks.pop(call.path_params["id"], None)
        return answer
    if call.query.get("timeRange", "all") != "all":
        return answer
    body, now = answer.json(), await world_time(call)
    live = [hook for hook in hooks.values() if moment_of(hook["expiresAt"]) > now]
    for day in body["availabilityResults"]:
        here = [hook for hook in live if (hook["courseId"], hook["date"]) == (body["courseId"], day["date"])]
        if day["hasAvailability"]:
            _count_again(body, day, await _hidden_by_hooks(call, here))
    return answer.with_json(body)


async def _hidden_by_hooks(call: Call, hooks: list[dict[str, Any]]) -> int:
    """At how many tee times the hooks alone keep the players of the call from playing."""
    kept: dict[str, int] = {}
    for hook in hooks:
        kept[slot_of(hook)] = kept.get(slot_of(hook), 0) + hook["players"]
    free = {slot: await places_at(call, slot) for slot in kept}
    return sum(free[slot] < players_asked(call) <= free[slot] + kept[slot] for slot in kept)


def _count_again(body: dict[str, Any], day: dict[str, Any], more: int) -> None:
    day["availableSlots"] += more
    best = body["bestAvailability"]
    if best and best["date"] == day["date"]:
        best["availableSlots"] += more


def _long_sunday(body: Any) -> Any:
    """The day on which summer time ends comes twice, since it has 25 hours."""
    days: list[Any] = []
    for day in body["availabilityResults"]:
        date = date_in(day["date"])
        days += [day, dict(day)] if date and date == clocks_change(date.year, _OCTOBER) else [day]
    return body | {"availabilityResults": days}


json_answer(
    "AVM-19.lot28-long-sunday",
    "Multi-day availability lists the Sunday in October on which summer time ends twice.",
    "checkAvailability",
    _long_sunday,
    hidden="certain days",
    origin=Origin.blind,
)
