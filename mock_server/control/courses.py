"""The golf courses, found by a text. The journal of a world does not record a search."""

from typing import Any

from fixtures.courses import Course
from mock_server.api.calls import Answer, Call
from mock_server.control.reach import Reach


def find_courses(call: Call, reach: Reach) -> Answer:
    """GET /courses: the courses with a text. Courses with a known behaviour come first."""
    found = reach.store.courses.with_text(call.query.get("text", ""))
    in_order = sorted(found, key=lambda course: (course.trait is None, course.name))
    shown = [_course(course) for course in in_order[: call.query["limit"]]]
    return Answer(200, {"data": shown, "meta": {"total": len(found)}})


def _course(course: Course) -> dict[str, Any]:
    return {
        "id": course.id,
        "bookingCode": course.booking_code,
        "name": course.name,
        "city": course.city,
        "country": course.country,
        "isOnline": course.is_online,
        "trait": course.trait,
        "timeZone": course.time_zone,
        "currency": course.currency,
        "maxPlayersPerBooking": course.terms.max_players_per_booking,
        "maxDaysInAdvance": course.terms.max_days_in_advance,
        "cancellationCutoffHours": course.terms.self_service_cancellation_cutoff_hours,
    }
