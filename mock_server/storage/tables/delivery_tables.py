"""The tables of deliveries: subscriptions, events, deliveries with their attempts, and the inboxes."""

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
    text,
)

from mock_server.storage.tables.schema_metadata import metadata

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
