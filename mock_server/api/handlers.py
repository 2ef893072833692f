"""The handler of each operation. Operations of the contract that are not named here answer from examples."""

from collections.abc import Mapping

from mock_server.api import (
    availability,
    booking_hooks,
    bookings,
    courses,
    group_bookings,
    group_plans,
    tee_time_holds,
    tokens,
    webhooks,
)
from mock_server.api.contract import Contract
from mock_server.api.examples import example_answer
from mock_server.api.mappings import UNTRANSLATED, Translation
from mock_server.api.transactions import FromCourses, FromWorld

HANDLERS: Mapping[str, FromCourses | FromWorld] = {
    "searchCourses": FromCourses(courses.search_courses),
    "getCourse": FromCourses(courses.get_course),
    "getCourseTerms": FromCourses(courses.get_course_terms),
    "getCoursePricing": FromWorld(courses.get_course_pricing, writes=False, is_about_courses=True),
    "listTeeTimes": FromWorld(availability.list_tee_times, writes=False, is_about_courses=True),
    "checkAvailability": FromWorld(availability.check_availability, writes=False, is_about_courses=True),
    "holdTeeTime": FromWorld(tee_time_holds.hold_tee_time, writes=True),
    "createBooking": FromWorld(bookings.create_booking, writes=True),
    "listBookings": FromWorld(bookings.list_bookings, writes=False),
    "getBooking": FromWorld(bookings.get_booking, writes=False),
    "updateBooking": FromWorld(bookings.update_booking, writes=True),
    "cancelBooking": FromWorld(bookings.cancel_booking, writes=True),
    "createBookingHook": FromWorld(booking_hooks.create_booking_hook, writes=True),
    "confirmBookingHook": FromWorld(booking_hooks.confirm_booking_hook, writes=True),
    "releaseBookingHook": FromWorld(booking_hooks.release_booking_hook, writes=True),
    "createGroupBooking": FromWorld(group_bookings.create_group_booking, writes=True),
    "getGroupBooking": FromWorld(group_bookings.get_group_booking, writes=False),
    "updateGroupBookingPlayers": FromWorld(group_bookings.update_group_booking_players, writes=True),
    "findGroupSlots": FromWorld(group_plans.find_group_slots, writes=False),
    "calculateGroupPrice": FromWorld(group_plans.calculate_group_price, writes=False),
    "validateGroupBooking": FromWorld(group_plans.validate_group_booking, writes=False),
    "createWebhook": FromWorld(webhooks.create_webhook, writes=True),
    "listWebhooks": FromWorld(webhooks.list_webhooks, writes=False),
    "updateWebhook": FromWorld(webhooks.update_webhook, writes=True),
    "deleteWebhook": FromWorld(webhooks.delete_webhook, writes=True),
    "createToken": FromWorld(tokens.create_token, writes=True),
    "refreshToken": FromWorld(tokens.refresh_token, writes=True),
    "revokeToken": FromWorld(tokens.revoke_token, writes=True),
}


def handlers_for(contract: Contract, translation: Translation = UNTRANSLATED) -> dict[str, FromCourses | FromWorld]:
    """A handler for every operation of the contract: its code, or its example."""
    return {
        operation_id: HANDLERS.get(translation.first_id(operation_id)) or FromCourses(example_answer(plan))
        for operation_id, plan in contract.operations.items()
    }
