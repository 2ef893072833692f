"""What stands in the way of a request on purpose: the rules of its world, and its rate limit."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from mock_server.domain.rules import Effect, Rule
from mock_server.domain.world_settings import RateLimit
from mock_server.storage.rules import count_request, kept_rules, save_counts
from mock_server.storage.store import Session, to_seconds


@dataclass(frozen=True, slots=True)
class Quota:
    """Where an agency stands in a window of its rate limit. *resets_in* is in seconds of the world's time."""

    limit: RateLimit
    remaining: int
    resets_in: int

    @property
    def is_exceeded(self) -> bool:
        """Whether the request that was counted is one too many."""
        return self.remaining < 0


def effects_on(session: Session, operation: str, agency: str) -> list[Effect]:
    """What the rules do to a request, oldest rule first."""
    return _effects(session, lambda rule: rule.meets_request(operation, agency))


def effects_on_event(session: Session, kind: str, agency: str) -> list[Effect]:
    """What the rules do to the deliveries of an event, oldest rule first."""
    return _effects(session, lambda rule: rule.meets_event(kind, agency)) if session.world.rules else []


def _effects(session: Session, meets: Callable[[Rule], bool]) -> list[Effect]:
    """The effects of the rules that act. Every rule that meets counts it, whether it acts or not."""
    effects = []
    for kept in kept_rules(session):
        if meets(kept.rule):
            acts = kept.rule.acts(kept.number, kept.seen, kept.applied)
            save_counts(session, replace(kept, seen=kept.seen + 1, applied=kept.applied + acts))
            if acts:
                effects.append(kept.rule.effect)
    return effects


def counted(session: Session, agency: str, limit: RateLimit) -> Quota:
    """Counts a request against the rate limit of its world."""
    second = to_seconds(session.now)
    begins_at = second - second % limit.seconds
    used = count_request(session, agency, begins_at)
    return Quota(limit, limit.requests - used, begins_at + limit.seconds - second)
