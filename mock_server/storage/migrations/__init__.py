"""The steps that bring an older database to the tables of today. This module does not load Alembic; see upgrade.py."""

FIRST = "0001"
# Every revision there is, oldest first.
REVISIONS = (FIRST, "0002", "0003", "0004", "0005", "0006", "0007")
HEAD = REVISIONS[-1]

# The tables of the first revision. Early versions created them without recording a revision.
FIRST_TABLES = frozenset({"worlds", "counters", "takings", "bookings", "tee_time_holds", "remembered_answers"})
