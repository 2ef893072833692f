"""Tables for everything that follows a booking: timers, hooks, groups, webhooks, events, tokens, rules, a journal."""

from alembic import op
from sqlalchemy import BigInteger, Column, Integer, LargeBinary, PrimaryKeyConstraint, String, Text

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Adds the tables, and the settings of a world."""
    op.add_column("worlds", Column("settings", Text, nullable=False, server_default="{}"))
    op.add_column("worlds", Column("rules", Integer, nullable=False, server_default="0"))
    op.add_column("worlds", Column("created_at", BigInteger, nullable=False, server_default="0"))
    op.drop_index("bookings_of_an_agency", "bookings")
    op.drop_index("bookings_by_status", "bookings")
    op.drop_index("bookings_by_play_date", "bookings")
    op.create_index("bookings_of_an_agency", "bookings", ["world", "agency", "number", "play_date"])
    op.create_index("bookings_by_status", "bookings", ["world", "agency", "status", "number", "play_date"])
    # Waiting bookings now have timers, so this index is not needed.
    op.drop_index("bookings_waiting", "bookings")
    op.create_index("bookings_by_play_date", "bookings", ["world", "agency", "play_date", "number", "status"])
    _create_counts_and_timers()
    _create_booking_hooks()
    _create_group_bookings()
    _create_webhooks_and_events()
    _create_deliveries()
    _create_sessions_inbox_and_rules()
    _create_windows_snapshots_and_journal()
    _carry_over()


def _create_counts_and_timers() -> None:
    op.create_table(
        "booking_counts",
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
    op.create_table(
        "booking_blocks",
        Column("world", String(32), nullable=False),
        Column("agency", String(32), nullable=False),
        Column("block", BigInteger, nullable=False),
        Column("confirmed", BigInteger, nullable=False),
        Column("pending", BigInteger, nullable=False),
        Column("cancelled", BigInteger, nullable=False),
        PrimaryKeyConstraint("world", "agency", "block"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "timers",
        Column("world", String(32), nullable=False),
        Column("number", BigInteger, nullable=False),
        Column("due_at", BigInteger, nullable=False),
        Column("kind", String(40), nullable=False),
        Column("object_id", String(40), nullable=False),
        PrimaryKeyConstraint("world", "number"),
        sqlite_with_rowid=False,
    )
    op.create_index("timers_in_order", "timers", ["world", "due_at", "number"])
    op.create_index("timers_of_an_object", "timers", ["world", "object_id"])


def _create_booking_hooks() -> None:
    op.create_table(
        "booking_hooks",
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


def _create_group_bookings() -> None:
    op.create_table(
        "group_bookings",
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
        Column("tee_times", Text, nullable=False),
        Column("player_list", Text, nullable=False),
        Column("failure_reason", Text),
        PrimaryKeyConstraint("world", "id"),
    )
    op.create_index("group_bookings_by_status", "group_bookings", ["world", "status", "number"])


def _create_webhooks_and_events() -> None:
    op.create_table(
        "webhooks",
        Column("world", String(32), nullable=False),
        Column("id", String(40), nullable=False),
        Column("number", BigInteger, nullable=False),
        Column("agency", String(32), nullable=False),
        Column("url", Text, nullable=False),
        Column("events", Text, nullable=False),
        Column("description", Text),
        Column("is_active", Integer, nullable=False),
        Column("secret", Text, nullable=False),
        Column("created_at", BigInteger, nullable=False),
        PrimaryKeyConstraint("world", "id"),
    )
    op.create_index("webhooks_of_an_agency", "webhooks", ["world", "agency", "number"])
    op.create_table(
        "events",
        Column("world", String(32), nullable=False),
        Column("number", BigInteger, nullable=False),
        Column("id", String(40), nullable=False),
        Column("agency", String(32), nullable=False),
        Column("kind", String(40), nullable=False),
        Column("object_id", String(40), nullable=False),
        Column("at", BigInteger, nullable=False),
        Column("facts", Text, nullable=False),
        PrimaryKeyConstraint("world", "number"),
        sqlite_with_rowid=False,
    )
    op.create_index("events_by_id", "events", ["world", "id"])


def _create_deliveries() -> None:
    op.create_table(
        "deliveries",
        Column("world", String(32), nullable=False),
        Column("number", BigInteger, nullable=False),
        Column("id", String(40), nullable=False),
        Column("agency", String(32), nullable=False),
        Column("event_id", String(40), nullable=False),
        Column("kind", String(40), nullable=False),
        Column("webhook_id", String(40), nullable=False),
        Column("url", Text, nullable=False),
        Column("body", LargeBinary, nullable=False),
        Column("treatment", String(40)),
        Column("state", String(12), nullable=False),
        Column("attempts", Integer, nullable=False),
        Column("next_attempt_at", BigInteger),
        Column("leased_by", String(40)),
        Column("leased_until", BigInteger),
        PrimaryKeyConstraint("world", "number"),
    )
    op.create_index("deliveries_by_id", "deliveries", ["world", "id"])
    op.create_index("deliveries_waiting", "deliveries", ["state", "next_attempt_at"])
    op.create_table(
        "attempts",
        Column("world", String(32), nullable=False),
        Column("delivery_id", String(40), nullable=False),
        Column("number", Integer, nullable=False),
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


def _create_sessions_inbox_and_rules() -> None:
    op.create_table(
        "token_sessions",
        Column("world", String(32), nullable=False),
        Column("id", String(40), nullable=False),
        Column("agency", String(32), nullable=False),
        Column("turn", Integer, nullable=False),
        Column("created_at", BigInteger, nullable=False),
        Column("access_expires_at", BigInteger, nullable=False),
        Column("refresh_expires_at", BigInteger, nullable=False),
        Column("revoked_at", BigInteger),
        PrimaryKeyConstraint("world", "id"),
    )
    op.create_table(
        "inbox",
        Column("world", String(32), nullable=False),
        Column("name", String(64), nullable=False),
        Column("number", BigInteger, nullable=False),
        Column("at", BigInteger, nullable=False),
        Column("method", String(10), nullable=False),
        Column("headers", Text, nullable=False),
        Column("body", LargeBinary, nullable=False),
        PrimaryKeyConstraint("world", "name", "number"),
    )
    op.create_table(
        "rules",
        Column("world", String(32), nullable=False),
        Column("number", BigInteger, nullable=False),
        Column("id", String(40), nullable=False),
        Column("body", Text, nullable=False),
        Column("seen", BigInteger, nullable=False),
        Column("applied", BigInteger, nullable=False),
        PrimaryKeyConstraint("world", "number"),
    )


def _create_windows_snapshots_and_journal() -> None:
    op.create_table(
        "rate_windows",
        Column("world", String(32), nullable=False),
        Column("agency", String(32), nullable=False),
        Column("begins_at", BigInteger, nullable=False),
        Column("requests", BigInteger, nullable=False),
        PrimaryKeyConstraint("world", "agency"),
    )
    op.create_table(
        "snapshots",
        Column("world", String(32), nullable=False),
        Column("name", String(64), nullable=False),
        Column("taken_at", BigInteger, nullable=False),
        Column("export", LargeBinary, nullable=False),
        PrimaryKeyConstraint("world", "name"),
    )
    op.create_table(
        "journal",
        Column("number", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True),
        Column("world", String(32), nullable=False),
        Column("agency", String(32), nullable=False),
        Column("wall_at", BigInteger, nullable=False),
        Column("at", BigInteger),
        Column("request_id", String(128), nullable=False),
        Column("operation", String(64)),
        Column("status", Integer, nullable=False),
        Column("exchange", LargeBinary, nullable=False),
    )
    op.create_index("journal_of_a_world", "journal", ["world", "number"])


# Older bookings get the rows that newer bookings write: their counts, and a timer for the answer of the course.
_CARRIED_OVER = (
    "UPDATE worlds SET created_at = wall_anchor",
    """
    INSERT INTO timers (world, number, due_at, kind, object_id)
    SELECT world, ROW_NUMBER() OVER (PARTITION BY world ORDER BY course_answers_at, number),
           course_answers_at, 'booking.course_answers', id
    FROM bookings WHERE status = 'pending' AND course_answers_at IS NOT NULL
    """,
    "INSERT INTO counters (world, kind, value) SELECT world, 'timer', MAX(number) FROM timers GROUP BY world",
    """
    INSERT INTO booking_counts (world, agency, play_date, confirmed, pending, cancelled, oldest, newest)
    SELECT world, agency, play_date,
           SUM(CASE WHEN status = 'confirmed' THEN 1 ELSE 0 END),
           SUM(CASE WHEN status = 'pending' THEN 1 ELSE 0 END),
           SUM(CASE WHEN status = 'cancelled' THEN 1 ELSE 0 END),
           MIN(number), MAX(number)
    FROM bookings GROUP BY world, agency, play_date
    """,
    """
    INSERT INTO booking_blocks (world, agency, block, confirmed, pending, cancelled)
    SELECT world, agency, number / 2048,
           SUM(CASE WHEN status = 'confirmed' THEN 1 ELSE 0 END),
           SUM(CASE WHEN status = 'pending' THEN 1 ELSE 0 END),
           SUM(CASE WHEN status = 'cancelled' THEN 1 ELSE 0 END)
    FROM bookings GROUP BY world, agency, number / 2048
    """,
)


def _carry_over() -> None:
    for statement in _CARRIED_OVER:
        op.execute(statement)
