"""Whole searches find every course that matches their filters."""

from typing import Any

import pytest

from tests.conformance.proxy.watched import page
from tests.conformance.watching.recorded_runs import COURSE, Recorded

_OTHER = COURSE | {"id": "crs_2", "holes": 9, "latitude": 36.6}


def _searches(run: Recorded, query: str, *courses: Any) -> Recorded:
    return run.sends(f"GET /travel/courses?{query}", 200, page(*courses, pageSize=20))


def _all(run: Recorded) -> Recorded:
    return _searches(run, "pageSize=20", COURSE, _OTHER)


@pytest.mark.parametrize("query", ["country=ES", "holes=9", "latitude=36.5&longitude=-4.5"])
def test_a_course_that_two_searches_with_the_same_filters_lack_is_found(query: str) -> None:
    run = _all(Recorded())
    for _ in range(2):
        run = _all(_searches(run, query, *([] if query == "holes=9" else [COURSE])))

    assert run.found() == ["CRS-07"]


def test_a_course_that_was_found_in_an_area_is_missed_there_beside_another_filter() -> None:
    run = _all(_searches(Recorded(), "geoArea=costa", COURSE, _OTHER))
    for _ in range(2):
        run = _all(_searches(run, "geoArea=costa&holes=9"))

    assert "CRS-07" in run.found()


@pytest.mark.parametrize("query", ["geoArea=sierra&holes=9", "geoArea=costa&region=south"])
def test_a_course_of_another_area_may_be_absent(query: str) -> None:
    run = _all(_searches(Recorded(), "geoArea=costa", COURSE, _OTHER))
    for _ in range(2):
        run = _all(_searches(run, query))

    assert "CRS-07" not in run.found()


def test_one_search_proves_nothing() -> None:
    assert _all(_searches(_all(Recorded()), "country=ES", COURSE)).found() == []


def test_a_course_that_comes_and_goes_proves_nothing() -> None:
    run = _all(Recorded())
    for found in ([COURSE], [COURSE, _OTHER]):
        run = _all(_searches(run, "country=ES", *found))

    assert run.found() == []


@pytest.mark.parametrize(
    "query", ["country=DE", "country=ES&holes=18", "latitude=39.5&longitude=-4.5", "country=ES&maxResults=1"]
)
def test_a_course_that_does_not_match_may_be_absent(query: str) -> None:
    run = _all(Recorded())
    for _ in range(2):
        run = _all(_searches(run, query, *([COURSE] if "ES" in query else [])))

    assert "CRS-07" not in run.found()
