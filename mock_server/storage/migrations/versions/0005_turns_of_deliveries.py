"""Indexes with which the outbox finds the next delivery of each subscription, however many deliveries wait."""

from alembic import op
from sqlalchemy import text

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Replaces the index of waiting deliveries, and adds an index of deliveries under way."""
    op.drop_index("deliveries_waiting", "deliveries")
    op.create_index("deliveries_waiting", "deliveries", ["state", "world", "webhook_id", "next_attempt_at", "number"])
    op.create_index(
        "deliveries_leased",
        "deliveries",
        ["world", "webhook_id"],
        sqlite_where=text("leased_until IS NOT NULL"),
        postgresql_where=text("leased_until IS NOT NULL"),
    )
