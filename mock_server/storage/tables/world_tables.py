"""The tables of a world itself: its row, its counters, its timers, its snapshots; and what all servers share."""

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

snapshots = Table(
    "snapshots",
    metadata,
    Column("world", String(32), nullable=False),
    Column("name", String(64), nullable=False),
    Column("taken_at", BigInteger, nullable=False),
    Column("export", LargeBinary, nullable=False),
    PrimaryKeyConstraint("world", "name"),
)
