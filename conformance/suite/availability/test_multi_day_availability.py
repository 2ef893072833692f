"""Checks of the availability of several days at an online course."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from typing import Any

from conformance.asking.client import Agency
from conformance.asking.oracles import golden, same, steady
from conformance.discovery import CourseFinder
from conformance.evidence.verdicts import Advisory, Untested, Violation, expect, shown, verifies
from conformance.scope.run import Run
from conformance.suite.arranged.days_offered import (
    Period,
    ask_period,
    ask_single_date,
    days_of,
    differ,
    mornings_that_start_late,
    weekday_named,
    with_more_slots,
)
from conformance.suite.arranged.tee_sheets import ListedTeeTime, is_amount, is_time_of_day
from conformance.suite.availability.periods_again import (
    as_asked,
    days_now,
    first_day_on_sale,
    frame,
    period_body,
    sheets_of,
    summary_of_period,
    told,
)
from conformance.suite.availability.sampled_periods import winter_weeks, with_open_days
from conformance.target.target import Target


@verifies("AVM-03")
def test_the_days_lie_within_the_period_asked_for(periods: Sequence[Period]) -> None:
    for period, day in _days(periods):
        if not period.first.isoformat() <= day["date"] <= period.last.isoformat():
            expected = f"every day lies within {period.first} to {period.last}"
            raise Violation(expected, f"{period.answer.where} has the day {day['date']}", period.answer)


@verifies("AVM-06")
def test_day_of_week_names_the_weekday_of_the_date(periods: Sequence[Period]) -> None:
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


@verifies("AVM-07")
def test_a_day_has_availability_exactly_when_it_has_slots(
    agency: Agency, courses: CourseFinder, run: Run, periods: Sequence[Period]
) -> None:
    seen = _slots_agree(periods)
    for period in winter_weeks(agency, courses, run):
        if seen == {True, False}:
            return
        seen |= _slots_agree([period])

    if seen != {True, False}:
        raise Untested("No answer shows both a day with availability and a day without, so one half was not seen.")


@verifies("AVM-08")
def test_the_first_time_of_a_day_is_not_after_its_last(periods: Sequence[Period]) -> None:
    for period, day in _open_days(periods):
        first, last = day.get("firstAvailableTime"), day.get("lastAvailableTime")
        if is_time_of_day(first) and is_time_of_day(last) and first > last:
            expected = f"firstAvailableTime is not after lastAvailableTime on {day['date']}"
            raise Violation(expected, f"the span of the day is {first} to {last}", period.answer)


@verifies("AVM-09")
def test_the_time_range_defaults_to_all(agency: Agency, run: Run, periods: Sequence[Period]) -> None:
    is_telling = False
    for period in with_open_days(periods, run, "default time range"):
        default, everything = steady(as_asked(agency, period), partial(days_now, agency, period, timeRange="all"))

        same(default, everything, "the days without timeRange, as those for timeRange=all,")
        is_telling = is_telling or _differs_from_its_parts(agency, period, everything)

    if not is_telling:
        raise Untested("Morning or afternoon answers as all does, so the default could be either.")


@verifies("AVM-10")
def test_morning_and_afternoon_are_parts_of_all(agency: Agency, run: Run, periods: Sequence[Period]) -> None:
    for period in with_open_days(periods, run, "parts of the day"):
        everything, parts = steady(
            as_asked(agency, period),
            partial(_morning_and_afternoon, agency, period),
            agree=lambda whole, both: _no_parts(whole, both) is None,
        )

        if wrong := _no_parts(everything, parts):
            expect(False, *wrong)


def _no_parts(everything: list[dict[str, Any]], parts: list[list[dict[str, Any]]]) -> tuple[str, object] | None:
    """What is expected of a morning and an afternoon and does not hold, and what holds instead."""
    morning, afternoon = parts
    for name, one in (("morning", morning), ("afternoon", afternoon)):
        if more := with_more_slots(one, everything):
            return f"no day has more slots in the {name} than in all", more
    if late := mornings_that_start_late(morning, afternoon):
        return "no morning starts later than the afternoon of its day", late
    if everything == morning == afternoon:
        return "morning, afternoon and all differ", "they are the same on all days"
    return None


@verifies("AVM-12")
def test_players_defaults_to_four_in_a_period(agency: Agency, run: Run, periods: Sequence[Period]) -> None:
    is_telling = False
    for period in with_open_days(periods, run, "default players", most=4):
        default, four = steady(
            partial(days_now, agency, period, players=None), partial(days_now, agency, period, players=4)
        )

        same(default, four, "the days without players, as those for players=4,")
        if not is_telling and days_now(agency, period, players=1) != four:
            is_telling = True
            _morning_is_for_four(agency, period)

    if not is_telling:
        raise Untested("One player and four find the same on every day, so neither shows the default.")


def _morning_is_for_four(agency: Agency, period: Period) -> None:
    """Raise `Violation` where the default differs beside another parameter."""
    default, four = steady(
        partial(days_now, agency, period, players=None, timeRange="morning"),
        partial(days_now, agency, period, players=4, timeRange="morning"),
    )
    same(default, four, "the mornings without players, as those for players=4,")


@verifies("AVM-15")
def test_the_best_availability_is_one_of_the_days(agency: Agency, run: Run, periods: Sequence[Period]) -> None:
    mornings = [_morning(agency, period) for period in _with_open_days_if_any(periods, run, "best morning")]
    named = [
        (period, period.best)
        for period in (*periods, *mornings)
        if isinstance(period.best, dict) and "date" in period.best
    ]
    for period, best in named:
        day = next((one for one in period.open_days if one["date"] == best["date"]), None)
        if day is None:
            told = f"bestAvailability is {best['date']}, which has none"
            raise Violation("bestAvailability is a day with availability", told, period.answer)
        differing = [name for name in ("dayOfWeek", "availableSlots", "lowestPrice") if differ(best, day, name)]
        if differing:
            name = differing[0]
            expected = f"{name} of bestAvailability is that of its day, {day[name]}"
            raise Violation(expected, f"{name} of bestAvailability, {best['date']}, is {best[name]}", period.answer)

    if not named:
        raise Untested("No answer has a bestAvailability with a date.")


def _with_open_days_if_any(periods: Sequence[Period], run: Run, name: str) -> list[Period]:
    try:
        return with_open_days(periods, run, name)
    except Untested:
        return []


def _morning(agency: Agency, period: Period) -> Period:
    """The mornings of *period*."""
    answer = ask_period(agency, period.course_id, period.first, period.last, period.players, timeRange="morning")
    return replace(period, answer=answer)


@verifies("AVM-16")
def test_a_period_reaches_the_first_day_with_tee_times(agency: Agency, run: Run, periods: Sequence[Period]) -> None:
    seen = 0
    one_day = [period for period in periods if period.first == period.last]
    for period in (*with_open_days(periods, run, "first day with tee times"), *one_day[:1]):
        first, reached = steady(
            partial(first_day_on_sale, agency, period),
            partial(_days_reached, agency, period),
            agree=lambda day, days: day is None or day in days,
        )
        if first is None:
            continue

        seen += 1
        told = f"{period.answer.where} has these days with availability: {', '.join(reached) or 'none'}"
        expect(first in reached, f"{first}, which has tee times for {period.players}, is a day with availability", told)

    if not seen:
        raise Untested("No day of the periods lists a tee time with room for the players.")


@verifies("AVM-17")
def test_the_single_date_form_is_accepted(agency: Agency, run: Run, target: Target, periods: Sequence[Period]) -> None:
    for period in with_open_days(periods, run, "single date", most=4):
        day = run.random("single date").choice(period.open_days)

        answer = ask_single_date(agency, period.course_id, day["date"], period.players)
        if not answer.is_success and not target.single_date:
            raise Advisory(f"{answer.where} answered {answer.status}; the target declares that it takes periods only.")
        golden(answer)


@verifies("AVM-18")
def test_a_period_and_a_tee_sheet_agree(agency: Agency, run: Run, periods: Sequence[Period]) -> None:
    for period in with_open_days(periods, run, "agreement"):
        inner = run.random("agreement").sample(period.days, min(2, len(period.days)))
        dates = [day["date"] for day in (period.days[0], *inner, period.days[-1])]
        summary, sheets = steady(
            partial(summary_of_period, agency, period),
            partial(sheets_of, agency, period, dates),
            agree=lambda days, listed: _disagreement(period, days, listed) is None,  # noqa: B023 - called at once
        )

        if wrong := _disagreement(period, summary, sheets):
            expect(False, *wrong)


def _disagreement(
    period: Period, summary: Mapping[str, list[Any]], sheets: Mapping[str, Sequence[ListedTeeTime]]
) -> tuple[str, str] | None:
    """What the first tee sheet that differs from *summary* says of its day, and what *summary* does."""
    for day, listed in sheets.items():
        wanted = [frame(listed), frame([one for one in listed if one.available >= period.players])]
        if day in summary and summary[day] not in wanted:
            return f"{day} has {told(wanted[0])}, as its tee sheet", f"the period says {told(summary[day])}"
    return None


@verifies("AVM-19")
def test_a_day_appears_once_and_in_order(periods: Sequence[Period]) -> None:
    out_of_order = []
    for period in periods:
        dates = [day["date"] for day in period.days]
        if len(set(dates)) < len(dates):
            twice = next(one for one in dates if dates.count(one) > 1)
            raise Violation("each day appears once", f"{twice} appears {dates.count(twice)} times", period.answer)
        out_of_order += [period.answer.where] if dates != sorted(dates) else []

    if not any(len(period.days) > 1 for period in periods):
        raise Untested("No answer has two days.")
    if out_of_order:
        raise Advisory(f"The days of {out_of_order[0]} are not in calendar order.")


def _days(periods: Sequence[Period]) -> Iterator[tuple[Period, Any]]:
    """Every day of the answers. Raises `Untested` at the end when there was none."""
    found = [(period, day) for period in periods for day in period.days]
    if not found:
        raise Untested("No answer has a day.")
    yield from found


def _open_days(periods: Sequence[Period]) -> Iterator[tuple[Period, Any]]:
    return ((period, day) for period, day in _days(periods) if day.get("hasAvailability") is True)


def _slots_agree(periods: Sequence[Period]) -> set[bool]:
    """Which values of hasAvailability were seen. Raises `Violation` where availableSlots says something else."""
    seen = set()
    for period in periods:
        for day in period.days:
            has, slots = day.get("hasAvailability"), day.get("availableSlots")
            if not isinstance(has, bool) or not (is_amount(slots) or slots is None):
                continue
            if has is not bool(slots and slots > 0):
                expected = "hasAvailability is true exactly when availableSlots is above 0"
                told = f"on {day['date']} hasAvailability is {shown(has)} and availableSlots is {slots}"
                raise Violation(expected, told, period.answer)
            seen.add(has)
    return seen


def _differs_from_its_parts(agency: Agency, period: Period, everything: list[dict[str, Any]]) -> bool:
    """Whether neither the morning nor the afternoon answers as the whole day does."""
    return everything not in [days_now(agency, period, timeRange=name) for name in ("morning", "afternoon")]


def _days_reached(agency: Agency, period: Period) -> list[str]:
    """The days with availability."""
    return [day["date"] for day in days_of(period_body(agency, period)) if day.get("hasAvailability") is True]


def _morning_and_afternoon(agency: Agency, period: Period) -> list[list[dict[str, Any]]]:
    return [days_now(agency, period, timeRange=name) for name in ("morning", "afternoon")]
