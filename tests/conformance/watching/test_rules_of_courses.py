"""What one course list shows, whichever check asked for it."""

import pytest

from conformance.evidence.exchanges import Role
from tests.conformance.proxy.watched import page
from tests.conformance.watching.recorded_runs import Recorded

_COURSE = {"id": "crs_1", "latitude": 41.0, "longitude": 2.0}


@pytest.mark.parametrize(("latitude", "found"), [("41.5", []), ("52.0", ["CRS-12"])])
def test_a_course_beyond_the_largest_distance_is_found_beside_any_filter(latitude: str, found: list[str]) -> None:
    asked = f"GET /travel/courses?latitude={latitude}&longitude=2.0&distance=5000&country=ES"

    assert Recorded().sends(asked, 200, page(_COURSE), role=Role.attempt).found() == found


@pytest.mark.parametrize(("second", "found"), [("crs_2", []), ("crs_1", ["CRS-20"])])
def test_a_course_that_one_page_lists_twice_is_found(second: str, found: list[str]) -> None:
    listed = page({"id": "crs_1"}, {"id": second})

    assert Recorded().sends("GET /travel/courses?region=somewhere", 200, listed).found() == found
