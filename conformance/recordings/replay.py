"""Repeats a recorded run: every request gets its recorded answer, and every clock shows its recorded time.

A replay opens no connection and waits for nothing. When the recording does not hold a request of a check, the check is
inconclusive: the recording belongs to another version of the suite, or somebody changed it.
"""

import threading
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from conformance.catalogue.operations import match
from conformance.evidence.exchanges import CLEAN_UP, Exchange, Request, Response, Role
from conformance.evidence.receiver import Delivery, Receiver, ReceiverError
from conformance.evidence.verdicts import CutShort, Inconclusive, Untested
from conformance.recordings.masking import SHOWN_API_KEY, SHOWN_SECOND_API_KEY
from conformance.recordings.recording import NOT_CREATED, NOT_SENT, RECEIVER, Recording, RunPlace, Sent, Transport
from conformance.recordings.run_record import Note, RunRecord
from conformance.target.channels import ReceiverFacts
from conformance.wire.transport import NoAnswer

T = TypeVar("T")

# The headers of a request that differ from one installation to the next and change no answer.
_OF_THE_CALLER = frozenset({"user-agent"})

Signature = tuple[Any, ...]


@dataclass(frozen=True)
class Missing:
    """A *sentence* about a request or value that *check* needed and the recording does not hold."""

    check: str
    sentence: str
    operation_id: str | None


class Unconnected:
    """The transport of a replay, which nobody uses."""

    def exchange(self, request: Request) -> Response:
        """Nothing is sent. Raises `NoAnswer`."""
        raise NoAnswer(f"a replay sends nothing, not even {request.method} {request.path}")


class Replay(Recording):
    """A recording that is complete from the start. Its exchanges become visible as the checks ask for them."""

    is_replay = True

    def __init__(
        self,
        exchanges: Sequence[Exchange],
        record: RunRecord,
        earlier: Sequence[Exchange] = (),
        earlier_levers: Sequence[Exchange] = (),
    ) -> None:
        """*exchanges* come from the part with this *record* and from all parts before it. The exchanges and the levers
        of *earlier* parts are visible from the start, and answer no request.
        """
        super().__init__({name: name for name in (SHOWN_API_KEY, SHOWN_SECOND_API_KEY)})
        self._recorded = exchanges
        self._exchanges = list(earlier)
        self.lever_exchanges = [*earlier_levers, *record.levers]
        self._answers = _queues(
            (RunPlace(exchange.check, exchange.racer), _signature(exchange.request), exchange)
            for exchange in exchanges[record.begins_at :]
        )
        self._levers = _queues(
            (RunPlace(lever.check, lever.racer), _of_lever(lever.request), lever) for lever in record.levers
        )
        self._noted = _noted_values(record.facts.notes)
        self._delivered: Sequence[Delivery] = record.deliveries
        self._stopped_in = {
            interruption.check for interruption in record.facts.interruptions if not interruption.decided
        }
        self._checks = {exchange.check for exchange in exchanges} | {note.check for note in record.facts.notes}
        self._taking = threading.Lock()
        self.missing: list[Missing] = []

    @property
    def place(self) -> RunPlace:
        """Where the replay is now. Older recordings name a check without its cases, if it had no cases then."""
        place = super().place
        whole_check, _, cases = place.check.partition("[")
        return place._replace(check=whole_check) if cases and place.check not in self._checks else place

    def send(self, transport: Transport, agency: str, role: Role, request: Request) -> Sent:  # noqa: ARG002 - see Recording
        """The recorded result of *request*. Raises `Inconclusive` when the recording does not hold it."""
        shown = self.masking.request(request)
        found = self._next(self._answers, _signature(shown))
        if found is None:
            self._refuse_what_was_not_sent()
            met = match(request.method, request.path)
            raise self._lacks(
                f"The recording does not hold this request: {shown.line}.", met.operation_id if met else None
            )
        self._show(found.index + 1)
        self._caused[self.current_check].append(found.index)
        answer = found.response and replace(found.response, seconds=found.elapsed_ms / 1000)
        return Sent(answer, found.failure, found.started_at, found.index)

    def pull(self, transport: Transport, request: Request, shown: Request) -> Response:  # noqa: ARG002 - see Recording
        """The recorded answer of the lever. Raises `NoAnswer`, or `Inconclusive` when it is not in the recording."""
        found = self._next(self._levers, _of_lever(self.masking.request(shown)))
        if found is None:
            self._refuse_what_was_not_sent()
            raise self._lacks(f"The recording does not hold this lever: {shown.method} {shown.url}.", None)
        if found.response is None:
            raise NoAnswer(found.failure or "")
        return found.response

    def noted(self, kind: str, ask: Callable[[], T]) -> T:  # noqa: ARG002 - nobody is asked
        """The recorded value of this *kind*. Raises `Inconclusive` when the recording does not hold it."""
        values = self._noted[self.place, kind]
        if not values:
            raise self._lacks(f"The recording does not hold this value of the run: {kind}.", None)
        value: T = values.popleft()
        return value

    def open_receiver(self, facts: ReceiverFacts) -> Receiver:  # noqa: ARG002 - nobody listens
        """A receiver with the deliveries of the run. Raises `ReceiverError` when the run had no receiver."""
        recorded: dict[str, str] = self.noted(RECEIVER, dict)
        if "error" in recorded:
            raise ReceiverError(recorded["error"])
        return Receiver(recorded["origin"], self._delivered, self.noted)

    def sleep(self, seconds: float) -> None:
        """No time passes."""

    def show_all_checks(self) -> None:
        """Shows all exchanges before the clean-up of the run, also exchanges that no check asked for."""
        self._show(max((exchange.index + 1 for exchange in self._recorded if exchange.check != CLEAN_UP), default=0))

    def _next(self, queues: "_Queues", signature: Signature) -> Exchange | None:
        with self._taking:
            queue = queues[self.place, signature]
            return queue.popleft() if queue else None

    def _refuse_what_was_not_sent(self) -> None:
        """Raises `CutShort` and `Untested` as often as the run did here."""
        for kind, refusal in ((NOT_SENT, CutShort), (NOT_CREATED, Untested)):
            sentences = self._noted[self.place, kind]
            if sentences:
                raise refusal(sentences.popleft())

    def _show(self, count: int) -> None:
        with self._taking:
            self._exchanges += self._recorded[len(self._exchanges) : count]

    def _lacks(self, sentence: str, operation_id: str | None) -> BaseException:
        """The exception to raise: `KeyboardInterrupt` in the check in which the user stopped the run, or `Inconclusive`
        in all others.
        """
        if self.current_check in self._stopped_in:
            self._stopped_in.remove(self.current_check)
            return KeyboardInterrupt()
        self.missing.append(Missing(self.current_check, sentence, operation_id))
        return Inconclusive(sentence)


_Queues = defaultdict[tuple[RunPlace, Signature], deque[Exchange]]


def _queues(found: Iterable[tuple[RunPlace, Signature, Exchange]]) -> _Queues:
    queues: _Queues = defaultdict(deque)
    for place, signature, exchange in found:
        queues[place, signature].append(exchange)
    return queues


def _noted_values(notes: Iterable[Note]) -> defaultdict[tuple[RunPlace, str], deque[Any]]:
    values: defaultdict[tuple[RunPlace, str], deque[Any]] = defaultdict(deque)
    for note in notes:
        values[RunPlace(note.check, note.lane), note.kind].extend(note.values)
    return values


def _signature(request: Request) -> Signature:
    """The parts in which two masked requests differ."""
    headers = ((name.lower(), value) for name, value in request.headers if name.lower() not in _OF_THE_CALLER)
    return (request.method, request.url, request.content, tuple(sorted(headers)))


def _of_lever(request: Request) -> Signature:
    """The same for levers, whose declared headers a recording does not show."""
    return (request.method, request.url, request.content)
