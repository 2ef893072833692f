"""The tables. Every row belongs to a world; moments are whole seconds since 1970 UTC, days and times are text.

Text keeps `YYYY-MM-DD` and `HH:MM` comparable in SQL, and means the same on both databases.
"""

from mock_server.storage.tables.delivery_tables import attempts, deliveries, events, inbox, webhooks
from mock_server.storage.tables.request_tables import (
    journal,
    levers,
    rate_windows,
    remembered_answers,
    rules,
    token_sessions,
)
from mock_server.storage.tables.schema_metadata import metadata
from mock_server.storage.tables.trade_tables import (
    booking_blocks,
    booking_counts,
    booking_hooks,
    bookings,
    group_bookings,
    takings,
    tee_time_holds,
)
from mock_server.storage.tables.world_tables import counters, server_secrets, snapshots, timers, worlds

__all__ = [
    "STATE_TABLES",
    "attempts",
    "booking_blocks",
    "booking_counts",
    "booking_hooks",
    "bookings",
    "counters",
    "deliveries",
    "events",
    "group_bookings",
    "inbox",
    "journal",
    "levers",
    "metadata",
    "rate_windows",
    "remembered_answers",
    "rules",
    "server_secrets",
    "snapshots",
    "takings",
    "tee_time_holds",
    "timers",
    "token_sessions",
    "webhooks",
    "worlds",
]

# Every table that a reset of a world empties, besides its own row.
STATE_TABLES = (
    counters,
    takings,
    bookings,
    booking_counts,
    booking_blocks,
    tee_time_holds,
    booking_hooks,
    group_bookings,
    timers,
    webhooks,
    events,
    deliveries,
    attempts,
    token_sessions,
    remembered_answers,
    inbox,
    rules,
    rate_windows,
)
