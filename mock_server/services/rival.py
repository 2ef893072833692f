"""A rival agency takes places on purpose: real bookings of the agency `rival` in the same world.

The specification has no rival: it belongs to the control plane.
"""

from datetime import date, time

from mock_server.domain.bookings import Booking, LeadPlayer
from mock_server.domain.refusals import CourseOffline
from mock_server.services.availability import offers_of_day, require_offer
from mock_server.services.bookings import BookingRequest, create
from mock_server.storage.sessions import Session

RIVAL = "rival"
LEAD_PLAYER = LeadPlayer("Rita", "Rival", "rita@rival.example", None)


def take_places(
    session: Session, course_id: str, play_date: date, tee_time: time, leave: int
) -> tuple[list[Booking], int]:
    """Books every place but *leave* for the rival. Returns its bookings, and how many places are free afterwards.

    Raises CourseNotFound, CourseOffline, TeeTimeUnavailable, DateInPast or DateTooFar.
    """
    course = session.courses.by_id(course_id)
    if not course.is_online:
        raise CourseOffline(course.name)
    free = require_offer(session, course, play_date, tee_time, 0).free
    most, wanted, bookings = session.courses.rules[course_id].max_players, max(0, free - leave), []
    while wanted:
        players = min(wanted, most)
        request = BookingRequest(course_id, play_date, tee_time, players, LEAD_PLAYER, None, None, None)
        bookings.append(create(session, RIVAL, request))
        wanted -= players
    return bookings, free - sum(booking.players for booking in bookings)


def take_day(session: Session, course_id: str, play_date: date, leave: int) -> None:
    """Books every place but *leave* of each tee time of a day for the rival. Raises CourseNotFound or CourseOffline."""
    course = session.courses.by_id(course_id)
    if not course.is_online:
        raise CourseOffline(course.name)
    for offer in offers_of_day(session, course, play_date):
        if offer.free > leave:
            take_places(session, course_id, play_date, offer.time, leave)
