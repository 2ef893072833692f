"""Checks of what must agree between operations, and of reading, which must change nothing."""

from collections.abc import Mapping, Sequence
from datetime import date
from itertools import cycle
from typing import Any

from conformance.asking.client import Agency, segment
from conformance.asking.oracles import accepted, part
from conformance.discovery import CourseFinder
from conformance.evidence.verdicts import Inconclusive, Untested, expect, shown, verifies
from conformance.scope.run import Run
from conformance.suite.arranged.days_offered import ask_period, documented
from conformance.suite.arranged.geography import listed_nearby
from conformance.suite.arranged.play_days import DAY_KINDS, furthest_day, play_day, some_offline, some_online
from conformance.suite.arranged.tee_sheets import ask, listed_tee_times

_NEAR_WEEKDAY = DAY_KINDS[0]
# Nobody has to read the terms of a course to ask so near a day.
_SAFE_FOR_ANY_HORIZON_DAYS = 9
_TIMES_READ_AGAIN = 3

# What the specification says about a course and its terms; other members may change by themselves.
_DETAILS = ("id", "name", "country", "region", "city", "courseType", "holes", "isOnline", "address", "par")
_TERMS = ("courseId", "courseName", "cancellationPolicy", "bookingTerms")


@verifies("INV-01")
def test_a_course_is_online_or_offline_everywhere(agency: Agency, courses: CourseFinder, run: Run) -> None:
    online, offline = _sample(courses, run, is_online=True), _sample(courses, run, is_online=False)
    for course in [*online, *offline]:
        details = accepted(agency.get(f"/travel/courses/{segment(course['id'])}"), "Reading course details")
        tee_sheet = _tee_sheet(agency, course["id"], run)

        said = {
            "list": course["isOnline"],
            "details": part(details, "data.isOnline", judge=False),
            "tee-times": part(tee_sheet, "isOnline", judge=False),
        }
        if course in (online[0], offline[0]):
            nearby = listed_nearby(agency, details["data"])
            said |= {"search nearby": nearby["isOnline"]} if "isOnline" in nearby else {}
        expect(
            all(one == course["isOnline"] for one in said.values()),
            f"isOnline of {course['id']} is the same everywhere",
            f"isOnline is {shown(said)}",
        )


@verifies("INV-07")
def test_a_course_has_one_name_everywhere(agency: Agency, courses: CourseFinder, run: Run) -> None:
    online = some_online(courses, 3)
    for course_id in [*online, *_offline_if_any(courses)]:
        names = _names(agency, courses, course_id, run)
        if course_id in online:
            first = play_day(_NEAR_WEEKDAY, run, "name", furthest_day(courses, course_id))
            period = accepted(ask_period(agency, course_id, first, first, 2), "Reading the availability of a day")
            names["availability"] = part(period, "courseName", judge=False)
        _agree(course_id, names)

    for course in _courses_of_bookings(agency):
        names = {"details": courses.details(course["id"]).get("name"), "booking": course.get("name")}
        _agree(course["id"], names)


@verifies("INV-08")
def test_reading_changes_nothing(agency: Agency, courses: CourseFinder, run: Run) -> None:
    read_twice = _read_twice(agency, courses, run)

    if not any(one.first["tee times for one"] for one in read_twice):
        raise Untested("No tee time was listed on the days that were read twice.")
    changed = [day for day in read_twice if day.changes]
    told = "; ".join(f"{day.course_id} on {day.day}: {', '.join(day.changes)}" for day in changed)
    # Somebody else may book while a day is read, but does not change one day again and again, or every day.
    if changed and not any(day.changes_always() for day in changed):
        others = [day for name in ("again", "a third time") for day in _read_twice(agency, courses, run, name)]
        if not all(day.changes for day in (*read_twice, *others)):
            raise Inconclusive(f"Days changed while they were read twice, and not every time: {told}.")
    expect(not changed, "reading everything again shows the same", f"these changed: {told}")


class _ReadTwice:
    """Everything documented of a course and a day there, *first* and once more, and the names of what *changes*."""

    def __init__(self, agency: Agency, course_id: str, day: date) -> None:
        self._agency = agency
        self.course_id = course_id
        self.day = day
        self.first = _everything(agency, course_id, day)
        second = _everything(agency, course_id, day)
        self.changes = [name for name in self.first if self.first[name] != second[name]]

    def changes_always(self) -> bool:
        """Whether reading the day twice shows changes each time it is done again."""
        return all(_ReadTwice(self._agency, self.course_id, self.day).changes for _ in range(_TIMES_READ_AGAIN))


def _read_twice(agency: Agency, courses: CourseFinder, run: Run, name: str = "read twice") -> list[_ReadTwice]:
    """A weekday of one online course and a weekend day of another, or both of the only one; other days by each *name*.
    One change alone proves nothing.
    """
    return [
        _ReadTwice(agency, course_id, play_day(kind, run, f"{name} {course_id}", furthest_day(courses, course_id)))
        for course_id, kind in zip(cycle(some_online(courses, 2)), DAY_KINDS[:2], strict=False)
    ]


def _sample(courses: CourseFinder, run: Run, *, is_online: bool) -> list[Any]:
    """The first, the last and two more list items of a kind. Raises `Untested` when there is none."""
    found = [course for course in courses.listed if course.get("isOnline") is is_online]
    found = found or [course for course in courses.all_courses() if course.get("isOnline") is is_online]
    if not found:
        raise Untested(f"The target lists no course with isOnline {str(is_online).lower()}.")
    drawn = run.random(f"sample {is_online}").sample(found, min(2, len(found)))
    return list({course["id"]: course for course in (found[0], found[-1], *drawn)}.values())


def _tee_sheet(agency: Agency, course_id: str, run: Run) -> Any:
    day = play_day(_NEAR_WEEKDAY, run, "invariants", _SAFE_FOR_ANY_HORIZON_DAYS)
    return accepted(ask(agency, course_id, day, 2), "Reading a tee sheet")


def _offline_if_any(courses: CourseFinder) -> list[str]:
    try:
        return some_offline(courses, 1)
    except Untested:
        return []


def _names(agency: Agency, courses: CourseFinder, course_id: str, run: Run) -> dict[str, Any]:
    """The name of a course by the operation that says it."""
    pricing = accepted(agency.get(f"/travel/courses/{segment(course_id)}/pricing"), "Reading course pricing")
    return {
        "details": courses.details(course_id).get("name"),
        "terms": courses.terms(course_id).get("courseName"),
        "pricing": part(pricing, "data.courseName", judge=False),
        "tee-times": part(_tee_sheet(agency, course_id, run), "courseName", judge=False),
    }


def _courses_of_bookings(agency: Agency) -> list[Any]:
    """Up to three different courses as the first page of bookings names them; none when nothing was booked yet."""
    body = accepted(agency.get("/travel/bookings"), "Listing bookings")
    listed = part(body, "data", judge=False)
    named = [item.get("course") for item in listed if isinstance(item, dict)] if isinstance(listed, list) else []
    found = {course["id"]: course for course in named if isinstance(course, dict) and isinstance(course.get("id"), str)}
    return list(found.values())[:3]


def _agree(course_id: str, names: Mapping[str, Any]) -> None:
    """Raise `Violation` unless all names are the same; a name that is absent is judged elsewhere."""
    said = {place: name for place, name in names.items() if name is not None}
    expect(
        len(set(map(str, said.values()))) <= 1,
        f"course {course_id} has the same name everywhere",
        f"it is called {shown(said)}",
    )


def _everything(agency: Agency, course_id: str, day: date) -> dict[str, Any]:
    """What is documented of a course, of a day there and of the agency's bookings, by a name for messages."""
    about_it = _of_the_course(agency, f"/travel/courses/{segment(course_id)}")
    bookings = accepted(agency.get("/travel/bookings", pageSize=1), "Listing bookings")
    return {
        "tee times for one": listed_tee_times(accepted(ask(agency, course_id, day, 1), "Reading a tee sheet")),
        "tee times for four": listed_tee_times(accepted(ask(agency, course_id, day, 4), "Reading a tee sheet")),
        "days": documented(accepted(ask_period(agency, course_id, day, day, 2), "Reading the availability of a day")),
        **about_it,
        "number of bookings": part(bookings, "meta.pagination.totalItems", judge=False),
    }


def _of_the_course(agency: Agency, path: str) -> dict[str, Any]:
    details = accepted(agency.get(path), "Reading course details")
    terms = accepted(agency.get(f"{path}/terms"), "Reading course terms")
    return {"details": _members(details, _DETAILS), "terms": _members(terms, _TERMS)}


def _members(body: Any, names: Sequence[str]) -> list[Any]:
    payload = part(body, "data", judge=False)
    return [payload.get(name) for name in names] if isinstance(payload, dict) else [payload]
