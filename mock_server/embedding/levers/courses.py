"""The invented golf courses, found by name or by behaviour. Written by `python -m tests.levers`."""

from __future__ import annotations

from typing import TypedDict

from mock_server.embedding.call import Call


class FoundCourse(TypedDict):
    """A golf course, as somebody needs it who looks for a tee sheet."""

    id: str  # Course document id.
    bookingCode: str  # Booking code.
    name: str  # Name of the course.
    city: str  # City.
    country: str  # Country, as ISO 3166-1 alpha-2.
    isOnline: bool  # Whether the course has a live tee sheet.
    trait: str | None  # The known behaviour of the course, as in the README. Null at an ordinary course.
    timeZone: str  # IANA time zone of its days and tee times.
    currency: str  # Currency of its prices, as ISO 4217.
    maxPlayersPerBooking: int  # Most players of a booking.
    maxDaysInAdvance: int  # How many days ahead it takes bookings.
    cancellationCutoffHours: int  # How many hours before the tee time the agency can still cancel.


class FoundCourseListAnswerMeta(TypedDict):
    """The size of the whole result."""

    total: int  # Number of all matching courses.


class FoundCourseListAnswer(TypedDict):
    """The courses under `data`, and how many match under `meta`."""

    data: list[FoundCourse]  # The courses.
    meta: FoundCourseListAnswerMeta  # The size of the whole result.


def find_courses(*, text: str | None = None, limit: int | None = None) -> Call[FoundCourseListAnswer]:
    """Find golf courses: `GET /courses`.

    Lists the courses of which the name, the city, the country, the booking code or the document id contains the
    text.
    """
    return Call("GET", "/courses", "json", query={"text": text, "limit": limit})
