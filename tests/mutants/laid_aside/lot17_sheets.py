"""Blind faults of tee times, of availability over several days, and of holds as tee sheets show them."""

from __future__ import annotations

import time
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from tests.mutants.laid_aside.common import agency_key, aside
from tests.mutants.parts.borrowed import weekday, world_time
from tests.mutants.parts.days import SATURDAY, date_in
from tests.mutants.parts.periods import asks_for_a_range
from tests.mutants.parts.pretending import held_slot, memory_of_world, moment_of, slot_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put
from tests.mutants.tools.registry import Origin, mutant

_FULL_TIMES = "HLD-06.lot17-whole-tee-time"
_STALE_DAYS = "AVM-18.lot17-players-of-before"
_LOOKS_LOCK = "INV-08.lot17-look-locks"
_WRITES = (
    "createBooking updateBooking cancelBooking holdTeeTime createBookingHook confirmBookingHook releaseBookingHook "
    "createGroupBooking"
)
_MOST_LINES = 20
_CACHED_SECONDS = 20.0
_WHOLE = 4
Json = dict[str, Any]


def _resheeted(body: Json, lines: list[Json]) -> Json:
    """A tee sheet with these *lines* alone."""
    slots = body["timeSlots"]
    if lines:
        slots = slots | {"firstAvailable": lines[0]["time"], "lastAvailable": lines[-1]["time"]}
    return body | {"availableTimes": lines, "timeSlots": slots}


# Plain faults.
@mutant(
    "AVO-04.lot17-minutes",
    "responseTime of an offline course is a number of minutes.",
    "listTeeTimes",
    origin=Origin.blind,
)
async def _minutes(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer

    def minutes(text: str) -> int:
        return int("".join(letter for letter in text if letter.isdecimal()) or "60")

    return answer.with_json(alter("offlineBookingContact.responseTime", minutes)(answer.json()))


@mutant(
    "AVM-06.lot17-day-ahead",
    "dayOfWeek of every day of a period is the weekday of the day after.",
    "checkAvailability",
    origin=Origin.blind,
)
async def _day_ahead(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not asks_for_a_range(call):
        return answer
    body = answer.json()
    for day in (*body["availabilityResults"], body.get("bestAvailability")):
        if day and day.get("date"):
            day["dayOfWeek"] = weekday(str(date.fromisoformat(day["date"]) + timedelta(days=1)))
    return answer.with_json(body)


# Faults under a condition: one day.
@mutant(
    "AVT-12.lot17-twenty-lines",
    "A tee sheet between time bounds ends after twenty tee times.",
    "listTeeTimes",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _twenty_lines(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not {"earliestTime", "latestTime"} & set(call.query):
        return answer
    body = answer.json()
    if len(body.get("availableTimes", ())) <= _MOST_LINES:
        return answer
    return answer.with_json(_resheeted(body, body["availableTimes"][:_MOST_LINES]))


@mutant(
    "AVT-05.lot17-weekend-cents",
    "At weekends a total loses its cents.",
    "listTeeTimes holdTeeTime",
    hidden="certain days",
    origin=Origin.blind,
)
async def _weekend_cents(call: Call) -> Answer:
    answer = await call.forward()
    day = date_in(str(call.query.get("date") or sent(call).get("date")))
    if not answer.ok or day is None or day.weekday() < SATURDAY:
        return answer

    def whole(total: Decimal | int) -> Decimal:
        return Decimal(int(total)).quantize(Decimal("0.01"))

    path = "pricing" if call.operation == "holdTeeTime" else "availableTimes[*].pricing"
    return answer.with_json(alter(f"{path}.totalAmount", whole)(answer.json()))


@mutant(
    "AVO-06.lot17-day-of-before",
    "An offline course asked about again within a while gives the date it was asked about before.",
    "listTeeTimes",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _day_of_before(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or answer.json()["isOnline"]:
        return answer
    asked: dict[str, tuple[float, str]] = call.memory.setdefault("asked", {})
    course_id, now = call.path_params["courseId"], time.monotonic()
    at, day = asked.get(course_id, (0.0, ""))
    if day and now - at < _CACHED_SECONDS:
        return answer.with_json(put("date", day)(answer.json()))
    asked[course_id] = now, answer.json()["date"]
    return answer


@mutant(
    _FULL_TIMES,
    "A hold of all places of a tee time keeps it off the tee sheet after its expiry.",
    "listTeeTimes holdTeeTime createBooking",
    hidden="after a while",
    origin=Origin.blind,
)
async def _whole_tee_time(call: Call) -> Answer:
    held = memory_of_world(call, _FULL_TIMES)
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "holdTeeTime" and answer.json()["players"] == _WHOLE:
        held[answer.json()["holdId"]] = held_slot(call), answer.json()["holdExpiration"]
    if call.operation == "createBooking":
        held.pop(str(sent(call).get("holdId")), None)
    body = answer.json()
    if call.operation != "listTeeTimes" or not held or not body["isOnline"]:
        return answer
    now = await world_time(call)
    gone = {slot for slot, expiry in held.values() if moment_of(expiry) <= now}
    kept = [line for line in body["availableTimes"] if slot_of(body | {"time": line["time"]}) not in gone]
    return answer if len(kept) == len(body["availableTimes"]) else answer.with_json(_resheeted(body, kept))


@mutant(
    _LOOKS_LOCK,
    "A look at a single tee time, between time bounds, takes one of its places for some minutes.",
    "listTeeTimes",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _look_locks(call: Call) -> Answer:
    answer = await call.forward()
    lines = answer.json().get("availableTimes", []) if answer.ok else []
    if len(lines) != 1 or not {"earliestTime", "latestTime"} <= set(call.query):
        return answer
    locked, body = memory_of_world(call, _LOOKS_LOCK), answer.json()
    wish = {"date": body["date"], "time": lines[0]["time"], "players": 1}
    if slot_of(body | wish) not in locked:
        locked[slot_of(body | wish)] = True
        path = f"/travel/courses/{body['courseId']}/hold-tee-time"
        await aside(call).upstream("POST", path, json=wish, headers={"x-api-key": agency_key(call, "nobody")})
    return answer


# Faults under a condition: several days.
@mutant(
    _STALE_DAYS,
    "A period asked about again, for another number of players, gives the answer of before.",
    f"checkAvailability {_WRITES}",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _players_of_before(call: Call) -> Answer:
    answer = await call.forward()
    kept = memory_of_world(call, _STALE_DAYS)
    if call.operation != "checkAvailability":
        kept.clear()
        return answer
    if not answer.ok or not asks_for_a_range(call):
        return answer
    asked = [call.query.get(name) for name in ("startDate", "endDate", "timeRange")]
    key, now = str([call.path_params["courseId"], *asked]), time.monotonic()
    at, players, body = kept.get(key, (0.0, None, None))
    if body is not None and now - at < _CACHED_SECONDS and call.query.get("players") not in (None, players):
        return answer.with_json(body)
    kept[key] = now, call.query.get("players"), answer.json()
    return answer


@mutant(
    "AVM-19.lot17-by-day-number",
    "The days of a period over the end of a month are in the order of their day of the month.",
    "checkAvailability",
    hidden="certain days",
    origin=Origin.blind,
)
async def _by_day_number(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not asks_for_a_range(call):
        return answer

    def ordered(days: list[Json]) -> list[Json]:
        return sorted(days, key=lambda day: str(day["date"])[-2:])

    return answer.with_json(alter("availabilityResults", ordered)(answer.json()))
