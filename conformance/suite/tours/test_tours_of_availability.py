"""Tee sheets and periods under every pair of conditions that the target offers."""

import pytest

from conformance.conditions.families import PERIODS, TEE_SHEETS
from conformance.evidence.verdicts import exercises
from conformance.suite.tours import periods, tee_sheets
from conformance.suite.tours.periods import PeriodTour, tour_periods
from conformance.suite.tours.sampling import CourseKinds, TourPlan, judged, rows_judged
from conformance.suite.tours.tee_sheets import SheetTour, tour_tee_sheets

pytestmark = pytest.mark.reads_of_a_tour


@pytest.fixture(scope="session")
def sheet_tour(tour_plan: TourPlan, course_kinds: CourseKinds) -> SheetTour:
    """Tee sheets in which every pair of conditions is met."""
    return tour_tee_sheets(tour_plan, course_kinds)


@pytest.fixture(scope="session")
def period_tour(tour_plan: TourPlan, course_kinds: CourseKinds) -> PeriodTour:
    """Answers for several days in which every pair of conditions is met."""
    return tour_periods(tour_plan, course_kinds)


@exercises(*TEE_SHEETS.operations, rows=TEE_SHEETS.rows)
def test_tee_sheets_under_every_pair_of_conditions(sheet_tour: SheetTour) -> None:
    """Sends the tour, so that everything that judges answers can judge these."""


@exercises(*PERIODS.operations, rows=PERIODS.rows)
def test_periods_under_every_pair_of_conditions(period_tour: PeriodTour) -> None:
    """Sends the tour, so that everything that judges answers can judge these."""


@pytest.mark.parametrize("row", rows_judged(tee_sheets.JUDGES))
def test_every_tee_sheet_of_the_tour_keeps_the_rule(sheet_tour: SheetTour, row: str) -> None:
    judged(tee_sheets.JUDGES[row], sheet_tour)


@pytest.mark.parametrize("row", rows_judged(periods.JUDGES))
def test_every_period_of_the_tour_keeps_the_rule(period_tour: PeriodTour, row: str) -> None:
    judged(periods.JUDGES[row], period_tour)
