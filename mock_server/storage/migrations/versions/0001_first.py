"""The tables of the first version."""

from alembic import op
from sqlalchemy import BigInteger, Column, Integer, LargeBinary, PrimaryKeyConstraint, String, Text

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Creates the tables."""
    _create_worlds()
    _create_counters()
    _create_takings()
    _create_bookings()
    _create_tee_time_holds()
    _create_remembered_answers()


def _create_worlds() -> None:
    op.create_table(
        "worlds",
        Column("name", String(32), primary_key=True),
        Column("seed", BigInteger, nullable=False),
        Column("clock_mode", String(8), nullable=False),
        Column("world_anchor", BigInteger, nullable=False),
        Column("wall_anchor", BigInteger, nullable=False),
        Column("next_due_at", BigInteger),
    )


def _create_counters() -> None:
    op.create_table(
        "counters",
        Column("world", String(32), nullable=False),
        Column("kind", String(16), nullable=False),
        Column("value", BigInteger, nullable=False),
        PrimaryKeyConstraint("world", "kind"),
    )


def _create_takings() -> None:
    op.create_table(
        "takings",
        Column("world", String(32), nullable=False),
        Column("owner", String(40), nullable=False),
        Column("kind", String(8), nullable=False),
        Column("course_id", String(40), nullable=False),
        Column("play_date", String(10), nullable=False),
        Column("tee_time", String(5), nullable=False),
        Column("places", Integer, nullable=False),
        Column("expires_at", BigInteger),
        PrimaryKeyConstraint("world", "owner", "tee_time"),
    )
    op.create_index("takings_of_a_day", "takings", ["world", "course_id", "play_date"])


def _create_bookings() -> None:
    op.create_table(
        "bookings",
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
    )
    op.create_index("bookings_of_an_agency", "bookings", ["world", "agency", "number"])
    op.create_index("bookings_by_status", "bookings", ["world", "agency", "status", "number"])
    op.create_index("bookings_by_play_date", "bookings", ["world", "agency", "play_date"])
    op.create_index("bookings_waiting", "bookings", ["world", "course_answers_at"])


def _create_tee_time_holds() -> None:
    op.create_table(
        "tee_time_holds",
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


def _create_remembered_answers() -> None:
    op.create_table(
        "remembered_answers",
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
