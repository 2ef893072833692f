"""The control plane finds golf courses by a text, and the journal does not record the search."""

from typing import Any

import pytest

from tests.sandbox.agencies import CONTROL, Agency
from tests.sandbox.trade import ORDINARY


def found(agency: Agency, query: str = "") -> list[dict[str, Any]]:
    """The courses that the control plane finds."""
    courses: list[dict[str, Any]] = agency.control("GET", f"/courses{query}").json()["data"]
    return courses


@pytest.mark.parametrize("text", [ORDINARY.name.upper(), ORDINARY.booking_code, ORDINARY.id])
def test_a_course_is_found_by_name_code_and_id(alpha: Agency, text: str) -> None:
    answer = alpha.http.get(f"{alpha.address}{CONTROL}/courses", params={"text": text})

    assert ORDINARY.id in [course["id"] for course in answer.json()["data"]]


def test_courses_with_a_known_behaviour_come_first(alpha: Agency) -> None:
    traits = [course["trait"] for course in found(alpha, "?limit=12")]

    assert None not in traits[:10]
    assert traits[10:] == [None, None]


def test_a_text_that_fits_nothing_finds_nothing(alpha: Agency) -> None:
    assert alpha.control("GET", "/courses?text=zzzzz").json() == {"data": [], "meta": {"total": 0}}


def test_a_search_of_a_person_is_not_in_the_journal(alpha: Agency) -> None:
    found(alpha)

    assert alpha.control("GET", "/journal").json()["data"] == []
