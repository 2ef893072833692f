"""Lives of bookings and holds under every pair of conditions that the target offers."""

from collections.abc import Sequence

import pytest

from conformance.conditions.families import BOOKING_LIVES, HOLDS
from conformance.discovery import TeeTimeFinder
from conformance.evidence.verdicts import exercises
from conformance.suite.tours import holds, lives_judged
from conformance.suite.tours.booking_lives import Life, Means, cases_of_lives, tour_lives
from conformance.suite.tours.free_tee_times import FreeTeeTimes
from conformance.suite.tours.holds import HoldTour, tour_holds
from conformance.suite.tours.sampling import CourseKinds, TourPlan, judged, rows_judged


@pytest.fixture(scope="session")
def lives(
    means_of_lives: Means, course_kinds: CourseKinds, tee_times: TeeTimeFinder, plan_of_writes: TourPlan
) -> Sequence[Life]:
    """Bookings in whose lives every pair of conditions is met."""
    cases = cases_of_lives(plan_of_writes, course_kinds)
    return tour_lives(means_of_lives, course_kinds, FreeTeeTimes(tee_times), cases)


@pytest.mark.of_a_tour
@exercises(*BOOKING_LIVES.operations, writes=True, rows=BOOKING_LIVES.rows)
def test_lives_of_bookings_under_every_pair_of_conditions(lives: Sequence[Life]) -> None:
    """Sends the tour, so that everything that judges answers can judge these."""


@pytest.mark.of_a_tour
@pytest.mark.parametrize("row", rows_judged(lives_judged.JUDGES))
def test_every_life_of_the_tour_keeps_the_rule(lives: Sequence[Life], row: str) -> None:
    judged(lives_judged.JUDGES[row], lives)


@pytest.fixture(scope="session")
def hold_tour(
    means_of_lives: Means,
    other_eyes: TeeTimeFinder,
    course_kinds: CourseKinds,
    tee_times: TeeTimeFinder,
    plan_of_writes: TourPlan,
) -> HoldTour:
    """Holds in which every pair of conditions is met."""
    return tour_holds(means_of_lives, other_eyes, course_kinds, FreeTeeTimes(tee_times), plan_of_writes)


@pytest.mark.of_a_tour
@exercises(*HOLDS.operations, writes=True, rows=HOLDS.rows)
def test_holds_under_every_pair_of_conditions(hold_tour: HoldTour) -> None:
    """Sends the tour, so that everything that judges answers can judge these."""


@pytest.mark.of_a_tour
@pytest.mark.parametrize("row", rows_judged(holds.JUDGES))
def test_every_hold_of_the_tour_keeps_the_rule(hold_tour: HoldTour, row: str) -> None:
    judged(holds.JUDGES[row], hold_tour)
