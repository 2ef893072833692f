"""Blind faults of tee sheets and of availability over several days."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from tests.mutants.parts.borrowed import weekday, world_time
from tests.mutants.parts.days import SATURDAY
from tests.mutants.parts.pretending import data_of, memory_of_world
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, drop, where
from tests.mutants.tools.registry import Origin, json_answer, mutant

_BEHIND_HOOKS = "AVM-18.lot22-blind-to-a-new-hook"
_KEPT = timedelta(minutes=5)
_CLEARING = "createBooking cancelBooking updateBooking holdTeeTime confirmBookingHook releaseBookingHook"

# Plain faults.
json_answer(
    "AVO-04.lot22-no-response-time",
    "The contact of an offline course says no response time.",
    "listTeeTimes",
    drop("offlineBookingContact.responseTime"),
    origin=Origin.blind,
)
json_answer(
    "AVM-14.lot22-best-without-weekday",
    "The best day has no weekday.",
    "checkAvailability",
    where(lambda body: isinstance(body.get("bestAvailability"), dict), drop("bestAvailability.dayOfWeek")),
    origin=Origin.blind,
)


# Faults under a condition.
def _year_of_the_week(day: Any) -> Any:
    """The day with the year that its week belongs to, as the pattern YYYY-MM-dd writes it."""
    if not isinstance(day, dict) or "date" not in day:
        return day
    on = date.fromisoformat(day["date"])
    year = (on + timedelta(days=(SATURDAY - on.weekday()) % 7)).year
    if year == on.year:
        return day
    shown = f"{year}{day['date'][4:]}"
    return day | {"date": shown, "dayOfWeek": weekday(shown)}


def _with_week_years(body: Any) -> Any:
    return alter("bestAvailability", _year_of_the_week)(alter("availabilityResults[*]", _year_of_the_week)(body))


json_answer(
    "AVM-03.lot22-year-of-the-week",
    "The last days of December carry the next year when their week ends in it.",
    "checkAvailability",
    _with_week_years,
    hidden="certain days",
    origin=Origin.blind,
)


def _with_surcharge(item: dict[str, Any]) -> dict[str, Any]:
    fee = (Decimal(item["pricing"]["greenFee"]) * Decimal("1.2")).quantize(Decimal("0.01"))
    return item | {"pricing": item["pricing"] | {"greenFee": fee, "totalAmount": fee}}


json_answer(
    "AVT-22.lot22-alone-at-the-weekend",
    "At the weekend the green fee for a single player is a fifth higher than the green fee for more players.",
    "listTeeTimes",
    where(lambda body: body.get("dayType") == "weekend", alter("availableTimes[*]", _with_surcharge)),
    when=lambda call: call.query.get("players") == "1",
    hidden="certain days",
    origin=Origin.blind,
)


@mutant(
    _BEHIND_HOOKS,
    "The days of a course that were read in the last minutes are shown again after a hook: it clears no cache.",
    f"checkAvailability createBookingHook {_CLEARING}",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _blind_to_a_new_hook(call: Call) -> Answer:
    kept = memory_of_world(call, _BEHIND_HOOKS)
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "createBookingHook":
        for entry in kept.values():
            entry["hooked"] |= entry["course"] == data_of(answer).get("courseId")
        return answer
    if call.operation != "checkAvailability":
        kept.clear()
        return answer
    course, now = call.path_params["courseId"], await world_time(call)
    asked = f"{course}?{sorted(call.query.multi_items())}"
    entry = kept.get(asked)
    if entry and entry["hooked"] and now - entry["at"] < _KEPT:
        return answer.with_json(entry["body"])
    kept[asked] = {"course": course, "at": now, "body": answer.json(), "hooked": False}
    return answer
