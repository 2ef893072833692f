"""Lists of bookings under every pair of conditions that the target offers."""

import pytest

from conformance.conditions.families import BOOKING_LISTS
from conformance.evidence.verdicts import exercises
from conformance.suite.tours.booking_lists import JUDGES, ListTour, tour_lists
from conformance.suite.tours.sampling import TourPlan, judged, rows_judged

pytestmark = pytest.mark.reads_of_a_tour


@pytest.fixture(scope="session")
def list_tour(tour_plan: TourPlan) -> ListTour:
    """Booking lists in which every pair of conditions is met."""
    return tour_lists(tour_plan)


@exercises(*BOOKING_LISTS.operations, rows=BOOKING_LISTS.rows)
def test_booking_lists_under_every_pair_of_conditions(list_tour: ListTour) -> None:
    """Sends the tour, so that everything that judges answers can judge these."""


@pytest.mark.parametrize("row", rows_judged(JUDGES))
def test_every_booking_list_of_the_tour_keeps_the_rule(list_tour: ListTour, row: str) -> None:
    judged(JUDGES[row], list_tour)
