"""Blind faults of the forty-eighth lot: tee times and availability."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from tests.mutants.parts.asking import asks, day_in
from tests.mutants.parts.days import SATURDAY
from tests.mutants.parts.substitutes import sent
from tests.mutants.parts.tee_sheets import players_asked
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_WHOLE = 4
_A_WEEK = 7

json_answer(
    "AVO-04.lot48-response-time-in-minutes",
    "The contact of an offline course has its response time as a number of minutes.",
    "listTeeTimes",
    put("offlineBookingContact.responseTime", 120),
    origin=Origin.blind,
)

json_answer(
    "AVM-19.lot48-latest-day-first",
    "The days of an answer for several days run backwards.",
    "checkAvailability",
    alter("availabilityResults", lambda days: days[::-1]),
    origin=Origin.blind,
)


def _dearer(price: Any) -> Any:
    """A price with a quarter on top."""
    return None if price is None else (Decimal(price) * Decimal("1.25")).quantize(Decimal("0.01"))


def _for_a_single(body: Any) -> Any:
    """Tee times, days or a hold with dearer prices everywhere."""
    for path in ("availableTimes[*].pricing.", "pricing."):
        for name in ("greenFee", "totalAmount"):
            body = alter(path + name, _dearer)(body)
    for path in ("availabilityResults[*].lowestPrice", "bestAvailability.lowestPrice"):
        body = alter(path, _dearer)(body)
    return body


json_answer(
    "AVT-22.lot48-single-pays-more",
    "The green fee of a tee time is a quarter higher when a single player asks.",
    "listTeeTimes checkAvailability holdTeeTime",
    _for_a_single,
    when=lambda call: call.query.get("players") == "1" or sent(call).get("players") == 1,
    hidden="some values",
    origin=Origin.blind,
)


def _with_availability(days: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The days, all of them said to have availability."""
    return [day | {"hasAvailability": True} for day in days]


json_answer(
    "AVM-07.lot48-full-day-is-available",
    "A day without a free slot is said to have availability.",
    "checkAvailability",
    alter("availabilityResults", _with_availability),
    hidden="certain days",
    origin=Origin.blind,
)


@mutant(
    "AVT-12.lot48-window-hides-begun-times",
    "With both bounds of the time, the tee times are missing at which somebody plays already.",
    "listTeeTimes",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _window_hides_begun_times(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not asks(call, "earliestTime", "latestTime") or players_asked(call) >= _WHOLE:
        return answer
    body = answer.json()
    untouched = [line for line in body.get("availableTimes", ()) if line["available"] == _WHOLE]
    if not untouched:
        return answer
    body["availableTimes"] = untouched
    body["timeSlots"] |= {"firstAvailable": untouched[0]["time"], "lastAvailable": untouched[-1]["time"]}
    return answer.with_json(body)


@mutant(
    "AVT-20.lot48-first-time-of-the-weekend-day",
    "On a weekend, firstAvailable names the first time of the day although earliestTime removes it.",
    "listTeeTimes",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _first_time_of_the_day(call: Call) -> Answer:
    answer = await call.forward()
    day = day_in(call, "date")
    if not answer.ok or day is None or day.weekday() < SATURDAY or not asks(call, "earliestTime"):
        return answer
    body = answer.json()
    if not body.get("availableTimes"):
        return answer
    whole = (await call.without("earliestTime").forward()).json()
    return answer.with_json(put("timeSlots.firstAvailable", whole["timeSlots"]["firstAvailable"])(body))


def _is_a_long_part(call: Call) -> bool:
    """Whether the call asks for a part of the day, for no number of players, on more than seven days."""
    first, last = day_in(call, "startDate"), day_in(call, "endDate")
    if first is None or last is None or "players" in call.query or not asks(call, "timeRange"):
        return False
    return (last - first).days >= _A_WEEK


request_change(
    "AVM-12.lot48-one-player-in-a-long-part",
    "A query for a part of the day on more than seven days counts for one player when it names no players.",
    "checkAvailability",
    lambda call: call.asking(players=1),
    when=_is_a_long_part,
    hidden="a combination of parameters",
    origin=Origin.blind,
)
