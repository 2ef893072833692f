"""Rules that interfere on purpose: which requests they meet, how often they act, and what they do.

The same seed and the same requests give the same interference, since a draw follows from the seed, the rule and how
many requests it has met.
"""

from dataclasses import dataclass
from enum import StrEnum

from mock_server.domain.ids import share


class Action(StrEnum):
    """What a rule does to a request."""

    PROBLEM = "problem"
    STATUS = "status"
    LATENCY = "latency"
    DROP = "drop"
    MALFORMED = "malformed"
    QUOTA = "quota"
    RIVAL = "rival"


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
    """One interference. *value* is a problem's code, a form of Malformed or a moment of When.

    *number* is a status, milliseconds of latency, or the requests that a quota lets pass. *rule* names its rule.
    """

    action: Action
    value: str = ""
    number: int = 0
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Rule:
    """Which requests are met: None meets all. *skip* passes the first ones, *times* limits how often it acts.

    *probability* is the share of the met requests that it acts on, drawn with *seed*.
    """

    id: str
    operations: frozenset[str] | None
    agency: str | None
    effect: Effect
    skip: int = 0
    times: int | None = None
    probability: float = 1.0
    seed: int = 0

    def meets(self, operation: str, agency: str) -> bool:
        """Whether the rule looks at a request."""
        return (self.operations is None or operation in self.operations) and self.agency in (None, agency)

    def acts(self, seen: int, applied: int) -> bool:
        """Whether the rule acts on the next request it meets, after *seen* others of which it *applied* to some."""
        passing = self.effect.number if self.effect.action is Action.QUOTA else self.skip
        if seen < passing or (self.times is not None and applied >= self.times):
            return False
        return self.probability >= 1 or share(self.seed, self.id, seen) < self.probability
