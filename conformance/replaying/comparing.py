"""Judges every call against an old and a new contract: newly broken, broken before, mended, or accepted by both."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from conformance.contracts.answer_judging import answer_complaints
from conformance.contracts.complaints import Complaint, Side, no_operation
from conformance.contracts.interface import Interface, MetOperation
from conformance.contracts.request_judging import request_complaints
from conformance.evidence.exchanges import Exchange, Response
from conformance.replaying.traffic import RecordedCall, RecordedTraffic

_REFUSED = 400


class Fate(StrEnum):
    """What the change of the contract does to a message that either contract complains about."""

    newly = "newly broken"
    before = "broken before"
    mended = "mended"


@dataclass(frozen=True)
class JudgedMessage:
    """One message of *call*. *fate* is None when both contracts accept it; *complaints* belong to the fate."""

    call: RecordedCall
    operation: str
    side: Side
    fate: Fate | None
    complaints: tuple[Complaint, ...] = ()


@dataclass(frozen=True)
class JudgedTraffic:
    """All judged messages, the calls that neither contract knows, and the gaps: bodies that were not judged."""

    traffic: RecordedTraffic
    messages: tuple[JudgedMessage, ...]
    unknown: tuple[RecordedCall, ...]
    gaps: Mapping[str, int]

    def count(self, side: Side, fate: Fate | None = None) -> int:
        """The number of judged messages of one side, or of the messages with one fate."""
        return sum(1 for message in self.messages if message.side is side and fate in (None, message.fate))

    @property
    def agencies(self) -> Sequence[str]:
        """All agencies with a judged message, in the order of their appearance."""
        return tuple(dict.fromkeys(message.call.agency for message in self.messages))

    def messages_with(self, fate: Fate) -> Sequence[JudgedMessage]:
        """The messages with one fate."""
        return [message for message in self.messages if message.fate is fate]


def judge_calls(traffic: RecordedTraffic, old: Interface, new: Interface) -> JudgedTraffic:
    """Every call of *traffic*, judged against both contracts. Raises `ContractError` when a schema cannot be used."""
    messages: list[JudgedMessage] = []
    unknown: list[RecordedCall] = []
    gaps: dict[str, int] = {}
    for call in traffic.calls:
        exchange = call.exchange
        mets = [interface.met(exchange.request.method, call.path) for interface in (old, new)]
        if not any(mets):
            unknown.append(call)
            continue
        for gap in filter(None, (exchange.request_gap, exchange.answer_gap)):
            gaps[gap] = gaps.get(gap, 0) + 1
        messages += _judged(call, (old, mets[0]), (new, mets[1]))
    return JudgedTraffic(traffic, tuple(messages), tuple(unknown), gaps)


_Meeting = tuple[Interface, MetOperation | None]


def _judged(call: RecordedCall, old: _Meeting, new: _Meeting) -> Iterator[JudgedMessage]:
    exchange, met = call.exchange, old[1] or new[1]
    assert met is not None
    operation = f"{exchange.request.method} {met.path}"
    asked = [_distinct(_of_request(*meeting, exchange, operation)) for meeting in (old, new)]
    yield _message(call, operation, Side.request, *asked, was_refused=_was_refused(exchange))
    if exchange.response is not None and new[1] is not None:
        answered = [_distinct(_of_answer(*meeting, exchange.response)) for meeting in (old, new)]
        yield _message(call, operation, Side.answer, *answered, was_refused=False)


def _distinct(complaints: Iterable[Complaint]) -> tuple[Complaint, ...]:
    """A complaint about every item of a list is one complaint."""
    return tuple(dict.fromkeys(complaints))


def _of_request(
    interface: Interface, met: MetOperation | None, exchange: Exchange, operation: str
) -> Iterable[Complaint]:
    if met is None:
        return (no_operation(operation),)
    return request_complaints(interface, met, exchange.request, has_body_gap=exchange.request_gap is not None)


def _of_answer(interface: Interface, met: MetOperation | None, response: Response) -> Iterable[Complaint]:
    return answer_complaints(interface, met, response) if met else ()


def _was_refused(exchange: Exchange) -> bool:
    return exchange.response is not None and exchange.response.status >= _REFUSED


def _message(
    call: RecordedCall,
    operation: str,
    side: Side,
    before: tuple[Complaint, ...],
    now: tuple[Complaint, ...],
    *,
    was_refused: bool,
) -> JudgedMessage:
    """A message and its fate. A request that the old contract refuses, and its service too, has nothing to lose."""
    known = {complaint.place for complaint in before}
    fresh = tuple(complaint for complaint in now if complaint.place not in known)
    if fresh and not (before and was_refused):
        return JudgedMessage(call, operation, side, Fate.newly, fresh)
    if now:
        return JudgedMessage(call, operation, side, Fate.before, now)
    return JudgedMessage(call, operation, side, Fate.mended if before else None, before)
