"""Days of periods beside their tee sheets, which tell the same."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from typing import Any

from conformance.asking.client import Agency
from conformance.asking.oracles import steady, within_budget
from conformance.conditions.days import is_weekend
from conformance.discovery import FreshDay, OfferedTeeTime
from conformance.evidence.verdicts import Violation
from conformance.recordings.parts import act_together
from conformance.scope.run import Run
from conformance.suite.arranged.booked import PLACES
from conformance.suite.arranged.days_offered import Period, ask_period
from conformance.suite.arranged.tee_sheets import ListedTeeTime
from conformance.suite.availability.periods_again import frame, in_words, sheets_of, summary_of_period
from conformance.target.target import Target

_READ_IN_FULL, _WEEK = 2, 7


def require_agreement_with_tee_sheets(agency: Agency, run: Run, periods: Iterable[Period]) -> None:
    """Raises `Violation` for a day of a period that differs from its tee sheet: the first, the last, one beyond a week,
    or a drawn day. Of the third and later periods, a day of a weekend and the last day are read, for other parties with
    each seed. The first is asked for another party as well.

    Days without tee times are drawn first: among days with some, they are the days that a target may have lost.
    """
    comparisons = []
    for turn, period in enumerate(periods):
        drawn = run.random("agreement").sample(period.days, len(period.days))
        drawn.sort(key=lambda day: day.get("hasAvailability") is True)
        inner = [*[day for day in drawn if day in period.days[_WEEK:]][:1], *drawn][:2]
        dates = [day["date"] for day in (period.days[0], *inner, period.days[-1])]
        if turn < _READ_IN_FULL:
            comparisons.append((period, dates))
        else:
            weekend = [day["date"] for day in reversed(drawn) if is_weekend(date.fromisoformat(day["date"]))]
            others = replace(period, players=(turn + run.seed) % PLACES + 1)
            comparisons.append((others, [*(weekend or dates[-2:])[:1], dates[-1]]))
        if turn == 0:
            others = replace(period, players=1 if period.players > 1 else PLACES)
            comparisons.append((others, dates[1:-1] or dates[:1]))
    act_together([partial(_require_agreement, agency, *compared) for compared in comparisons])


def _require_agreement(agency: Agency, period: Period, dates: Sequence[str]) -> None:
    summary, sheets = steady(
        partial(_summary_after_another, agency, period),
        partial(sheets_of, agency, period, dates),
        agree=lambda days, listed: _disagreement(period, days, listed) is None,
    )

    if wrong := _disagreement(period, summary, sheets):
        raise Violation(*wrong)


def _summary_after_another(agency: Agency, period: Period) -> Mapping[str, list[Any]]:
    """As `summary_of_period`, after the same question for other players: a target may remember that answer."""
    ask_period(agency, period.course_id, period.first, period.last, period.players % PLACES + 1)
    return summary_of_period(agency, period)


def first_with_every_place(day: FreshDay) -> OfferedTeeTime:
    """The first tee time of *day* with four free places."""
    return min((tee_time for tee_time in day.tee_times if tee_time.places >= PLACES), key=lambda offered: offered.time)


def day_as_period(agency: Agency, day: FreshDay) -> Period:
    """The answer for *day* as a period of one day, for four players."""
    asked = ask_period(agency, day.course_id, day.play_date, day.play_date, PLACES)
    return Period(day.course_id, day.play_date, day.play_date, PLACES, asked)


def require_agreement_in_time(agency: Agency, period: Period, target: Target) -> None:
    """As `_require_agreement`, within the budget for changes to show."""
    dates = [period.first.isoformat()]

    def wrong() -> tuple[str, str] | None:
        return _disagreement(period, summary_of_period(agency, period), sheets_of(agency, period, dates))

    if within_budget(wrong, lambda found: found is None, seconds=target.budgets.visibility_seconds):
        _require_agreement(agency, period, dates)


def _disagreement(
    period: Period, summary: Mapping[str, list[Any]], sheets: Mapping[str, Sequence[ListedTeeTime]]
) -> tuple[str, str] | None:
    """What the first tee sheet that differs from *summary* shows for its day, and what *summary* shows."""
    for day, listed in sheets.items():
        wanted = [frame(listed), frame([tee_time for tee_time in listed if tee_time.available >= period.players])]
        if day in summary and summary[day] not in wanted:
            return f"{day} has {in_words(wanted[0])}, like its tee sheet", f"the period shows {in_words(summary[day])}"
    return None
