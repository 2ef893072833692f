"""Checks of the course list and of course details."""

from collections import Counter
from collections.abc import Mapping
from decimal import Decimal
from functools import partial
from typing import Any

from conformance.asking.client import Agency, segment
from conformance.asking.oracles import accepted, golden, part, refused, same, steady
from conformance.discovery import CourseFinder, walk
from conformance.discovery.courses import COURSES
from conformance.evidence.verdicts import expect, shown, verifies
from conformance.scope.run import Run
from conformance.suite.arranged.course_samples import (
    sampled_courses,
    unknown_courses,
)
from conformance.suite.arranged.geography import listed_nearby
from conformance.suite.arranged.list_pages import ids_of
from conformance.suite.arranged.races import Racer, answered, race

_READ_ONE_BY_ONE = 3
_SHARED_MEMBERS = (
    *("name", "country", "region", "city", "courseType", "holes", "isOnline", "thumbnailUrl"),
    *("latitude", "longitude"),
)
# A list may round what details show in full; this is about a hundred metres.
_SAME_PLACE_DEGREES = Decimal("0.001")


@verifies("CRS-18")
def test_every_listed_id_opens_the_details_of_its_course(agency: Agency, courses: CourseFinder, run: Run) -> None:
    for item in sampled_courses(courses, run, "listed ids", 10):
        answer = courses.opened(item["id"])
        if not answer.is_success and item["id"] not in ids_of(walk(agency, COURSES)):
            continue  # Withdrawn in between.
        same(part(golden(answer), "data.id"), item["id"], f"data.id of {answer.where}")


@verifies("CRS-20")
def test_every_course_is_listed_once(agency: Agency, courses: CourseFinder) -> None:
    if repeated := _repeated(courses.all_courses()):
        # A course added during the walk moves another one to the next page, but not the same one in a second walk.
        repeated &= _repeated(walk(agency, COURSES))
        expect(
            not repeated,
            "no id is listed twice on the pages of GET /travel/courses",
            f"{', '.join(sorted(repeated))} are listed more than once",
        )


def _repeated(items: list[Any]) -> set[str]:
    times = Counter(item["id"] for item in items if isinstance(item, dict) and isinstance(item.get("id"), str))
    return {course_id for course_id, count in times.items() if count > 1}


@verifies("CRD-01")
def test_a_document_id_returns_that_course(agency: Agency, courses: CourseFinder, run: Run) -> None:
    sample = sampled_courses(courses, run, "document ids", 6)
    requests = [partial(agency.get, f"{COURSES}/{segment(item['id'])}") for item in sample]

    # What answers one request at a time may mix up those that come together.
    one_by_one = [request() for request in requests[:_READ_ONE_BY_ONE]]
    together = [Racer(0, request) for request in requests[_READ_ONE_BY_ONE:]]
    answers = [*one_by_one, *(answered(one) for one in (race(together) if together else []))]

    for item, answer in zip(sample, answers, strict=True):
        same(part(golden(answer), "data.id"), item["id"], f"data.id of {answer.where}")
    # The more courses are read, the sooner two of them are mixed up; other checks look at these ten too.
    for item in sampled_courses(courses, run, "listed ids", 10):
        answer = courses.opened(item["id"])
        if answer.is_success:
            same(part(answer, "data.id"), item["id"], f"data.id of {answer.where}")


@verifies("CRD-02")
def test_a_booking_code_returns_the_same_course(agency: Agency, courses: CourseFinder) -> None:
    declared = courses.booking_code()

    def details(name: str) -> Any:
        return part(golden(agency.get(f"{COURSES}/{segment(name)}")), "data")

    by_id, by_code = steady(lambda: details(declared.id), lambda: details(declared.code))
    same(by_code, by_id, f"what booking code {declared.code} returns, like document id {declared.id},")


@verifies("CRD-07")
def test_details_and_list_agree(agency: Agency, courses: CourseFinder, run: Run) -> None:
    sample = sampled_courses(courses, run, "listed ids", 10)
    if any(_disagreements(item, courses.details(item["id"])) for item in sample):
        # A course edited in between agrees with itself again when both are read anew.
        listed = {item["id"]: item for item in walk(agency, COURSES) if isinstance(item, dict) and "id" in item}
        for item in sample:
            if item["id"] in listed:
                found = _disagreements(listed[item["id"]], _details_anew(agency, item["id"]))
                expect(
                    not found,
                    f"the list shows course {item['id']} as its details do",
                    f"these members differ: {shown(found)}",
                )

    course_id = sample[0]["id"]
    details = courses.details(course_id)
    if _disagreements(listed_nearby(agency, details), details):
        details = _details_anew(agency, course_id)
        found = _disagreements(listed_nearby(agency, details), details)
        expect(
            not found,
            f"a search around course {course_id} shows it as its details do",
            f"these members differ: {shown(found)}",
        )


def _details_anew(agency: Agency, course_id: str) -> Any:
    return part(accepted(agency.get(f"{COURSES}/{segment(course_id)}")), "data", judge=False)


def _disagreements(item: Mapping[str, Any], details: Mapping[str, Any]) -> list[str]:
    """What list item and details both show, and show differently. Null and absent are left to other requirements."""
    both = [name for name in _SHARED_MEMBERS if item.get(name) is not None and details.get(name) is not None]
    return [
        f"{name}: {shown(item[name])} listed, {shown(details[name])} in details"
        for name in both
        if not _equal(name, item[name], details[name])
    ]


def _equal(name: str, listed: Any, detailed: Any) -> bool:
    if name in ("latitude", "longitude"):
        try:
            return bool(abs(listed - detailed) <= _SAME_PLACE_DEGREES)
        except TypeError:
            return bool(listed == detailed)
    if name == "thumbnailUrl":
        # The query of an address may be a signature, made anew for each answer.
        return str(listed).partition("?")[0] == str(detailed).partition("?")[0]
    return bool(listed == detailed)


@verifies("CRD-08")
def test_an_unknown_id_returns_no_course(agency: Agency, courses: CourseFinder, run: Run) -> None:
    for unknown, known in unknown_courses(courses, run, "unknown course"):
        attempt = agency.get(f"{COURSES}/{segment(unknown)}")
        control = agency.get(f"{COURSES}/{segment(known)}")

        refused(attempt, control=control)
