"""Every value that the invented courses give for an open list is a value that the contract knows. Assumption A-19."""

import pytest

from fixtures.catalogue import load_courses
from fixtures.charges import RENTALS
from tests.answers.probes.conventions import open_lists

COURSES = load_courses()
GIVEN = {
    "facilities": {facility for course in COURSES for facility in course.facilities},
    "courseType": {course.course_type for course in COURSES},
    "unit": {fee.unit for course in COURSES for fee in course.additional_fees},
    "source": {course.terms.source for course in COURSES},
    "itemType": {rental.item_type for rental in RENTALS},
}


@pytest.mark.parametrize("member", GIVEN)
def test_the_contract_knows_every_value_of_the_courses(member: str) -> None:
    assert GIVEN[member] - open_lists()[member] == set()
