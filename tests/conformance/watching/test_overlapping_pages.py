"""No course is on two pages of one question: then all pages together lack another course."""

from typing import Any

import pytest

from tests.conformance.proxy.watched import page
from tests.conformance.watching.recorded_runs import COURSE, Recorded

_COURSES = [COURSE | {"id": f"crs_{number}"} for number in range(1, 9)]


def _shows(run: Recorded, number: int, *places: int, total: int = 8, filters: str = "holes=18&") -> Recorded:
    """A page of three with the courses at these *places*."""
    answer = page(*(_COURSES[place] for place in places), pageSize=3)
    pagination: dict[str, Any] = {"page": number, "pageSize": 3, "totalItems": total, "totalPages": (total + 2) // 3}
    answer["meta"]["pagination"] |= pagination
    return run.sends(f"GET /travel/courses?{filters}page={number}&pageSize=3", 200, answer)


def _found(run: Recorded) -> list[str]:
    return [row for row in run.found() if row == "PAG-12"]


def test_two_overlaps_under_the_same_kinds_of_filters_are_found() -> None:
    run = _shows(_shows(_shows(Recorded(), 1, 0, 1, 2), 2, 2, 3, 4), 3, 4, 5)

    assert _found(run) == ["PAG-12"]


def test_one_overlap_proves_nothing() -> None:
    run = _shows(_shows(_shows(Recorded(), 1, 0, 1, 2), 2, 2, 3, 4), 3, 5, 6)

    assert _found(run) == []


def test_two_overlaps_in_one_course_may_be_a_course_with_a_new_name() -> None:
    run = _shows(_shows(Recorded(), 1, 0, 1, 2), 2, 2, 3, 4)

    assert _found(_shows(run, 3, 2, 5)) == []


@pytest.mark.parametrize("total", [7, 9])
def test_pages_prove_nothing_where_courses_come_and_go(total: int) -> None:
    run = _shows(_shows(Recorded(), 1, 0, 1, 2), 2, 2, 3, 4, total=total)

    assert _found(_shows(_shows(run, 1, 5, 6, 7), 2, 7, 0, 1, total=total)) == []


def test_a_page_beyond_the_last_may_show_any_courses() -> None:
    run = _shows(_shows(_shows(Recorded(), 1, 0, 1, 2), 2, 3, 4, 5), 3, 6, 7)

    assert _found(_shows(_shows(run, 4, 6, 7), 5, 0, 1)) == []


def test_pages_of_other_questions_may_share_courses() -> None:
    run = _shows(_shows(Recorded(), 1, 0, 1, 2), 2, 3, 4, 5)

    assert _found(_shows(_shows(run, 1, 3, 4, 5, filters="holes=9&"), 2, 0, 1, 2, filters="country=FR&")) == []
