"""What interferes with a request on purpose: the rules of its world, and its rate limit.

The specification has no such rules: they belong to the control plane. The rate limit is assumption A-53.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from mock_server.domain.rules import DeliveryTreatment, Interference, Rule
from mock_server.domain.world_settings import RateLimit
from mock_server.storage.rules import count_request, kept_rules, save_counts
from mock_server.storage.sessions import Session, to_seconds


@dataclass(frozen=True, slots=True)
class Quota:
    """How much of its rate limit an agency has used in a window. *resets_in* is in seconds of the world's time."""

    limit: RateLimit
    remaining: int
    resets_in: int

    @property
    def is_exceeded(self) -> bool:
        """Whether the counted request is over the limit."""
        return self.remaining < 0


def interferences_with(session: Session, operation: str, agency: str) -> list[Interference]:
    """What the rules do to a request, oldest rule first."""
    acting = _acting(session, lambda rule: rule.meets_request(operation, agency))
    return [Interference(rule.id, rule.effect) for rule in acting]


def delivery_treatments(session: Session, kind: str, agency: str) -> list[DeliveryTreatment]:
    """What the rules do to the deliveries of an event, oldest rule first."""
    if not session.world.rules:
        return []
    acting = _acting(session, lambda rule: rule.meets_event(kind, agency))
    return [rule.effect for rule in acting if isinstance(rule.effect, DeliveryTreatment)]


def _acting(session: Session, meets: Callable[[Rule], bool]) -> list[Rule]:
    """The rules that act. Every rule that matches counts the request or event, whether it acts or not."""
    acting = []
    for kept in kept_rules(session):
        if meets(kept.rule):
            acts = kept.rule.acts(kept.number, kept.seen, kept.applied)
            save_counts(session, replace(kept, seen=kept.seen + 1, applied=kept.applied + acts))
            if acts:
                acting.append(kept.rule)
    return acting


def count_against_limit(session: Session, agency: str, limit: RateLimit) -> Quota:
    """Counts a request against the rate limit of its world."""
    second = to_seconds(session.now)
    begins_at = second - second % limit.seconds
    used = count_request(session, agency, begins_at)
    return Quota(limit, limit.requests - used, begins_at + limit.seconds - second)
