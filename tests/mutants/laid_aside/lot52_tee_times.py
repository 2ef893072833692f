"""Blind faults of the fifty-second lot: tee times and days."""

from __future__ import annotations

from typing import Any

from tests.mutants.parts.asking import asks, day_in
from tests.mutants.parts.borrowed import days_after
from tests.mutants.parts.tee_sheets import players_asked
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import where
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_DAYS_OF_A_WEEK = 7
_WHOLE_TEE_TIME = 4


@mutant(
    "AVM-03.lot52-day-after-the-end",
    "The answer for several days also has the day after endDate.",
    "checkAvailability",
    origin=Origin.blind,
)
async def _day_after_the_end(call: Call) -> Answer:
    start, end = day_in(call, "startDate"), day_in(call, "endDate")
    if start is None or end is None or start > end:
        return await call.forward()
    longer = await call.asking(endDate=days_after(end.isoformat(), 1)).forward()
    return longer if longer.ok else await call.forward()


def _late_twilight(body: Any) -> Any:
    """The tee time at the start of twilight under the standard type."""
    for tee_time in body["availableTimes"]:
        if tee_time["time"] == body["timeSlots"]["twilightStart"]:
            tee_time["pricing"]["priceType"] = "standard"
    return body


json_answer(
    "AVT-21.lot52-twilight-after-its-start",
    "A tee time at exactly twilightStart is listed with the standard price type.",
    "listTeeTimes",
    where(lambda body: body["isOnline"], _late_twilight),
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "AVO-06.lot52-first-day-of-the-month-asked",
    "An offline course answers with the day that the agency asked for first in that month.",
    "listTeeTimes",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _first_day_asked(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or answer.json()["isOnline"]:
        return answer
    body: dict[str, Any] = answer.json()
    month = f"{call.path_params['courseId']}|{body['date'][:7]}"
    first = call.memory.setdefault(month, body["date"])
    return answer.with_json(body | {"date": first})


def _untouched_only(body: Any) -> Any:
    """The tee sheet without the tee times that somebody has booked."""
    kept = [tee_time for tee_time in body["availableTimes"] if tee_time["available"] >= _WHOLE_TEE_TIME]
    ends = {"firstAvailable": kept[0]["time"] if kept else None, "lastAvailable": kept[-1]["time"] if kept else None}
    return body | {"availableTimes": kept, "timeSlots": body["timeSlots"] | ends}


json_answer(
    "AVT-12.lot52-window-of-empty-times",
    "With both time bounds, a small party is not shown the tee times that others have booked in part.",
    "listTeeTimes",
    where(lambda body: body["isOnline"], _untouched_only),
    when=lambda call: asks(call, "earliestTime", "latestTime") and players_asked(call) < _WHOLE_TEE_TIME,
    hidden="a combination of parameters",
    origin=Origin.blind,
)


def _is_long_for_several(call: Call) -> bool:
    """Whether the call asks for more than a week, for more than one player."""
    start, end = day_in(call, "startDate"), day_in(call, "endDate")
    if start is None or end is None or players_asked(call) not in (2, 3, 4):
        return False
    return (end - start).days >= _DAYS_OF_A_WEEK


request_change(
    "AVM-18.lot52-long-period-for-one",
    "In a period of more than a week, the days show the tee times for one player, whatever the party.",
    "checkAvailability",
    lambda call: call.asking(players=1),
    when=_is_long_for_several,
    hidden="a combination of parameters",
    origin=Origin.blind,
)
