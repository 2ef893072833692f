"""The owner of a world, and whether the server accepted every key when the world was created."""

from alembic import op
from sqlalchemy import Column, Integer, String, text

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Adds both columns. The owner of an older world is unknown: it gets its own name."""
    op.add_column("worlds", Column("owner", String(32), nullable=False, server_default=""))
    op.add_column("worlds", Column("is_open", Integer, nullable=False, server_default="0"))
    op.execute(text("UPDATE worlds SET owner = name"))
