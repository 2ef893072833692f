"""Blind faults of the fifty-sixth lot: tee times and days."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

from tests.mutants.parts.days import SATURDAY, date_in
from tests.mutants.parts.forgetful_sheets import Taken, tee_sheets_forget
from tests.mutants.parts.mending import ends_before_it_begins
from tests.mutants.parts.pretending import body_of
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_FIRST_WEEK = 7
_SUPPLEMENT = Decimal("1.2")


def is_weekend(day: date | None) -> bool:
    """Whether a day is a Saturday or a Sunday."""
    return day is not None and day.weekday() >= SATURDAY


request_change(
    "AVM-20.lot56-period-turned-round",
    "A period that ends before it begins is turned round and answered with days.",
    "checkAvailability",
    lambda call: call.asking(startDate=call.query["endDate"], endDate=call.query["startDate"]),
    when=lambda call: "startDate" in call.query and ends_before_it_begins(call),
    origin=Origin.blind,
)


@mutant(
    "AVT-20.lot56-slots-of-the-whole-day",
    "With time bounds, firstAvailable and lastAvailable are those of the whole day.",
    "listTeeTimes",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _slots_of_the_whole_day(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or "timeSlots" not in answer.json():
        return answer
    if not {"earliestTime", "latestTime"} & set(call.query):
        return answer
    whole = (await call.without("earliestTime", "latestTime").forward()).json()["timeSlots"]
    return answer.with_json(answer.json() | {"timeSlots": whole})


def _is_single_at_weekend(call: Call) -> bool:
    if call.operation == "holdTeeTime":
        body = body_of(call)
        return body.get("players") == 1 and is_weekend(date_in(str(body.get("date"))))
    return call.query.get("players") == "1" and is_weekend(date_in(call.query.get("date", "")))


def _with_supplement(body: Any) -> Any:
    priced = body.get("availableTimes", [body] if "holdId" in body else [])
    for tee_time in priced:
        fee = (Decimal(tee_time["pricing"]["greenFee"]) * _SUPPLEMENT).quantize(Decimal("0.01"))
        tee_time["pricing"] |= {"greenFee": fee, "totalAmount": fee}
    return body


json_answer(
    "AVT-22.lot56-weekend-supplement-for-singles",
    "At weekends the green fee is a fifth higher for a single player.",
    "listTeeTimes holdTeeTime",
    _with_supplement,
    when=_is_single_at_weekend,
    hidden="a combination of parameters",
    origin=Origin.blind,
)


@mutant(
    "AVM-18.lot56-later-days-for-four",
    "From the eighth day of a period on, the days are counted for four players instead of the players asked for.",
    "checkAvailability",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _later_days_for_four(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or call.query.get("players", "4") == "4":
        return answer
    body = answer.json()
    later = (await call.asking(players=4).forward()).json()["availabilityResults"][_FIRST_WEEK:]
    if not later:
        return answer
    days = body["availabilityResults"][:_FIRST_WEEK] + later
    best = body.get("bestAvailability")
    for day in later:
        if best and best["date"] == day["date"] and day["hasAvailability"]:
            best |= {name: day[name] for name in ("availableSlots", "lowestPrice")}
    return answer.with_json(body | {"availabilityResults": days, "bestAvailability": best})


def _forgotten(taken: Taken) -> int:
    return int(taken.taken_before and is_weekend(date_in(taken.play_date)))


tee_sheets_forget(
    "INV-05.lot56-second-party-at-weekend",
    "The tee sheet of a weekend counts one player too few for a second booking of an agency at the same tee time.",
    "createBooking",
    _forgotten,
    hidden="certain days",
    origin=Origin.blind,
)
