"""What answers for several days must show, each rule for several of them: a finding names the day that breaks it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from conformance.asking.client import Agency
from conformance.asking.oracles import golden, refused_or
from conformance.evidence.exchanges import Answer
from conformance.evidence.verdicts import Advisory, Untested, Violation, expect, shown
from conformance.suite.arranged.days_offered import Period, ask_period, days_of, differ, weekday_named
from conformance.suite.arranged.tee_sheets import is_amount, is_time_of_day
from conformance.target.target import Target

_MOST_BOUNDS_READ = 3


def require_days_within_the_period(periods: Sequence[Period]) -> None:
    """Raises `Violation` for a day before or after the period, `Untested` when there is no day."""
    for period, day in _days(periods):
        if not period.first.isoformat() <= day["date"] <= period.last.isoformat():
            expected = f"every day lies within {period.first} to {period.last}"
            raise Violation(expected, f"{period.answer.where} has the day {day['date']}", period.answer)


def require_first_and_last_day(agency: Agency, periods: Sequence[Period]) -> None:
    """Raises `Violation` for a period without its first or last day, twice, where that day has tee times when it is
    asked for alone. A period may leave out days without tee times.
    """
    bounds = [(period, day) for period in periods for day in dict.fromkeys((period.first, period.last))]
    lacking = [(period, day) for period, day in bounds if period.days and not _has(period, day)]
    for period, day in lacking[:_MOST_BOUNDS_READ]:
        alone, again = (_ask(agency, period, *between) for between in ((day, day), (period.first, period.last)))
        if _has(alone, day, is_open=True) and not _has(again, day):
            expected = f"the period {period.first} to {period.last} includes {day}, which has tee times"
            raise Violation(expected, f"{again.answer.where} does not show the day", again.answer)


def _ask(agency: Agency, like: Period, first: date, last: date) -> Period:
    answer = ask_period(agency, like.course_id, first, last, like.players)
    return replace(like, first=first, last=last, answer=answer)


def _has(period: Period, day: date, *, is_open: bool = False) -> bool:
    days = period.open_days if is_open else period.days
    return any(shown.get("date") == day.isoformat() for shown in days)


def require_weekdays_of_the_dates(periods: Sequence[Period]) -> None:
    """Raises `Violation` for a day with the name of another weekday, `Advisory` for a name that is not English.

    Raises `Untested` when there is no day.
    """
    unknown = []
    for period, day in _days(periods):
        named = weekday_named(day.get("dayOfWeek"))
        if named is None:
            unknown.append(day.get("dayOfWeek"))
        elif named != date.fromisoformat(day["date"]).weekday():
            expected = f"dayOfWeek names the weekday of {day['date']}"
            raise Violation(expected, f"dayOfWeek of {day['date']} is {day['dayOfWeek']}", period.answer)

    if unknown:
        raise Advisory(f"dayOfWeek is {unknown[0]!r}, which is not an English weekday, full or of three letters.")


def require_availability_exactly_with_slots(periods: Sequence[Period], in_winter: Iterable[Period]) -> None:
    """Raises `Violation` where hasAvailability and availableSlots disagree.

    Reads periods *in_winter* until a day with availability and a day without were seen, or raises `Untested`.
    """
    seen = _availability_seen(periods)
    for period in in_winter:
        if seen == {True, False}:
            return
        seen |= _availability_seen([period])

    if seen != {True, False}:
        raise Untested("No answer shows both a day with availability and a day without availability.")


def _availability_seen(periods: Sequence[Period]) -> set[bool]:
    """The values of hasAvailability. Raises `Violation` where availableSlots says something else."""
    return {seen for period in periods for day in period.days if (seen := _has_availability(period, day)) is not None}


def _has_availability(period: Period, day: Any) -> bool | None:
    """hasAvailability of *day*, None where a member is malformed. Raises as `_availability_seen`."""
    has, slots = day.get("hasAvailability"), day.get("availableSlots")
    if not isinstance(has, bool) or not (is_amount(slots) or slots is None):
        return None
    if has is not bool(slots and slots > 0):
        expected = "hasAvailability is true exactly when availableSlots is above 0"
        actual = f"on {day['date']} hasAvailability is {shown(has)} and availableSlots is {slots}"
        raise Violation(expected, actual, period.answer)
    return has


def require_first_times_before_last_times(periods: Sequence[Period]) -> None:
    """Raises `Violation` for a day whose firstAvailableTime is after its lastAvailableTime, `Untested` without days."""
    for period, day in _open_days(periods):
        first, last = day.get("firstAvailableTime"), day.get("lastAvailableTime")
        if is_time_of_day(first) and is_time_of_day(last) and first > last:
            expected = f"firstAvailableTime is not after lastAvailableTime on {day['date']}"
            raise Violation(expected, f"the span of the day is {first} to {last}", period.answer)


def require_best_to_be_one_of_the_days(periods: Iterable[Period]) -> None:
    """Raises `Violation` for a bestAvailability that is not an open day of its answer, or shows the day otherwise.

    Raises `Untested` when no answer has a bestAvailability with a date.
    """
    named = [period for period in periods if isinstance(period.best, dict) and "date" in period.best]
    for period in named:
        _require_best_to_be_a_day(period, period.best)

    if not named:
        raise Untested("No answer has a bestAvailability with a date.")


def _require_best_to_be_a_day(period: Period, best: Any) -> None:
    day = next((day for day in period.open_days if day["date"] == best["date"]), None)
    if day is None:
        actual = f"bestAvailability is {best['date']}, which has no availability"
        raise Violation("bestAvailability is a day with availability", actual, period.answer)
    differing = [name for name in ("dayOfWeek", "availableSlots", "lowestPrice") if differ(best, day, name)]
    if differing:
        name = differing[0]
        expected = f"{name} of bestAvailability is {day[name]}, like {name} of its day"
        raise Violation(expected, f"{name} of bestAvailability, {best['date']}, is {best[name]}", period.answer)


def require_the_single_date_form(answers: Iterable[Answer], target: Target) -> None:
    """Raises `Violation` for a refusal, `Advisory` where the target declares that it takes periods only."""
    for answer in answers:
        if not answer.is_success and not target.single_date:
            raise Advisory(
                f"{answer.where} answered {answer.status}, and the target declares that it takes only periods."
            )
        golden(answer)


def require_each_day_once_and_in_order(periods: Sequence[Period]) -> None:
    """Raises `Violation` for a day that appears twice, `Advisory` for days that are not in calendar order.

    Raises `Untested` when no answer has two days.
    """
    out_of_order = []
    for period in periods:
        dates = [day["date"] for day in period.days]
        if len(set(dates)) < len(dates):
            twice = next(day for day in dates if dates.count(day) > 1)
            raise Violation("each day appears once", f"{twice} appears {dates.count(twice)} times", period.answer)
        out_of_order += [period.answer.where] if dates != sorted(dates) else []

    if not any(len(period.days) > 1 for period in periods):
        raise Untested("No answer has two days.")
    if out_of_order:
        raise Advisory(f"The days of {out_of_order[0]} are not in calendar order.")


def require_no_days(pairs: Iterable[tuple[Answer, Answer]]) -> None:
    """Raises `Violation` for an attempt, the first of a pair, that answers with days.

    Raises `Inconclusive` when the control, the second of the pair, is refused.
    """
    for attempt, control in pairs:
        found = [day["date"] for day in days_of(refused_or(attempt, control=control))]
        expected = f"{attempt.where}, whose period ends before it begins, has no day"
        expect(not found, expected, f"it has {', '.join(found)}", attempt)


def _days(periods: Sequence[Period]) -> Iterator[tuple[Period, Any]]:
    """Every day of the answers. Raises `Untested` when there is none."""
    found = [(period, day) for period in periods for day in period.days]
    if not found:
        raise Untested("No answer has a day.")
    yield from found


def _open_days(periods: Sequence[Period]) -> Iterator[tuple[Period, Any]]:
    return ((period, day) for period, day in _days(periods) if day.get("hasAvailability") is True)
