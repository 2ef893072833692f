"""Checks of the course list and of course details."""

from functools import partial
from typing import Any

from conformance.asking.client import Agency, segment
from conformance.asking.oracles import golden, part, same, steady
from conformance.catalogue.paths import COURSES
from conformance.discovery import CourseFinder, walk
from conformance.evidence.exchanges import Answer
from conformance.evidence.verdicts import verifies
from conformance.scope.run import Run
from conformance.suite.arranged.course_samples import sampled_courses, unknown_courses
from conformance.suite.arranged.many_answers import require_unknown_ids_refused
from conformance.suite.courses.course_oracles import (
    opened_where_possible,
    opened_while_listed,
    read_alone_and_together,
    require_details_of_each,
    require_list_and_details_agree,
    require_no_course_listed_twice,
    require_search_and_details_agree,
)


def _sampled_ids(courses: CourseFinder, run: Run, name: str, count: int) -> list[str]:
    return [course["id"] for course in sampled_courses(courses, run, name, count)]


@verifies("CRS-18")
def test_every_listed_id_opens_the_details_of_its_course(agency: Agency, courses: CourseFinder, run: Run) -> None:
    opened = opened_while_listed(agency, courses, _sampled_ids(courses, run, "listed ids", 10))

    require_details_of_each(opened)


@verifies("CRS-20")
def test_every_course_is_listed_once(agency: Agency, courses: CourseFinder) -> None:
    listed = courses.all_courses()

    require_no_course_listed_twice(listed, list_again=partial(walk, agency, COURSES))


@verifies("CRD-01")
def test_a_document_id_returns_that_course(reader: Agency, courses: CourseFinder, run: Run) -> None:
    read = read_alone_and_together(reader, _sampled_ids(courses, run, "document ids", 6))
    require_details_of_each(read)

    # The more courses are read, the sooner two of them are mixed up. Other checks read these ten too.
    opened = opened_where_possible(courses, _sampled_ids(courses, run, "listed ids", 10))
    require_details_of_each(opened)


@verifies("CRD-02")
def test_a_booking_code_returns_the_same_course(reader: Agency, courses: CourseFinder) -> None:
    def details(name: str) -> Any:
        return part(golden(reader.get(f"{COURSES}/{segment(name)}")), "data")

    for declared in courses.booking_codes():
        by_id, by_code = steady(partial(details, declared.id), partial(details, declared.code))
        same(by_code, by_id, f"what booking code {declared.code} returns, like document id {declared.id},")


@verifies("CRD-07")
def test_details_and_list_agree(agency: Agency, courses: CourseFinder, run: Run) -> None:
    sample = sampled_courses(courses, run, "listed ids", 10)
    require_list_and_details_agree(agency, courses, sample)

    course_id = sample[0]["id"]
    require_search_and_details_agree(agency, courses.details(course_id), course_id)


@verifies("CRD-08")
def test_an_unknown_id_returns_no_course(agency: Agency, courses: CourseFinder, run: Run) -> None:
    def details(course_id: str) -> Answer:
        return agency.get(f"{COURSES}/{segment(course_id)}")

    pairs = unknown_courses(courses, run, "unknown course")

    require_unknown_ids_refused(details, pairs)
