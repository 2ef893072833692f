"""Courses that sell only some days or some tee times. Reads, holds, bookings, hooks and groups agree."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

from conformance.evidence.exchanges import Response
from tests.conforming.laid_aside.reading import Item, best_of, course_of, tee_times_of
from tests.conforming.tools.variation import Ask, Forward, Variation, body_of, has_json, refusal, variation, with_json

_SATURDAY = 5
_WINTER = (12, 1, 2)
_NO_TEE_TIME: Item = {
    "hasAvailability": False,
    "availableSlots": 0,
    "firstAvailableTime": None,
    "lastAvailableTime": None,
    "lowestPrice": None,
}
_OF_ONE_TIME = {"holdTeeTime": "time", "createBooking": "teeTime", "createBookingHook": "teeTime"}


def _every_day(_course: str, _day: date) -> bool:
    return True


def _every_time(_time: str) -> bool:
    return True


@dataclass(frozen=True)
class Sells:
    """A layer: online courses sell the tee times for which both questions are answered with yes."""

    sells_day: Callable[[str, date], bool] = _every_day
    sells_time: Callable[[str], bool] = _every_time

    def __call__(self, ask: Ask, forward: Forward) -> Response:
        """The answer of the target whose tee sheet has only these tee times."""
        body = ask.json() if ask.request.content else None
        if ask.operation in _OF_ONE_TIME and isinstance(body, dict):
            return self._write(ask, forward, body)
        if ask.operation in ("createGroupBooking", "validateGroupBooking") and isinstance(body, dict):
            return self._group(ask, forward, body)
        answer = forward(ask)
        if not has_json(answer):
            return answer
        return self._read(ask, forward, answer)

    def _read(self, ask: Ask, forward: Forward, answer: Response) -> Response:
        shown = body_of(answer)
        if ask.operation == "listTeeTimes" and shown.get("isOnline"):
            return with_json(answer, self._sheet(shown))
        if ask.operation == "checkAvailability":
            days = [self._day(ask, forward, shown["courseId"], day) for day in shown["availabilityResults"]]
            return with_json(answer, shown | {"availabilityResults": days, "bestAvailability": best_of(days)})
        if ask.operation == "findGroupSlots":
            plan = shown["data"]
            options = [option for option in plan["options"] if self._sells_all(plan, option["teeTimes"])]
            return with_json(answer, {"data": plan | {"options": options}})
        return answer

    def _sheet(self, sheet: Item) -> Item:
        listed = [item for item in sheet["availableTimes"] if self._sells(sheet, item["time"])]
        times = [item["time"] for item in listed]
        limits = {"firstAvailable": min(times, default=None), "lastAvailable": max(times, default=None)}
        return sheet | {"availableTimes": listed, "timeSlots": sheet["timeSlots"] | limits}

    def _day(self, ask: Ask, forward: Forward, course_id: str, day: Item) -> Item:
        if not day["hasAvailability"] or not self.sells_day(course_id, date.fromisoformat(day["date"])):
            return day | _NO_TEE_TIME
        if self.sells_time is _every_time:
            return day
        players, part = ask.query.get("players", "4"), ask.query.get("timeRange", "all")
        listed = tee_times_of(ask, forward, course_id, day["date"], players)
        sold = [item for item in listed if self.sells_time(item["time"]) and is_within(part, item["time"])]
        return day | (summary(sold) if sold else _NO_TEE_TIME)

    def _write(self, ask: Ask, forward: Forward, body: Item) -> Response:
        course_id = str(ask.path_params.get("courseId", body.get("courseId")))
        time = str(body.get(_OF_ONE_TIME[str(ask.operation)]))
        if self._refuses(ask, forward, course_id, body, time):
            return refusal(409, f"The course sells no tee time at {time} on {body.get('date')}.")
        return forward(ask)

    def _group(self, ask: Ask, forward: Forward, body: Item) -> Response:
        if self._refuses(ask, forward, str(body.get("courseId")), body, None):
            return refusal(409, f"The course is closed on {body.get('date')}.")
        return forward(ask)

    def _refuses(self, ask: Ask, forward: Forward, course_id: str, body: Item, time: str | None) -> bool:
        sheet = {"courseId": course_id, "date": body.get("date")}
        if _parsed(sheet["date"]) is None or self._sells(sheet, time):
            return False
        course = course_of(ask, forward, course_id)
        return course is not None and bool(course["isOnline"])

    def _sells(self, sheet: Item, time: str | None) -> bool:
        day = _parsed(sheet["date"])
        return day is not None and self.sells_day(sheet["courseId"], day) and (time is None or self.sells_time(time))

    def _sells_all(self, plan: Item, tee_times: list[Item]) -> bool:
        return all(self._sells(plan, item["time"]) for item in tee_times)


def summary(tee_times: list[Item]) -> Item:
    """The members of a day in the multi-day answer, from its listed *tee_times* (at least one)."""
    times = [item["time"] for item in tee_times]
    return {
        "hasAvailability": True,
        "availableSlots": len(tee_times),
        "firstAvailableTime": min(times),
        "lastAvailableTime": max(times),
        "lowestPrice": min(item["pricing"]["greenFee"] for item in tee_times),
    }


def is_within(part: str, time: str, noon: str = "12:00") -> bool:
    """Whether *time* belongs to the `timeRange` *part*, when the afternoon begins at *noon*."""
    return {"morning": time < noon, "afternoon": time >= noon}.get(part, True)


def no_tee_time(day: Item) -> Item:
    """*day* of the multi-day answer without a tee time."""
    return day | _NO_TEE_TIME


def _parsed(day: object) -> date | None:
    try:
        return date.fromisoformat(str(day))
    except ValueError:
        return None


def _half(course_id: str) -> bool:
    return zlib.crc32(course_id.encode()) % 2 == 0


_CHOICE = "tee times that are sold"

VARIATIONS: tuple[Variation, ...] = (
    variation(
        "courses are closed on Mondays",
        "The specification does not say on which days a course sells tee times.",
        Sells(sells_day=lambda _, day: day.weekday() != 0),
        choice=_CHOICE,
    ),
    variation(
        "courses sell weekends only",
        "The specification does not say on which days a course sells tee times.",
        Sells(sells_day=lambda _, day: day.weekday() >= _SATURDAY),
        choice=_CHOICE,
    ),
    variation(
        "half of the courses close from December to February",
        "The specification does not say that a course is open all year.",
        Sells(sells_day=lambda course_id, day: day.month not in _WINTER or not _half(course_id)),
        choice=_CHOICE,
    ),
    variation(
        "courses sell every other day",
        "The specification does not say on which days a course sells tee times.",
        Sells(sells_day=lambda _, day: day.toordinal() % 2 == 0),
        choice=_CHOICE,
    ),
    variation(
        "a day has few tee times",
        "The specification does not say how many tee times a day has.",
        Sells(sells_time=lambda time: time in ("08:00", "10:00", "12:00", "14:00", "16:00")),
        choice=_CHOICE,
    ),
    variation(
        "courses sell afternoons only",
        "The specification does not say at which times of the day a course sells tee times.",
        Sells(sells_time=lambda time: time >= "13:00"),
        choice=_CHOICE,
    ),
)
