"""The tables that requests use beside their operation: tokens, remembered answers, rules, limits and the journal."""

from sqlalchemy import (
    BigInteger,
    Column,
    Index,
    Integer,
    LargeBinary,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
)

from mock_server.storage.tables.schema_metadata import metadata

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

levers = Table(
    "levers",
    metadata,
    Column("number", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True),
    Column("world", String(32), nullable=False),
    Column("agency", String(32), nullable=False),
    Column("operation", String(64), nullable=False),
    Column("method", String(8), nullable=False),
    Column("path", Text, nullable=False),
    # JSON, as the control plane received it; empty for a call without a body.
    Column("body", LargeBinary, nullable=False),
    # The time of the world before and after, in seconds; wall time in milliseconds.
    Column("began", BigInteger, nullable=False),
    Column("ended", BigInteger, nullable=False),
    Column("wall_at", BigInteger, nullable=False),
    Index("levers_of_a_world", "world", "number"),
    # A number is never given twice.
    sqlite_autoincrement=True,
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
    # Two lines of JSON, redacted: the outline of the exchange, and its messages.
    Column("exchange", LargeBinary, nullable=False),
    Index("journal_of_a_world", "world", "number"),
    # A number is never given twice, even if the newest entries are removed.
    sqlite_autoincrement=True,
)
