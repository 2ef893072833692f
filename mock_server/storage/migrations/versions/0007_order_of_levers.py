"""The moments of levers in microseconds: two things of one millisecond have an order."""

from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Turns milliseconds into microseconds."""
    op.execute("UPDATE levers SET wall_at = wall_at * 1000")
