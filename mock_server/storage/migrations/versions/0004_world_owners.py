"""Whose a world is, and whether it was made while every key was let in."""

from alembic import op
from sqlalchemy import Column, Integer, String, text

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Adds both. Nobody knows it of older worlds: each is its own."""
    op.add_column("worlds", Column("owner", String(32), nullable=False, server_default=""))
    op.add_column("worlds", Column("is_open", Integer, nullable=False, server_default="0"))
    op.execute(text("UPDATE worlds SET owner = name"))
