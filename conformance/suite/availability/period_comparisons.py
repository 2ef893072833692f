"""What several answers for the same days must show together: with and without a parameter, and beside tee sheets."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date, timedelta
from functools import partial
from typing import Any

from conformance.asking.client import Agency
from conformance.asking.oracles import golden, part, refused_or, same, steady
from conformance.evidence.exchanges import Answer
from conformance.evidence.verdicts import NoEvidence, Untested, Violation, expect, shown
from conformance.recordings.parts import act_together
from conformance.scope.lanes import run_together
from conformance.scope.run import Run
from conformance.suite.arranged.days_offered import (
    Period,
    ask_period,
    days_of,
    halves_unlike_the_day,
    mornings_that_start_late,
    parts_beyond_the_day,
    with_more_slots,
)
from conformance.suite.arranged.tee_sheets import ask, listed_times
from conformance.suite.availability.periods_again import (
    as_asked,
    days_now,
    first_day_on_sale,
    in_question,
    period_body,
    try_period,
)

_MOST_EMPTY = 2
# Surely an afternoon: no document says where one begins.
_LATE = "15:00"


def require_all_by_default(agency: Agency, periods: Iterable[Period]) -> None:
    """Raises `Violation` when the days without timeRange are not the days for timeRange=all.

    Raises `Untested` when morning or afternoon always answers as the whole day does.
    """
    is_telling = False
    for period in periods:
        default, everything = steady(as_asked(agency, period), partial(days_now, agency, period, timeRange="all"))

        same(default, everything, f"the days of {in_question(period)} without timeRange, compared with timeRange=all,")
        is_telling = is_telling or everything not in _morning_and_afternoon(agency, period)

    if not is_telling:
        raise Untested(
            "The answers for morning or afternoon and for all are the same, so they do not show the default."
        )


def require_parts_of_the_day(agency: Agency, periods: Iterable[Period]) -> None:
    """Raises `Violation` when morning and afternoon are not two parts of the same days."""
    for period in periods:
        everything, parts = steady(
            as_asked(agency, period),
            partial(_morning_and_afternoon, agency, period),
            agree=lambda whole, both: _no_parts(whole, both) is None,
        )

        if wrong := _no_parts(everything, parts):
            raise Violation(*wrong)


def _no_parts(everything: list[dict[str, Any]], parts: list[list[dict[str, Any]]]) -> tuple[str, str] | None:
    """The first rule of a morning and an afternoon that does not hold, and what holds instead."""
    morning, afternoon = parts
    for name, part_of_day in (("morning", morning), ("afternoon", afternoon)):
        if more := with_more_slots(part_of_day, everything):
            return f"no day has more slots in the {name} than in all", shown(more)
        if beyond := parts_beyond_the_day(part_of_day, everything):
            return f"no {name} begins before, ends after or costs less than all of its day", shown(beyond)
    if late := mornings_that_start_late(morning, afternoon):
        return "no morning starts later than the afternoon of its day", shown(late)
    if unlike := halves_unlike_the_day(morning, afternoon, everything):
        return "a day begins, ends and costs like its halves, which have all of its slots", f"not on {shown(unlike)}"
    if everything == morning == afternoon:
        return "morning, afternoon and all differ", "they are the same on all days"
    return None


def _morning_and_afternoon(agency: Agency, period: Period) -> list[list[dict[str, Any]]]:
    return run_together(partial(days_now, agency, period, timeRange=name) for name in ("morning", "afternoon"))


def require_periods_for_four_by_default(agency: Agency, periods: Iterable[Period]) -> None:
    """Raises `Violation` when the days without players are not the days for 4, alone or beside a timeRange.

    Raises `Untested` when one player and four always find the same.
    """
    is_telling, asked = False, list(periods)
    looks = [[partial(days_now, agency, period, players=players) for players in (None, 4)] for period in asked]
    read = act_together([partial(steady, *both) for both in looks])
    for period, (default, four) in zip(asked, read, strict=True):
        same(default, four, f"the days of {in_question(period)} without players, compared with players=4,")
        if not is_telling and (for_one := days_now(agency, period, players=1)) != four:
            is_telling = True
            _require_mornings_for_four(agency, period)
            _require_single_day_for_four(agency, period, [day["date"] for day in for_one if day not in four])

    if not is_telling:
        raise Untested(
            "The answers for one and for four players are the same on every day, so they do not show the default."
        )


def _require_mornings_for_four(agency: Agency, period: Period) -> None:
    """Raises `Violation` where the default differs beside another parameter."""
    default, four = steady(
        partial(days_now, agency, period, players=None, timeRange="morning"),
        partial(days_now, agency, period, players=4, timeRange="morning"),
    )
    same(default, four, f"the mornings of {in_question(period)} without players, compared with players=4,")


def _require_single_day_for_four(agency: Agency, period: Period, telling: Sequence[str]) -> None:
    """Raises `Violation` where the default differs for a period of one day, the first of the *telling* days: they
    differ for one player and for four.
    """
    for first_day in telling[:1]:
        day = date.fromisoformat(first_day)
        alone = replace(period, first=day, last=day)
        default, four = steady(
            partial(days_now, agency, alone, players=None), partial(days_now, agency, alone, players=4)
        )
        same(default, four, f"the days of {in_question(alone)} without players, compared with players=4,")


def require_refusal_or_one_or_four(
    agency: Agency, players: int, attempts: Iterable[tuple[Period, Answer, Answer]]
) -> None:
    """Raises `Violation` for an attempt for *players*, beside its period, that answers otherwise than for 1 or for 4.

    Raises `Inconclusive` when the control, the last of the three, is refused.
    """
    for period, attempt, control in attempts:
        body = refused_or(attempt, control=control)
        if body is None:
            continue
        part(body, "availabilityResults", judge=False)

        clamped, answered = steady(
            partial(_one_and_four, agency, period),
            partial(try_period, agency, period, players),
            agree=lambda ends, days: days in ends,
        )

        expected = f"players={players} for the days of {in_question(period)} is refused or means 1 or 4"
        expect(answered in clamped, expected, f"it answered {shown(answered)}")


def _one_and_four(agency: Agency, period: Period) -> list[list[dict[str, Any]]]:
    return [days_now(agency, period, players=players) for players in (1, 4)]


def without_open_days(periods: Iterable[Period]) -> list[Period]:
    """A few of the *periods* of several days that show no day with availability: a target may have lost all days."""
    return [period for period in periods if period.first != period.last and not period.open_days][:_MOST_EMPTY]


def require_first_day_on_sale(agency: Agency, periods: Iterable[Period], of_one_day: Iterable[Period] = ()) -> None:
    """Raises `Violation` for a period that shows no availability on the first day whose tee sheet has room. Of the
    periods *of one day*, the first that has room is enough.

    Raises `Untested` when no day of the periods has room.
    """
    days = act_together([partial(_require_reach, agency, period) for period in periods])
    if not any(_require_reach(agency, period) for period in of_one_day) and not any(days):
        raise Untested("No day of the periods lists a tee time with room for the players.")


def _require_reach(agency: Agency, period: Period) -> str | None:
    """The first day on sale, None when there is none. Raises `Violation` when the answer does not show it."""
    first, reached = steady(
        partial(first_day_on_sale, agency, period),
        partial(_days_reached, agency, period),
        agree=lambda day, days: day is None or day in days,
    )
    expect(
        first is None or first in reached,
        f"{first}, which has tee times for {period.players}, is a day with availability",
        f"{period.answer.where} has these days with availability: {', '.join(reached) or 'none'}",
    )
    return first


def require_afternoon_of_today(agency: Agency, run: Run, course_ids: Iterable[str]) -> None:
    """Raises `Violation` when the afternoons of a period from today on lack today, whose tee sheet has late tee times.

    Raises `NoEvidence` where none of the courses lists a late tee time today.
    """
    first, last = run.today, run.today + timedelta(days=2)
    for course_id in course_ids:
        if not _late_times(agency, course_id, first):
            continue
        late, reached = steady(
            partial(_late_times, agency, course_id, first),
            lambda: _days_open(golden(ask_period(agency, course_id, first, last, 1, timeRange="afternoon"))),  # noqa: B023 - called at once
            agree=lambda times, days: not times or first.isoformat() in days,
        )
        expected = f"the afternoons from today on have today, when {course_id} has tee times at {', '.join(late[:3])}"
        expect(not late or first.isoformat() in reached, expected, f"they have {', '.join(reached) or 'no day'}")
        return
    raise NoEvidence("No course lists a late tee time today.")


def _late_times(agency: Agency, course_id: str, day: date) -> list[str]:
    """Late tee times of *day*; none where the day is over already at the course, which may refuse it then."""
    answer = ask(agency, course_id, day, 1)
    return [time for time in listed_times(answer.body) if time >= _LATE] if answer.is_success else []


def _days_reached(agency: Agency, period: Period) -> list[str]:
    """The days with availability."""
    return _days_open(period_body(agency, period))


def _days_open(body: Any) -> list[str]:
    return [day["date"] for day in days_of(body) if day.get("hasAvailability") is True]
