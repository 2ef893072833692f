"""What one exchange shows about a requirement: a table of rules, in a file for each noun.

A rule claims only what follows from this exchange, and from facts that earlier answers showed and nothing can change.
"""

from conformance.watching.rules import availability, bookings, conventions, courses, tee_time_holds
from conformance.watching.seen import Rule

RULES: tuple[Rule, ...] = (
    *conventions.RULES,
    *courses.RULES,
    *availability.RULES,
    *tee_time_holds.RULES,
    *bookings.RULES,
)
