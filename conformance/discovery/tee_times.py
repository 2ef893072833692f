"""Free tee times of online courses, far beyond every cutoff. No tee time is given to two checks."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from datetime import date, timedelta
from itertools import chain, islice
from typing import Any

from conformance.asking.client import Agency, segment
from conformance.asking.oracles import accepted
from conformance.catalogue.paths import COURSES
from conformance.conditions.days import is_change_of_clocks, season_of
from conformance.discovery.alike import first_case, is_alike, most_alike
from conformance.discovery.courses import CourseFinder
from conformance.discovery.given_tee_times import Given, OpenSheet, next_of
from conformance.discovery.grounds import (
    UNUSUAL_TERMS,
    BookingGround,
    ground_of,
    grounds_of_lane,
    is_of_lane,
    online_with_terms_of_its_own,
    used_up,
    varied_online_courses,
    why_no_terms,
)
from conformance.discovery.offered_tee_times import FreshDay, OfferedTeeTime, day_on_sheet, places_at
from conformance.evidence.exchanges import Answer
from conformance.evidence.verdicts import Judgement, Untested
from conformance.recordings import moments
from conformance.scope.attempts import run_of_check
from conformance.scope.lanes import PerLane, current_lane
from conformance.scope.run import Run

_WEEKDAYS_IN_TURN = (range(5), (5,), (6,))
_MOST_COURSES, _MOST_COURSES_OF_A_KIND, _MOST_DAYS_OF_A_COURSE = 4, 2, 3
# The first day that is more than a year ahead in each zone.
_BEYOND_A_YEAR = 368
_MOST_TERMS_READ, _MOST_SHEETS_TRIED, _TEE_TIMES_USED_PER_SHEET = 30, 16, 24
# An older offer may be gone, because others may book too.
_AN_OFFER_COUNTS_FOR_SECONDS = 300.0
# Checks take turns at several sheets, of other courses and days: a fault may show at one course alone. Many lanes have
# fewer checks each, so they read fewer sheets.
_MOST_SHEETS_AT_ONCE, _SHEETS_OF_ALL_LANES = 4, 24


class TeeTimeFinder:
    """Gives tee times and days to checks. It never gives the same tee time or the same whole day twice in a run."""

    def __init__(self, agency: Agency, run: Run, courses: CourseFinder) -> None:
        self._agency = agency
        self._run = run
        self._courses = courses
        # A later part of a resumed run draws other tee times: some of the first may still be held.
        part = "" if run.part == 1 else f"part {run.part} "
        self._lanes = PerLane(lambda: Given(run.random(f"tee times {part}{current_lane().name}".strip())))

    @property
    def _given(self) -> Given:
        return self._lanes.here

    def fresh(self, places: int = 4) -> OfferedTeeTime:
        """A tee time with at least *places* free, from a tee sheet that is only minutes old. Several sheets take turns.
        In a further case of a rule, it is like that of the first case, if there is such a tee time.

        Raises `Untested` when no online course offers such a tee time.
        """
        if alike := self._like_the_first():
            return alike
        sheets = self._open_sheets()
        for tried in range(_MOST_SHEETS_TRIED):
            if tried or len(sheets) < _sheets_at_once():
                sheets.insert(0, OpenSheet(self._some_of(self._unused_day()), moments.monotonic()))
            if tee_time := next_of(sheets, places):
                return tee_time
        raise Untested(f"No tee time with {places} free places was found on {_MOST_SHEETS_TRIED} tee sheets.")

    def _like_the_first(self) -> OfferedTeeTime | None:
        first = first_case()
        day = self.day_with(lambda day: is_alike(day, first)) if first else None
        return most_alike(day.wholly_free, first) if day and first else None

    def _some_of(self, day: FreshDay) -> list[OfferedTeeTime]:
        """Tee times of morning, afternoon and evening in random order: a fault may show only after noon."""
        return self._given.random.sample(day.tee_times, min(len(day.tee_times), _TEE_TIMES_USED_PER_SHEET))

    def _open_sheets(self) -> list[OpenSheet]:
        """Recently read sheets with tee times that no check has taken yet. A further run of a check wants new sheets:
        others may have booked at tee times of the old ones.
        """
        if run_of_check() > self._given.open_in_run:
            self._given.open.clear()
        self._given.open_in_run = run_of_check()
        oldest = moments.monotonic() - _AN_OFFER_COUNTS_FOR_SECONDS
        self._given.open = [sheet for sheet in self._given.open if sheet.tee_times and sheet.read_at >= oldest]
        return self._given.open

    def in_other_season(self) -> OfferedTeeTime | None:
        """A tee time with four free places on a `day_in_other_season`."""
        return self._one_of(self.day_in_other_season())

    def day_in_other_season(self) -> FreshDay | None:
        """As `fresh_day`, on a day whose clocks differ from those of today's season. None when no such day is found: a
        target may sell only days of one season.
        """
        others = (season_of(self._run.today), None)
        return self.day_with(lambda day: season_of(day) not in others)

    def at_a_change_of_clocks(self) -> OfferedTeeTime | None:
        """A tee time with four free places on a day on which European clocks change. None when no such day is found."""
        return self._one_of(self.day_with(is_change_of_clocks))

    def within_four_weeks(self) -> OfferedTeeTime | None:
        """A tee time with four free places, less than 28 days ahead: the run books beyond every cutoff."""
        return self._one_of(self.day_with(lambda day: day < self._run.today + timedelta(weeks=4)))

    def beyond_a_year(self, tee_times: int) -> FreshDay | None:
        """As `fresh_day`, more than a year ahead. None when no such day is found: few targets sell so far ahead."""
        return self.day_with(lambda day: day >= self._run.today + timedelta(days=_BEYOND_A_YEAR), tee_times)

    def _one_of(self, day: FreshDay | None) -> OfferedTeeTime | None:
        return self._given.random.choice(day.wholly_free) if day and day.wholly_free else None

    def day_with(self, is_wanted: Callable[[date], bool], tee_times: int = 1) -> FreshDay | None:
        """As `fresh_day`, on a wanted day. None when no such day is found."""
        for ground, unused in islice(self._grounds_with(is_wanted), _MOST_COURSES_OF_A_KIND):
            for play_date in self._given.random.sample(unused, min(_MOST_DAYS_OF_A_COURSE, len(unused))):
                self._given.used_days.add((ground.course_id, play_date))
                day = self._day(ground.course_id, play_date)
                if len(day.wholly_free) >= tee_times:
                    return day
        return None

    def _grounds_with(self, is_wanted: Callable[[date], bool]) -> Iterator[tuple[BookingGround, list[date]]]:
        """Grounds with wanted days that are unused. Of few wanted days, this lane may have none on its own grounds."""
        for ground in chain(self._playable(), self._further_grounds(is_wanted)):
            if unused := self._unused(ground, filter(is_wanted, ground.days(self._run.today))):
                yield ground, unused

    def _further_grounds(self, is_wanted: Callable[[date], bool]) -> Iterator[BookingGround]:
        """Grounds of other online courses, where checks run in lanes."""
        if current_lane().parts > 1:
            known = {ground.course_id for ground in self._playable()}
            others = (course_id for course_id in varied_online_courses(self._courses) if course_id not in known)
            yield from grounds_of_lane(self._courses, others, self._run.today, is_wanted)

    def _unused(self, ground: BookingGround, days: Iterable[date]) -> list[date]:
        used, course_id = self._given.used_days, ground.course_id
        return [day for day in days if is_of_lane(course_id, day) and (course_id, day) not in used]

    @property
    def room(self) -> timedelta:
        """How far the clock may move from the first day of the run before its bookings come inside a cutoff."""
        return timedelta(days=min(ground.room_days for ground in self._playable()))

    def fresh_day(self, tee_times: int = 1) -> FreshDay:
        """A whole day of an online course with at least *tee_times* tee times that have all four places free.

        Raises `Untested` when no such day is found.
        """
        for _ in range(_MOST_SHEETS_TRIED):
            day = self._unused_day()
            if len(day.wholly_free) >= tee_times:
                return day
        raise Untested(f"No day with {tee_times} wholly free tee times was found on {_MOST_SHEETS_TRIED} tee sheets.")

    def shared_day(self, tee_times: int) -> FreshDay:
        """As `fresh_day`, for checks that only read: they share one day for the same number of *tee_times*."""
        known = self._given.shared.get(tee_times)
        if known is None or moments.monotonic() - known[0] > _AN_OFFER_COUNTS_FOR_SECONDS:
            known = self._given.shared[tee_times] = (moments.monotonic(), self.fresh_day(tee_times=tee_times))
        return known[1]

    def at(self, course_id: str, tee_times: int = 1, most_sheets: int = _MOST_SHEETS_TRIED) -> FreshDay:
        """As `fresh_day`, on the course that a check needs; its terms may be unusual. Reads at most *most_sheets*."""
        for _ in range(most_sheets):
            day = self._day(course_id, self.date_at(course_id))
            if len(day.wholly_free) >= tee_times:
                return day
        raise Untested(f"Course {course_id} shows no day with {tee_times} wholly free tee times.")

    def date_at(self, course_id: str) -> date:
        """A day as `at` finds it, before its tee sheet is read. Raises `Untested` when no such day is left."""
        ground = ground_of(self._courses, course_id, any_terms=True)
        if ground is None:
            raise Untested(f"The terms of course {course_id} leave no day on which this run may book.")
        play_date = self._unused_date(ground)
        if play_date is None:
            raise used_up(f"course {course_id}")
        return play_date

    def on(self, course_id: str, play_date: date) -> FreshDay:
        """The day *play_date*: from `date_at`, or a near day, as this run draws no other day so near."""
        return self._day(course_id, play_date)

    def known_on(self, course_id: str, play_date: date) -> FreshDay:
        """As `on`, for the state before an act: a tee sheet of a moment ago counts where nothing was sent since."""
        answer = self._agency.recall(_path(course_id), date=play_date.isoformat(), players=1)
        return day_on_sheet(course_id, play_date, accepted(answer, "Reading the tee sheet"))

    def places_known(self, tee_time: OfferedTeeTime) -> int:
        """As `places_free`, for the places before an act: a tee sheet of a moment ago counts where nothing was sent
        since.
        """
        answer = self._agency.recall(_path(tee_time.course_id), date=tee_time.play_date.isoformat(), players=1)
        return places_at(accepted(answer, "Reading the tee sheet"), tee_time)

    def sheet(self, course_id: str, play_date: date, **query: object) -> Any:
        """The body of a new GET tee-times for that day. Raises `Inconclusive` when the read is refused."""
        return accepted(
            self._agency.get(_path(course_id), date=play_date.isoformat(), **query), "Reading the tee sheet"
        )

    def places_free(self, tee_time: OfferedTeeTime) -> int:
        """Places free at *tee_time* now, 0 when it is no longer listed. Of two tees, the freer tee counts."""
        return places_at(self.sheet(tee_time.course_id, tee_time.play_date, players=1), tee_time)

    def places_between_bounds(self, tee_time: OfferedTeeTime, number: int) -> int:
        """As `places_free`, between bounds around *tee_time*: others for each *number* from 1 to 4."""
        bounds = tee_time.bounds_around[number - 1]
        return places_at(self.sheet(tee_time.course_id, tee_time.play_date, players=1, **bounds), tee_time)

    def _unused_day(self) -> FreshDay:
        grounds = self._playable()
        if self._given.probed and moments.monotonic() - self._given.probed_at <= _AN_OFFER_COUNTS_FOR_SECONDS:
            return self._given.probed.pop()
        used = Counter(course_id for course_id, _ in self._given.used_days)
        drawn = self._given.random.sample(grounds, len(grounds))
        for ground in sorted(drawn, key=lambda ground: used[ground.course_id]):
            play_date = self._unused_date(ground)
            if play_date is not None:
                return self._day(ground.course_id, play_date)
        raise used_up("any of its courses")

    def _day(self, course_id: str, play_date: date) -> FreshDay:
        return day_on_sheet(course_id, play_date, self.sheet(course_id, play_date, players=1))

    def _unused_date(self, ground: BookingGround) -> date | None:
        """Draws an unused date of this course and marks it as used: weekdays, Saturdays and Sundays in turn. A date
        beyond the last day comes when the others are used. None when every date up to the horizon is used.
        """
        turn = _WEEKDAYS_IN_TURN[len(self._given.used_days) % len(_WEEKDAYS_IN_TURN)]
        usual = self._unused(ground, ground.usual_days(self._run.today))
        days = (
            [day for day in usual if day.weekday() in turn]
            or usual
            or self._unused(ground, ground.days(self._run.today))
        )
        if not days:
            return None
        play_date = self._given.random.choice(days)
        self._given.used_days.add((ground.course_id, play_date))
        return play_date

    def _playable(self) -> list[BookingGround]:
        if self._given.grounds is None:
            self._given.grounds = self._ordinary_grounds()
        if not self._given.grounds:
            raise Untested(self._given.why_none)
        return self._given.grounds

    def _ordinary_grounds(self) -> list[BookingGround]:
        """Grounds for ordinary bookings. When there are none, keeps the reason."""
        grounds: list[BookingGround] = []
        drawn = varied_online_courses(self._courses)[:_MOST_TERMS_READ]
        asked = list(dict.fromkeys([*online_with_terms_of_its_own(self._courses), *drawn]))
        refusals: list[Answer] = []
        for course_id in asked:
            terms = self._courses.terms_answered(course_id)
            ground = ground_of(self._courses, course_id) if terms.is_success else None
            refusals += [] if terms.is_success else [terms]
            if ground and self._has_tee_times(ground):
                grounds.append(ground)
            if len(grounds) == _MOST_COURSES:
                break
        if not grounds:
            self._given.why_none = why_no_terms(refusals) if len(refusals) == len(asked) else UNUSUAL_TERMS
        return grounds

    def _has_tee_times(self, ground: BookingGround) -> bool:
        """Whether a drawn day offers a tee time. Such a day is kept, and is the first of this course to be used."""
        play_date = self._unused_date(ground)
        if play_date is None:
            return False
        try:
            day = self._day(ground.course_id, play_date)
        except Judgement:
            return False
        self._given.probed += [day] if day.tee_times else []
        self._given.probed_at = moments.monotonic()
        return bool(day.tee_times)


def _sheets_at_once() -> int:
    return max(min(_MOST_SHEETS_AT_ONCE, _SHEETS_OF_ALL_LANES // current_lane().parts), 1)


def _path(course_id: str) -> str:
    return f"{COURSES}/{segment(course_id)}/tee-times"
