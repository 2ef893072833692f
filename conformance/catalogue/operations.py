"""The 28 operations of the interface: their ids, methods and paths, and the operation of a request.

Spec: Endpoints.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import unquote


@dataclass(frozen=True)
class Operation:
    """One operation; *path* is relative to the base address and names its parameters in braces."""

    id: str
    method: str
    path: str

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """Matches a request path and names the values of its parameters."""
        return re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", self.path) + "$")


@dataclass(frozen=True)
class Match:
    """The operation a request meets, with the values of its path parameters."""

    operation_id: str
    parameters: Mapping[str, str]

    @property
    def course_id(self) -> str | None:
        """The id of the course a path names, decoded, or None for an operation without a course in its path."""
        about_course = self.operation_id in {"getCourse", "getCoursePricing", "getCourseTerms"}
        named = self.parameters.get("courseId") or (self.parameters.get("id") if about_course else None)
        return named and unquote(named)


# Literal paths come before paths with a parameter, because the first match wins.
OPERATIONS: tuple[Operation, ...] = (
    Operation("searchCourses", "GET", "/travel/courses"),
    Operation("getCourse", "GET", "/travel/courses/{id}"),
    Operation("getCoursePricing", "GET", "/travel/courses/{id}/pricing"),
    Operation("getCourseTerms", "GET", "/travel/courses/{id}/terms"),
    Operation("listTeeTimes", "GET", "/travel/courses/{courseId}/tee-times"),
    Operation("checkAvailability", "GET", "/travel/courses/{courseId}/availability"),
    Operation("holdTeeTime", "POST", "/travel/courses/{courseId}/hold-tee-time"),
    Operation("createBookingHook", "POST", "/travel/bookings/hooks"),
    Operation("confirmBookingHook", "POST", "/travel/bookings/hooks/{id}/confirm"),
    Operation("releaseBookingHook", "DELETE", "/travel/bookings/hooks/{id}"),
    Operation("createBooking", "POST", "/travel/bookings"),
    Operation("listBookings", "GET", "/travel/bookings"),
    Operation("getBooking", "GET", "/travel/bookings/{id}"),
    Operation("updateBooking", "PUT", "/travel/bookings/{id}"),
    Operation("cancelBooking", "DELETE", "/travel/bookings/{id}"),
    Operation("findGroupSlots", "POST", "/travel/group-bookings/find-slots"),
    Operation("calculateGroupPrice", "POST", "/travel/group-bookings/calculate-price"),
    Operation("validateGroupBooking", "POST", "/travel/group-bookings/validate"),
    Operation("createGroupBooking", "POST", "/travel/group-bookings"),
    Operation("getGroupBooking", "GET", "/travel/group-bookings/{id}"),
    Operation("updateGroupBookingPlayers", "PUT", "/travel/group-bookings/{id}/players"),
    Operation("createWebhook", "POST", "/webhooks"),
    Operation("listWebhooks", "GET", "/webhooks"),
    Operation("updateWebhook", "PUT", "/webhooks/{id}"),
    Operation("deleteWebhook", "DELETE", "/webhooks/{id}"),
    Operation("createToken", "POST", "/auth/token"),
    Operation("refreshToken", "POST", "/auth/refresh"),
    Operation("revokeToken", "POST", "/auth/logout"),
)

# These read courses, days, prices and terms, which are there for every agency.
READS_OF_COURSES: frozenset[str] = frozenset(
    {"searchCourses", "getCourse", "getCoursePricing", "getCourseTerms", "listTeeTimes", "checkAvailability"}
)
OPERATION_IDS: frozenset[str] = frozenset(operation.id for operation in OPERATIONS)


def match(method: str, path: str) -> Match | None:
    """The documented operation that *method* and *path* (without query) meet, or None."""
    for operation in OPERATIONS:
        if operation.method == method and (found := operation.pattern.match(path)):
            return Match(operation.id, found.groupdict())
    return None
