"""The probes, a file for each noun."""

from tests.answers.probes import (  # noqa: F401 - a probe registers itself.
    availability,
    booking_hooks,
    bookings,
    conventions,
    courses,
    events,
    group_bookings,
    refusals,
    tee_time_holds,
    tokens,
    webhooks,
)
