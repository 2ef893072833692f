"""Grounds: courses that take ordinary bookings, with the days on which a run may book there without costs."""

import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import islice

from conformance.discovery.course_kinds import varied
from conformance.discovery.courses import CourseFinder
from conformance.discovery.cutoffs import DAYS_OF_SLACK, days_beyond_cutoffs
from conformance.evidence.exchanges import Answer
from conformance.evidence.verdicts import Judgement, Untested, or_else
from conformance.scope.lanes import current_lane

# A run with a clock moves it by the 14 days of a hook, and then cutoffs of a week have not passed.
FIRST_DAY_FROM_TODAY = 22
LAST_DAY_FROM_TODAY = 120
_DAYS_BEYOND_LONG_DEADLINES = 40
# A horizon may lie beyond any calendar.
_FURTHEST_DAY = 1000
_DAYS_KEPT_BELOW_THE_HORIZON = 5
_MOST_FURTHER_COURSES, _DAYS_OF_A_YEAR = 4, 365

UNUSUAL_TERMS = "No online course was found whose terms leave room for an ordinary booking."


@dataclass(frozen=True)
class BookingGround:
    """A course that takes ordinary bookings, and the days from today on which the run may book.

    The *horizon* is the last day that the course sells, less some days. Beyond the last day the run books only when it
    has used the others. *room_days* lie between the last cutoff of today and the first day.
    """

    course_id: str
    first_day: int
    last_day: int
    horizon: int
    room_days: int

    def usual_days(self, today: date) -> Iterable[date]:
        """The days on which the run books first."""
        return (today + timedelta(days=ahead) for ahead in range(self.first_day, self.last_day + 1))

    def days(self, today: date) -> Iterable[date]:
        """All days on which the run may book, up to the horizon."""
        return (today + timedelta(days=ahead) for ahead in range(self.first_day, self.horizon + 1))


def ground_of(courses: CourseFinder, course_id: str, *, any_terms: bool = False) -> BookingGround | None:
    """The days to use on this course. None when its terms cannot be read, or are unusual (unless *any_terms*)."""
    try:
        all_terms = courses.terms(course_id)
        beyond_cutoffs = days_beyond_cutoffs(all_terms)
        first_day = max(FIRST_DAY_FROM_TODAY, beyond_cutoffs)
        terms = all_terms["bookingTerms"]
        ordinary = any_terms or (terms["modificationAllowed"] is True and terms["maxPlayersPerBooking"] >= 4)
        horizon = min(terms["maxDaysInAdvance"], _FURTHEST_DAY) - _DAYS_KEPT_BELOW_THE_HORIZON
    except (Judgement, KeyError, TypeError):
        return None
    # On a course with long deadlines the run books later days, up to the last day that the course sells.
    last_day = min(horizon, max(LAST_DAY_FROM_TODAY, first_day + _DAYS_BEYOND_LONG_DEADLINES))
    if not ordinary or first_day > last_day:
        return None
    return BookingGround(course_id, first_day, last_day, horizon, first_day - beyond_cutoffs + DAYS_OF_SLACK)


def is_of_lane(course_id: str, play_date: date) -> bool:
    """Whether this lane may book on this day of the course. The lanes divide the days of all courses."""
    return current_lane().owns(play_date.toordinal() + zlib.crc32(course_id.encode()))


def grounds_of_lane(
    courses: CourseFinder, course_ids: Iterable[str], today: date, is_wanted: Callable[[date], bool]
) -> Iterator[BookingGround]:
    """The grounds of those *course_ids* on which this lane may book on a wanted day of the next twelve months. The
    terms of a few courses are read.
    """
    days = list(filter(is_wanted, (today + timedelta(days=ahead) for ahead in range(1, _DAYS_OF_A_YEAR + 1))))
    ours = (course_id for course_id in course_ids if any(is_of_lane(course_id, day) for day in days))
    grounds = (ground_of(courses, course_id) for course_id in islice(ours, _MOST_FURTHER_COURSES))
    return (ground for ground in grounds if ground)


def varied_online_courses(courses: CourseFinder) -> Sequence[str]:
    """The ids of all listed online courses, drawn by the seed, so that numbers of holes and countries take turns."""
    count = sum(1 for item in courses.listed if item.get("isOnline") is True)
    return [item["id"] for item in varied(courses.online(max(count, 1)))]


def online_with_terms_of_its_own(courses: CourseFinder) -> Sequence[str]:
    """The id of the declared course of this kind, if it is online. Drawn courses are hardly ever of this kind."""
    return declared_online(courses, "override_terms")


def declared_online(courses: CourseFinder, fact: str) -> Sequence[str]:
    """The id of the course that the target declares for *fact*, if there is one and it is online."""
    course_id = or_else(lambda: courses.declared(fact), "")
    details = or_else(lambda: courses.details(course_id), None) if course_id else None
    return [course_id] if isinstance(details, dict) and details.get("isOnline") is True else []


def used_up(courses: str) -> Untested:
    """What a check is where this run may book on no further day of *courses*."""
    return Untested(
        f"This run has used up the days on which it may book on {courses}. A smaller --concurrency needs fewer days."
    )


def why_no_terms(refusals: Sequence[Answer]) -> str:
    """Why a run finds no ground where each course that was asked answered with one of *refusals*, as a sentence."""
    first = f"{refusals[0].where} answered {refusals[0].status}"
    others = f", and so did the terms of {len(refusals) - 1} other courses" if len(refusals) > 1 else ""
    return f"No terms are known, so no booking is surely free of costs: {first}{others}."
