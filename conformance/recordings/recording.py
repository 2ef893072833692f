"""The recording: every exchange of a run, in order, with the check that caused it and with all secrets masked.

It also keeps everything else that a replay needs: the levers that were pulled, and the answers of clocks and of the
receiver.
"""

import threading
import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, NamedTuple, Protocol, TypeVar

from conformance.catalogue.operations import match
from conformance.evidence.exchanges import Exchange, Request, Response, Role
from conformance.evidence.receiver import Delivery, Receiver, ReceiverError
from conformance.evidence.verdicts import CutShort
from conformance.recordings import moments
from conformance.recordings.masking import Masking
from conformance.scope.lanes import PerLane
from conformance.target.channels import ReceiverFacts
from conformance.wire.listening import ListeningReceiver
from conformance.wire.transport import NoAnswer

T = TypeVar("T")

RECEIVER = "receiver"
NOT_SENT = "not sent"
NOT_CREATED = "not created"
PREPARATION = "preparation"
# The agency of a lever, which no agency pulls.
LEVER = "lever"

_GIVES_TOKENS = ("createToken", "refreshToken")


class Transport(Protocol):
    """Carries a request to the target."""

    def exchange(self, request: Request) -> Response:
        """The response to *request*. Raises `NoAnswer`."""


class RunPlace(NamedTuple):
    """A place in a run: a check, and the racer where the check has parts. Events in one place have an order."""

    check: str
    racer: str


@dataclass(frozen=True)
class Sent:
    """The result of a request: a response, or the *failure* that says why there is none. *index* is its exchange."""

    response: Response | None
    failure: str | None
    started_at: datetime
    index: int


class Recording:
    """Keeps the exchanges of one run, and gives the time during the run.

    *secrets* maps each real key to the name it is shown by, like `$API_KEY`.
    """

    is_replay = False

    def __init__(self, secrets: Mapping[str, str]) -> None:
        self.masking = Masking(secrets)
        self._exchanges: list[Exchange] = []
        # Checks of races record from several threads, and an index is a place in the list.
        self._adding = threading.Lock()
        # The exchanges of each check, in the order in which the check got them.
        self._caused: defaultdict[str, list[int]] = defaultdict(list)
        self._check = PerLane(lambda: PREPARATION)
        self._changes = PerLane(int)
        # False when the user stopped even the clean-up.
        self.is_complete = True
        self.lever_exchanges: list[Exchange] = []
        self._receivers: list[Receiver] = []
        self.notes: defaultdict[tuple[RunPlace, str], list[Any]] = defaultdict(list)

    def go_on_after(self, exchanges: Sequence[Exchange], levers: Sequence[Exchange]) -> None:
        """Begins after the *exchanges* and *levers* of the earlier parts of a resumed run."""
        self._exchanges = list(exchanges)
        self.lever_exchanges = list(levers)

    @property
    def exchanges(self) -> Sequence[Exchange]:
        """All exchanges so far; the place of one is its `index`."""
        return self._exchanges

    @property
    def current_check(self) -> str:
        """The check that runs in the lane of this thread. All requests of the lane belong to it."""
        return self._check.here

    @current_check.setter
    def current_check(self, name: str) -> None:
        self._check.here = name

    @property
    def changes(self) -> int:
        """How many requests of this lane may have changed something on the target so far."""
        return self._changes.here

    def note_change(self) -> None:
        """Notes that this lane sends a request that may change something on the target."""
        self._changes.here += 1

    def recall(self, index: int) -> None:
        """Notes that the current check uses the exchange at *index* again, whichever check sent it."""
        self._caused[self.current_check].append(index)

    @property
    def place(self) -> RunPlace:
        """Where the run is now, in this thread."""
        return RunPlace(self.current_check, moments.racer())

    def send(self, transport: Transport, agency: str, role: Role, request: Request) -> Sent:
        """Sends *request* to the target and records the result."""
        response, failure, started_at, elapsed_ms = self._timed(transport, request)
        index = self.add(agency, role, request, response, failure=failure, started_at=started_at, elapsed_ms=elapsed_ms)
        return Sent(response, failure, started_at, index)

    def pull(self, transport: Transport, request: Request, shown: Request) -> Response:
        """Sends the lever *request* and returns its answer. It is recorded as *shown*, not among the exchanges,
        because it is not evidence.

        Raises `NoAnswer`.
        """
        response, failure, started_at, elapsed_ms = self._timed(transport, request)
        lever = self._exchange(LEVER, Role.read, shown, response, failure, started_at, elapsed_ms)
        self.lever_exchanges.append(replace(lever, index=len(self.lever_exchanges)))
        if response is None:
            raise NoAnswer(failure or "")
        return response

    def noted(self, kind: str, ask: Callable[[], T]) -> T:
        """The result of *ask*, a JSON value, recorded under this *kind*. A replay returns the recorded value."""
        value = ask()
        self.notes[self.place, kind].append(value)
        return value

    def open_receiver(self, facts: ReceiverFacts) -> Receiver:
        """A receiver of deliveries, which the caller closes. Raises `ReceiverError`."""
        try:
            opened = ListeningReceiver(facts, self.noted)
        except ReceiverError as error:
            reason = {"error": str(error)}
            self.noted(RECEIVER, lambda: reason)
            raise
        self._receivers.append(opened)
        self.noted(RECEIVER, lambda: {"origin": opened.origin})
        return opened

    @property
    def deliveries(self) -> Sequence[Delivery]:
        """All that arrived at receivers of this run, masked."""
        return [self.masking.delivery(delivery) for receiver in self._receivers for delivery in receiver.kept]

    def now(self) -> datetime:
        """The moment, aware UTC."""
        return datetime.fromisoformat(self.noted("now", lambda: datetime.now(UTC).isoformat()))

    def monotonic(self) -> float:
        """Seconds on a clock that is never set back."""
        return self.noted("monotonic", time.monotonic)

    def sleep(self, seconds: float) -> None:
        """Waits for real."""
        time.sleep(seconds)

    def add(
        self,
        agency: str,
        role: Role,
        request: Request,
        response: Response | None,
        *,
        failure: str | None,
        started_at: datetime,
        elapsed_ms: float,
    ) -> int:
        """Records one exchange, masked, and returns its index."""
        exchange = self._exchange(agency, role, request, response, failure, started_at, elapsed_ms)
        with self._adding:
            index = len(self._exchanges)
            self._exchanges.append(replace(exchange, index=index))
            self._caused[exchange.check].append(index)
        return index

    def relabel(self, index: int, role: Role) -> None:
        """Gives the exchange at *index* another role."""
        self._exchanges[index] = replace(self._exchanges[index], role=role)

    def of_check(self, check: str, after: int = 0) -> tuple[int, ...]:
        """The places of the exchanges that *check* caused so far, without the first *after* of them."""
        return tuple(sorted(self._caused[check][after:]))

    def _exchange(
        self,
        agency: str,
        role: Role,
        request: Request,
        response: Response | None,
        failure: str | None,
        started_at: datetime,
        elapsed_ms: float,
    ) -> Exchange:
        found = match(request.method, request.path)
        if found and found.operation_id in _GIVES_TOKENS and response:
            self.masking.learn_tokens(response.content)
        return Exchange(
            index=0,
            agency=agency,
            operation_id=found.operation_id if found else None,
            role=role,
            check=self.current_check,
            request=self.masking.request(request),
            response=self.masking.response(response) if response else None,
            failure=failure,
            started_at=started_at,
            elapsed_ms=elapsed_ms,
            racer=moments.racer(),
        )

    def _timed(self, transport: Transport, request: Request) -> "_Timed":
        try:
            return _timed(transport, request)
        except CutShort as refusal:
            # The request was not sent, and a replay must not send it either.
            self.noted(NOT_SENT, partial(str, refusal))
            raise


_Timed = tuple[Response | None, str | None, datetime, float]


def _timed(transport: Transport, request: Request) -> _Timed:
    """The response or the failure, the moment of sending, and the duration in milliseconds."""
    started_at, clock = datetime.now(UTC), time.perf_counter()
    response, failure = None, None
    try:
        response = transport.exchange(request)
    except NoAnswer as silence:
        failure = str(silence)
    elapsed = time.perf_counter() - clock
    if response is not None and response.seconds is not None and response.sent_at is not None:
        # The request waited for its turn before it was sent.
        started_at += timedelta(seconds=response.sent_at - clock)
        elapsed = response.seconds
    return response, failure, started_at, elapsed * 1000
