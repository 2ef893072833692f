"""Availability of one day and of several days, where order, counts and answers are open."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from conformance.evidence.exchanges import Response
from tests.conforming.laid_aside.reading import Item, best_day, best_of, course_of, read, tee_times_of
from tests.conforming.laid_aside.selling import is_within, no_tee_time, summary
from tests.conforming.tools.variation import (
    Ask,
    Forward,
    Variation,
    body_of,
    edited,
    has_json,
    refusal,
    variation,
    with_json,
)

_ELEVEN = "11:00"
_BOUNDS: Mapping[str, dict[str, str]] = {"morning": {"latestTime": "12:00"}, "afternoon": {"earliestTime": "11:59"}}
_MOST_DAYS = 31


@dataclass(frozen=True)
class Days:
    """A layer: the days of the multi-day answer, each changed by *change* with its tee times at hand."""

    change: Callable[[Item, Sequence[Item]], Item]
    best: Callable[[Sequence[Item]], Item | None] = best_of
    noon: str = "12:00"

    def __call__(self, ask: Ask, forward: Forward) -> Response:
        """The multi-day answer with changed days. The whole day is read when the noon is another."""
        is_part = ask.operation == "checkAvailability" and ask.query.get("timeRange") in ("morning", "afternoon")
        answer = forward(ask.asking(timeRange="all") if is_part else ask)
        if ask.operation != "checkAvailability" or not has_json(answer) or "availabilityResults" not in body_of(answer):
            return answer
        body = body_of(answer)
        days = [self._day(ask, forward, body["courseId"], day) for day in body["availabilityResults"]]
        return with_json(answer, body | {"availabilityResults": days, "bestAvailability": self.best(days)})

    def _day(self, ask: Ask, forward: Forward, course_id: str, day: Item) -> Item:
        if not day["hasAvailability"]:
            return day
        part, players = ask.query.get("timeRange", "all"), ask.query.get("players", "4")
        listed = tee_times_of(ask, forward, course_id, day["date"], players)
        wanted = [item for item in listed if is_within(part, item["time"], self.noon)]
        return self.change(day | summary(wanted), wanted) if wanted else no_tee_time(day)


def _as_it_is(day: Item, _tee_times: Sequence[Item]) -> Item:
    return day


def _places(day: Item, tee_times: Sequence[Item]) -> Item:
    return day | {"availableSlots": sum(item["available"] for item in tee_times)}


def _totals(day: Item, tee_times: Sequence[Item]) -> Item:
    return day | {"lowestPrice": min(item["pricing"]["totalAmount"] for item in tee_times)}


def _first(days: Sequence[Item]) -> Item | None:
    return best_day([day for day in days if day["hasAvailability"]], lambda day: day["date"])


def _open_days_only(_ask: Ask, body: Any) -> Any:
    return body | {"availabilityResults": [day for day in body["availabilityResults"] if day["hasAvailability"]]}


def _last_day_first(_ask: Ask, body: Any) -> Any:
    return body | {"availabilityResults": body["availabilityResults"][::-1]}


def _unsorted(_ask: Ask, body: Any) -> Any:
    if not body["isOnline"]:
        return body
    order = sorted(body["availableTimes"], key=lambda item: zlib.crc32(item["time"].encode()))
    return body | {"availableTimes": order}


def _no_fees(_ask: Ask, body: Any) -> Any:
    return body | {"additionalFees": []} if body["isOnline"] else body


def _other_words(_ask: Ask, body: Any) -> Any:
    if body["isOnline"]:
        fees = [fee | {"unit": "per booking, once"} for fee in body["additionalFees"]]
        return body | {"dayType": "school_holiday", "additionalFees": fees}
    pricing = body["approximatePricing"] | {"priceAccuracy": "last_season"}
    return body | {"approximatePricing": pricing, "bookingMessage": "Bitte telefonisch anfragen."}


def _further_members(_ask: Ask, body: Any) -> Any:
    if not body["isOnline"]:
        return body | {"availableFrom": "in spring", "timeZone": "Europe/Berlin"}
    for item in body["availableTimes"]:
        item |= {"startingTee": 1, "holes": 18, "isLastMinute": False, "pricing": item["pricing"] | {"vatRate": None}}
    return body | {"timeZone": "Europe/Berlin", "sheetVersion": 7}


def _days_out_of_reach_are_empty(ask: Ask, forward: Forward) -> Response:
    answer = forward(ask)
    course = _course_of_a_day_out_of_reach(ask, forward, answer)
    if course is None or not course["isOnline"]:
        return answer
    sheet = {
        "courseId": course["id"],
        "courseName": course["name"],
        "date": ask.query["date"],
        "dayType": "unknown",
        "isOnline": True,
        "availableTimes": [],
        "additionalFees": [],
        "timeSlots": {"firstAvailable": None, "lastAvailable": None, "twilightStart": None},
    }
    return with_json(Response(200, (("content-type", "application/json"),), b""), sheet)


def _course_of_a_day_out_of_reach(ask: Ask, forward: Forward, answer: Response) -> Item | None:
    is_refused_day = answer.status == 422 and b"date_" in answer.content
    if ask.operation != "listTeeTimes" or not is_refused_day:
        return None
    return course_of(ask, forward, ask.path_params["courseId"])


def _offline_courses_have_empty_days(ask: Ask, forward: Forward) -> Response:
    answer = forward(ask)
    if ask.operation != "checkAvailability" or b"course_offline" not in answer.content:
        return answer
    course = course_of(ask, forward, ask.path_params["courseId"])
    if course is None:
        return answer
    start = date.fromisoformat(ask.query.get("startDate", ask.query.get("date", "")))
    end = date.fromisoformat(ask.query.get("endDate", ask.query.get("date", "")))
    days = [_empty_day(start + timedelta(days=number)) for number in range((end - start).days + 1)]
    shown = {"courseId": course["id"], "courseName": course["name"]}
    body = shown | {"availabilityResults": days, "bestAvailability": None}
    return with_json(Response(200, (("content-type", "application/json"),), b""), body)


def _empty_day(day: date) -> Item:
    return no_tee_time({"date": day.isoformat(), "dayOfWeek": f"{day:%A}", "currency": "EUR"})


def _single_date_lists_tee_times(ask: Ask, forward: Forward) -> Response:
    answer = forward(ask)
    if ask.operation != "checkAvailability" or "date" not in ask.query or not has_json(answer):
        return answer
    wanted = {"date": ask.query["date"], "players": ask.query.get("players", "4")}
    wanted |= _BOUNDS.get(ask.query.get("timeRange", "all"), {})
    return read(ask, forward, f"/travel/courses/{ask.path_params['courseId']}/tee-times", **wanted)


def _short_periods(ask: Ask, forward: Forward) -> Response:
    answer = forward(ask)
    if ask.operation != "checkAvailability" or not has_json(answer) or "startDate" not in ask.query:
        return answer
    days = (date.fromisoformat(ask.query["endDate"]) - date.fromisoformat(ask.query["startDate"])).days + 1
    return refusal(400, f"A period has at most {_MOST_DAYS} days.") if days > _MOST_DAYS else answer


_NUMBERS = "The specification does not say what availableSlots counts, what lowestPrice is, and what makes a day best."
_DAY = "listTeeTimes"

VARIATIONS: tuple[Variation, ...] = (
    variation("the first day is the best", _NUMBERS, Days(_as_it_is, _first), choice="numbers of days"),
    variation("available slots count places", _NUMBERS, Days(_places), choice="numbers of days"),
    variation("the lowest price is a total", _NUMBERS, Days(_totals), choice="numbers of days"),
    variation(
        "the afternoon begins at eleven",
        "The specification does not say when the morning ends.",
        Days(_as_it_is, noon=_ELEVEN),
        choice="numbers of days",
    ),
    edited(
        "days without tee times are absent",
        "The specification does not say that every day of the period has an object.",
        "checkAvailability",
        _open_days_only,
    ),
    edited(
        "days run backwards",
        "The specification states no order of the day objects.",
        "checkAvailability",
        _last_day_first,
    ),
    edited("tee times are in no order", "The specification states no order of tee times.", _DAY, _unsorted),
    edited(
        "tee times come without additional fees",
        "additionalFees is an array, and no sentence says that a course has such a fee.",
        _DAY,
        _no_fees,
        choice="words of a day",
    ),
    edited(
        "other day types, units and accuracies",
        "The complete sets of dayType, unit and priceAccuracy are not shown.",
        _DAY,
        _other_words,
        choice="words of a day",
    ),
    edited(
        "tee times have further members",
        "No sentence says that an answer has only the members shown.",
        _DAY,
        _further_members,
    ),
    variation(
        "days out of reach are empty",
        "The answer to tee times of a past day, or of a day that cannot be booked yet, is not shown.",
        _days_out_of_reach_are_empty,
    ),
    variation(
        "offline courses show empty days",
        "The specification does not say how multi-day availability answers for an offline course.",
        _offline_courses_have_empty_days,
    ),
    variation(
        "a period of availability has at most 31 days",
        "The specification does not say how long the period of multi-day availability may be.",
        _short_periods,
    ),
    variation(
        "the single-date form lists tee times",
        "The response of the single-date form is not shown.",
        _single_date_lists_tee_times,
    ),
)
