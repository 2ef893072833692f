"""Ordinary checks book beyond every cutoff and cancellation tier of a course, however long its deadlines are."""

import json
from collections.abc import Sequence
from datetime import UTC, date, datetime
from typing import Any

import pytest

from conformance.asking.client import Agency
from conformance.discovery import CourseFinder, OfferedTeeTime, TeeTimeFinder
from conformance.discovery.cutoffs import days_beyond_cutoffs
from conformance.evidence.exchanges import Request, Response
from conformance.evidence.verdicts import Untested
from conformance.recordings.recording import Recording
from conformance.scope.run import Run
from conformance.suite.arranged.play_days import bookable_day
from conformance.suite.bookings.inside_cutoffs import barely_inside
from conformance.target.target import CourseFacts
from tests.conformance.made_up import BASE_URL

TODAY = date(2027, 1, 1)


def terms(modification: int = 24, cancellation: int = 24, horizon: int = 400, tiers: tuple[int, ...] = ()) -> Any:
    policy = {"tiers": [{"hoursBeforeTeeTime": tier, "refundPercent": 100, "label": "x"} for tier in tiers]}
    booking_terms = {
        "modificationCutoffHours": modification,
        "selfServiceCancellationCutoffHours": cancellation,
        "modificationAllowed": True,
        "maxPlayersPerBooking": 4,
        "maxDaysInAdvance": horizon,
    }
    return {"bookingTerms": booking_terms, "cancellationPolicy": policy}


class OnlineCourses:
    """A target with the online courses c1, c2 and so on, each with its terms. A tee sheet offers one tee time."""

    def __init__(self, terms_of_each: Sequence[Any]) -> None:
        by_id = {f"c{number}": its_terms for number, its_terms in enumerate(terms_of_each, start=1)}
        listed = [{"id": course_id, "isOnline": True} for course_id in by_id]
        self._answers = {f"/travel/courses/{course_id}/terms": {"data": its} for course_id, its in by_id.items()}
        self._answers["/travel/courses"] = {"data": listed, "meta": {"pagination": {"totalPages": 1}}}

    def exchange(self, request: Request) -> Response:
        sheet = {"availableTimes": [{"time": "10:00", "available": 4}]}
        return Response(200, (), json.dumps(self._answers.get(request.path, sheet)).encode())


def finders(*terms_of_each: Any) -> tuple[CourseFinder, TeeTimeFinder]:
    return finders_of(OnlineCourses(terms_of_each))


def finders_of(target: OnlineCourses) -> tuple[CourseFinder, TeeTimeFinder]:
    run = Run(1, datetime(2027, 1, 1, tzinfo=UTC), TODAY, "tsc-0123456789", read_only=False)
    agency = Agency("first agency", "a-key", BASE_URL, target, Recording({}), read_only=False)
    courses = CourseFinder(agency, run, CourseFacts())
    return courses, TeeTimeFinder(agency, run, courses)


@pytest.mark.parametrize(
    ("its_terms", "first"),
    [
        (terms(), 22),
        (terms(modification=24 * 60), 63),
        (terms(cancellation=24 * 60 + 1), 63),
        (terms(cancellation=24 * 150), 153),
        (terms(tiers=(24 * 90, 48, 0)), 93),
    ],
    ids=["short", "changes", "cancellations", "beyond the usual days", "tiers"],
)
def test_a_tee_time_lies_beyond_every_cutoff_of_its_course(its_terms: Any, first: int) -> None:
    _, tee_times = finders(its_terms)

    drawn = [tee_times.fresh().play_date for _ in range(30)]

    assert min((day - TODAY).days for day in drawn) >= first


def test_a_course_that_is_asked_for_by_name_is_used_beyond_its_long_deadlines() -> None:
    _, tee_times = finders(terms(cancellation=24 * 200))

    assert (tee_times.at("c1").play_date - TODAY).days >= 203


def test_a_course_whose_deadlines_leave_no_day_is_not_booked() -> None:
    _, tee_times = finders(terms(cancellation=24 * 60, horizon=60))

    with pytest.raises(Untested):
        tee_times.fresh()


def test_when_the_days_of_one_course_are_used_up_another_course_is_used() -> None:
    _, tee_times = finders(terms(horizon=30), terms())

    drawn = [tee_times.fresh_day() for _ in range(40)]

    assert len({(day.course_id, day.play_date) for day in drawn}) == 40


def test_when_the_usual_days_are_used_up_later_days_are_used() -> None:
    _, tee_times = finders(terms())

    drawn = [(tee_times.fresh_day().play_date - TODAY).days for _ in range(150)]

    assert len(set(drawn)) == 150
    assert max(drawn[:99]) <= 120 < min(drawn[99:])


def test_when_the_days_of_all_courses_are_used_up_the_run_says_so() -> None:
    _, tee_times = finders(terms(horizon=30), terms(horizon=30))

    for _ in range(8):
        tee_times.fresh_day()

    with pytest.raises(Untested, match=r"used up the days .* A smaller --concurrency"):
        tee_times.fresh_day()


@pytest.mark.parametrize(("cancellation", "horizon", "days"), [(24, 400, 31), (24 * 90, 400, 93), (24 * 90, 50, 45)])
def test_a_wish_for_an_offline_course_lies_beyond_its_cutoffs(cancellation: int, horizon: int, days: int) -> None:
    courses, _ = finders(terms(cancellation=cancellation, horizon=horizon))

    assert bookable_day(courses, "c1", 31) == days


def test_tiers_that_are_not_as_documented_do_not_hide_the_cutoffs() -> None:
    assert days_beyond_cutoffs(terms(modification=48) | {"cancellationPolicy": {"tiers": "none"}}) == 5


class WithoutTerms(OnlineCourses):
    """A target that serves no terms."""

    def exchange(self, request: Request) -> Response:
        return Response(404, (), b"") if request.path.endswith("/terms") else super().exchange(request)


def test_a_target_without_terms_is_named_as_the_reason() -> None:
    _, tee_times = finders_of(WithoutTerms([terms(), terms()]))

    with pytest.raises(Untested, match=r"GET /travel/courses/c\d/terms answered 404, and so did the terms of 1 other"):
        tee_times.fresh()


def test_the_first_tee_time_of_the_last_day_is_barely_inside() -> None:
    near = [
        OfferedTeeTime("c1", date(2027, 1, day), time, 4, None, None)
        for day, time in ((2, "07:00"), (3, "15:00"), (3, "09:00"))
    ]

    assert barely_inside(near) == [near[2]]
    assert barely_inside([]) == []
