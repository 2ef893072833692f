"""One call of a client, as the judgements see it, and all calls of a recording with what the other side knows. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from functools import cached_property
from urllib.parse import unquote

from conformance.catalogue.operations import match
from conformance.evidence.decoded import DecodedExchange
from conformance.evidence.exchanges import Exchange

# What the journal of the sandbox shows in place of a secret.
REDACTED = "[redacted]"
# An archive may show arrivals in whole milliseconds, and a client has its answer before the journal has its end.
_EXACTNESS = timedelta(milliseconds=5)
_NO_CONTENT = 204
_REFUSED_FROM = 400
_FAILED_FROM = 500


class CallOutcome(StrEnum):
    """What the client can know after its call.

    *accepted*: an answer with 2xx that can be read. *refused*: 4xx, and nothing changed. *unknown*: no answer, an
    answer of 5xx, or an answer that cannot be read. After an unknown outcome, a write may have happened or not.
    """

    accepted = "accepted"
    refused = "refused"
    unknown = "unknown"


@dataclass(frozen=True)
class Call(DecodedExchange):
    """One request of a client and its answer. *operation* is empty for a path that the interface does not have."""

    operation: str
    parameters: Mapping[str, str]

    @property
    def index(self) -> int:
        """The place in the recording."""
        return self.exchange.index

    @property
    def started_at(self) -> datetime:
        """When the client sent the request, aware UTC."""
        return self.exchange.started_at

    @property
    def ended_at(self) -> datetime:
        """When the client had the answer, aware UTC."""
        return self.exchange.ended_at

    @property
    def status(self) -> int:
        """The status of the answer, 0 without an answer."""
        return self.exchange.response.status if self.exchange.response else 0

    @cached_property
    def code(self) -> str | None:
        """The code of the problem in a refusal, None when the refusal has none."""
        return self.body.get("code") if self.outcome is CallOutcome.refused and isinstance(self.body, dict) else None

    @cached_property
    def outcome(self) -> CallOutcome:
        """What the client can know after this call."""
        if self.status == 0 or self.status >= _FAILED_FROM:
            return CallOutcome.unknown
        if self.status >= _REFUSED_FROM:
            return CallOutcome.refused
        is_readable = self.status == _NO_CONTENT or self.body is not None
        return CallOutcome.accepted if is_readable else CallOutcome.unknown

    @property
    def is_accepted(self) -> bool:
        """Whether the answer says that the call succeeded."""
        return self.outcome is CallOutcome.accepted

    @property
    def is_write(self) -> bool:
        """Whether the call asks for a change. Questions about groups are POST and change nothing."""
        return self.exchange.request.method != "GET" and self.operation not in QUESTIONS

    @property
    def key(self) -> str | None:
        """The Idempotency-Key of the request, None when it has none."""
        return self.header("idempotency-key")

    def header(self, name: str) -> str | None:
        """The value of a request header, None when the request has none."""
        headers = self.exchange.request.headers
        return next((value for other, value in headers if other.lower() == name), None)

    @cached_property
    def question(self) -> tuple[str, str, tuple[tuple[str, str], ...], bytes]:
        """Method, path, query and body: two calls with the same question are repetitions."""
        request = self.exchange.request
        return request.method, request.path, tuple(sorted(request.query)), request.content or b""

    @cached_property
    def wish(self) -> tuple[str, tuple[tuple[str, str], ...]]:
        """Operation and body without the references of the client: two creations with one wish ask for the same."""
        members = ((name, repr(value)) for name, value in self.asked.items() if name not in _OWN_WORDS)
        return self.operation, tuple(sorted(members))

    @property
    def object_id(self) -> str:
        """The id in the path, decoded; empty when the path has none."""
        return unquote(self.parameters.get("id", ""))

    @property
    def course_id(self) -> str:
        """The course that the path or the body names; empty when there is none."""
        named = self.parameters.get("courseId") or self.asked.get("courseId") or ""
        return unquote(str(named))

    @property
    def tee_time(self) -> tuple[str, str, str]:
        """Course, date and time that a booking, a hold or a hook asks for."""
        time = self.asked.get("teeTime", self.asked.get("time", ""))
        return self.course_id, str(self.asked.get("date", "")), str(time)

    @property
    def where(self) -> str:
        """The line of the request, for messages."""
        return self.exchange.request.line

    def is_after(self, other: "Call") -> bool:
        """Whether the client sent this call after it had the answer to *other*."""
        # The tolerance alone would put each of two fast calls after the other.
        was_sent_later = (self.started_at, self.index) > (other.started_at, other.index)
        return was_sent_later and self.started_at >= other.ended_at - _EXACTNESS


_OWN_WORDS = frozenset({"agencyBookingReference", "specialRequests"})
TEE_TIME_WISHES = ("createBooking", "holdTeeTime")
QUESTIONS = frozenset({"findGroupSlots", "calculateGroupPrice", "validateGroupBooking"})


@dataclass(frozen=True)
class DeliveryAttempt:
    """One attempt to deliver an event. *variant* is None for a normal delivery. *status* is None without an answer.

    *sent_at* is aware UTC, rounded down to whole seconds. *is_broken* says that the client accepted the connection and
    ended it without an answer. *about* is the id of the booking or the group of the event, empty when it names none.
    """

    delivery: str
    kind: str
    variant: str | None
    number: int
    status: int | None
    milliseconds: int
    sent_at: datetime | None = None
    is_broken: bool = False
    about: str = ""

    @property
    def ended_before(self) -> datetime | None:
        """A moment before which the attempt had ended. None when nobody recorded when it was sent."""
        return self.sent_at + timedelta(seconds=1, milliseconds=self.milliseconds) if self.sent_at else None

    @property
    def is_taken(self) -> bool:
        """Whether the receiver answered 2xx."""
        return self.status is not None and 200 <= self.status < 300


@dataclass(frozen=True)
class Stored:
    """A booking as the service has it after the last call. *agency* created it."""

    agency: str
    id: str
    status: str
    tee_time: tuple[str, str, str]
    players: int
    reference: str | None

    def is_asked_for_by(self, call: Call) -> bool:
        """Whether *call* of the same agency asks for the tee time and the reference of this booking.

        The number of players may differ.
        """
        asked = (call.exchange.agency, call.tee_time, call.asked.get("agencyBookingReference"))
        return (self.agency, self.tee_time, self.reference) == asked


@dataclass(frozen=True)
class ClientTraffic:
    """The calls of one client in the order of sending. *attempts* and *stored* are None where nobody asked."""

    calls: tuple[Call, ...]
    attempts: tuple[DeliveryAttempt, ...] | None = None
    stored: tuple[Stored, ...] | None = None

    def of(self, *operations: str) -> Iterator[Call]:
        """The calls of these operations, in the order of sending."""
        return (call for call in self.calls if call.operation in operations)

    def has_taken(self, kinds: str) -> bool:
        """Whether the receiver took a delivery of an event whose kind begins with *kinds*."""
        return any(attempt.kind.startswith(kinds) and attempt.is_taken for attempt in self.attempts or ())

    def attempts_before(self, call: Call) -> Iterator[DeliveryAttempt]:
        """The attempts to deliver that can have ended when *call* was sent."""
        return (attempt for attempt in self.attempts or () if attempt.sent_at and attempt.sent_at <= call.started_at)

    def after(self, call: Call) -> Iterator[Call]:
        """The calls of the same agency that were sent after the answer to *call*, in the order of sending."""
        agency = call.exchange.agency
        return (other for other in self.calls if other.exchange.agency == agency and other.is_after(call))

    def before(self, call: Call) -> Iterator[Call]:
        """The calls of the same agency whose answers were there when *call* was sent, the latest first."""
        agency = call.exchange.agency
        return (other for other in reversed(self.calls) if other.exchange.agency == agency and call.is_after(other))


def calls_of(exchanges: Sequence[Exchange]) -> tuple[Call, ...]:
    """The calls of *exchanges*, whose paths are relative to the base address, in the order of sending."""
    ordered = sorted(exchanges, key=lambda exchange: (exchange.started_at, exchange.index))
    return tuple(_call(exchange) for exchange in ordered if exchange.request.method != "OPTIONS")


def _call(exchange: Exchange) -> Call:
    met = match(exchange.request.method, exchange.request.path)
    return Call(exchange, met.operation_id if met else "", met.parameters if met else {})
