"""Blind faults of the forty-first lot: tee times."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from tests.mutants.parts.asking import asks, day_in
from tests.mutants.parts.borrowed import weekday, world_time
from tests.mutants.parts.days import SATURDAY, date_in
from tests.mutants.parts.pretending import all_bookings, memory_of_world
from tests.mutants.parts.substitutes import sent
from tests.mutants.parts.tee_sheets import players_asked
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import drop
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_SINGLES = Decimal("1.10")
_CACHED = "AVM-18.lot41-days-cached-for-the-agency"
_CACHED_FOR = timedelta(minutes=5)
_TAKE_OR_GIVE = (
    "holdTeeTime createBooking updateBooking cancelBooking createBookingHook confirmBookingHook "
    "releaseBookingHook createGroupBooking"
)

json_answer(
    "AVM-14.lot41-best-day-without-weekday",
    "The best availability of several days has no dayOfWeek.",
    "checkAvailability",
    drop("bestAvailability.dayOfWeek"),
    when=lambda call: asks(call, "startDate", "endDate"),
    origin=Origin.blind,
)

request_change(
    "AVT-09.lot41-twelve-is-midnight",
    "An earliestTime between 12:00 and 12:59 is read as the hour after midnight, so that it removes nothing.",
    "listTeeTimes",
    lambda call: call.asking(earliestTime=f"00{call.query['earliestTime'][2:]}"),
    when=lambda call: call.query.get("earliestTime", "").startswith("12:"),
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "AVO-06.lot41-answered-for-today",
    "The answer for an offline course has the date of today in place of the requested date.",
    "listTeeTimes",
    origin=Origin.blind,
)
async def _answered_for_today(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or answer.json()["isOnline"]:
        return answer
    now = await world_time(call)
    return answer.with_json(answer.json() | {"date": now.date().isoformat()})


def _is_single_at_a_weekend(players: int, day: object) -> bool:
    played = date_in(str(day))
    return players == 1 and played is not None and played.weekday() >= SATURDAY


def _dearer(pricing: dict[str, Any]) -> dict[str, Any]:
    fee = (Decimal(pricing["greenFee"]) * _SINGLES).quantize(Decimal("0.01"))
    return pricing | {"greenFee": fee, "totalAmount": fee}


@mutant(
    "AVT-22.lot41-singles-at-weekends",
    "At weekends, the green fee of a standard tee time is a tenth higher when it is asked for one player.",
    "listTeeTimes holdTeeTime",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _singles_at_weekends(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    body = answer.json()
    if call.operation == "holdTeeTime":
        wish = sent(call)
        path = f"/travel/courses/{call.path_params['courseId']}/tee-times"
        sheet = await call.upstream("GET", path, query={"date": wish["date"], "players": 1})
        slots = (sheet.json().get("timeSlots") or {}) if sheet.ok else {}
        is_standard = body["time"] < str(slots.get("twilightStart") or "24:00")
        if is_standard and _is_single_at_a_weekend(wish["players"], wish["date"]):
            body["pricing"] = _dearer(body["pricing"])
        return answer.with_json(body)
    if body["isOnline"] and _is_single_at_a_weekend(players_asked(call), body["date"]):
        for line in body["availableTimes"]:
            if line["pricing"]["priceType"] == "standard":
                line["pricing"] = _dearer(line["pricing"])
    return answer.with_json(body)


@mutant(
    "AVM-18.lot41-days-cached-for-the-agency",
    "A multi-day request that an agency repeats within five minutes does not show what another agency took meanwhile.",
    f"checkAvailability {_TAKE_OR_GIVE}",
    hidden="another agency",
    origin=Origin.blind,
)
async def _days_cached_for_the_agency(call: Call) -> Answer:
    answer = await call.forward()
    cache: dict[Any, Any] = memory_of_world(call, _CACHED).setdefault(call.api_key, {})
    if call.operation != "checkAvailability":
        cache.clear()
        return answer
    if not answer.ok:
        return answer
    now = await world_time(call)
    asked = (call.path, tuple(sorted(call.query.multi_items())))
    kept = cache.get(asked)
    if kept is not None and timedelta(0) <= now - kept[0] < _CACHED_FOR:
        return answer.with_json(kept[1])
    cache[asked] = (now, answer.json())
    return answer


@mutant(
    "AVM-06.lot41-weekdays-of-the-month-before",
    "In a period that goes over the end of a month, the days of the next month have the weekdays of the first month.",
    "checkAvailability",
    hidden="certain days",
    origin=Origin.blind,
)
async def _weekdays_of_the_month_before(call: Call) -> Answer:
    answer = await call.forward()
    start = day_in(call, "startDate")
    if not answer.ok or start is None:
        return answer
    body = answer.json()
    for shown in [*body["availabilityResults"], body["bestAvailability"] or {}]:
        day = date_in(str(shown.get("date", "")))
        if day is not None and (day.year, day.month) != (start.year, start.month):
            shown["dayOfWeek"] = weekday((date(start.year, start.month, 1) + timedelta(days=day.day - 1)).isoformat())
    return answer.with_json(body)


@mutant(
    "AVO-05.lot41-pending-time-listed",
    "For a day of an offline course where the agency has a pending booking, the answer lists its time as a tee time.",
    "listTeeTimes",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _pending_time_listed(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or answer.json()["isOnline"]:
        return answer
    body = answer.json()
    day, course_id = body["date"], body["courseId"]
    pending = await all_bookings(call, status="pending", startDate=day, endDate=day)
    estimate, players = body["approximatePricing"], max(1, players_asked(call))
    fee = estimate["estimatedGreenFee"]
    price = {"currency": estimate["currency"], "greenFee": fee, "totalAmount": fee * players, "priceType": "standard"}
    times = sorted({booking["teeTime"] for booking in pending if booking["course"]["id"] == course_id})
    if times:
        body["availableTimes"] = [{"time": time, "available": 4, "pricing": price} for time in times]
    return answer.with_json(body)
