"""Entity tags of bookings (RFC 9110): a name for each state of a booking, and the condition of a change.

Assumption A-64.
"""

import re
from hashlib import blake2b

from mock_server.api.bodies import write_json
from mock_server.api.calls import Call
from mock_server.domain.bookings import Booking
from mock_server.domain.refusals import PreconditionFailed
from mock_server.services import bookings
from mock_server.storage.sessions import Session

IF_MATCH = "If-Match"

_TAG = re.compile(r'(?:W/)?"[^"]*"')


def entity_tag(booking: Booking) -> str:
    """The strong tag of a booking: it differs exactly when the answer to a read of the booking does.

    It follows from the id and from every member that a change, a cancellation or the course can change.
    """
    state = [
        booking.id,
        booking.status,
        booking.agency_reference,
        booking.players,
        booking.special_requests,
        booking.cancelled_at,
        booking.cancellation_reason,
    ]
    return f'"{blake2b(write_json(state), digest_size=12).hexdigest()}"'


def require_unchanged(call: Call, session: Session) -> None:
    """Refuses a request whose `If-Match` does not name the present state of the booking.

    *session* writes, so the state cannot change between this check and the change that follows.
    Raises BookingNotFound or PreconditionFailed.
    """
    condition = call.headers.get(IF_MATCH)
    if condition is None:
        return
    booking = bookings.get(session, call.caller.agency, call.path["id"])
    if condition != "*" and entity_tag(booking) not in _TAG.findall(condition):
        raise PreconditionFailed(booking.id)
