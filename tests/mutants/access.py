"""Mutants of the rules about keys and tokens (AUT) and about the version in the address (VER)."""

from __future__ import annotations

from tests.mutants.tools.borrowed import ANYBODY, a_refusal_for_a_missing_key
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import EVERY_OPERATION, mutant, request_change, second_address


def _open_without_key(name: str, breaks: str, operation: str) -> None:
    request_change(
        name,
        breaks,
        operation,
        lambda call: call.with_header("x-api-key", ANYBODY),
        when=lambda call: not call.api_key,
    )


_open_without_key("AUT-01", "The course list can be read without a key.", "searchCourses")
_open_without_key("AUT-01.details", "Course details can be read without a key.", "getCourse")
_open_without_key("AUT-01.pricing", "Prices can be read without a key.", "getCoursePricing")
_open_without_key("AUT-01.terms", "Terms can be read without a key.", "getCourseTerms")
_open_without_key("AUT-01.tee-times", "Tee times can be read without a key.", "listTeeTimes")
_open_without_key("AUT-01.days", "Multi-day availability can be read without a key.", "checkAvailability")
_open_without_key("AUT-01.bookings", "The booking list can be read without a key.", "listBookings")


@mutant("AUT-05", "Any key that is not empty works.", EVERY_OPERATION)
async def _any_key(call: Call) -> Answer:
    answer = await call.forward()
    if answer.status == 401 and call.api_key:
        return await call.with_header("x-api-key", ANYBODY).forward()
    return answer


def _sends_an_empty_key(call: Call) -> bool:
    return any(name.lower() == "x-api-key" and not value for name, value in call.headers)


def _open_with_an_empty_key(name: str, breaks: str, operation: str) -> None:
    request_change(
        name, breaks, operation, lambda call: call.with_header("x-api-key", ANYBODY), when=_sends_an_empty_key
    )


_open_with_an_empty_key("AUT-06", "The course list can be read with an empty key.", "searchCourses")
_open_with_an_empty_key("AUT-06.bookings", "The booking list can be read with an empty key.", "listBookings")


@mutant("AUT-08", "Bookings demand a bearer token beside the key.", "listBookings getBooking")
async def _token_demanded(call: Call) -> Answer:
    if any(name.lower() == "authorization" for name, _ in call.headers):
        return await call.forward()
    return await a_refusal_for_a_missing_key(call)


second_address("VER-02", "The interface is served without its version segment as well.", "/api")
