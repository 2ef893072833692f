"""The pairs of conditions that no check for a single requirement has met: lives of bookings, then what these leave."""

from collections.abc import Sequence

import pytest

from conformance.conditions.model import Case
from conformance.discovery import BookingHookDesk, GroupDesk, TeeTimeFinder
from conformance.suite.tours import groups, holds, hooks, lives_judged
from conformance.suite.tours.booking_lives import Life, Means, tour_lives
from conformance.suite.tours.free_tee_times import FreeTeeTimes
from conformance.suite.tours.groups import QuestionTour, tour_questions
from conformance.suite.tours.holds import HoldTour, tour_holds
from conformance.suite.tours.hooks import HookTour, tour_hooks
from conformance.suite.tours.sampling import CourseKinds, TourPlan, judged, rows_judged

pytestmark = pytest.mark.books_what_is_left


@pytest.fixture(scope="session")
def free(tee_times: TeeTimeFinder) -> FreeTeeTimes:
    """The tee times of all that is left."""
    return FreeTeeTimes(tee_times)


@pytest.fixture(scope="session")
def rare_lives(
    means_of_lives: Means, course_kinds: CourseKinds, free: FreeTeeTimes, rare_cases: Sequence[Case]
) -> Sequence[Life]:
    """The bookings that have these lives."""
    return tour_lives(means_of_lives, course_kinds, free, rare_cases)


@pytest.mark.parametrize("row", rows_judged(lives_judged.JUDGES))
def test_every_rare_life_keeps_the_rule(rare_lives: Sequence[Life], row: str) -> None:
    judged(lives_judged.JUDGES[row], rare_lives)


@pytest.fixture(scope="session")
def rare_holds(
    means_of_lives: Means,
    other_eyes: TeeTimeFinder,
    course_kinds: CourseKinds,
    free: FreeTeeTimes,
    plan_of_the_rest: TourPlan,
) -> HoldTour:
    """Holds under the pairs that the lives leave."""
    return tour_holds(means_of_lives, other_eyes, course_kinds, free, plan_of_the_rest)


@pytest.mark.parametrize("row", rows_judged(holds.JUDGES))
def test_every_rare_hold_keeps_the_rule(rare_holds: HoldTour, row: str) -> None:
    judged(holds.JUDGES[row], rare_holds)


@pytest.fixture(scope="session")
def rare_hooks(
    hooks: BookingHookDesk, course_kinds: CourseKinds, free: FreeTeeTimes, plan_of_the_rest: TourPlan
) -> HookTour:
    """The last steps of hooks under the pairs that the lives leave."""
    return tour_hooks(hooks, course_kinds, free, plan_of_the_rest)


@pytest.mark.parametrize("row", rows_judged(hooks.JUDGES))
def test_every_rare_hook_keeps_the_rule(rare_hooks: HookTour, row: str) -> None:
    judged(hooks.JUDGES[row], rare_hooks)


@pytest.fixture(scope="session")
def rare_questions(
    groups: GroupDesk, course_kinds: CourseKinds, free: FreeTeeTimes, plan_of_the_rest: TourPlan
) -> QuestionTour:
    """Questions about groups under the pairs that no check has met."""
    return tour_questions(groups, course_kinds, free, plan_of_the_rest)


@pytest.mark.parametrize("row", rows_judged(groups.JUDGES))
def test_every_rare_question_about_groups_keeps_the_rule(rare_questions: QuestionTour, row: str) -> None:
    judged(groups.JUDGES[row], rare_questions)
