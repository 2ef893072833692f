"""Every row of a world, read once for the rules of sound worlds. It decides nothing.

The specification has no such check: it belongs to the control plane.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from mock_server.domain.ids import PREFIXES, Numbered
from mock_server.storage import tables
from mock_server.storage.inbox import inbox_names
from mock_server.storage.sessions import Session, to_seconds
from mock_server.storage.whole_worlds import rows_of


@dataclass(frozen=True, slots=True)
class Violation:
    """One violation of a rule. *detail* is a sentence."""

    rule: str
    object_id: str
    detail: str


class WholeWorld:
    """Every row of a world that a rule checks."""

    def __init__(self, session: Session) -> None:
        self.courses = session.courses
        self.origin = session.world.origin
        self.now: datetime = session.now
        self.seconds = to_seconds(session.now)
        self.takings = rows_of(session, tables.takings)
        self.bookings = rows_of(session, tables.bookings)
        self.holds = rows_of(session, tables.tee_time_holds)
        self.hooks = rows_of(session, tables.booking_hooks)
        self.groups = rows_of(session, tables.group_bookings)
        self.timers = rows_of(session, tables.timers)
        self.events = rows_of(session, tables.events)
        self.deliveries = rows_of(session, tables.deliveries)
        self.webhooks = rows_of(session, tables.webhooks)
        self.tokens = rows_of(session, tables.token_sessions)
        self.rules = rows_of(session, tables.rules)
        # Name, how many arrivals, and the highest number. Bodies of arrivals can be large, and no rule reads them.
        self.inboxes = inbox_names(session)
        self.counters = {row.kind: row.value for row in rows_of(session, tables.counters)}
        self.counts = rows_of(session, tables.booking_counts)
        self.blocks = rows_of(session, tables.booking_blocks)

    def is_live(self, taking: Any) -> bool:
        """Whether a taking has not expired."""
        return taking.expires_at is None or taking.expires_at > self.seconds

    def is_online(self, course_id: str) -> bool:
        """Whether a course keeps places. False for an unknown course."""
        rules = self.courses.rules.get(course_id)
        return rules is not None and rules.is_online


def is_block(owner: str) -> bool:
    """Whether the id of an owner of places is that of a block."""
    return owner.startswith(f"{PREFIXES[Numbered.BLOCK]}_")
