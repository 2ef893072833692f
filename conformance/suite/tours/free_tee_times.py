"""Free tee times on weekdays and on weekends, of the courses that the cases of a tour need."""

from collections.abc import Iterable, Iterator
from datetime import date
from functools import partial

from conformance.conditions.days import week_of
from conformance.discovery import OfferedTeeTime, TeeTimeFinder
from conformance.evidence.verdicts import or_else
from conformance.recordings.parts import act_together
from conformance.suite.arranged.booked import whole_tee_times

_DAYS_TRIED = 2
# Weekdays, Saturdays and Sundays take turns.
_DATES_DRAWN = 4


class FreeTeeTimes:
    """Days of courses with free tee times, each tee time given once."""

    def __init__(self, tee_times: TeeTimeFinder) -> None:
        self._tee_times = tee_times
        self._free: dict[tuple[str, str], Iterator[OfferedTeeTime]] = {}
        self._tried: dict[tuple[str, str], int] = {}

    def read_ahead(self, wanted: Iterable[tuple[str, str]]) -> None:
        """Reads a day of each course and part of the week that is *wanted*, several at the same time."""
        dates = {place: self._date(*place) for place in dict.fromkeys(wanted)}
        reads = {place: partial(self._read, place[0], day) for place, day in dates.items() if day}
        self._free |= zip(reads, act_together(list(reads.values())), strict=True)

    def tee_time(self, course_id: str, week: str) -> OfferedTeeTime | None:
        """A wholly free tee time of the course on a day of that part of the *week*, None when none is found."""
        place = course_id, week
        found = next(self._free.get(place, iter(())), None)
        while found is None and self._tried.get(place, 0) < _DAYS_TRIED:
            self._tried[place] = self._tried.get(place, 0) + 1
            if day := self._date(*place):
                self._free[place] = self._read(course_id, day)
            found = next(self._free.get(place, iter(())), None)
        return found

    def _date(self, course_id: str, week: str) -> date | None:
        """A drawn day, None where the draw finds no day of that part of the *week*."""
        drawn = (or_else(partial(self._tee_times.date_at, course_id), None) for _ in range(_DATES_DRAWN))
        return next((day for day in drawn if day and week_of(day) == week), None)

    def _read(self, course_id: str, play_date: date) -> Iterator[OfferedTeeTime]:
        day = or_else(partial(self._tee_times.on, course_id, play_date), None)
        return iter(whole_tee_times([day]) if day else ())
