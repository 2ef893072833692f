"""Grounds: courses that take ordinary bookings, with the days on which a run may book there without costs."""

from collections.abc import Sequence
from dataclasses import dataclass

from conformance.discovery.courses import CourseFinder
from conformance.discovery.cutoffs import days_beyond_cutoffs
from conformance.evidence.exchanges import Answer
from conformance.evidence.verdicts import Judgement

FIRST_DAY_FROM_TODAY = 20
LAST_DAY_FROM_TODAY = 120
_DAYS_BEYOND_LONG_DEADLINES = 40
_DAYS_KEPT_BELOW_THE_HORIZON = 5

UNUSUAL_TERMS = "No online course was found whose terms leave room for an ordinary booking."


@dataclass(frozen=True)
class BookingGround:
    """A course that takes ordinary bookings, and the days from today on which the run may book.

    The *horizon* is the last day that the course sells, less some days. Few bookings are so far ahead.
    """

    course_id: str
    first_day: int
    last_day: int
    horizon: int


def ground_of(courses: CourseFinder, course_id: str, *, any_terms: bool = False) -> BookingGround | None:
    """The days to use on this course. None when its terms cannot be read, or are unusual (unless *any_terms*)."""
    try:
        all_terms = courses.terms(course_id)
        first_day = max(FIRST_DAY_FROM_TODAY, days_beyond_cutoffs(all_terms))
        terms = all_terms["bookingTerms"]
        ordinary = any_terms or (terms["modificationAllowed"] is True and terms["maxPlayersPerBooking"] >= 4)
        horizon = terms["maxDaysInAdvance"] - _DAYS_KEPT_BELOW_THE_HORIZON
    except (Judgement, KeyError, TypeError):
        return None
    # On a course with long deadlines the run books later days, up to the last day that the course sells.
    last_day = min(horizon, max(LAST_DAY_FROM_TODAY, first_day + _DAYS_BEYOND_LONG_DEADLINES))
    return BookingGround(course_id, first_day, last_day, horizon) if ordinary and first_day <= last_day else None


def why_no_terms(refusals: Sequence[Answer]) -> str:
    """Why a run finds no ground where each course that was asked answered with one of *refusals*, as a sentence."""
    first = f"{refusals[0].where} answered {refusals[0].status}"
    others = f", and so did the terms of {len(refusals) - 1} other courses" if len(refusals) > 1 else ""
    return f"No terms are known, so no booking is surely free of costs: {first}{others}."
