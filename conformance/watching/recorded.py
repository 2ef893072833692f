"""Judges the whole recording of a run: every exchange in the order of the ends, whichever check sent it. Pure.

Every exchange is knowledge: it may create or change the thing that a later answer shows. Some exchanges give no sight:

- Wrong on purpose (`Role.attempt`): rules look at them, because a rule compares the request with the contract itself.
  An attempt that the target accepts is a write like any other write.
- Lost (`Role.lost`): nobody knows what the target answered. What it may have changed is unknown from then on.
- Generated writes (`Role.generated`): their engine makes texts and numbers that a target may store in another form, and
  they have findings of their own in the report. Generated reads ask as an agency may ask, so they give sight.
- Races: exchanges that overlap have no order, so histories and relations compare only answers whose requests began
  after the other answers ended.
- Walks, preparation and clean-up: plain traffic of an agency. Removing the things of the run is a write.

A lever is not an exchange. It may move the clock or decide for a golf course, so anything may differ afterwards.
"""

from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from conformance.catalogue.operations import match
from conformance.evidence.exchanges import Exchange, Role
from conformance.recordings.masking import SHOWN_API_KEY, SHOWN_SECOND_API_KEY
from conformance.recordings.recording import LEVER
from conformance.target.target import Placement, Target
from conformance.watching.callers import Callers
from conformance.watching.contract_judge import ContractJudge
from conformance.watching.seen import JudgedExchange, answer_of
from conformance.watching.watch import Sight, Watch
from openapi.bundler import contract


class RecordedWatch:
    """Judges what was recorded with *target*, all at once or part by part."""

    def __init__(self, target: Target) -> None:
        self._hold_id = target.hold_id
        self._callers = Callers(target.wire.key_header, (SHOWN_API_KEY, SHOWN_SECOND_API_KEY))
        self._watch = Watch(self._callers, target.budgets.visibility_seconds, target.hold_id, target.hooks)
        self._without: set[int] = set()
        self._waiting: deque[Exchange] = deque()
        self._ended = float("-inf")

    @property
    def stumbles(self) -> Mapping[str, int]:
        """How many answers a rule or a history could not read although they were as documented: faults of ours."""
        return self._watch.stumbles

    def sights_in(self, exchanges: Sequence[Exchange], levers: Sequence[Exchange]) -> Iterator[Sight]:
        """Everything that *exchanges* prove against a requirement, together with those of earlier calls. They come in
        the order of their ends, and those of the next call begin after them. *levers* are those of this call.

        Suspicions are left out: places, accepted changes and lead players may be explained by another channel.
        """
        self._watch.known.bookings |= _created_twice(exchanges)
        self._without |= {exchange.index for exchange in exchanges if not _gives_sight(exchange)}
        beginning = deque(sorted(exchanges, key=lambda exchange: exchange.started_at))
        for exchange, ended in self._in_order(exchanges, levers):
            while beginning and beginning[0].started_at.timestamp() <= ended:
                self._watch.begin(beginning.popleft())
            yield from self._sights(exchange, ended)

    def _sights(self, exchange: Exchange, ended: float) -> Iterator[Sight]:
        watch = self._watch
        seen = None if _is_unknown(exchange) else _seen(exchange, ended, self._callers, _judge(self._hold_id))
        if seen is None:
            if _may_change_something(exchange):
                watch.disturb(ended, by_lever=exchange.agency == LEVER)
            return
        for sight in (*watch.alone(seen), *watch.together(seen), *watch.related(seen)):
            if self._without.isdisjoint(sight.proof):
                yield sight

    def _in_order(self, exchanges: Sequence[Exchange], levers: Sequence[Exchange]) -> Iterator[tuple[Exchange, float]]:
        """All exchanges, each with the second in which it ended. Their indexes are the order in which they ended.

        What is unknown may show as soon as it begins. So levers and lost exchanges come when they began, and lost
        exchanges come again when they ended. The clock of a machine may be set back. Then an exchange ends in the same
        second as the exchange before it.
        """
        lost = [exchange for exchange in exchanges if exchange.role is Role.lost]
        waiting = deque(sorted((*self._waiting, *levers, *lost), key=lambda unknown: unknown.started_at))
        for exchange in exchanges:
            self._ended = max(self._ended, exchange.ended_at.timestamp())
            while waiting and waiting[0].started_at.timestamp() <= self._ended:
                yield waiting.popleft(), self._ended
            yield exchange, self._ended
        self._waiting = waiting


def _gives_sight(exchange: Exchange) -> bool:
    """Whether *exchange* may prove something."""
    return exchange.role is not Role.lost and (exchange.role is not Role.generated or exchange.request.method == "GET")


def _is_unknown(exchange: Exchange) -> bool:
    """Whether nobody knows what *exchange* changed."""
    return exchange.agency == LEVER or exchange.role is Role.lost


def _may_change_something(exchange: Exchange) -> bool:
    """Whether *exchange* is no read, and no answer refuses it."""
    is_refused = exchange.response is not None and exchange.response.is_refusal
    return exchange.request.method != "GET" and not is_refused


def _created_twice(exchanges: Sequence[Exchange]) -> set[str]:
    """Ids that several answers to creates show: one of the answers repeats another answer, and may have ended first."""
    creates = [exchange.response for exchange in exchanges if exchange.operation_id == "createBooking"]
    bodies = [response.value for response in creates if response and response.is_success]
    shown = [body["data"] for body in bodies if isinstance(body, dict) and isinstance(body.get("data"), dict)]
    counts = Counter(str(booking["id"]) for booking in shown if "id" in booking)
    return {booking_id for booking_id, count in counts.items() if count > 1}


@lru_cache(maxsize=4)
def _judge(hold_id: Placement | None) -> ContractJudge:
    return ContractJudge("the contract", contract(), hold_id)


def _seen(exchange: Exchange, ended: float, callers: Callers, contract: ContractJudge) -> JudgedExchange | None:
    """*exchange* as rules see it, None without an answer or without a documented operation."""
    request, response = exchange.request, exchange.response
    met, known_operation = contract.met(request.method, request.path), match(request.method, request.path)
    if response is None or met is None or known_operation is None:
        return None
    answer = answer_of(exchange, request, response)
    return JudgedExchange(
        exchange=exchange,
        answer=answer,
        met=known_operation,
        caller=callers.name_of(request.headers),
        key=callers.key_shown(request.headers),
        fits=not contract.request_faults(request, met),
        shaped=contract.is_shaped(request, met, response),
        # On a busy machine an exchange may be recorded long after its end. Then its end counts as later, its start not.
        started=min(ended - exchange.elapsed_ms / 1000, exchange.started_at.timestamp()),
        ended=ended,
    )
