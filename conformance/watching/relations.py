"""What answers tell about courses at several places, as rows of the table `RELATIONS`. Pure.

No operation of the interface changes a course. So a fact of a course is the same wherever an answer tells it, whoever
asks. The model keeps the first telling of each fact: it grows with the number of facts and not with the pairs of
answers.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote

from conformance.watching.seen import Known, Seen, Told

# What the fact is about, such as a course and a member, and its value.
Fact = tuple[tuple[str, ...], Any]

_SHARED = ("name", "country", "region", "city", "courseType", "holes", "latitude", "longitude")
_NAMED_AT_TOP = ("listTeeTimes", "checkAvailability")
_NAMED_IN_DATA = ("getCoursePricing", "getCourseTerms")
_BOOKINGS = ("createBooking", "getBooking", "listBookings")
_PAGING = ("page", "pageSize", "maxResults")


@dataclass(frozen=True)
class Relation:
    """Answers tell each of these *facts* with one value. *row* is the requirement that says so."""

    row: str
    facts: Callable[[Seen, Known], Iterator[Fact]]


def _shared_members(seen: Seen, known: Known) -> Iterator[Fact]:
    for course_id, course in _courses(seen, known):
        yield from (((course_id, name), course[name]) for name in _SHARED if course.get(name) is not None)


def _is_online(seen: Seen, known: Known) -> Iterator[Fact]:
    for course_id, course in _courses(seen, known):
        if isinstance(course.get("isOnline"), bool):
            yield (course_id,), course["isOnline"]
    if seen.operation == "listTeeTimes" and isinstance(seen.body.get("isOnline"), bool):
        yield from (((course_id,), seen.body["isOnline"]) for course_id in _asked_course(seen, known))


def _course_name(seen: Seen, known: Known) -> Iterator[Fact]:
    yield from (((course_id,), course["name"]) for course_id, course in _courses(seen, known) if course.get("name"))
    named = seen.body if seen.operation in _NAMED_AT_TOP else seen.data if seen.operation in _NAMED_IN_DATA else {}
    if named.get("courseName"):
        yield from (((course_id,), named["courseName"]) for course_id in _asked_course(seen, known))


def _name_in_bookings(seen: Seen, known: Known) -> Iterator[Fact]:
    yield from (((course_id,), course["name"]) for course_id, course in _courses(seen, known) if course.get("name"))
    for booking in (seen.data, *seen.items) if seen.operation in _BOOKINGS else ():
        course = booking.get("course")
        if isinstance(course, dict) and course.get("id") in known.courses and course.get("name"):
            yield (course["id"],), course["name"]


def _total_of_a_search(seen: Seen, _: Known) -> Iterator[Fact]:
    if seen.operation == "searchCourses":
        total = seen.body["meta"]["pagination"].get("totalItems")
        yield tuple(f"{name}={value}" for name, value in _filters(seen)), total


def _content_of_a_page(seen: Seen, _: Known) -> Iterator[Fact]:
    """The page on which a search shows exactly these courses. Two pages never show the same courses."""
    if seen.operation == "searchCourses" and seen.items and "page" in seen.query:
        ids = sorted(str(item.get("id")) for item in seen.items)
        size = seen.query.get("pageSize", "")
        yield (*(f"{name}={value}" for name, value in _filters(seen)), size, *ids), int(seen.query["page"])


def _filters(seen: Seen) -> list[tuple[str, str]]:
    return sorted((name, value) for name, value in seen.query.items() if name not in _PAGING)


def _courses(seen: Seen, known: Known) -> Iterator[tuple[str, Any]]:
    """The courses that lists and details show. Details that were asked for by booking code show a course too."""
    for course in (*seen.items, seen.data) if seen.operation in ("searchCourses", "getCourse") else ():
        if "id" in course and (seen.operation == "searchCourses" or str(course["id"]) in known.courses):
            yield str(course["id"]), course


def _asked_course(seen: Seen, known: Known) -> list[str]:
    course_id = unquote(seen.met.course_id or "")
    return [course_id] if course_id in known.courses else []


RELATIONS = (
    Relation("CRD-07", _shared_members),
    Relation("INV-01", _is_online),
    Relation("INV-07", _course_name),
    Relation("BKC-35", _name_in_bookings),
    Relation("PAG-13", _total_of_a_search),
    Relation("PAG-09", _content_of_a_page),
)


@dataclass
class Relations:
    """The first telling of each fact, by relation."""

    known: Known
    _told: dict[tuple[str, tuple[str, ...]], tuple[Any, Seen]] = field(default_factory=dict)

    def judge(self, seen: Seen) -> Iterator[Told]:
        """Row, sentence and proof of everything in *seen* that contradicts an earlier answer."""
        if not (seen.fits and seen.shaped):
            return
        for relation in RELATIONS:
            for about, value in relation.facts(seen, self.known):
                before, first = self._told.setdefault((relation.row, about), (value, seen))
                if before != value:
                    what = ", ".join(about[:4])
                    sentence = f"{seen.answer.where} shows {value} for {what}, and {first.answer.where} showed {before}"
                    yield relation.row, sentence, (first, seen)
