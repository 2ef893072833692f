"""The tables. Every row belongs to a world; moments are whole seconds since 1970 UTC, days and times are text.

Text keeps `YYYY-MM-DD` and `HH:MM` comparable in SQL, and means the same on both databases.
"""

from sqlalchemy import (
    BigInteger,
    Column,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    text,
)

metadata = MetaData()

worlds = Table(
    "worlds",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("seed", BigInteger, nullable=False),
    Column("clock_mode", String(8), nullable=False),
    Column("world_anchor", BigInteger, nullable=False),
    Column("wall_anchor", BigInteger, nullable=False),
    # The earliest moment at which something happens by itself; NULL when nothing waits.
    Column("next_due_at", BigInteger),
    # The settings of this world, as JSON; see domain/world_settings.py.
    Column("settings", Text, nullable=False, server_default="{}"),
    # How many rules wait for a request. With 0, a request does not read the rules.
    Column("rules", Integer, nullable=False, server_default="0"),
    Column("created_at", BigInteger, nullable=False, server_default="0"),
    # Whether some references do not follow from seed and name, because their bookings came with an import.
    Column("mixes_references", Integer, nullable=False, server_default="0"),
    # The world whose keys own it, and whether every key was accepted at its creation; see domain/world_owners.py.
    Column("owner", String(32), nullable=False, server_default=""),
    Column("is_open", Integer, nullable=False, server_default="0"),
)

# This table belongs to no world: it holds random bytes that every server of this database shares.
server_secrets = Table(
    "server_secrets",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", LargeBinary, nullable=False),
)

counters = Table(
    "counters",
    metadata,
    Column("world", String(32), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("value", BigInteger, nullable=False),
    PrimaryKeyConstraint("world", "kind"),
)

takings = Table(
    "takings",
    metadata,
    Column("world", String(32), nullable=False),
    Column("owner", String(40), nullable=False),
    Column("kind", String(8), nullable=False),
    Column("course_id", String(40), nullable=False),
    Column("play_date", String(10), nullable=False),
    Column("tee_time", String(5), nullable=False),
    Column("places", Integer, nullable=False),
    Column("expires_at", BigInteger),
    PrimaryKeyConstraint("world", "owner", "tee_time"),
    Index("takings_of_a_day", "world", "course_id", "play_date"),
)

bookings = Table(
    "bookings",
    metadata,
    Column("world", String(32), nullable=False),
    Column("id", String(40), nullable=False),
    Column("number", BigInteger, nullable=False),
    Column("agency", String(32), nullable=False),
    Column("status", String(12), nullable=False),
    Column("reference", String(40), nullable=False),
    Column("agency_reference", Text),
    Column("course_id", String(40), nullable=False),
    Column("play_date", String(10), nullable=False),
    Column("tee_time", String(5), nullable=False),
    Column("players", Integer, nullable=False),
    Column("first_name", Text, nullable=False),
    Column("last_name", Text, nullable=False),
    Column("email", Text, nullable=False),
    Column("phone", Text),
    Column("special_requests", Text),
    Column("created_at", BigInteger, nullable=False),
    Column("course_answers_at", BigInteger),
    Column("cancelled_at", BigInteger),
    Column("cancellation_reason", Text),
    PrimaryKeyConstraint("world", "id"),
    # With the last columns, a walk along the numbers or through a day skips rows that a filter excludes.
    Index("bookings_of_an_agency", "world", "agency", "number", "play_date"),
    Index("bookings_by_status", "world", "agency", "status", "number", "play_date"),
    Index("bookings_by_play_date", "world", "agency", "play_date", "number", "status"),
    Index("bookings_by_reference", "world", "reference"),
)

# How many bookings are played on a day, by status, and the numbers between which they lie.
booking_counts = Table(
    "booking_counts",
    metadata,
    Column("world", String(32), nullable=False),
    Column("agency", String(32), nullable=False),
    Column("play_date", String(10), nullable=False),
    Column("confirmed", BigInteger, nullable=False),
    Column("pending", BigInteger, nullable=False),
    Column("cancelled", BigInteger, nullable=False),
    Column("oldest", BigInteger, nullable=False),
    Column("newest", BigInteger, nullable=False),
    PrimaryKeyConstraint("world", "agency", "play_date"),
    sqlite_with_rowid=False,
)

# How many of 2048 successive numbers are bookings of an agency, by status.
booking_blocks = Table(
    "booking_blocks",
    metadata,
    Column("world", String(32), nullable=False),
    Column("agency", String(32), nullable=False),
    Column("block", BigInteger, nullable=False),
    Column("confirmed", BigInteger, nullable=False),
    Column("pending", BigInteger, nullable=False),
    Column("cancelled", BigInteger, nullable=False),
    PrimaryKeyConstraint("world", "agency", "block"),
    sqlite_with_rowid=False,
)

tee_time_holds = Table(
    "tee_time_holds",
    metadata,
    Column("world", String(32), nullable=False),
    Column("id", String(40), nullable=False),
    Column("agency", String(32), nullable=False),
    Column("course_id", String(40), nullable=False),
    Column("play_date", String(10), nullable=False),
    Column("tee_time", String(5), nullable=False),
    Column("players", Integer, nullable=False),
    Column("green_fee", String(16), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("expires_at", BigInteger, nullable=False),
    Column("booking_id", String(40)),
    PrimaryKeyConstraint("world", "id"),
)

remembered_answers = Table(
    "remembered_answers",
    metadata,
    Column("world", String(32), nullable=False),
    Column("agency", String(32), nullable=False),
    Column("idempotency_key", String(255), nullable=False),
    Column("fingerprint", String(64), nullable=False),
    Column("status", Integer, nullable=False),
    Column("headers", Text, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("expires_at", BigInteger, nullable=False),
    PrimaryKeyConstraint("world", "agency", "idempotency_key"),
)

timers = Table(
    "timers",
    metadata,
    Column("world", String(32), nullable=False),
    Column("number", BigInteger, nullable=False),
    Column("due_at", BigInteger, nullable=False),
    Column("kind", String(40), nullable=False),
    Column("object_id", String(40), nullable=False),
    PrimaryKeyConstraint("world", "number"),
    Index("timers_in_order", "world", "due_at", "number"),
    Index("timers_of_an_object", "world", "object_id"),
    sqlite_with_rowid=False,
)

booking_hooks = Table(
    "booking_hooks",
    metadata,
    Column("world", String(32), nullable=False),
    Column("id", String(40), nullable=False),
    Column("number", BigInteger, nullable=False),
    Column("agency", String(32), nullable=False),
    Column("status", String(12), nullable=False),
    Column("agency_reference", Text),
    Column("course_id", String(40), nullable=False),
    Column("play_date", String(10), nullable=False),
    Column("tee_time", String(5), nullable=False),
    Column("players", Integer, nullable=False),
    Column("first_name", Text, nullable=False),
    Column("last_name", Text, nullable=False),
    Column("email", Text, nullable=False),
    Column("phone", Text),
    Column("special_requests", Text),
    Column("created_at", BigInteger, nullable=False),
    Column("expires_at", BigInteger, nullable=False),
    Column("booking_id", String(40)),
    PrimaryKeyConstraint("world", "id"),
)

group_bookings = Table(
    "group_bookings",
    metadata,
    Column("world", String(32), nullable=False),
    Column("id", String(40), nullable=False),
    Column("number", BigInteger, nullable=False),
    Column("agency", String(32), nullable=False),
    Column("status", String(12), nullable=False),
    Column("total_players", Integer, nullable=False),
    Column("course_id", String(40), nullable=False),
    Column("play_date", String(10), nullable=False),
    Column("preferred_time", String(5), nullable=False),
    Column("first_name", Text, nullable=False),
    Column("last_name", Text, nullable=False),
    Column("email", Text, nullable=False),
    Column("phone", Text),
    Column("agency_reference", Text),
    Column("special_requests", Text),
    Column("created_at", BigInteger, nullable=False),
    Column("updated_at", BigInteger, nullable=False),
    Column("course_answers_at", BigInteger),
    # JSON: the tee times with players and green fee, and the named players.
    Column("tee_times", Text, nullable=False),
    Column("player_list", Text, nullable=False),
    Column("failure_reason", Text),
    PrimaryKeyConstraint("world", "id"),
    Index("group_bookings_by_status", "world", "status", "number"),
)

webhooks = Table(
    "webhooks",
    metadata,
    Column("world", String(32), nullable=False),
    Column("id", String(40), nullable=False),
    Column("number", BigInteger, nullable=False),
    Column("agency", String(32), nullable=False),
    Column("url", Text, nullable=False),
    # JSON: the kinds of event.
    Column("events", Text, nullable=False),
    Column("description", Text),
    Column("is_active", Integer, nullable=False),
    Column("secret", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    PrimaryKeyConstraint("world", "id"),
    Index("webhooks_of_an_agency", "world", "agency", "number"),
)

events = Table(
    "events",
    metadata,
    Column("world", String(32), nullable=False),
    Column("number", BigInteger, nullable=False),
    Column("id", String(40), nullable=False),
    Column("agency", String(32), nullable=False),
    Column("kind", String(40), nullable=False),
    Column("object_id", String(40), nullable=False),
    Column("at", BigInteger, nullable=False),
    # JSON: the `data` of a delivery.
    Column("facts", Text, nullable=False),
    PrimaryKeyConstraint("world", "number"),
    Index("events_by_id", "world", "id"),
    sqlite_with_rowid=False,
)

deliveries = Table(
    "deliveries",
    metadata,
    Column("world", String(32), nullable=False),
    Column("number", BigInteger, nullable=False),
    Column("id", String(40), nullable=False),
    Column("agency", String(32), nullable=False),
    Column("event_id", String(40), nullable=False),
    Column("kind", String(40), nullable=False),
    Column("webhook_id", String(40), nullable=False),
    Column("url", Text, nullable=False),
    Column("body", LargeBinary, nullable=False),
    # The variant in which the delivery is sent on purpose; NULL sends it unchanged.
    Column("treatment", String(40)),
    Column("state", String(12), nullable=False),
    Column("attempts", Integer, nullable=False),
    # World time; NULL if no further attempt follows.
    Column("next_attempt_at", BigInteger),
    # Wall time until which one task has leased the row.
    Column("leased_by", String(40)),
    Column("leased_until", BigInteger),
    PrimaryKeyConstraint("world", "number"),
    Index("deliveries_by_id", "world", "id"),
    # Finds the next delivery of each subscription.
    Index("deliveries_waiting", "state", "world", "webhook_id", "next_attempt_at", "number"),
    # Finds the few deliveries that are being sent.
    Index(
        "deliveries_leased",
        "world",
        "webhook_id",
        sqlite_where=text("leased_until IS NOT NULL"),
        postgresql_where=text("leased_until IS NOT NULL"),
    ),
)

attempts = Table(
    "attempts",
    metadata,
    Column("world", String(32), nullable=False),
    Column("delivery_id", String(40), nullable=False),
    Column("number", Integer, nullable=False),
    # World time, and wall time in milliseconds.
    Column("at", BigInteger, nullable=False),
    Column("wall_at", BigInteger, nullable=False),
    Column("url", Text, nullable=False),
    Column("headers", Text, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("base_string", LargeBinary, nullable=False),
    Column("status", Integer),
    Column("reason", Text),
    Column("response_headers", Text, nullable=False),
    Column("response_body", LargeBinary, nullable=False),
    Column("milliseconds", Integer, nullable=False),
    PrimaryKeyConstraint("world", "delivery_id", "number"),
)

token_sessions = Table(
    "token_sessions",
    metadata,
    Column("world", String(32), nullable=False),
    Column("id", String(40), nullable=False),
    Column("agency", String(32), nullable=False),
    # How often the session was renewed; the tokens of an earlier turn are spent.
    Column("turn", Integer, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("access_expires_at", BigInteger, nullable=False),
    Column("refresh_expires_at", BigInteger, nullable=False),
    Column("revoked_at", BigInteger),
    PrimaryKeyConstraint("world", "id"),
)

inbox = Table(
    "inbox",
    metadata,
    Column("world", String(32), nullable=False),
    Column("name", String(64), nullable=False),
    Column("number", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("method", String(10), nullable=False),
    Column("headers", Text, nullable=False),
    Column("body", LargeBinary, nullable=False),
    PrimaryKeyConstraint("world", "name", "number"),
)

rules = Table(
    "rules",
    metadata,
    Column("world", String(32), nullable=False),
    Column("number", BigInteger, nullable=False),
    Column("id", String(40), nullable=False),
    # JSON, as the control plane received it.
    Column("body", Text, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("applied", BigInteger, nullable=False),
    PrimaryKeyConstraint("world", "number"),
)

rate_windows = Table(
    "rate_windows",
    metadata,
    Column("world", String(32), nullable=False),
    Column("agency", String(32), nullable=False),
    Column("begins_at", BigInteger, nullable=False),
    Column("requests", BigInteger, nullable=False),
    PrimaryKeyConstraint("world", "agency"),
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("world", String(32), nullable=False),
    Column("name", String(64), nullable=False),
    Column("taken_at", BigInteger, nullable=False),
    Column("export", LargeBinary, nullable=False),
    PrimaryKeyConstraint("world", "name"),
)

journal = Table(
    "journal",
    metadata,
    Column("number", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True),
    Column("world", String(32), nullable=False),
    Column("agency", String(32), nullable=False),
    # Wall time in milliseconds, and world time if the request used the world.
    Column("wall_at", BigInteger, nullable=False),
    Column("at", BigInteger),
    Column("request_id", String(128), nullable=False),
    Column("operation", String(64)),
    Column("status", Integer, nullable=False),
    # JSON: everything else, redacted.
    Column("exchange", LargeBinary, nullable=False),
    Index("journal_of_a_world", "world", "number"),
    # A number is never given twice, even if the newest entries are removed.
    sqlite_autoincrement=True,
)

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
