"""The steps that bring an older database to the tables of today. Importing this loads nothing; see upgrade.py."""

FIRST = "0001"
# Every revision there is, oldest first.
REVISIONS = (FIRST, "0002", "0003", "0004", "0005")
HEAD = REVISIONS[-1]

# The tables of the first revision. They were also made before revisions were noted.
FIRST_TABLES = frozenset({"worlds", "counters", "takings", "bookings", "tee_time_holds", "remembered_answers"})
