"""One agency asks all about a course, and the other agency asks about every second course."""

import pytest

from conformance.asking.readers import CourseReader
from tests.conformance.test_client import KEY, Target, agency_of, sent

FIRST, SECOND = KEY, "secret-key-of-bravo"


def reader_of(target: Target) -> CourseReader:
    first, _ = agency_of(target)
    second, _ = agency_of(target)
    second._key = SECOND
    return CourseReader(first, second, {"crs_2", "crs/3"})


@pytest.mark.parametrize(
    ("path", "key"),
    [
        ("/travel/courses/crs_1/terms", FIRST),
        ("/travel/courses/crs_2/terms", SECOND),
        ("/travel/courses/crs_2", SECOND),
        ("/travel/courses/crs%2F3/tee-times", SECOND),
        ("/travel/courses/crs_22/terms", FIRST),
        ("/travel/courses", FIRST),
        ("/travel/bookings/crs_2", FIRST),
    ],
)
def test_the_course_decides_who_asks(path: str, key: str) -> None:
    target = Target()

    reader_of(target).get(path, page=2)

    assert (sent(target)["x-api-key"], target.asked[0].path, target.asked[0].query) == (key, path, (("page", "2"),))


def test_what_one_agency_read_is_recalled_for_that_agency() -> None:
    target = Target()
    reader = reader_of(target)

    for _ in range(2):
        reader.recall("/travel/courses/crs_2/terms")

    assert len(target.asked) == 1


def test_a_request_without_a_key_stays_without_a_key() -> None:
    target = Target()

    reader_of(target).send("GET", "/travel/courses/crs_2", key=None)

    assert "x-api-key" not in sent(target)
