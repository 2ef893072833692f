"""Values of generated requests that fit together: whatever a request combines, it asks for what can exist."""

from conformance.discovery import CourseFinder
from conformance.generated.search_values import fitting_together, search_values
from conformance.target.target import CourseFacts
from tests.conformance.searched_courses import COURSES, RUN, SearchedCourses, agency_of

PLACE = {"latitude": 48.5, "longitude": 7.5, "distance": 50}


def _finder(facts: CourseFacts) -> CourseFinder:
    return CourseFinder(agency_of(SearchedCourses()), RUN, facts)


def test_place_and_country_are_those_of_a_course() -> None:
    values = search_values(_finder(CourseFacts()), RUN)

    places = list(zip(values["latitude"], values["longitude"], strict=True))
    found = [next(item for item in COURSES if (item["latitude"], item["longitude"]) == place) for place in places]
    assert found[0]["country"] == values["country"][0]
    assert {*values["country"]} <= {course["country"] for course in COURSES}
    assert len({*values["country"]}) == len(values["country"])


def test_declared_areas_are_values() -> None:
    values = search_values(_finder(CourseFacts(region_id="ardennes", geo_area="forest")), RUN)

    assert (values["region"], values["geoArea"]) == (("ardennes",), ("forest",))


def test_without_courses_the_values_that_need_none_remain() -> None:
    values = search_values(CourseFinder(agency_of(SearchedCourses(count=0)), RUN, CourseFacts()), RUN)

    assert values.keys() == {"distance", "maxResults", "page", "pageSize"}


def test_a_latitude_elsewhere_has_its_longitude_and_no_country() -> None:
    longitudes = {48.5: 7.5, 53.25: -2.0}

    assert fitting_together({**PLACE, "country": "FR"}, longitudes) == {**PLACE, "country": "FR"}
    assert fitting_together({**PLACE, "latitude": 53.25, "country": "FR"}, longitudes) == {
        **PLACE,
        "latitude": 53.25,
        "longitude": -2.0,
    }


def test_another_country_has_no_place_region_or_area() -> None:
    areas = {"region": "ardennes", "geoArea": "forest"}

    assert fitting_together({**PLACE, **areas, "country": "ES", "holes": 9}, {}, ["ES"]) == {
        "country": "ES",
        "holes": 9,
    }


def test_a_lone_coordinate_is_omitted_with_its_distance() -> None:
    assert fitting_together({**PLACE, "country": "FR"}, {}) == {**PLACE, "country": "FR"}
    assert fitting_together({"latitude": 48.5, "distance": 50, "country": "FR"}, {}) == {"country": "FR"}


def test_a_place_a_region_and_an_area_are_never_together() -> None:
    areas = {"region": "ardennes", "geoArea": "forest"}

    assert fitting_together({**PLACE, **areas}, {}) == PLACE
    assert fitting_together(areas, {}) == {"region": "ardennes"}
    assert fitting_together({**areas, "holes": 9}, {}) == {"geoArea": "forest", "holes": 9}


def test_a_request_has_pages_or_max_results() -> None:
    assert fitting_together({"maxResults": 5, "page": 1, "pageSize": 3}, {}) == {"maxResults": 5}
    assert fitting_together({"maxResults": 5, "page": 2, "pageSize": 3}, {}) == {"page": 2, "pageSize": 3}


def test_a_period_begins_before_it_ends() -> None:
    later, earlier = "2027-03-02", "2027-01-09"

    assert fitting_together({"startDate": later, "endDate": earlier}, {}) == {"startDate": earlier, "endDate": later}
