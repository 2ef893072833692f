"""What a subscription may ask for, and when a delivery is repeated. Spec: Webhooks, Events; A-48 to A-52."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from mock_server.domain.refusals import EventUnknown, TooManySubscriptions

# The first three are stated, the others are assumption A-52.
EVENT_KINDS = (
    "booking.confirmed",
    "booking.cancelled",
    "booking.modified",
    "group_booking.confirmed",
    "group_booking.failed",
    "group_booking.cancelled",
    "booking_hook.confirmed",
    "booking_hook.released",
    "booking_hook.expired",
)

MAX_SUBSCRIPTIONS = 50

# The variants in which a delivery can be sent on purpose; deliveries/variants.py describes each variant.
TREATMENTS = frozenset(
    {
        "valid",
        "wrong_secret",
        "stale_timestamp",
        "future_timestamp",
        "bad_signature",
        "tampered_body",
        "hex_signature",
        "unsigned",
        "duplicate",
        "unknown_event",
        "unknown_member",
        "rotated_secrets",
    }
)

# Waits after the first attempt, the second one and so on. Assumption A-51.
RETRY_AFTER = (
    timedelta(seconds=5),
    timedelta(minutes=5),
    timedelta(minutes=30),
    timedelta(hours=2),
    timedelta(hours=5),
    timedelta(hours=10),
)


@dataclass(frozen=True, slots=True)
class Subscription:
    """A webhook subscription of one agency. *number* counts within a world. *secret* signs the deliveries."""

    id: str
    number: int
    agency: str
    url: str
    events: tuple[str, ...]
    description: str | None
    is_active: bool
    secret: str
    created_at: datetime


def require_known_kinds(kinds: Iterable[str]) -> None:
    """Refuses a kind of event that does not exist. Raises EventUnknown with the first one. Assumption A-49."""
    for kind in kinds:
        if kind not in EVENT_KINDS:
            raise EventUnknown(kind, EVENT_KINDS)


def require_room(subscriptions: int) -> None:
    """Refuses one subscription more than an agency may have. Raises TooManySubscriptions. Assumption A-49."""
    if subscriptions >= MAX_SUBSCRIPTIONS:
        raise TooManySubscriptions(MAX_SUBSCRIPTIONS)


def next_attempt(attempts_sent: int, at: datetime) -> datetime | None:
    """When a delivery is sent again after *attempts_sent* attempts, the last one at *at*; None when it is given up.

    Assumption A-51.
    """
    if attempts_sent > len(RETRY_AFTER):
        return None
    return at + RETRY_AFTER[attempts_sent - 1]
