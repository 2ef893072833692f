"""Blind faults of the seventh lot: tee times of a day."""

from __future__ import annotations

from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

from tests.mutants.parts.asking import asks, day_in
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.days import date_in
from tests.mutants.parts.tee_sheets import players_asked
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, where
from tests.mutants.tools.registry import Origin, json_answer, mutant

_ROWS = 20
_SATURDAY = 5
_CACHED = timedelta(seconds=5)
_WRITES = (
    "holdTeeTime createBooking updateBooking cancelBooking createBookingHook confirmBookingHook releaseBookingHook"
)


def _first_rows(body: dict[str, Any]) -> dict[str, Any]:
    shown = body["availableTimes"][:_ROWS]
    body["availableTimes"] = shown
    body["timeSlots"] |= {"lastAvailable": shown[-1]["time"] if shown else None}
    return body


json_answer(
    "AVT-12.lot7-window-of-twenty",
    "A request with both bounds gets the first twenty tee times between them.",
    "listTeeTimes",
    where(lambda body: body["isOnline"], _first_rows),
    when=lambda call: asks(call, "earliestTime", "latestTime"),
    hidden="a combination of parameters",
    origin=Origin.blind,
)


def _with_a_supplement(pricing: dict[str, Any]) -> dict[str, Any]:
    fee = (pricing["greenFee"] * Decimal("1.1")).quantize(Decimal("0.01"))
    return pricing | {"greenFee": fee, "totalAmount": fee}


def _alone_at_the_weekend(call: Call) -> bool:
    day = day_in(call, "date")
    return players_asked(call) == 1 and day is not None and day.weekday() >= _SATURDAY


json_answer(
    "AVT-22.lot7-single-at-the-weekend",
    "A single player sees a higher green fee at the weekend.",
    "listTeeTimes",
    alter("availableTimes[*].pricing", _with_a_supplement),
    when=_alone_at_the_weekend,
    hidden="certain days",
    origin=Origin.blind,
)


def _year_of_its_week(day: str) -> str:
    """The day with the year of the week that it is in, for weeks from Sunday of which the first has 1 January."""
    found = date_in(day)
    if found is None:
        return day
    to_saturday = (_SATURDAY - found.weekday()) % 7
    return f"{(found + timedelta(days=to_saturday)).year}{day[4:]}"


json_answer(
    "AVT-04.lot7-year-of-the-week",
    "On the last days of December date has the next year, where their week does.",
    "listTeeTimes",
    alter("date", _year_of_its_week),
    hidden="certain days",
    origin=Origin.blind,
)


@mutant(
    "INV-05.lot7-cached-for-an-agency",
    "An agency that read a tee sheet sees it for five seconds more, whatever other agencies book.",
    f"listTeeTimes {_WRITES}",
    hidden="another agency",
    origin=Origin.blind,
)
async def _cached_for_an_agency(call: Call) -> Answer:
    cached: dict[str, tuple[datetime, Answer]] = call.memory.setdefault("cached", {})
    answer = await call.forward()
    if call.operation != "listTeeTimes":
        cached.clear()
        return answer
    if not answer.ok:
        return answer
    now, page = await world_time(call), f"{call.path}?{call.query_string}"
    since, kept = cached.get(page, (now, answer))
    if now - since >= _CACHED:
        since, kept = now, answer
    cached[page] = since, kept
    return answer.with_json(kept.json())
