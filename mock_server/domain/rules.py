"""Rules that interfere on purpose: which requests or events they match, how often they act, and what they do.

The same seed and the same requests give the same interference, since a draw follows from the seed, the rule and how
many requests or events it has matched. The specification has no such rules: they belong to the control plane.
"""

from collections.abc import Mapping
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
    PRICE = "price"
    DELIVERY = "delivery"


class DropMoment(StrEnum):
    """Whether a connection ends before the request takes effect or after it."""

    BEFORE = "before"
    AFTER = "after"


class Malformed(StrEnum):
    """How a body is spoilt after the request took effect."""

    TRUNCATED = "truncated"
    NOT_JSON = "not_json"
    EMPTY = "empty"
    WRONG_TYPES = "wrong_types"


class RetryAfterForm(StrEnum):
    """How Retry-After is written. RFC 9110, 10.2.3."""

    SECONDS = "seconds"
    DATE = "date"


@dataclass(frozen=True, slots=True)
class AnswerProblem:
    """The request gets the problem *code*. *retry_after_seconds* is 0 where the rule names no wait."""

    code: str
    retry_after_seconds: int = 0
    retry_after_form: RetryAfterForm | None = None


@dataclass(frozen=True, slots=True)
class AnswerStatus:
    """The request gets the bare *status*, with *body* as plain text."""

    status: int
    body: str = ""


@dataclass(frozen=True, slots=True)
class AddLatency:
    """The request waits before it takes effect."""

    milliseconds: int


@dataclass(frozen=True, slots=True)
class DropConnection:
    """The connection ends without an answer."""

    moment: DropMoment


@dataclass(frozen=True, slots=True)
class SpoilBody:
    """The body of the answer is spoilt."""

    form: Malformed


@dataclass(frozen=True, slots=True)
class RequestQuota:
    """The rule lets this number of *requests* pass, and refuses every later request."""

    requests: int


@dataclass(frozen=True, slots=True)
class RivalBookings:
    """A rival books every place of the tee time that the request names, except *leave* places. For a group, it does so
    with every tee time of the day.
    """

    leave: int = 0


@dataclass(frozen=True, slots=True)
class MovePrice:
    """The tee time that the request names gets another green fee: *percent* of the present green fee."""

    percent: int


@dataclass(frozen=True, slots=True)
class DeliveryTreatment:
    """Deliveries of an event are sent in the way that *variant* names (empty: correctly), after a delay in seconds."""

    variant: str = ""
    delay_seconds: int = 0


Effect = (
    AnswerProblem
    | AnswerStatus
    | AddLatency
    | DropConnection
    | SpoilBody
    | RequestQuota
    | RivalBookings
    | MovePrice
    | DeliveryTreatment
)

EFFECTS: Mapping[Action, type[Effect]] = {
    Action.PROBLEM: AnswerProblem,
    Action.STATUS: AnswerStatus,
    Action.LATENCY: AddLatency,
    Action.DROP: DropConnection,
    Action.MALFORMED: SpoilBody,
    Action.QUOTA: RequestQuota,
    Action.RIVAL: RivalBookings,
    Action.PRICE: MovePrice,
    Action.DELIVERY: DeliveryTreatment,
}
_ACTIONS = {kind: action for action, kind in EFFECTS.items()}


def action_of(effect: Effect) -> Action:
    """The action that *effect* is an effect of."""
    return _ACTIONS[type(effect)]


@dataclass(frozen=True, slots=True)
class Interference:
    """One effect on a request, and the id of the rule or the reserved last name that asks for it."""

    rule: str
    effect: Effect


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule matches requests or events; None matches all. It lets the first *skip* of them pass, and acts at most
    *times* times. *probability* is the share on which it acts, drawn with *seed*.
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
        """Whether the rule matches a request."""
        if isinstance(self.effect, DeliveryTreatment):
            return False
        return (self.operations is None or operation in self.operations) and self.agency in (None, agency)

    def meets_event(self, kind: str, agency: str) -> bool:
        """Whether the rule matches an event."""
        if not isinstance(self.effect, DeliveryTreatment):
            return False
        return (self.events is None or kind in self.events) and self.agency in (None, agency)

    def acts(self, number: int, seen: int, applied: int) -> bool:
        """Whether the rule acts on its next match. It matched *seen* requests before and acted on *applied*.

        *number* counts the rules of the world. The draw follows from *number* and not from the id, so that worlds with
        different names draw the same.
        """
        passing = self.effect.requests if isinstance(self.effect, RequestQuota) else self.skip
        if seen < passing or (self.times is not None and applied >= self.times):
            return False
        return self.probability >= 1 or share(self.seed, f"rule {number}", seen) < self.probability
