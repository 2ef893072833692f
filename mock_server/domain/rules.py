"""Rules that interfere on purpose: which requests or events they meet, how often they act, and what they do.

The same seed and the same requests give the same interference, since a draw follows from the seed, the rule and how
much it has met.
"""

from dataclasses import dataclass
from enum import StrEnum

from mock_server.domain.ids import share


class Action(StrEnum):
    """What a rule does to a request, or to the deliveries of an event."""

    PROBLEM = "problem"
    STATUS = "status"
    LATENCY = "latency"
    DROP = "drop"
    MALFORMED = "malformed"
    QUOTA = "quota"
    RIVAL = "rival"
    DELIVERY = "delivery"


class When(StrEnum):
    """Whether a connection ends before the request takes effect or after it."""

    BEFORE = "before"
    AFTER = "after"


class Malformed(StrEnum):
    """How a body is spoilt after the request took effect."""

    TRUNCATED = "truncated"
    NOT_JSON = "not_json"
    EMPTY = "empty"
    WRONG_TYPES = "wrong_types"


@dataclass(frozen=True, slots=True)
class Effect:
    """One interference. *value* is a problem's code, a form of Malformed, a moment of When or a way of sending.

    *number* is a status, milliseconds of latency, the requests that a quota lets pass, or seconds that a delivery
    waits. *rule* names its rule.
    """

    action: Action
    value: str = ""
    number: int = 0
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Rule:
    """Which requests, or events, are met: None meets all. *skip* passes the first ones, *times* limits how often it
    acts. *probability* is the share that it acts on, drawn with *seed*.
    """

    id: str
    operations: frozenset[str] | None
    events: frozenset[str] | None
    agency: str | None
    effect: Effect
    skip: int = 0
    times: int | None = None
    probability: float = 1.0
    seed: int = 0

    def meets_request(self, operation: str, agency: str) -> bool:
        """Whether the rule looks at a request."""
        if self.effect.action is Action.DELIVERY:
            return False
        return (self.operations is None or operation in self.operations) and self.agency in (None, agency)

    def meets_event(self, kind: str, agency: str) -> bool:
        """Whether the rule looks at an event."""
        if self.effect.action is not Action.DELIVERY:
            return False
        return (self.events is None or kind in self.events) and self.agency in (None, agency)

    def acts(self, number: int, seen: int, applied: int) -> bool:
        """Whether the rule acts on the next request it meets, after *seen* others of which it *applied* to some.

        *number* counts the rules of the world. Chance follows from it and not from the id, so that it is the same in
        worlds of other names.
        """
        passing = self.effect.number if self.effect.action is Action.QUOTA else self.skip
        if seen < passing or (self.times is not None and applied >= self.times):
            return False
        return self.probability >= 1 or share(self.seed, f"rule {number}", seen) < self.probability
