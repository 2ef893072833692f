"""The judgements, a module for each area of rows. Importing this package enters all of them in the table."""

from conformance.grading.judgements import (
    access,
    availability,
    booking_hooks,
    bookings,
    conventions,
    courses,
    group_bookings,
    lost_changes,
    other_tee_times,
    repeating,
    tee_time_holds,
    tokens,
    webhooks,
)
from conformance.grading.observations import JUDGEMENTS

__all__ = [
    "JUDGED_ROWS",
    "access",
    "availability",
    "booking_hooks",
    "bookings",
    "conventions",
    "courses",
    "group_bookings",
    "lost_changes",
    "other_tee_times",
    "repeating",
    "tee_time_holds",
    "tokens",
    "webhooks",
]

# The rows that calls and deliveries decide. Importing the modules above has entered them.
JUDGED_ROWS = tuple(JUDGEMENTS)
