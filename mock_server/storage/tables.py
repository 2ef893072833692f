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
    Index("bookings_of_an_agency", "world", "agency", "number"),
    Index("bookings_by_status", "world", "agency", "status", "number"),
    Index("bookings_by_play_date", "world", "agency", "play_date"),
    Index("bookings_waiting", "world", "course_answers_at"),
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

# Everything a reset of a world forgets, besides its own row.
STATE_TABLES = (counters, takings, bookings, tee_time_holds, remembered_answers)
