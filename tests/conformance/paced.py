"""A paced transport over answers that a test scripts, on a clock that a test moves."""

from collections.abc import Callable, Sequence

from conformance.evidence.exchanges import Request, Response
from conformance.evidence.verdicts import CutShort
from conformance.recordings.paced_transport import PacedTransport
from conformance.target.connection import WireSettings
from conformance.wire.pace import Pace
from conformance.wire.transport import NoAnswer

OK = Response(200, (), b"{}")


Answering = Callable[[Request], Response]


class Clock:
    """Time that passes only when somebody sleeps or waits on request."""

    def __init__(self) -> None:
        self.now = 100.0
        self.slept: list[float] = []

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


class Scripted:
    """Answers with what it is given, one after the other, then with 200; each exchange takes *seconds*."""

    def __init__(self, clock: Clock, answers: Sequence[Response | NoAnswer] = (), seconds: float = 0.0) -> None:
        self._clock = clock
        self._answers = list(answers)
        self._seconds = seconds
        self.sent_at: list[float] = []

    def exchange(self, request: Request) -> Response:  # noqa: ARG002 - what a transport is called with
        self.sent_at.append(round(self._clock.now - 100.0, 3))
        self._clock.now += self._seconds
        answer = self._answers.pop(0) if self._answers else OK
        if isinstance(answer, NoAnswer):
            raise answer
        return answer


def paced(
    answers: Sequence[Response | NoAnswer] = (), seconds: float = 0.0, **settings: float
) -> tuple[PacedTransport, Pace, Scripted, Clock]:
    clock = Clock()
    pace = Pace(WireSettings(**settings), now=lambda: clock.now, sleep=clock.sleep)  # type: ignore[arg-type]  # by name
    inner = Scripted(clock, answers, seconds)
    return PacedTransport(inner, pace), pace, inner, clock


def get(path: str = "/travel/courses", method: str = "GET") -> Request:
    return Request(method, path, (), f"http://t.example/api/v1{path}", (), None)


def slow(seconds: str | None = None, status: int = 429) -> Response:
    return Response(status, () if seconds is None else (("retry-after", seconds),), b"")


def exhausted(transport: PacedTransport, request: Request, most: int = 500) -> tuple[int, str]:
    """How many exchanges succeeded before the run was cut short, and why."""
    for count in range(most):
        try:
            transport.exchange(request)
        except CutShort as cut:
            return count, str(cut)
    return most, ""
