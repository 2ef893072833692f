"""Free tee times on weekdays and on weekends, of the courses that the cases of a tour need."""

from collections.abc import Iterator

from conformance.conditions.days import week_of
from conformance.discovery import OfferedTeeTime, TeeTimeFinder
from conformance.evidence.verdicts import or_else
from conformance.suite.arranged.booked import whole_tee_times

_DAYS_TRIED = 5
_FEWEST_TEE_TIMES = 4


class FreeTeeTimes:
    """Days of courses with free tee times, each tee time given once."""

    def __init__(self, tee_times: TeeTimeFinder) -> None:
        self._tee_times = tee_times
        self._free: dict[tuple[str, str], Iterator[OfferedTeeTime]] = {}
        self._tried: dict[str, int] = {}

    def tee_time(self, course_id: str, week: str) -> OfferedTeeTime | None:
        """A wholly free tee time of the course on a day of that part of the *week*, None when none is found."""
        found = next(self._free.get((course_id, week), iter(())), None)
        while found is None and self._tried.get(course_id, 0) < _DAYS_TRIED:
            self._tried[course_id] = self._tried.get(course_id, 0) + 1
            day = or_else(lambda: self._tee_times.at(course_id, _FEWEST_TEE_TIMES, most_sheets=1), None)
            if day:
                self._free[course_id, week_of(day.play_date)] = iter(whole_tee_times([day]))
            found = next(self._free.get((course_id, week), iter(())), None)
        return found
