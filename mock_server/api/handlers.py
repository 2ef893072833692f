"""Which operation is answered by what. Operations of the contract that are not named here answer from examples."""

from collections.abc import Mapping

from mock_server.api import availability, bookings, courses, tee_time_holds
from mock_server.api.contract import Contract
from mock_server.api.examples import example_answer
from mock_server.api.operations import FromCourses, FromWorld

HANDLERS: Mapping[str, FromCourses | FromWorld] = {
    "searchCourses": FromCourses(courses.search_courses),
    "getCourse": FromCourses(courses.get_course),
    "getCourseTerms": FromCourses(courses.get_course_terms),
    "getCoursePricing": FromWorld(courses.get_course_pricing, writes=False),
    "listTeeTimes": FromWorld(availability.list_tee_times, writes=False),
    "checkAvailability": FromWorld(availability.check_availability, writes=False),
    "holdTeeTime": FromWorld(tee_time_holds.hold_tee_time, writes=True),
    "createBooking": FromWorld(bookings.create_booking, writes=True),
    "listBookings": FromWorld(bookings.list_bookings, writes=False),
    "getBooking": FromWorld(bookings.get_booking, writes=False),
    "updateBooking": FromWorld(bookings.update_booking, writes=True),
    "cancelBooking": FromWorld(bookings.cancel_booking, writes=True),
}


def handlers_for(contract: Contract) -> dict[str, FromCourses | FromWorld]:
    """A handler for every operation of the contract: the one that is built, or its example."""
    return {
        operation_id: HANDLERS.get(operation_id) or FromCourses(example_answer(plan))
        for operation_id, plan in contract.operations.items()
    }
