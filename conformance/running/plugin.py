"""The pytest plugin: chooses the checks that a run needs, and turns raised judgements into evidence for their rows."""

from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from conformance.catalogue.requirements import CatalogueError
from conformance.contracts.odd_answers import STUMBLES, OddAnswers
from conformance.evidence.proof import proof_of
from conformance.evidence.verdicts import AnswerLost, CutShort, Evidence, Finding, Judgement, NoEvidence, Violation
from conformance.scope.selection import CheckMarks, choose
from conformance.session.session import CheckSession

SUITE_FOLDER = Path(__file__).parents[1] / "suite"
SESSION = pytest.StashKey[CheckSession]()
CUT_SHORT = "cut short"
_WALKS = "test_walks.py"

# Findings about an answer of the target.
_SHOWN = (Finding.violated, Finding.advisory)

# Fixtures of these modules have no state that a check could have changed.
_MEANS = ("conformance.running.check_fixtures", "_pytest")


class ConformancePlugin:
    """Registered for one call of pytest. Keeps all its results in the session."""

    def __init__(self, session: CheckSession) -> None:
        self._session = session
        self._first_exchange = 0
        self._not_reached: dict[str, CheckMarks] = {}
        self._was_cut_before = False
        self._odd_answers = OddAnswers()
        self._runs, self._runs_again = 0, False
        self._shared: dict[str, tuple[pytest.FixtureDef[object], pytest.FixtureRequest]] = {}
        # In a replay the same checks are cut short as in the run.
        self._replayed_cuts: Mapping[str, str] = dict(session.carried_over.get(CUT_SHORT, {}))

    def pytest_configure(self, config: pytest.Config) -> None:
        """Give fixtures access to the session, and register the three marks."""
        config.stash[SESSION] = self._session
        if not hasattr(config.option, "tbstyle"):
            # Nobody prints tracebacks here, and rendering a traceback takes longer than the check that raised.
            config.option.tbstyle = "no"
        know_marks(config)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Note a fault of the suite for a module of checks that cannot be loaded."""
        if report.failed:
            self._session.faults.append(load_fault(report))

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Keep only the checks that the selected rows need: the tour first, then checks that do not move the clock of
        the target, then checks that move it, smaller moves first, and closing checks last.
        """
        of_shapes = [item for item in items if item.get_closest_marker("judges_shape")]
        items[:] = sorted((item for item in items if item not in of_shapes), key=_file_of_suite)
        marks = [check_marks(item) for item in items]
        self._refuse_unknown_rows(items, marks)
        session = self._session
        wanted = choose(marks, session.catalogue, session.selection.decided, read_only=session.run.read_only)
        kept = [(mark, item) for mark, item, needed in zip(marks, items, wanted, strict=True) if needed]
        kept.sort(key=lambda pair: (not pair[0].exercises, pair[0].closing, pair[0].moves_clock_minutes))
        items[:] = [*(item for _, item in kept), *of_shapes]
        self._not_reached = {check_name(item): mark for mark, item in kept}
        session.progress.begins(len(items))

    def _refuse_unknown_rows(self, items: Sequence[pytest.Item], marks: Sequence[CheckMarks]) -> None:
        for item, mark in zip(items, marks, strict=True):
            for row_id in mark.verifies:
                try:
                    self._session.catalogue.row(row_id)
                except CatalogueError as error:
                    self._session.faults.append(f"{item.nodeid}: {error}")
            if not mark.verifies and not mark.exercises:
                self._session.faults.append(f"{item.nodeid}: names no requirement. Mark it with verifies(...).")

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Assign all requests from now on to this check, unless the run is over."""
        self._session.recording.current_check = check_name(item)
        self._session.progress.enters("walks" if item.path.name == _WALKS else "checks")
        self._first_exchange = len(self._session.recording.exchanges)
        self._was_cut_before = self._session.pace.due() is not None
        if check_name(item) in self._replayed_cuts:
            raise CutShort(self._replayed_cuts[check_name(item)])
        if self._was_cut_before:
            raise CutShort(self._cut_short("before", check_name(item)))

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item, nextitem: pytest.Item | None) -> bool:
        """Run the check, and once or twice again when the answer to one of its requests was lost on the way."""
        item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
        self._runs, self._runs_again, reports = 0, True, []
        while self._runs_again:
            self._runs, self._runs_again = self._runs + 1, False
            self._session.lost.begin_run_of_check(self._runs)
            reports = runtestprotocol(item, nextitem=nextitem, log=False)
            if self._runs_again:
                self._finish_shared(getattr(item, "fixturenames", ()))
        for report in reports:
            item.ihook.pytest_runtest_logreport(report=report)
        item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
        return True

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(
        self, fixturedef: pytest.FixtureDef[object], request: pytest.FixtureRequest
    ) -> Generator[None, object, object]:
        """Remember the fixtures with shared state, such as bookings and tee sheets. Desks and finders have no state."""
        if not fixturedef.func.__module__.startswith(_MEANS):
            self._shared[fixturedef.argname] = (fixturedef, request)
        return (yield)

    def _finish_shared(self, names: Iterable[str]) -> None:
        """Finish these fixtures, so that the next run of the check creates their values again. The interrupted check
        may have changed the old values, and a fixture that failed on a lost answer may succeed now.
        """
        for name in names:
            if name in self._shared:
                fixture, request = self._shared.pop(name)
                with suppress(Judgement):
                    fixture.finish(request)  # type: ignore[arg-type] # the request that created the value

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Note the finding of the call, and of a set-up or tear-down that raised."""
        report = yield
        raised = call.excinfo.value if call.excinfo else None
        if isinstance(raised, KeyboardInterrupt):
            return report
        if isinstance(raised, AnswerLost) and self._claim_another_run(call.when):
            return report
        if call.when == "call" or raised is not None:
            self._note(item, check_marks(item), raised)
        return report

    def _claim_another_run(self, when: str) -> bool:
        """Let the check run again after a lost answer, if it may. True when the lost answer gives no finding: the check
        runs again, or the answer was lost in its tear-down.
        """
        if when == "teardown":
            return True
        if self._session.pace.due() is None and self._session.lost.claim_another_run(self._runs):
            self._runs_again = True
        return self._runs_again

    def _note(self, item: pytest.Item, mark: CheckMarks, raised: BaseException | None) -> None:
        name = check_name(item)
        self._session.ended.add(name)
        self._not_reached.pop(name, None)
        evidence = evidence_of(raised, name, self._session.recording.of_check(name, self._first_exchange))
        if evidence.finding in _SHOWN:
            evidence = replace(evidence, proof=proof_of(evidence, self._session.recording.exchanges))
        if evidence.finding is Finding.broken and isinstance(raised, STUMBLES):
            evidence = self._explained_by_odd_answer(evidence)
        if self._session.pace.due() and not self._was_cut_before and evidence.finding is not Finding.broken:
            # The finding of this check may only follow from missing answers.
            evidence = Evidence(Finding.untested, self._cut_short("during", name), name)
        if mark.verifies and not isinstance(raised, NoEvidence):
            self._session.note(
                [row_id for row_id in mark.verifies if row_id in self._session.selection.decided], evidence
            )
        elif evidence.finding is Finding.broken:
            self._session.faults.append(evidence.message)
        self._session.progress.ended(evidence.finding)

    def _explained_by_odd_answer(self, evidence: Evidence) -> Evidence:
        """The evidence of a check that could not read an answer: inconclusive when an answer was not as documented."""
        odd = self._odd_answers.first_in(self._session.recording.exchanges)
        if odd is None:
            return evidence
        message = f"The answer to {odd} is not as documented, and this check could not go on. {evidence.message}"
        return replace(evidence, finding=Finding.inconclusive, message=message)

    def _cut_short(self, when: str, check: str) -> str:
        sentence = f"The run was cut short {when} this check: {self._session.pace.due()}."
        self._session.carried_over.setdefault(CUT_SHORT, {})[check] = sentence
        return sentence

    def pytest_keyboard_interrupt(self) -> None:
        """Note that the user stopped the run. All checks that it did not reach are untested."""
        self._session.interrupted = True
        self._session.pace.cut("it was interrupted")
        for name, mark in self._not_reached.items():
            rows = [row_id for row_id in mark.verifies if row_id in self._session.selection.decided]
            self._session.note(rows, Evidence(Finding.untested, self._cut_short("before", name), name))


def know_marks(config: pytest.Config) -> None:
    """Register the marks of checks with pytest, which refuses other marks."""
    config.addinivalue_line("markers", "verifies(*ids, closing, moves_clock_minutes): requirements this check decides")
    config.addinivalue_line("markers", "exercises(*operations, writes=False): a step of the tour")
    config.addinivalue_line("markers", "judges_shape(id): judges the answers that the other checks got")


def load_fault(report: pytest.CollectReport) -> str:
    """One sentence about a module of checks that cannot be loaded."""
    return f"{report.nodeid} cannot be loaded: {_last_line(report.longreprtext)}"


def check_name(item: pytest.Item) -> str:
    """The name of a check, file first. It does not depend on the folder in which pytest was started."""
    file, separator, rest = item.nodeid.partition("::")
    return f"{file.rpartition('/')[2]}{separator}{rest}"


def _file_of_suite(item: pytest.Item) -> tuple[bool, str]:
    """The sort key of a check: the name of its file, without the folder. Users' rules come last."""
    is_ours = item.path.is_relative_to(SUITE_FOLDER)
    return not is_ours, item.path.name if is_ours else ""


def check_marks(item: pytest.Item) -> CheckMarks:
    """The marks of a check. Several `verifies` add up."""
    verifying = list(item.iter_markers("verifies"))
    touring = list(item.iter_markers("exercises"))
    return CheckMarks(
        verifies=tuple(str(name) for mark in verifying for name in mark.args),
        closing=any(mark.kwargs.get("closing", False) for mark in verifying),
        moves_clock_minutes=max((mark.kwargs.get("moves_clock_minutes", 0) for mark in verifying), default=0),
        exercises=tuple(str(name) for mark in touring for name in mark.args),
        writes=any(mark.kwargs.get("writes", False) for mark in touring),
    )


def rows_of(item: pytest.Item) -> tuple[str, ...]:
    """The requirements that a check or a judgement of shapes decides."""
    return (
        *check_marks(item).verifies,
        *(str(name) for mark in item.iter_markers("judges_shape") for name in mark.args),
    )


def evidence_of(raised: BaseException | None, check: str, exchanges: tuple[int, ...]) -> Evidence:
    """The evidence behind an exception of a check. Any exception other than a `Judgement` is a fault of the check."""
    if raised is None:
        return Evidence(Finding.held, "Held.", check, exchanges=exchanges)
    if isinstance(raised, Violation):
        return Evidence(
            Finding.violated,
            str(raised),
            check,
            raised.expected,
            raised.actual,
            exchanges,
            program=raised.program,
            proof=raised.seen,
        )
    if isinstance(raised, Judgement):
        return Evidence(raised.finding, str(raised), check, exchanges=exchanges)
    return Evidence(Finding.broken, f"{check}: {_explained(raised)}", check, exchanges=exchanges)


def _explained(raised: BaseException) -> str:
    place: Any = raised.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    where = f" ({place.tb_frame.f_code.co_filename}:{place.tb_lineno})" if place is not None else ""
    return f"{type(raised).__name__}: {raised}{where}"


def _last_line(text: str) -> str:
    return text.strip().splitlines()[-1] if text.strip() else "no reason given"
