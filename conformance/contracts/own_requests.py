"""The suite judges itself before it judges a target: a request that is meant to be right must fit the contract.

Pure: recorded exchanges in, our own mistakes out. Attempts may be wrong.
The report names each attempt that a target accepts.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from conformance.contracts.complaints import Complaint
from conformance.contracts.odd_answers import OddAnswers
from conformance.contracts.requests import own_complaints
from conformance.evidence.exchanges import CLEAN_UP, Exchange, Role
from conformance.evidence.verdicts import Evidence, Finding, shown
from conformance.target.target import Placement
from conformance.wire.retrying import wants_less

_MEANT_TO_BE_RIGHT = (Role.read, Role.golden, Role.control)
_SAYS_NOTHING = (Finding.untested, Finding.inconclusive, Finding.silent, Finding.absent, Finding.broken)


@dataclass(frozen=True)
class BadRequest:
    """A request that does not fit the contract, sent by *check* in *exchange*. *sentence* says why."""

    check: str
    exchange: int
    operation_id: str
    sentence: str


def our_mistakes(exchanges: Sequence[Exchange], hold_id: Placement | None) -> Mapping[str, BadRequest]:
    """The first request of each check that was meant to be right and is not, by the name of the check.

    A value from an earlier answer of the target is not a mistake of ours. Neither is a request that was built from an
    answer in an undocumented form. A request that is to be sent again later (429) is judged when it is sent again: only
    then its check says what it was for.
    """
    found: dict[str, BadRequest] = {}
    odd_answers = OddAnswers()
    for exchange in exchanges:
        is_sent_later = exchange.response is not None and wants_less(exchange.request, exchange.response)
        if exchange.role in _MEANT_TO_BE_RIGHT and exchange.check not in (*found, CLEAN_UP) and not is_sent_later:
            wrong = [
                complaint
                for complaint in own_complaints(exchange.request, hold_id)
                if not _was_shown(complaint, exchanges[: exchange.index])
            ]
            if wrong and odd_answers.first_in(exchanges[: exchange.index]) is None:
                found[exchange.check] = _bad(exchange, wrong[0])
    return found


def may_be_an_attempt(exchange: Exchange, hold_id: Placement | None) -> bool:
    """Whether a request does not fit the contract, and no check said what it was for. A check that could not go on may
    have meant it to be wrong.
    """
    return exchange.role in _MEANT_TO_BE_RIGHT and any(own_complaints(exchange.request, hold_id))


def accepted_attempts(exchanges: Iterable[Exchange], hold_id: Placement | None) -> tuple[BadRequest, ...]:
    """Attempts that do not fit the contract and got a 2xx answer. The rows say whether a target must refuse them."""
    return tuple(
        _bad(exchange, next(own_complaints(exchange.request, hold_id)))
        for exchange in exchanges
        if exchange.role is Role.attempt
        and exchange.response is not None
        and exchange.response.is_success
        and any(own_complaints(exchange.request, hold_id))
    )


class OwnRequests(NamedTuple):
    """Compares requests with the contract: *mistakes* finds ours, *accepted_attempts* finds the accepted wrong ones."""

    mistakes: Callable[[Sequence[Exchange], Placement | None], Mapping[str, BadRequest]]
    accepted_attempts: Callable[[Iterable[Exchange], Placement | None], tuple[BadRequest, ...]]


# The requests of a run that this installation sends, or sent with the same contract.
OUR_REQUESTS = OwnRequests(our_mistakes, accepted_attempts)

# The requests of other programs, or of a run with another contract. The suite is not at fault if they do not fit.
FOREIGN_REQUESTS = OwnRequests(lambda *_: {}, lambda *_: ())


def without_our_mistakes(evidence: Iterable[Evidence], mistakes: Mapping[str, BadRequest]) -> list[Evidence]:
    """*evidence*, in which everything that depends on a mistake of ours is broken."""
    return [
        _broken(evidence_item, mistakes[evidence_item.source]) if _rests_on(evidence_item, mistakes) else evidence_item
        for evidence_item in evidence
    ]


def untied(mistakes: Mapping[str, BadRequest], sources: Collection[str]) -> tuple[str, ...]:
    """A sentence for each mistake of a check that gave no evidence, such as a step of the tour."""
    return tuple(f"{check}: {mistake.sentence}" for check, mistake in mistakes.items() if check not in sources)


def _rests_on(evidence: Evidence, mistakes: Mapping[str, BadRequest]) -> bool:
    return evidence.source in mistakes and evidence.finding not in _SAYS_NOTHING


def _broken(evidence: Evidence, mistake: BadRequest) -> Evidence:
    message = f"{evidence.source}: {mistake.sentence}"
    return replace(evidence, finding=Finding.broken, message=message, exchanges=(mistake.exchange,))


def _bad(exchange: Exchange, complaint: Complaint) -> BadRequest:
    request = exchange.request
    sentence = (
        f"The request {request.method} {request.path} of this check does not fit the contract: {complaint.sentence}."
    )
    return BadRequest(exchange.check, exchange.index, exchange.operation_id or "", sentence)


def _was_shown(complaint: Complaint, earlier: Sequence[Exchange]) -> bool:
    """Whether an earlier answer has the text that does not fit. Numbers are ignored: nearly every answer has them."""
    if not isinstance(complaint.value, str):
        return False
    sought = shown(complaint.value).encode()
    return any(exchange.response is not None and sought in exchange.response.content for exchange in earlier)
