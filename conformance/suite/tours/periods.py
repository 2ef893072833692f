"""The tour of availability over several days: every pair of course, party, length, span, part of the day and caller."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache, partial

from conformance.asking.client import Agency
from conformance.conditions.courses import ONLINE_COURSE
from conformance.conditions.days import LENGTHS_DAYS, days_ahead
from conformance.conditions.families import PERIODS, UNSAID
from conformance.conditions.model import Case
from conformance.conditions.reading import period_case
from conformance.evidence.exchanges import Answer
from conformance.evidence.verdicts import NoEvidence
from conformance.scope.lanes import run_together
from conformance.scope.run import Run
from conformance.suite.arranged.days_offered import Period, ask_period, ask_single_date
from conformance.suite.availability.days_beside_sheets import (
    require_agreement_with_tee_sheets,
)
from conformance.suite.availability.period_comparisons import (
    require_first_day_on_sale,
    without_open_days,
)
from conformance.suite.availability.period_oracles import (
    require_availability_exactly_with_slots,
    require_best_to_be_one_of_the_days,
    require_days_within_the_period,
    require_each_day_once_and_in_order,
    require_first_times_before_last_times,
    require_the_single_date_form,
    require_weekdays_of_the_dates,
)
from conformance.suite.tours.sampling import CourseKinds, Judge, TourPlan, Turns
from conformance.target.target import Target

_COURSE = ("holes", "terms")
_USUAL_PLAYERS = 4


@dataclass(frozen=True)
class PeriodTour:
    """The accepted *periods* of the tour, and the answers to *single* dates. *whole* periods are of the whole day."""

    agency: Agency
    run: Run
    target: Target
    periods: tuple[Period, ...]
    whole: tuple[Period, ...]
    single: tuple[Answer, ...]


def tour_periods(plan: TourPlan, kinds: CourseKinds) -> PeriodTour:
    """The answers to the questions of the tour. A refused period is left out: other requirements judge it."""
    questions = list(_questions(plan, kinds))
    answers = run_together(
        partial(_ask, plan.agencies[case["asker"]], case, course_id, first, last)
        for case, course_id, first, last in questions
    )
    periods, whole, single = [], [], []
    for (case, course_id, first, last), answer in zip(questions, answers, strict=True):
        if case["form"] == "single date":
            single.append(answer)
        elif answer.is_success:
            periods.append(Period(course_id, first, last, _players(case) or _USUAL_PLAYERS, answer))
            whole += periods[-1:] if case["part of the day"] in (UNSAID, "all") else []
    return PeriodTour(plan.askers[0], plan.run, plan.target, tuple(periods), tuple(whole), tuple(single))


def _players(case: Case) -> int | None:
    return None if case["players"] == UNSAID else int(case["players"])


def _ask(agency: Agency, case: Case, course_id: str, first: date, last: date) -> Answer:
    if case["form"] == "single date":
        return ask_single_date(agency, course_id, first, _players(case))
    part = {} if case["part of the day"] == UNSAID else {"timeRange": case["part of the day"]}
    return ask_period(agency, course_id, first, last, _players(case), **part)


def _questions(plan: TourPlan, kinds: CourseKinds) -> Iterator[tuple[Case, str, date, date]]:
    turns = Turns(kinds.country)
    furthest = max((kinds.furthest(course_id) for course_id in kinds.fitting(ONLINE_COURSE, ("course",))), default=0)
    tables = (kinds.known.table(_COURSE, ONLINE_COURSE), _spans(plan.run.today, furthest))
    offers = {"asker": tuple(plan.agencies), **kinds.offers(_COURSE, ONLINE_COURSE)}
    for number, case in enumerate(plan.cases(PERIODS, tables=tables, offers=offers)):
        course_id = turns.next_of(kinds.fitting({**case, **ONLINE_COURSE}, ("course", *_COURSE)))
        spans = _every_span(plan.run.today, kinds.furthest(course_id)) if course_id else ()
        fitting = [span for of, span in spans if of.items() <= case.items()]
        if course_id and fitting:
            first, last = plan.run.random(f"tour of periods {number}").choice(fitting)
            yield case, course_id, first, last


def _spans(today: date, furthest: int) -> Sequence[Case]:
    return list({tuple(case.values()): case for case, _ in _every_span(today, furthest)}.values())


@cache
def _every_span(today: date, furthest: int) -> Sequence[tuple[Case, tuple[date, date]]]:
    """The periods that may be asked for, with their conditions."""
    return [
        (period_case(first, first + timedelta(days=days - 1), today), (first, first + timedelta(days=days - 1)))
        for days in LENGTHS_DAYS.values()
        for first in days_ahead(today, furthest - days)
    ]


def _agreement_with_tee_sheets(tour: PeriodTour) -> None:
    """Judges one period: a comparison takes several requests."""
    _require_requests_for_tours(tour)
    with_some = [period for period in tour.whole if period.open_days]
    require_agreement_with_tee_sheets(tour.agency, tour.run, with_some[:1])


def _first_days_on_sale(tour: PeriodTour) -> None:
    """Judges periods that show no day with availability, and one other where there is none of them."""
    _require_requests_for_tours(tour)
    with_some = [period for period in tour.whole if period.open_days]
    require_first_day_on_sale(tour.agency, without_open_days(tour.whole) or with_some[:1])


def _require_requests_for_tours(tour: PeriodTour) -> None:
    if not tour.target.wire.tours:
        raise NoEvidence("Periods of a tour are compared with tee sheets only where its user plans requests for tours.")


JUDGES: Mapping[str, Judge[PeriodTour]] = {
    "AVM-03": lambda tour: require_days_within_the_period(tour.periods),
    "AVM-06": lambda tour: require_weekdays_of_the_dates(tour.periods),
    "AVM-07": lambda tour: require_availability_exactly_with_slots(tour.periods, ()),
    "AVM-08": lambda tour: require_first_times_before_last_times(tour.periods),
    "AVM-15": lambda tour: require_best_to_be_one_of_the_days(tour.periods),
    "AVM-16": _first_days_on_sale,
    "AVM-17": lambda tour: require_the_single_date_form(tour.single, tour.target),
    "AVM-18": _agreement_with_tee_sheets,
    "AVM-19": lambda tour: require_each_day_once_and_in_order(tour.periods),
}
