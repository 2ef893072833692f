"""Blind faults of the eighth lot: availability across several days."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta
from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.pretending import memory_of_world
from tests.mutants.parts.substitutes import in_turn, sent
from tests.mutants.parts.tee_sheets import players_asked
from tests.mutants.tools.call import Answer, Call, write_json
from tests.mutants.tools.edits import alter, put
from tests.mutants.tools.registry import Origin, json_answer, mutant

_PARTS_OF_THE_DAY = ("morning", "afternoon")
_PARTY_SIZES = (1, 2, 3, 4)
_HOLDS_UNCOUNTED = "AVM-18.lot8-holds-uncounted"
Day = dict[str, Any]


def _in_week_year(text: str) -> str:
    """The date under the year of its week, where weeks begin on Sunday and the first week has 1 January."""
    day = date.fromisoformat(text)
    new_year = date(day.year + 1, 1, 1)
    first_of_week = new_year - timedelta(days=new_year.isoweekday() % 7)
    return text if day < first_of_week else f"{day.year + 1}{text[4:]}"


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("'", "&#039;")


json_answer(
    "AVM-03.lot8-week-year",
    "The last days of December show the year of their week, which is the next year.",
    "checkAvailability",
    in_turn(alter("availabilityResults[*].date", _in_week_year), alter("bestAvailability.date", _in_week_year)),
    hidden="certain days",
    origin=Origin.blind,
)
json_answer(
    "INV-07.lot8-escaped-apostrophe",
    "courseName of multi-day availability shows an apostrophe as &#039; and an ampersand as &amp;.",
    "checkAvailability",
    alter("courseName", _escaped),
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "AVM-15.lot8-best-of-the-whole-day",
    "With timeRange morning or afternoon, bestAvailability counts and prices the whole day.",
    "checkAvailability",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _best_of_the_whole_day(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or call.query.get("timeRange") not in _PARTS_OF_THE_DAY:
        return answer
    body = answer.json()
    if body["bestAvailability"] is None:
        return answer
    whole = await call.asking(timeRange="all").forward()
    return answer.with_json(put("bestAvailability", whole.json()["bestAvailability"])(body))


@mutant(
    _HOLDS_UNCOUNTED,
    "Multi-day availability counts a tee time that a hold has filled, until somebody books on that day.",
    "holdTeeTime createBooking checkAvailability",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _holds_uncounted(call: Call) -> Answer:
    if call.operation == "checkAvailability":
        return _as_before_the_holds(call, await call.forward())
    body = sent(call)
    course_id, day = str(call.path_params.get("courseId", body.get("courseId"))), str(body.get("date"))
    before = await _days(call, day) if call.operation == "holdTeeTime" else []
    answer = await call.forward()
    if answer.ok and before:
        after = await _days(call, day)
        _remembered(call, course_id, day).update(zip(map(_key, after), before, strict=False))
    if answer.ok and call.operation == "createBooking":
        _remembered(call, course_id, day).clear()
    return answer


async def _days(call: Call, day: str) -> list[Day]:
    """The day of a hold as it is for parties of one to four players, empty for a course or a day that has none."""
    path = f"{call.path.rpartition('/')[0]}/availability"
    found = []
    for players in _PARTY_SIZES:
        query = {"date": day, "players": players}
        answer = await aside(call).upstream("GET", path, query=query)
        if not answer.ok:
            return []
        found.append(answer.json()["availabilityResults"][0] | {"players": players})
    return found


def _remembered(call: Call, course_id: str, day: str) -> dict[str, Day]:
    """The days before each hold, by the days after it."""
    days: dict[str, Day] = memory_of_world(call, _HOLDS_UNCOUNTED).setdefault(f"{course_id}|{day}", {})
    return days


def _key(day: Day) -> str:
    return write_json(day).decode()


def _as_before_the_holds(call: Call, answer: Answer) -> Answer:
    if not answer.ok or call.query.get("timeRange", "all") != "all":
        return answer
    body = answer.json()
    days = [_before_the_holds(call, body["courseId"], day) for day in body["availabilityResults"]]
    if days == body["availabilityResults"]:
        return answer
    return answer.with_json(body | {"availabilityResults": days, "bestAvailability": _best(days)})


def _before_the_holds(call: Call, course_id: str, day: Day) -> Day:
    before = _remembered(call, course_id, day["date"])
    found = day | {"players": players_asked(call)}
    # A day that every hold leaves as it was leads to itself.
    for _ in before:
        found = before.get(_key(found), found)
    return {name: value for name, value in found.items() if name != "players"}


def _best(days: Iterable[Day]) -> Day | None:
    possible = [day for day in days if day["hasAvailability"]]
    if not possible:
        return None
    best = min(possible, key=lambda day: (day["lowestPrice"], -day["availableSlots"], day["date"]))
    return {name: best[name] for name in ("date", "dayOfWeek", "availableSlots", "lowestPrice")}
