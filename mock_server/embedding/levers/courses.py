"""The invented golf courses, found by name or by behaviour. Written by `python -m tests.levers`."""

from __future__ import annotations

from typing import TypedDict

from mock_server.embedding.call import LeverCall


class FoundCourse(TypedDict):
    """The facts of a golf course that you need to find a tee sheet."""

    id: str  # Course document id.
    bookingCode: str  # Booking code.
    name: str  # Name of the course.
    city: str  # City of the course.
    country: str  # Country of the course as a code of ISO 3166-1 alpha-2.
    isOnline: bool  # Whether the course has a live tee sheet.
    trait: str | None
    """The known behaviour of the course, which the README explains. Null for an ordinary course."""
    timeZone: str  # IANA time zone of the days and tee times of the course.
    currency: str  # Currency of the prices as a code of ISO 4217.
    maxPlayersPerBooking: int  # Greatest number of players in a booking.
    maxDaysInAdvance: int  # How many days ahead the course accepts bookings.
    cancellationCutoffHours: int  # Hours before the tee time at which self-service cancellation ends.


class FoundCourseListAnswerMeta(TypedDict):
    """The size of the whole result."""

    total: int  # Number of all matching courses.


class FoundCourseListAnswer(TypedDict):
    """The courses under `data`, and the number of matching courses under `meta`."""

    data: list[FoundCourse]  # The courses.
    meta: FoundCourseListAnswerMeta  # The size of the whole result.


def find_courses(*, text: str | None = None, limit: int | None = None) -> LeverCall[FoundCourseListAnswer]:
    """Find golf courses: `GET /courses`.

    Lists the courses whose name, city, country, booking code or document id contains the text.
    """
    return LeverCall("GET", "/courses", "json", query={"text": text, "limit": limit})
