"""Searches, details, terms and prices under every pair of conditions that the target offers."""

import pytest

from conformance.conditions.families import COURSE_DETAILS, COURSE_SEARCH, PRICES
from conformance.discovery import CourseFinder
from conformance.evidence.verdicts import exercises
from conformance.suite.tours.course_reads import (
    DETAIL_JUDGES,
    PRICE_JUDGES,
    DetailTour,
    PriceTour,
    tour_details,
    tour_prices,
)
from conformance.suite.tours.sampling import CourseKinds, TourPlan, judged, rows_judged
from conformance.suite.tours.searches import SEARCH_JUDGES, SearchTour, tour_searches

pytestmark = pytest.mark.reads_of_a_tour


@pytest.fixture(scope="session")
def search_tour(tour_plan: TourPlan, courses: CourseFinder) -> SearchTour:
    """Searches in which every pair of conditions is met."""
    return tour_searches(tour_plan, courses)


@pytest.fixture(scope="session")
def detail_tour(tour_plan: TourPlan, course_kinds: CourseKinds) -> DetailTour:
    """Details and terms in which every pair of conditions is met."""
    return tour_details(tour_plan, course_kinds)


@pytest.fixture(scope="session")
def price_tour(tour_plan: TourPlan, course_kinds: CourseKinds) -> PriceTour:
    """Price lists in which every pair of conditions is met."""
    return tour_prices(tour_plan, course_kinds)


@exercises(*COURSE_SEARCH.operations, rows=COURSE_SEARCH.rows)
def test_searches_under_every_pair_of_conditions(search_tour: SearchTour) -> None:
    """Sends the tour, so that everything that judges answers can judge these."""


@exercises(*COURSE_DETAILS.operations, rows=COURSE_DETAILS.rows)
def test_details_and_terms_under_every_pair_of_conditions(detail_tour: DetailTour) -> None:
    """Sends the tour, so that everything that judges answers can judge these."""


@exercises(*PRICES.operations, rows=PRICES.rows)
def test_prices_under_every_pair_of_conditions(price_tour: PriceTour) -> None:
    """Sends the tour, so that everything that judges answers can judge these."""


@pytest.mark.parametrize("row", rows_judged(SEARCH_JUDGES))
def test_every_search_of_the_tour_keeps_the_rule(search_tour: SearchTour, row: str) -> None:
    judged(SEARCH_JUDGES[row], search_tour)


@pytest.mark.parametrize("row", rows_judged(DETAIL_JUDGES))
def test_every_detail_of_the_tour_keeps_the_rule(detail_tour: DetailTour, row: str) -> None:
    judged(DETAIL_JUDGES[row], detail_tour)


@pytest.mark.parametrize("row", rows_judged(PRICE_JUDGES))
def test_every_price_list_of_the_tour_keeps_the_rule(price_tour: PriceTour, row: str) -> None:
    judged(PRICE_JUDGES[row], price_tour)
