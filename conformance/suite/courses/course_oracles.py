"""What course details and list items must show, and how the details of several courses are read."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from functools import partial
from typing import Any

from conformance.asking.client import Agency, segment
from conformance.asking.oracles import accepted, golden, part, same
from conformance.catalogue.paths import COURSES
from conformance.discovery import CourseFinder, walk
from conformance.evidence.exchanges import Answer
from conformance.evidence.verdicts import expect, shown
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


def require_details_of_each(opened: Iterable[tuple[str, Answer]]) -> None:
    """Raises `Violation` unless every answer succeeds and shows the details of the course with the id beside it."""
    for course_id, answer in opened:
        same(part(golden(answer), "data.id"), course_id, f"data.id of {answer.where}")


def opened_while_listed(
    agency: Agency, courses: CourseFinder, course_ids: Iterable[str]
) -> Iterator[tuple[str, Answer]]:
    """The details of each course, except of a course that was withdrawn in between."""
    for course_id in course_ids:
        answer = courses.opened(course_id)
        if answer.is_success or course_id in ids_of(walk(agency, COURSES)):
            yield course_id, answer


def opened_where_possible(courses: CourseFinder, course_ids: Iterable[str]) -> Iterator[tuple[str, Answer]]:
    """The details of each course that shows some."""
    opened = ((course_id, courses.opened(course_id)) for course_id in course_ids)
    return ((course_id, answer) for course_id, answer in opened if answer.is_success)


def read_alone_and_together(agency: Agency, course_ids: Sequence[str]) -> list[tuple[str, Answer]]:
    """The details of each course: the first three are read one by one, the others in parallel."""
    requests = [partial(agency.get, f"{COURSES}/{segment(course_id)}") for course_id in course_ids]
    # A target that answers one request at a time correctly may mix up parallel ones.
    one_by_one = [request() for request in requests[:_READ_ONE_BY_ONE]]
    together = [Racer(0, request) for request in requests[_READ_ONE_BY_ONE:]]
    parallel = [answered(finish) for finish in race(together)] if together else []
    return list(zip(course_ids, [*one_by_one, *parallel], strict=True))


def require_no_course_listed_twice(listed: list[Any], list_again: Callable[[], list[Any]]) -> None:
    """Raises `Violation` when an id is repeated in *listed* and in a second walk."""
    repeated = _repeated(listed)
    if repeated:
        # A course added during a walk moves another course to the next page, but not the same course in a second walk.
        repeated &= _repeated(list_again())
    expect(
        not repeated,
        "no id is listed twice on the pages of GET /travel/courses",
        f"{', '.join(sorted(repeated))} are listed more than once",
    )


def _repeated(items: list[Any]) -> set[str]:
    times = Counter(item["id"] for item in items if isinstance(item, dict) and isinstance(item.get("id"), str))
    return {course_id for course_id, count in times.items() if count > 1}


def require_list_and_details_agree(agency: Agency, courses: CourseFinder, sample: Sequence[Any]) -> None:
    """Raises `Violation` when the list shows a course of *sample* otherwise than its details do, read twice."""
    if not any(_disagreements(item, courses.details(item["id"])) for item in sample):
        return
    # A course that somebody edited in between agrees with itself when the check reads both again.
    listed = {item["id"]: item for item in walk(agency, COURSES) if isinstance(item, dict) and "id" in item}
    for course_id in [item["id"] for item in sample if item["id"] in listed]:
        found = _disagreements(listed[course_id], _details_again(agency, course_id))
        expect(
            not found,
            f"the list shows the same members of course {course_id} as its details",
            f"these members differ: {shown(found)}",
        )


def require_search_and_details_agree(agency: Agency, details: Mapping[str, Any], course_id: str) -> None:
    """Raises `Violation` when a search around the course shows it otherwise than its details do, read twice."""
    if not _disagreements(listed_nearby(agency, details), details):
        return
    details = _details_again(agency, course_id)
    found = _disagreements(listed_nearby(agency, details), details)
    expect(
        not found,
        f"a search around course {course_id} shows the same members as its details",
        f"these members differ: {shown(found)}",
    )


def _details_again(agency: Agency, course_id: str) -> Any:
    return part(accepted(agency.get(f"{COURSES}/{segment(course_id)}")), "data", judge=False)


def _disagreements(item: Mapping[str, Any], details: Mapping[str, Any]) -> list[str]:
    """What list item and details both show, and show differently. Other requirements judge null and absent members."""
    both = [name for name in _SHARED_MEMBERS if item.get(name) is not None and details.get(name) is not None]
    return [
        f"{name}: {shown(item[name])} in the list, {shown(details[name])} in the details"
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
        # The query of an address may be a signature that differs from answer to answer.
        return str(listed).partition("?")[0] == str(detailed).partition("?")[0]
    return bool(listed == detailed)
