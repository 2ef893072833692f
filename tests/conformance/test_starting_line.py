"""Racers leave together, however long each takes to get ready, and none waits for one that does not come."""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from datetime import UTC, datetime, timedelta
from threading import Lock
from unittest.mock import Mock

import pytest

from conformance.evidence.exchanges import Answer, Request, Response
from conformance.evidence.verdicts import Inconclusive, Untested
from conformance.recordings.recording import Recording
from conformance.suite.arranged.races import NothingRaced, Racer, race, race_together, until_something_races
from conformance.target.connection import WireSettings
from conformance.wire import starting_line
from conformance.wire.starting_line import wait_for_the_start
from conformance.wire.transport import HttpTransport, NoAnswer

# What a journal on a slow disk takes, one request after the other.
GETS_READY_SECONDS = 0.3
# Here a racer that waits in vain waits so long that no busy machine makes it look as if it had.
VAIN_SECONDS = 4.0
AT_ONCE_SECONDS = VAIN_SECONDS / 2


@pytest.fixture(autouse=True)
def _long_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(starting_line, "_LONGEST_WAIT_SECONDS", VAIN_SECONDS)


def _left(at_once: int, *getting_ready: Callable[[], None]) -> Sequence[float]:
    """When the racers left, in order. One that raises while it gets ready never leaves."""
    left: list[float] = []

    def racer(get_ready: Callable[[], None]) -> Racer:
        def send() -> None:
            get_ready()
            wait_for_the_start(at_once)
            left.append(time.monotonic())
            raise Inconclusive("It has left, which is all this is about.")

        return Racer(1, send)  # type: ignore[arg-type]

    race([racer(item) for item in getting_ready])
    return sorted(left)


def test_racers_that_get_ready_one_after_the_other_leave_together() -> None:
    turn = Lock()

    def get_ready() -> None:
        with turn:
            time.sleep(GETS_READY_SECONDS)

    left = _left(12, *[get_ready] * 4)

    assert (len(left), left[-1] - left[0] < GETS_READY_SECONDS) == (4, True)


def test_nobody_waits_for_a_racer_that_does_not_come() -> None:
    def stay() -> None:
        raise Inconclusive("It stays.")

    began = time.monotonic()
    left = _left(12, lambda: None, stay, lambda: None)

    assert (len(left), left[-1] - began < AT_ONCE_SECONDS) == (2, True)


def test_no_more_are_waited_for_than_may_be_under_way() -> None:
    began = time.monotonic()
    left = _left(1, *[lambda: None] * 3)

    assert (len(left), left[-1] - began < AT_ONCE_SECONDS) == (3, True)


@pytest.mark.parametrize("racers", [1, 3])
def test_a_transport_waits_once_for_each_racer(racers: int) -> None:
    transport = HttpTransport(1.0, WireSettings())
    nowhere = Request("GET", "/", (), "http://127.0.0.1:9/", (), None)

    def send_twice() -> None:
        for _ in range(2):
            with pytest.raises(NoAnswer):
                transport.exchange(nowhere)
        raise Inconclusive("It came back, which is all this is about.")

    began = time.monotonic()
    with ThreadPoolExecutor(1) as other:
        other.submit(race, [Racer(1, send_twice) for _ in range(racers)]).result(10)  # type: ignore[arg-type]

    assert time.monotonic() - began < AT_ONCE_SECONDS


@pytest.mark.parametrize(
    ("tries", "outcome"),
    [
        ([NothingRaced("One after the other."), None], nullcontext()),
        ([NothingRaced("One after the other.")] * 2 + [None], nullcontext()),
        ([NothingRaced("One after the other.")] * 3, pytest.raises(Untested)),
    ],
    ids=["the second try races", "the third try races", "no try races"],
)
def test_what_did_not_race_gets_two_more_chances(
    tries: list[Exception | None], outcome: AbstractContextManager[object]
) -> None:
    check = Mock(side_effect=tries)

    with outcome:
        until_something_races(check)()

    assert check.call_count == len(tries)


def test_requests_that_follow_each_other_are_no_race() -> None:
    began = datetime.now(UTC)

    def sent_at(second: int) -> Callable[[], Answer]:
        answer = Response(200, (), b"", seconds=0.5)
        request = Request("GET", "/", (), "http://127.0.0.1:9/", (), None)
        return lambda: Answer(request, answer, began + timedelta(seconds=second), second, Recording({}))

    with pytest.raises(NothingRaced):
        race_together([Racer(1, sent_at(second)) for second in range(3)])
