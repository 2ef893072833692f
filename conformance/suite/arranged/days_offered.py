"""Multi-day availability as checks compare it: the documented members of each day."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from itertools import pairwise
from typing import Any

from conformance.asking.client import Agency, segment
from conformance.evidence.exchanges import Answer
from conformance.suite.arranged.tee_sheets import Amount, is_amount, is_time_of_day

_MEMBERS = (
    "date",
    "dayOfWeek",
    "hasAvailability",
    "availableSlots",
    "firstAvailableTime",
    "lastAvailableTime",
    "lowestPrice",
    "currency",
)

_Span = tuple[Any, Any, Any]

_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


@dataclass(frozen=True)
class Period:
    """What one course answered for several days, *first* to *last*, both included."""

    course_id: str
    first: date
    last: date
    players: int
    answer: Answer

    @cached_property
    def days(self) -> list[Any]:
        """The well-formed days in the order of the answer, none when it was refused; AVM-02 judges the others."""
        return days_of(self.answer.body) if self.answer.is_success else []

    @cached_property
    def open_days(self) -> list[Any]:
        """The days on which something is offered."""
        return [day for day in self.days if day.get("hasAvailability") is True]

    @cached_property
    def best(self) -> Any:
        """The member bestAvailability, None when there is none."""
        body = self.answer.body if self.answer.is_success else None
        return body.get("bestAvailability") if isinstance(body, dict) else None


def ask_period(
    agency: Agency, course_id: str, first: object, last: object, players: object = None, **options: object
) -> Answer:
    """GET availability from *first* to *last*; None sends no parameter, *options* may name a timeRange."""
    path = f"/travel/courses/{segment(course_id)}/availability"
    return agency.get(path, startDate=first, endDate=last, players=players, **options)


def ask_single_date(agency: Agency, course_id: str, day: object, players: object) -> Answer:
    """GET availability in the form of the quick-start, with `date`. Its answer is not shown."""
    return agency.get(f"/travel/courses/{segment(course_id)}/availability", date=day, players=players)


def days_of(body: Any) -> list[Any]:
    """The items of availabilityResults that carry a date, in their order."""
    days = body.get("availabilityResults") if isinstance(body, dict) else None
    return [day for day in (days if isinstance(days, list) else []) if isinstance(day, dict) and _has_date(day)]


def _has_date(day: Any) -> bool:
    try:
        return date.fromisoformat(day["date"]).isoformat() == str(day["date"])
    except (KeyError, TypeError, ValueError):
        return False


def documented(body: Any) -> list[dict[str, Any]]:
    """The documented members of all days, by date; a member that is absent counts as null."""
    return sorted(({name: day.get(name) for name in _MEMBERS} for day in days_of(body)), key=lambda day: day["date"])


def weekday_named(name: object) -> int | None:
    """The weekday of an English name, full or of three letters, Monday being 0; None for any other word."""
    word = name.casefold() if isinstance(name, str) else ""
    return next((number for number, full in enumerate(_WEEKDAYS) if word in (full, full[:3])), None)


def with_more_slots(part_of_day: Sequence[Any], everything: Sequence[Any]) -> list[str]:
    """Dates on which a part of the day has more slots than all of it; an absent day has no slots."""
    all_slots = _slots_by_date(everything)
    return [day for day, slots in _slots_by_date(part_of_day).items() if slots > all_slots.get(day, 0)]


def _slots_by_date(days: Sequence[Any]) -> dict[str, Amount]:
    return {day["date"]: day["availableSlots"] for day in days if is_amount(day.get("availableSlots"))}


def mornings_that_start_late(mornings: Sequence[Any], afternoons: Sequence[Any]) -> list[str]:
    """Dates on which the first time of the morning is later than the first time of the afternoon."""
    starts = {day["date"]: day.get("firstAvailableTime") for day in afternoons}
    return [
        day["date"]
        for day in mornings
        if is_time_of_day(first := day.get("firstAvailableTime"))
        and is_time_of_day(start := starts.get(day["date"]))
        and first > start
    ]


def parts_beyond_the_day(part_of_day: Sequence[Any], everything: Sequence[Any]) -> list[str]:
    """Dates on which a part of the day begins before, ends after or costs less than all of the day."""
    whole_days = _open_by_date(everything)
    return [
        day
        for day, part in _open_by_date(part_of_day).items()
        if day in whole_days and _is_beyond(part, whole_days[day])
    ]


def _is_beyond(part: Any, whole: Any) -> bool:
    (first, last, price), (first_of_all, last_of_all, price_of_all) = _span(part), _span(whole)
    return (
        bool(first and first_of_all and first < first_of_all)
        or bool(last and last_of_all and last > last_of_all)
        or (price is not None and price_of_all is not None and price < price_of_all)
    )


def halves_unlike_the_day(mornings: Sequence[Any], afternoons: Sequence[Any], everything: Sequence[Any]) -> list[str]:
    """Dates on which two halves have all slots of the day, and do not begin, end and cost as the day does.

    A target may offer an evening too. Then the halves have fewer slots than the day.
    """
    halves = [_open_by_date(part) for part in (mornings, afternoons)]
    whole_days = _open_by_date(everything)
    return [
        day
        for day, whole in whole_days.items()
        if (parts := [half[day] for half in halves if day in half])
        and sum(part.get("availableSlots") or 0 for part in parts) == whole.get("availableSlots")
        and _is_unlike([_span(part) for part in parts], _span(whole))
    ]


def _is_unlike(halves: Sequence[_Span], whole: _Span) -> bool:
    spans = [*halves, whole]
    if any(value is None for span in spans for value in span) or any(
        earlier[1] >= later[0] for earlier, later in pairwise(halves)
    ):
        return False
    firsts, lasts, prices = zip(*halves, strict=True)
    return (min(firsts), max(lasts), min(prices)) != whole


def _open_by_date(days: Sequence[Any]) -> dict[str, Any]:
    return {day["date"]: day for day in days if day.get("hasAvailability") is True}


def _span(day: Any) -> _Span:
    """The first and the last time and the lowest price of *day*, None for what is malformed."""
    first, last = (
        time if is_time_of_day(time := day.get(name)) else None for name in ("firstAvailableTime", "lastAvailableTime")
    )
    return first, last, price if is_amount(price := day.get("lowestPrice")) else None


def differ(best: Any, day: Any, name: str) -> bool:
    """Whether both carry the member with different values; a short name of a weekday equals its full name."""
    if name not in best or name not in day:
        return False
    if name == "dayOfWeek":
        return str(best[name]).casefold()[:3] != str(day[name]).casefold()[:3]
    return bool(best[name] != day[name])
