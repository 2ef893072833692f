"""Judges traffic that another program recorded, such as a proxy or a browser. Only its answers are judged.

Most checks send requests of their own, so their rows stay untested. The shapes of documented answers and the closing
checks need only recorded answers, so they are decided.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from conformance.asking.levers import LeverCaller, TargetClock
from conformance.catalogue.files import load_catalogue
from conformance.catalogue.operations import match
from conformance.catalogue.requirements import Catalogue, Level
from conformance.contracts.own_requests import FOREIGN_REQUESTS
from conformance.evidence.exchanges import Exchange
from conformance.evidence.verdicts import Evidence, Finding
from conformance.recordings.digests import digests
from conformance.recordings.har_reading import RecordingError
from conformance.recordings.masking import SHOWN_API_KEY, Masking
from conformance.recordings.replay import Replay, Unconnected
from conformance.recordings.run_record import FORMAT, RunFacts, RunRecord
from conformance.results.run_result import Judged, RunResult
from conformance.running.check import finish_run
from conformance.running.engine import run_checks
from conformance.running.plugin import SUITE_FOLDER, check_marks
from conformance.scope.run import Run
from conformance.scope.selection import Options, select
from conformance.session.session import CheckSession, Progress
from conformance.target.addresses import without_user
from conformance.target.target import Target

_NOT_IN_THE_RECORDING = "The recording cannot show it: only the requests of our own checks decide this."
_SENDS = frozenset({"agency", "second_agency", "stranger"})
_ADDRESS = re.compile(r"https?://[^/?#]+")
_VERSION_SEGMENT = re.compile(r"/v\d+(?=/)")


def judge_traffic(
    file: str,
    exchanges: Sequence[Exchange],
    base_url: str | None,
    progress: Progress | None = None,
    *,
    catalogue: Catalogue | None = None,
    suite: Path = SUITE_FOLDER,
) -> RunResult:
    """The result of judging *exchanges*, from *file*, at *base_url*, or else at their most frequent base address.

    Raises `RecordingError` when no exchange has a documented operation.
    """
    base = (_without_user(base_url) if base_url else _base_url(exchanges)).rstrip("/")
    ours = list(_of_the_interface(exchanges, base))
    if not ours:
        raise RecordingError(f"{file} holds no exchange with the interface at {base}. Give its address as --base-url.")
    session = _session(ours, base, progress or Progress(), catalogue or load_catalogue())
    looking = OnlyLooking(session)
    run_checks(session, suite, looking)
    looking.leave_the_rest_untested()
    result = finish_run(session, Options(), FOREIGN_REQUESTS)
    return replace(
        result,
        exchanges=tuple(ours),
        leftovers=(),
        finished_at=ours[-1].started_at,
        traffic=None,
        judged=Judged(file, ours[0].started_at, 0, tuple(_notes(result, len(exchanges) - len(ours)))),
    )


def _without_user(base_url: str) -> str:
    try:
        return without_user(base_url)[0]
    except ValueError as error:
        raise RecordingError(f"--base-url is not an http or https address: {error}.") from error


def _base_url(exchanges: Sequence[Exchange]) -> str:
    found = Counter(base for exchange in exchanges for base in _bases(exchange))
    if not found:
        raise RecordingError(
            "The recording is not from teesheet, and it has no exchange with the interface: no address in it is a"
            " version segment with a documented path behind it. Give the base address as --base-url."
        )
    return found.most_common(1)[0][0]


def _bases(exchange: Exchange) -> Iterator[str]:
    """The base addresses at which *exchange* has a documented operation."""
    url = exchange.request.url.partition("?")[0]
    for segment in _VERSION_SEGMENT.finditer(url):
        if _ADDRESS.match(url) and match(exchange.request.method, url[segment.end() :]):
            yield url[: segment.end()]


def _of_the_interface(exchanges: Sequence[Exchange], base: str) -> Iterator[Exchange]:
    """The exchanges below *base*, with their paths, operations and places, and without secrets."""
    masking, index = Masking({}), 0
    for exchange in exchanges:
        url = exchange.request.url
        if not url.startswith((f"{base}/", f"{base}?")):
            continue
        request = replace(exchange.request, path=url.removeprefix(base).partition("?")[0])
        met = match(request.method, request.path)
        yield replace(
            exchange,
            index=index,
            operation_id=met.operation_id if met else None,
            request=masking.request(replace(request, headers=_without_key(request.headers))),
            response=exchange.response and masking.response(exchange.response),
        )
        index += 1


def _without_key(headers: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    return tuple((name, SHOWN_API_KEY if name.lower() == "x-api-key" else value) for name, value in headers)


def _session(ours: Sequence[Exchange], base: str, progress: Progress, catalogue: Catalogue) -> CheckSession:
    target, options, began = Target(base, SHOWN_API_KEY), Options(), ours[0].started_at.astimezone(UTC)
    replay = Replay(ours, _empty_record(target, options, began))
    replay.show_all_checks()
    run = Run(0, began, began.date(), "", read_only=True)
    clock = TargetClock(target.levers, LeverCaller(Unconnected(), SHOWN_API_KEY, replay))
    session = CheckSession(
        catalogue, target, run, select(catalogue, target, options), replay, Unconnected(), clock, progress
    )
    # No row is barred by a missing key or lever, because the traffic may show what a run could not decide.
    decided = frozenset(row.id for row in catalogue if row.level is not Level.excluded)
    session.selection = replace(session.selection, decided=decided, barred={})
    return session


def _empty_record(target: Target, options: Options, began: datetime) -> RunRecord:
    facts = RunFacts(
        format=FORMAT,
        seed=0,
        marker="",
        started_at=began,
        finished_at=began,
        today=began.date(),
        clock_ahead_seconds=0.0,
        options=options,
        target=target,
        digests=digests(),
        interruptions=(),
        cut_short=None,
        traffic=None,
        notes=(),
        carried_over={},
    )
    return RunRecord(facts, (), ())


class OnlyLooking:
    """A pytest plugin that keeps only the checks that send nothing, and remembers the rows of the other checks."""

    def __init__(self, session: CheckSession) -> None:
        self._session = session
        self._left_out: set[str] = set()
        self._kept: set[str] = set()

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Removes the steps of the tour, and every check that sends."""
        for item in list(items):
            marks = check_marks(item)
            looks = marks.closing and _SENDS.isdisjoint(getattr(item, "fixturenames", ()))
            (self._kept if looks else self._left_out).update(marks.verifies)
            if not looks:
                items.remove(item)

    def leave_the_rest_untested(self) -> None:
        """Notes every row as untested that a removed check decides, in full or in part, or that nothing decides
        here.
        """
        for row in self._session.catalogue:
            if row.level not in (Level.must, Level.should):
                continue
            if row.id in self._left_out or not (row.shapes or row.id in self._kept):
                self._session.note([row.id], Evidence(Finding.untested, _NOT_IN_THE_RECORDING, "recording"))


def _notes(result: RunResult, left_out: int) -> Iterator[str]:
    untested = sum(1 for row in result.rows if row.message == _NOT_IN_THE_RECORDING)
    yield (
        f"Another program wrote the recording: {untested} requirements need requests of our own and are untested."
        " Only the shapes of answers and rules for all answers are decided."
    )
    if left_out:
        ignored = (
            "1 exchange with another address was"
            if left_out == 1
            else f"{left_out} exchanges with other addresses were"
        )
        yield f"{ignored} ignored."
