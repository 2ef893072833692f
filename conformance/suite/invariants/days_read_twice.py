"""Days of courses whose documented facts are read twice in a row, and what changes between the two reads."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from functools import partial
from itertools import cycle
from typing import Any

from conformance.asking.client import Agency, segment
from conformance.asking.oracles import accepted, part
from conformance.discovery import CourseFinder
from conformance.discovery.offered_tee_times import minutes_later
from conformance.evidence.verdicts import Inconclusive, Untested
from conformance.recordings import moments
from conformance.scope.lanes import run_together
from conformance.scope.run import Run
from conformance.suite.arranged.days_offered import ask_period, documented
from conformance.suite.arranged.play_days import (
    DAY_KINDS,
    FAR_WEEKDAY,
    FAR_WEEKEND_DAY,
    furthest_day,
    play_day,
    some_online,
)
from conformance.suite.arranged.tee_sheets import ask, listed_tee_times, listed_times

# Where others book often, a day may well change three times in a row.
_TIMES_READ_AGAIN, _TIMES_COMPARED, _TIMES_WITHOUT_A_CHANGE = 12, 8, 4
# Where others book often, all of so many days hardly ever change by chance.
_FURTHER_DAYS, _MORE_DAYS = ("again", "a third time"), ("a fourth time", "a fifth time", "a sixth time")
_NEAR_WEEKDAY, _NEAR_WEEKEND_DAY = DAY_KINDS[:2]
_KINDS_OF_DAYS_IN_TURN = (
    (_NEAR_WEEKDAY, FAR_WEEKDAY, FAR_WEEKDAY, FAR_WEEKDAY),
    (_NEAR_WEEKEND_DAY, FAR_WEEKEND_DAY, FAR_WEEKEND_DAY, FAR_WEEKEND_DAY),
)

_TEE_TIMES_FOR_ONE = "tee times for one"
# What the specification says about a course and its terms; other members may change by themselves.
_DETAILS = ("id", "name", "country", "region", "city", "courseType", "holes", "isOnline", "address", "par")
_TERMS = ("courseId", "courseName", "cancellationPolicy", "bookingTerms")


class ReadTwice:
    """Everything documented of a course and a day there, *first* and once more, and the names of what *changes*. What
    was *seen* a moment ago belongs to the first read.
    """

    def __init__(self, agency: Agency, course_id: str, day: date, **seen: Any) -> None:
        self._agency = agency
        self.course_id = course_id
        self.day = day
        began = moments.monotonic()
        self.first, second = self._read_all(seen), self._read_all({})
        self._seconds = moments.monotonic() - began
        self.changes = [name for name in self.first if self.first[name] != second[name]]

    def changes_always(self) -> bool:
        """Whether reading the day twice shows changes each time it is done again."""
        return all(self._changes_read_again(_TIMES_READ_AGAIN))

    def changes_again(self) -> bool:
        """Whether reading the day twice shows changes any time it is done again."""
        return any(self._changes_read_again(_TIMES_WITHOUT_A_CHANGE))

    def is_changed_by_reading(self) -> bool:
        """Whether reading explains the changes, and not others who book on a busy day.

        Then a fact that changed stays the same while nothing else is read for as long, or it changes each time when it
        is read twice at once.
        """
        return any(
            not any(self._differs(name, self._seconds) for _ in range(_TIMES_COMPARED))
            or all(self._differs(name, 0.0) for _ in range(_TIMES_COMPARED))
            for name in self.changes
        )

    def _changes_read_again(self, times: int) -> Iterator[Sequence[str]]:
        return (ReadTwice(self._agency, self.course_id, self.day).changes for _ in range(times))

    def _differs(self, name: str, seconds: float) -> bool:
        """Whether a fact differs from itself after so many seconds in which nothing else is read."""
        before = self._read(name)
        moments.sleep(seconds)
        return bool(before != self._read(name))

    def _read_all(self, seen: Mapping[str, Any]) -> Mapping[str, Any]:
        names = [name for name in _FACTS if name not in seen]
        return {**seen, **dict(zip(names, run_together(partial(self._read, name) for name in names), strict=True))}

    def _read(self, name: str) -> Any:
        return _FACTS[name](self._agency, self.course_id, self.day)


def read_days_twice(agency: Agency, courses: CourseFinder, run: Run, name: str = "read twice") -> list[ReadTwice]:
    """A weekday of one online course and a weekend day of another, or both of the only one; other days by each *name*.
    Where a near day lists no tee time, as in winter, far days of its course follow. One change alone proves nothing.

    Raises `Untested` when none of the days lists any.
    """
    read: list[ReadTwice] = []
    for course_id, kinds in zip(cycle(some_online(courses, 2)), _KINDS_OF_DAYS_IN_TURN, strict=False):
        for number, kind in enumerate(kinds):
            day = play_day(kind, run, f"{name} {course_id} {number or ''}".rstrip(), furthest_day(courses, course_id))
            listed = _FACTS[_TEE_TIMES_FOR_ONE](agency, course_id, day)
            if listed:
                read.append(ReadTwice(agency, course_id, day, **{_TEE_TIMES_FOR_ONE: listed}))
                break
    if not read:
        raise Untested("No tee time was listed on the days that were to be read twice.")
    return read


def changed_by_reading(
    changed: Sequence[ReadTwice], all_days: Sequence[ReadTwice], read_others: Callable[[str], Sequence[ReadTwice]]
) -> Sequence[ReadTwice]:
    """The *changed* days, or none where somebody else changed them: then neither they nor other days change again.

    Raises `Inconclusive` when others may explain the changes. Somebody else may book while a day is read, but seldom
    changes one day again and again, or every day. On busy days, reading alone must explain the change.
    """
    if not changed:
        return ()
    suspects: Sequence[ReadTwice] = [day for day in changed if day.changes_always()]
    if not suspects:
        suspects = [day for name in _FURTHER_DAYS for day in read_others(name)]
        if not any(day.changes for day in suspects) and not any(day.changes_again() for day in changed):
            return ()
        if all(day.changes for day in (*all_days, *suspects)):
            suspects = [*suspects, *(day for name in _MORE_DAYS for day in read_others(name))]
        if not all(day.changes for day in (*all_days, *suspects)):
            words = days_in_words(changed)
            raise Inconclusive(f"Some days changed between two reads, and not at every attempt: {words}.")
    if not any(day.is_changed_by_reading() for day in suspects):
        raise Inconclusive(f"Some days change all the time, also while nothing is read: {days_in_words(changed)}.")
    return changed


def days_in_words(changed: Sequence[ReadTwice]) -> str:
    """The days that *changed* and the names of what changed there, for a message."""
    return "; ".join(f"{day.course_id} on {day.day}: {', '.join(day.changes)}" for day in changed)


def _members(agency: Agency, course_id: str, rest: str, names: Sequence[str]) -> list[Any]:
    body = accepted(agency.get(f"/travel/courses/{segment(course_id)}{rest}"), "Reading a course")
    payload = part(body, "data", judge=False)
    return [payload.get(name) for name in names] if isinstance(payload, dict) else [payload]


def _tee_times(agency: Agency, course_id: str, day: date, players: int) -> Any:
    return listed_tee_times(accepted(ask(agency, course_id, day, players), "Reading a tee sheet"))


def _first_alone(agency: Agency, course_id: str, day: date) -> Any:
    """The tee sheet between bounds around its first tee time."""
    times = listed_times(accepted(ask(agency, course_id, day, 1), "Reading a tee sheet"))
    if not times:
        return ()
    bounds = {"earliestTime": minutes_later(times[0], -1), "latestTime": minutes_later(times[0], 1)}
    return listed_tee_times(accepted(ask(agency, course_id, day, 1, **bounds), "Reading a part of a tee sheet"))


def _days(agency: Agency, course_id: str, day: date) -> Any:
    return documented(accepted(ask_period(agency, course_id, day, day, 2), "Reading the availability of a day"))


def _number_of_bookings(agency: Agency, _course_id: str, _day: date) -> Any:
    bookings = accepted(agency.get("/travel/bookings", pageSize=1), "Listing bookings")
    return part(bookings, "meta.pagination.totalItems", judge=False)


# What is documented of a course, of a day there and of the agency's bookings, by a name for messages.
_FACTS: Mapping[str, Callable[[Agency, str, date], Any]] = {
    _TEE_TIMES_FOR_ONE: lambda agency, course_id, day: _tee_times(agency, course_id, day, 1),
    "the first tee time alone": _first_alone,
    "tee times for four": lambda agency, course_id, day: _tee_times(agency, course_id, day, 4),
    "days": _days,
    "details": lambda agency, course_id, _day: _members(agency, course_id, "", _DETAILS),
    "terms": lambda agency, course_id, _day: _members(agency, course_id, "/terms", _TERMS),
    "number of bookings": _number_of_bookings,
}
