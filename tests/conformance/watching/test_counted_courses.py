"""Searches count as many courses as match their filters, also where a page does not show them."""

from typing import Any

import pytest

from tests.conformance.proxy.watched import page
from tests.conformance.watching.recorded_runs import COURSE, Recorded

_OTHER = COURSE | {"id": "crs_2", "holes": 9, "latitude": 36.6}
_FAR = COURSE | {"id": "crs_3", "country": "DE", "latitude": 50.5}


def _counts(run: Recorded, query: str, total: int, *courses: Any) -> Recorded:
    answer = page(*courses, pageSize=20)
    answer["meta"]["pagination"]["totalItems"] = total
    return run.sends(f"GET /travel/courses?{query}", 200, answer)


def _all(run: Recorded, total: int = 3) -> Recorded:
    return _counts(run, "pageSize=20", total, COURSE, _OTHER, _FAR)


def _found(run: Recorded) -> list[str]:
    """The rows about courses: rows about pages look at the same totals."""
    return [row for row in run.found() if row.startswith("CRS")]


@pytest.mark.parametrize(
    ("query", "total", "row"),
    [
        ("country=ES", 3, "CRS-05"),
        ("holes=9", 2, "CRS-06"),
        ("holes=18", 1, "CRS-07"),
        ("country=ES&holes=9", 2, "CRS-08"),
        ("latitude=36.5&longitude=-4.5&distance=40", 3, "CRS-10"),
        ("latitude=36.5&longitude=-4.5", 3, "CRS-11"),
    ],
)
def test_two_searches_that_count_other_courses_are_found(query: str, total: int, row: str) -> None:
    run = _all(Recorded())
    for _ in range(2):
        run = _counts(run, query, total)

    assert row in _found(_all(run))


def test_one_search_that_counts_others_proves_nothing() -> None:
    assert _found(_all(_counts(_all(Recorded()), "country=ES", 3))) == []


def test_counts_prove_nothing_where_courses_come_and_go() -> None:
    run = _all(Recorded())
    for _ in range(2):
        run = _counts(run, "country=ES", 3)

    assert _found(_all(_all(run, total=4))) == []


@pytest.mark.parametrize("total", [0, 1])
def test_a_course_at_the_edge_of_the_circle_may_count_or_not(total: int) -> None:
    edge = COURSE | {"latitude": 36.5 + 50 / 111.2, "longitude": -4.5}
    run = _counts(Recorded(), "pageSize=20", 1, edge)
    for _ in range(2):
        run = _counts(run, "latitude=36.5&longitude=-4.5", total)

    assert _found(_counts(run, "pageSize=20", 1, edge)) == []
