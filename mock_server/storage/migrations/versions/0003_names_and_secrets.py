"""A secret of the server, references of several origins in one world, numbers of the journal that are never reused."""

from alembic import op
from sqlalchemy import BigInteger, Column, Integer, LargeBinary, String

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Adds them. The references of all present bookings follow only from the seed of their world."""
    op.create_table(
        "server_secrets",
        Column("name", String(40), primary_key=True),
        Column("value", LargeBinary, nullable=False),
    )
    op.add_column("worlds", Column("mixes_references", Integer, nullable=False, server_default="0"))
    op.execute("UPDATE worlds SET mixes_references = 1")
    op.create_index("bookings_by_reference", "bookings", ["world", "reference"])
    # PostgreSQL never gives a number twice. SQLite does, unless the table forbids it at its creation.
    if op.get_bind().dialect.name == "sqlite":
        _make_journal_again()


def _make_journal_again() -> None:
    op.drop_index("journal_of_a_world", "journal")
    op.rename_table("journal", "journal_before")
    op.create_table(
        "journal",
        Column("number", Integer, primary_key=True, autoincrement=True),
        Column("world", String(32), nullable=False),
        Column("agency", String(32), nullable=False),
        Column("wall_at", BigInteger, nullable=False),
        Column("at", BigInteger),
        Column("request_id", String(128), nullable=False),
        Column("operation", String(64)),
        Column("status", Integer, nullable=False),
        Column("exchange", LargeBinary, nullable=False),
        sqlite_autoincrement=True,
    )
    op.execute("INSERT INTO journal SELECT * FROM journal_before ORDER BY number")
    op.drop_table("journal_before")
    op.create_index("journal_of_a_world", "journal", ["world", "number"])
