"""Free tee times on weekdays and on weekends, of the courses that the cases of a tour need."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from functools import partial
from typing import TypeVar

from conformance.conditions.courses import ONLINE_COURSE
from conformance.conditions.days import week_of
from conformance.conditions.families import LARGER_HOLD
from conformance.conditions.model import Case
from conformance.discovery import FreshDay, OfferedTeeTime, TeeTimeFinder
from conformance.evidence.verdicts import or_else
from conformance.recordings.parts import act_together
from conformance.suite.arranged.booked import whole_tee_times
from conformance.suite.tours.sampling import CourseKinds, Turns

_DAYS_TRIED = 4
# Weekdays, Saturdays and Sundays take turns.
_DATES_DRAWN = 4
_OF_COURSE = ("course", "holes", "terms")

T = TypeVar("T")


class FreeTeeTimes:
    """Free tee times by course and by part of the week, each given once. It reads a few days of each course."""

    def __init__(self, tee_times: TeeTimeFinder) -> None:
        self._tee_times = tee_times
        self._days: dict[tuple[str, str], FreshDay] = {}
        self._free: dict[tuple[str, str], Iterator[OfferedTeeTime]] = {}
        self._tried: dict[tuple[str, str], int] = {}

    def read_ahead(self, wanted: Iterable[tuple[str, str]]) -> None:
        """Reads a day of each course and part of the week that is *wanted* and not known, several at the same time."""
        dates = {place: self._date(*place) for place in dict.fromkeys(wanted) if place not in self._days}
        reads = {place: partial(self._read, place[0], day) for place, day in dates.items() if day}
        for place, day in zip(reads, act_together(list(reads.values())), strict=True):
            self._keep(place, day)

    def tee_time(self, course_id: str, week: str) -> OfferedTeeTime | None:
        """A wholly free tee time of the course on a day of that part of the *week*, None when none is found."""
        place = course_id, week
        found = next(self._free.get(place, iter(())), None)
        while found is None and self._tried.get(place, 0) < _DAYS_TRIED:
            self._read_another(place)
            found = next(self._free.get(place, iter(())), None)
        return found

    def day(self, course_id: str, week: str) -> FreshDay | None:
        """A day of the course in that part of the *week* with free tee times, None when none is found. It takes none of
        them.
        """
        place = course_id, week
        while place not in self._days and self._tried.get(place, 0) < _DAYS_TRIED:
            self._read_another(place)
        return self._days.get(place)

    def _read_another(self, place: tuple[str, str]) -> None:
        self._tried[place] = self._tried.get(place, 0) + 1
        if play_date := self._date(*place):
            self._keep(place, self._read(place[0], play_date))

    def _date(self, course_id: str, week: str) -> date | None:
        """A drawn day, None where the draw finds no day of that part of the *week*."""
        drawn = (or_else(partial(self._tee_times.date_at, course_id), None) for _ in range(_DATES_DRAWN))
        return next((day for day in drawn if day and week_of(day) == week), None)

    def _read(self, course_id: str, play_date: date) -> FreshDay | None:
        return or_else(partial(self._tee_times.on, course_id, play_date), None)

    def _keep(self, place: tuple[str, str], day: FreshDay | None) -> None:
        if day is not None and day.wholly_free:
            self._days[place] = day
            self._free[place] = iter(whole_tee_times([day]))


def tee_times_for(
    cases: Sequence[Case], kinds: CourseKinds, free: FreeTeeTimes
) -> Sequence[tuple[Case, OfferedTeeTime]]:
    """The *cases* for which a tee time is found, each with one of an online course of its kind."""
    return _found_for(cases, kinds, free, free.tee_time)


def days_for(cases: Sequence[Case], kinds: CourseKinds, free: FreeTeeTimes) -> Sequence[tuple[Case, FreshDay]]:
    """The *cases* for which a day is found, each with one of an online course of its kind."""
    return _found_for(cases, kinds, free, free.day)


def _found_for(
    cases: Sequence[Case], kinds: CourseKinds, free: FreeTeeTimes, find: Callable[[str, str], T | None]
) -> Sequence[tuple[Case, T]]:
    turns = Turns(kinds.country)
    fitting = [_taking(case, kinds) for case in cases]
    first = [turns.next_of(course_ids) for course_ids in fitting]
    free.read_ahead((course_id, case["week"]) for case, course_id in zip(cases, first, strict=True) if course_id)
    found: list[tuple[Case, T]] = []
    for case, course_id, others in zip(cases, first, fitting, strict=True):
        asked = dict.fromkeys([course_id, *others]) if course_id else ()
        if thing := next(filter(None, (find(name, case["week"]) for name in asked)), None):
            found.append((case, thing))
    return found


def _taking(case: Case, kinds: CourseKinds) -> Sequence[str]:
    """The online courses of its kind that take the most players that *case* ever has."""
    grows = case.get("way") == LARGER_HOLD or case.get("change") == "more players"
    most = int(case.get("players", 1)) + grows
    fitting = kinds.fitting({**case, **ONLINE_COURSE}, _OF_COURSE)
    return [course_id for course_id in fitting if kinds.takes(course_id, most)]
