"""A blind lot: recordings of clients that are wrong, and of clients that are odd but right."""

from tests.grading.blind_lot import (
    availability,
    booking_hooks,
    bookings,
    changed_bookings,
    conventions,
    group_bookings,
    lost_answers,
    pending_bookings,
    tee_time_holds,
    tokens,
    webhooks,
)

_NOUNS = (
    availability,
    booking_hooks,
    bookings,
    changed_bookings,
    conventions,
    group_bookings,
    lost_answers,
    pending_bookings,
    tee_time_holds,
    tokens,
    webhooks,
)

WRONG = [client for noun in _NOUNS for client in noun.WRONG]
RIGHT = [client for noun in _NOUNS for client in noun.RIGHT]
