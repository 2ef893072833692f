"""The operations of the interface, as method and path template, and how a request is matched to one.

Knows paths only: no contract file is read, so that a fault in the contract cannot hide a fault here.
"""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import unquote

_TABLE = """
searchCourses             GET     /travel/courses
getCourse                 GET     /travel/courses/{id}
getCoursePricing          GET     /travel/courses/{id}/pricing
getCourseTerms            GET     /travel/courses/{id}/terms
listTeeTimes              GET     /travel/courses/{courseId}/tee-times
checkAvailability         GET     /travel/courses/{courseId}/availability
holdTeeTime               POST    /travel/courses/{courseId}/hold-tee-time
createBooking             POST    /travel/bookings
listBookings              GET     /travel/bookings
getBooking                GET     /travel/bookings/{id}
updateBooking             PUT     /travel/bookings/{id}
cancelBooking             DELETE  /travel/bookings/{id}
createBookingHook         POST    /travel/bookings/hooks
confirmBookingHook        POST    /travel/bookings/hooks/{id}/confirm
releaseBookingHook        DELETE  /travel/bookings/hooks/{id}
createGroupBooking        POST    /travel/group-bookings
getGroupBooking           GET     /travel/group-bookings/{id}
updateGroupBookingPlayers PUT     /travel/group-bookings/{id}/players
findGroupSlots            POST    /travel/group-bookings/find-slots
calculateGroupPrice       POST    /travel/group-bookings/calculate-price
validateGroupBooking      POST    /travel/group-bookings/validate
createWebhook             POST    /webhooks
listWebhooks              GET     /webhooks
updateWebhook             PUT     /webhooks/{id}
deleteWebhook             DELETE  /webhooks/{id}
createToken               POST    /auth/token
refreshToken              POST    /auth/refresh
revokeToken               POST    /auth/logout
"""


@dataclass(frozen=True)
class Operation:
    """One operation: its id, its method and the segments of its path below the base."""

    name: str
    method: str
    segments: tuple[str, ...]

    def path_params(self, segments: tuple[str, ...]) -> dict[str, str] | None:
        """The decoded path parameters when *segments* fit the template, otherwise None."""
        if len(segments) != len(self.segments):
            return None
        pairs = list(zip(self.segments, segments, strict=True))
        if any(not wanted.startswith("{") and wanted != given for wanted, given in pairs):
            return None
        return {wanted.strip("{}"): given for wanted, given in pairs if wanted.startswith("{")}


def _operation(line: str) -> Operation:
    name, method, path = line.split()
    return Operation(name, method, tuple(path.strip("/").split("/")))


# Templates with fewer parameters come first: a literal path wins over {id}.
_OPERATIONS = sorted(
    (_operation(line) for line in _TABLE.strip().splitlines()),
    key=lambda operation: sum(segment.startswith("{") for segment in operation.segments),
)

OPERATION_NAMES = frozenset(operation.name for operation in _OPERATIONS)


def match(method: str, path: str) -> tuple[str | None, dict[str, str]]:
    """The operation id and path parameters of a request, (None, {}) when no operation fits.

    *path* is the path below the base, still percent-encoded, for example ``/travel/courses/crs_1``.
    A literal path known under another method is not taken for an id: GET /travel/bookings/hooks fits nothing.
    """
    segments = tuple(unquote(segment) for segment in path.strip("/").split("/"))
    fitting = [
        (operation, params) for operation in _OPERATIONS if (params := operation.path_params(segments)) is not None
    ]
    literal = [found for found in fitting if not found[1]]
    for operation, params in literal or fitting:
        if operation.method == method:
            return operation.name, params
    return None, {}
