"""A recording played back: answers in their order and lane, times and deliveries as they were, and what is missing."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import httpx
import pytest

from conformance.evidence.exchanges import Request, Response, Role
from conformance.evidence.verdicts import CutShort, Inconclusive
from conformance.recordings import moments
from conformance.recordings.digests import digests
from conformance.recordings.moments import as_racer, timed_by
from conformance.recordings.recording import Recording
from conformance.recordings.replay import Replay, Unconnected
from conformance.recordings.run_record import FORMAT, Note, RunFacts, RunRecord
from conformance.scope.selection import Options
from conformance.target.channels import ReceiverFacts
from conformance.target.target import Target
from conformance.wire.transport import NoAnswer
from tests.conformance.made_up import BASE_URL, MOMENT


def request(path: str = "/travel/courses", key: str = "$API_KEY", agent: str = "a") -> Request:
    headers = (("X-Api-Key", key), ("User-Agent", agent))
    return Request("GET", path, (), BASE_URL + path, headers, None)


class Counting:
    """A transport whose answers are numbered."""

    def __init__(self) -> None:
        self.count = 0

    def exchange(self, request: Request) -> Response:
        """The next number, nothing for /silent, and a refusal for /late."""
        if request.path == "/silent":
            raise NoAnswer("no answer within 10 s")
        if request.path == "/late":
            raise CutShort("Cut short: it was late.")
        self.count += 1
        return Response(200, (), str(self.count).encode())


def replay_of(recording: Recording) -> Replay:
    facts = RunFacts(
        format=FORMAT,
        seed=1,
        marker="tsc-1",
        started_at=MOMENT,
        finished_at=MOMENT,
        today=MOMENT.date(),
        clock_ahead_seconds=0.0,
        options=Options(),
        target=Target(BASE_URL, "$API_KEY"),
        digests=digests(),
        interruptions=(),
        cut_short=None,
        traffic=None,
        notes=tuple(
            Note(place.check, place.racer, kind, tuple(shown)) for (place, kind), shown in recording.notes.items()
        ),
        carried_over={},
    )
    levers, deliveries = tuple(recording.lever_exchanges), tuple(recording.deliveries)
    return Replay(list(recording.exchanges), RunRecord(facts, levers, deliveries))


def sent(recording: Recording, path: str = "/travel/courses", **facts: str) -> Any:
    """The text of the answer to a GET of *path*."""
    transport = Unconnected() if recording.is_replay else TRANSPORTS.setdefault(id(recording), Counting())
    answer = recording.send(transport, "first agency", Role.read, request(path, **facts)).response
    return answer.content.decode() if answer else None


TRANSPORTS: dict[int, Counting] = {}


def test_equal_requests_get_their_answers_in_order() -> None:
    run = Recording({})
    shown = [sent(run), sent(run, "/travel/bookings"), sent(run)]
    replay = replay_of(run)

    assert [sent(replay), sent(replay), sent(replay, "/travel/bookings")] == [shown[0], shown[2], shown[1]]


def test_another_name_of_the_client_changes_no_request() -> None:
    run = Recording({})
    shown = sent(run, agent="teesheet-check")

    assert sent(replay_of(run), agent="somebody else") == shown


def test_another_key_is_another_request() -> None:
    run = Recording({})
    sent(run)

    with pytest.raises(Inconclusive, match="The recording does not hold this request: GET /travel/courses"):
        sent(replay_of(run), key="another")


def test_a_request_of_another_check_is_another_request() -> None:
    run = Recording({})
    sent(run)
    replay = replay_of(run)
    replay.current_check = "test_another.py::test_it"

    with pytest.raises(Inconclusive):
        sent(replay)
    assert [item.check for item in replay.missing] == ["test_another.py::test_it"]


def test_silence_is_silence_again() -> None:
    run = Recording({})
    first = run.send(Counting(), "first agency", Role.read, request("/silent"))

    again = replay_of(run).send(Unconnected(), "first agency", Role.read, request("/silent"))

    assert (again.response, again.failure, again.started_at) == (None, first.failure, first.started_at)


def test_what_the_run_was_too_late_for_is_not_sent_again_either() -> None:
    run = Recording({})
    with pytest.raises(CutShort):
        sent(run, "/late")
    replay = replay_of(run)

    with pytest.raises(CutShort, match="it was late"):
        sent(replay, "/late")
    assert replay.missing == []


def test_exchanges_become_visible_as_they_are_asked_for() -> None:
    run = Recording({})
    sent(run)
    sent(run, "/travel/bookings")
    replay = replay_of(run)

    before = len(replay.exchanges)
    sent(replay)

    assert (before, len(replay.exchanges)) == (0, 1)


def raced(recording: Recording) -> list[tuple[str, float]]:
    """What each of eight racers with the same request got, and when it began."""

    def run() -> tuple[str, float]:
        return sent(recording), moments.monotonic()

    with timed_by(recording), ThreadPoolExecutor(8) as lanes:
        racers: list[Callable[[], tuple[str, float]]] = [as_racer(f"racer {number}", run) for number in range(8)]
        return [lane.result() for lane in [lanes.submit(racer) for racer in reversed(racers)]][::-1]


def test_each_racer_meets_its_own_answer_and_time_again() -> None:
    run = Recording({})
    TRANSPORTS[id(run)] = Counting()

    shown = raced(run)

    assert raced(replay_of(run)) == shown


def test_clocks_show_the_recorded_times() -> None:
    run = Recording({})
    with timed_by(run):
        shown = [moments.now(), moments.now()]
        ticks = moments.monotonic()

    with timed_by(replay_of(run)):
        again = [moments.now(), moments.now()]
        moments.sleep(10_000)
        assert (again, moments.monotonic()) == (shown, ticks)
        with pytest.raises(Inconclusive, match="this value of the run: now"):
            moments.now()


def test_deliveries_are_there_when_they_were() -> None:
    run = Recording({})
    receiver = run.open_receiver(ReceiverFacts())
    url = receiver.new_address("desk")
    early = receiver.everything()
    httpx.post(url, content=b"\xff1")
    waited = receiver.wait(lambda here: [item.content for item in here], 5)
    httpx.post(url, content=b"2")
    late = [delivery.content for delivery in receiver.at(url)]
    receiver.close()

    again = replay_of(run).open_receiver(ReceiverFacts())

    assert again.new_address("desk") == url
    assert again.everything() == early == []
    assert again.wait(lambda here: [item.content for item in here], 5) == waited == [b"\xff1"]
    assert [item.content for item in again.at(url)] == late == [b"\xff1", b"2"]


def test_levers_answer_as_they_did_and_are_no_evidence() -> None:
    run = Recording({"key-of-alpha": "$API_KEY"})
    pulled, shown = request("/lab"), replace(request("/lab"), headers=(("X-Admin", "(masked)"),))
    first = run.pull(Counting(), pulled, shown)

    replay = replay_of(run)

    assert replay.pull(Unconnected(), pulled, shown).content == first.content
    assert list(replay.exchanges) == []
    with pytest.raises(Inconclusive, match="does not hold this lever"):
        replay.pull(Unconnected(), pulled, shown)
