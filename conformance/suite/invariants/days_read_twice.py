"""Days of courses whose documented facts are read twice in a row, and what changes between the two reads."""

from collections.abc import Callable, Sequence
from datetime import date
from itertools import cycle
from typing import Any

from conformance.asking.client import Agency, segment
from conformance.asking.oracles import accepted, part
from conformance.discovery import CourseFinder
from conformance.evidence.verdicts import Inconclusive, Untested
from conformance.scope.run import Run
from conformance.suite.arranged.days_offered import ask_period, documented
from conformance.suite.arranged.play_days import DAY_KINDS, furthest_day, play_day, some_online
from conformance.suite.arranged.tee_sheets import ask, listed_tee_times

_TIMES_READ_AGAIN = 3

# What the specification says about a course and its terms; other members may change by themselves.
_DETAILS = ("id", "name", "country", "region", "city", "courseType", "holes", "isOnline", "address", "par")
_TERMS = ("courseId", "courseName", "cancellationPolicy", "bookingTerms")


class ReadTwice:
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
        return all(ReadTwice(self._agency, self.course_id, self.day).changes for _ in range(_TIMES_READ_AGAIN))


def read_days_twice(agency: Agency, courses: CourseFinder, run: Run, name: str = "read twice") -> list[ReadTwice]:
    """A weekday of one online course and a weekend day of another, or both of the only one; other days by each *name*.
    One change alone proves nothing.
    """
    return [
        ReadTwice(agency, course_id, play_day(kind, run, f"{name} {course_id}", furthest_day(courses, course_id)))
        for course_id, kind in zip(cycle(some_online(courses, 2)), DAY_KINDS[:2], strict=False)
    ]


def require_any_tee_times(days: Sequence[ReadTwice]) -> None:
    """Raises `Untested` unless a tee time is listed on at least one of *days*."""
    if not any(day.first["tee times for one"] for day in days):
        raise Untested("No tee time was listed on the days that were read twice.")


def require_changes_every_time(
    changed: Sequence[ReadTwice], all_days: Sequence[ReadTwice], read_others: Callable[[str], Sequence[ReadTwice]]
) -> None:
    """Raises `Inconclusive` when days *changed* while they were read twice, and not every time.

    Somebody else may book while a day is read, but does not change one day again and again, or every day.
    """
    if not changed or any(day.changes_always() for day in changed):
        return
    others = [day for name in ("again", "a third time") for day in read_others(name)]
    if not all(day.changes for day in (*all_days, *others)):
        words = days_in_words(changed)
        raise Inconclusive(f"Some days changed between two reads, and not at every attempt: {words}.")


def days_in_words(changed: Sequence[ReadTwice]) -> str:
    """The days that *changed* and the names of what changed there, for a message."""
    return "; ".join(f"{day.course_id} on {day.day}: {', '.join(day.changes)}" for day in changed)


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
