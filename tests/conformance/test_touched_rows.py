"""Which rows a part of the messages is in: rows about other endpoints, refusals and means of a check are left out."""

import pytest

from conformance.touches import touches
from openapi.concerns.parts import Call, Part, Where
from openapi.diff.model import Side

COURSES = Call("searchCourses", "GET", "/travel/courses", "courses", is_delivery=False)
WEBHOOKS = Call("listWebhooks", "GET", "/webhooks", "webhooks", is_delivery=False)
PAGE_SIZE = Part(Side.REQUEST, (COURSES,), Where.QUERY, "pageSize")
ADDRESS = Part(Side.ANSWER, (WEBHOOKS,), Where.BODY, "url", "200", ("data", "[]", "url"))


def rows(part: Part) -> set[str]:
    """The ids of the rows that a part is in."""
    return {concern.name for concern in touches(part) if concern.kind.endswith(("row", "point"))}


@pytest.mark.parametrize("row", ["PAG-05", "PAG-07", "PAG-14"])
def test_a_row_that_writes_a_parameter_in_words_is_touched(row: str) -> None:
    assert row in rows(PAGE_SIZE)


@pytest.mark.parametrize("row", ["PAG-09", "PAG-12"])
def test_a_row_whose_check_only_sends_the_parameter_is_not_touched(row: str) -> None:
    assert row not in rows(PAGE_SIZE)


@pytest.mark.parametrize("row", ["WHK-05", "WHK-07"])
def test_a_row_that_expects_a_refusal_is_not_about_an_answer(row: str) -> None:
    assert row not in rows(ADDRESS)


@pytest.mark.parametrize("row", ["WHK-03", "WHK-04", "EVT-09"])
def test_a_row_of_another_endpoint_under_the_same_heading_is_not_touched(row: str) -> None:
    assert row not in rows(ADDRESS)


def test_a_row_about_what_a_get_returns_is_touched() -> None:
    assert "WHK-02" in rows(ADDRESS)
