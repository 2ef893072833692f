"""A table of the levers that were moved in a world."""

from alembic import op
from sqlalchemy import BigInteger, Column, Integer, LargeBinary, String, Text

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Creates the table with its index."""
    op.create_table(
        "levers",
        Column("number", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True),
        Column("world", String(32), nullable=False),
        Column("agency", String(32), nullable=False),
        Column("operation", String(64), nullable=False),
        Column("method", String(8), nullable=False),
        Column("path", Text, nullable=False),
        Column("body", LargeBinary, nullable=False),
        Column("began", BigInteger, nullable=False),
        Column("ended", BigInteger, nullable=False),
        Column("wall_at", BigInteger, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("levers_of_a_world", "levers", ["world", "number"])
