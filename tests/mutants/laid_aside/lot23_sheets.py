"""Blind faults of tee sheets and of the availability of several days."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal
from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.asking import asks, day_in
from tests.mutants.parts.borrowed import today, world_time
from tests.mutants.parts.pretending import data_of, memory_of_world
from tests.mutants.parts.tee_sheets import players_asked
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_KEPT = "AVM-18.lot23-kept-for-a-minute"
_KEPT_SECONDS = 60
_PLATFORM_DAYS = 400
_FLOAT_ERROR = Decimal("0.00000000000001")


def with_lines(body: dict[str, Any], lines: list[dict[str, Any]]) -> dict[str, Any]:
    """The tee sheet with *lines* in place of its own; the first and last times follow."""
    ends = {"firstAvailable": lines[0]["time"], "lastAvailable": lines[-1]["time"]} if lines else {}
    return body | {"availableTimes": lines, "timeSlots": body["timeSlots"] | ends}


# A plain fault.
json_answer(
    "AVM-15.lot23-one-slot-less",
    "bestAvailability counts one slot less than its day in the results.",
    "checkAvailability",
    alter("bestAvailability.availableSlots", lambda slots: slots - 1 if isinstance(slots, int) else slots),
    origin=Origin.blind,
)


# Faults under a condition.
def _in_floats(body: Any) -> Any:
    for line in body.get("availableTimes", ()):
        total = Decimal(str(line["pricing"]["totalAmount"]))
        if total % 1:
            line["pricing"]["totalAmount"] = total + _FLOAT_ERROR
    return body


json_answer(
    "CNV-05.lot23-float-total",
    "The total of three players at a green fee with cents is added up in floats and has fourteen decimals.",
    "listTeeTimes",
    _in_floats,
    when=lambda call: players_asked(call) == 3,
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "AVT-11.lot23-between",
    "With both earliestTime and latestTime, tee times at exactly these times are listed.",
    "listTeeTimes",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _between(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not asks(call, "earliestTime", "latestTime") or not answer.json()["isOnline"]:
        return answer
    first, last = call.query["earliestTime"], call.query["latestTime"]
    body = (await call.without("earliestTime", "latestTime").forward()).json()
    lines = [line for line in body["availableTimes"] if first <= line["time"] <= last]
    return answer.with_json(with_lines(answer.json(), lines))


@mutant(
    _KEPT,
    "The same question about several days gets the answer of up to a minute ago.",
    "checkAvailability",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _kept_for_a_minute(call: Call) -> Answer:
    if not asks(call, "startDate", "endDate"):
        return await call.forward()
    kept = memory_of_world(call, _KEPT)
    target = f"{call.path}?{sorted(call.query.items())}"
    now = await world_time(call)
    answer = await call.forward()
    if not answer.ok:
        return answer
    if target in kept and timedelta() <= now - kept[target][0] < timedelta(seconds=_KEPT_SECONDS):
        return answer.with_json(kept[target][1].json())
    kept[target] = (now, answer)
    return answer


@mutant(
    "AVT-25.lot23-platform-horizon",
    "A course with a shorter maxDaysInAdvance of its own offers tee times as far as the platform's 400 days.",
    "listTeeTimes",
    hidden="some values",
    origin=Origin.blind,
)
async def _platform_horizon(call: Call) -> Answer:
    answer = await call.forward()
    day = day_in(call, "date")
    if day is None or (answer.ok and answer.json().get("availableTimes")):
        return answer
    terms = await aside(call).upstream("GET", f"/travel/courses/{call.path_params['courseId']}/terms")
    days = data_of(terms).get("bookingTerms", {}).get("maxDaysInAdvance", _PLATFORM_DAYS)
    if days >= _PLATFORM_DAYS:
        return answer
    ahead = (day - await today(call)).days
    if not days < ahead <= _PLATFORM_DAYS:
        return answer
    weeks = -(-(ahead - days + 2) // 7)
    sold = await call.asking(date=day - timedelta(weeks=weeks)).forward()
    if not sold.ok or not sold.json().get("availableTimes"):
        return answer
    return sold.with_json(sold.json() | {"date": str(day)})
