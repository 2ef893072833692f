"""The pytest plugin: chooses the checks that a run needs, runs them, and notes their findings."""

from collections.abc import Generator, Mapping, Sequence
from functools import partial
from pathlib import Path

import pytest
from _pytest.runner import runtestprotocol

from conformance.catalogue.requirements import CatalogueError
from conformance.footprint.measured import load_measurements
from conformance.generated.traffic import load_for_generated_traffic
from conformance.recordings.plain import from_plain
from conformance.running.check_run import CheckRun
from conformance.running.fewer_cases import dropped_cases, order_for
from conformance.running.findings import Findings
from conformance.running.fixture_values import ValuesOfPytest
from conformance.running.whole_run_deliveries import subscribe_for_the_run
from conformance.scope.selection import CheckMarks, choose
from conformance.session.session import CheckSession

SUITE_FOLDER = Path(__file__).parents[1] / "suite"
SESSION = pytest.StashKey[CheckSession]()
_WALKS = "test_walks.py"
_DROPPED_CASES = "dropped cases"
# The fixture with everything that the run recorded so far.
_EXCHANGES = "exchanges"


class ConformancePlugin:
    """Registered for one call of pytest. Keeps all its results in the session."""

    def __init__(self, session: CheckSession) -> None:
        self._session = session
        self.findings = Findings(session)
        self._values = ValuesOfPytest()
        self._check_run: CheckRun

    def pytest_configure(self, config: pytest.Config) -> None:
        """Gives fixtures access to the session, and registers the marks."""
        config.stash[SESSION] = self._session
        if not hasattr(config.option, "tbstyle"):
            # Nobody prints tracebacks here, and rendering a traceback takes longer than the check that raised.
            config.option.tbstyle = "no"
        know_marks(config)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Notes a fault of the suite for a module of checks that cannot be loaded."""
        if report.failed:
            self._session.faults.append(load_fault(report))

    def pytest_internalerror(self, excinfo: pytest.ExceptionInfo[BaseException]) -> bool:
        """Notes a failure of the suite outside its checks as a sentence. Otherwise, pytest prints a traceback."""
        place = excinfo.traceback[-1]
        self._session.faults.append(f"{excinfo.exconly(tryshort=True)} ({place.path}:{place.lineno + 1})")
        return True

    @pytest.hookimpl(tryfirst=True)
    def pytest_pycollect_makeitem(
        self, collector: pytest.Module | pytest.Class, obj: object
    ) -> list[pytest.Item] | None:
        """Makes no items of a function of the suite whose rows this run does not decide, so a run of few rows begins
        early.
        """
        is_needless = SUITE_FOLDER in collector.path.parents and is_for_other_rows(obj, self._session.selection.decided)
        return [] if is_needless else None

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Keeps only the checks that the selected rows need: the tour first, then checks that do not move the clock of
        the target, then what no check has asked yet, then checks that move the clock, smaller moves first, and closing
        checks last.
        """
        of_shapes = [item for item in items if item.get_closest_marker("judges_shape")]
        items[:] = sorted((item for item in items if item not in of_shapes), key=_file_of_suite)
        marks = [check_marks(item) for item in items]
        self._refuse_unknown_rows(items, marks)
        session = self._session
        wanted = choose(
            marks,
            session.catalogue,
            session.selection.decided,
            read_only=session.run.read_only,
            tours=session.target.wire.tours > 0,
            further_reads=session.target.wire.plans_as_usual,
            whole=session.selection.is_whole(session.catalogue),
        )
        behind = session.earlier.settled | session.earlier.dropped
        kept = [
            (mark, item)
            for mark, item, needed in zip(marks, items, wanted, strict=True)
            if needed and check_name(item) not in behind
        ]
        dropped = self._dropped({check_name(item): mark for mark, item in kept})
        kept = [(mark, item) for mark, item in kept if check_name(item) not in dropped]
        kept.sort(key=lambda pair: _place_in_the_run(pair[0]))
        items[:] = [*(item for _, item in kept), *of_shapes]
        self.findings.expect({check_name(item): mark for mark, item in kept})
        session.progress.begin(len(items))
        load_for_generated_traffic(session)
        subscribe_for_the_run(session)

    def _dropped(self, checks: Mapping[str, CheckMarks]) -> frozenset[str]:
        """The cases that the run drops to save requests. A replay drops the same."""
        session = self._session

        def find() -> list[str]:
            measured, whole = load_measurements(), session.selection.is_whole(session.catalogue)
            traffic = measured.generated_traffic(whole=whole, read_only=session.run.read_only).usual
            planned = session.target.wire.planned_requests
            return sorted(dropped_cases(checks, measured, traffic, planned, order_for(session.run.seed)))

        dropped = from_plain(tuple[str, ...], session.carry_over(_DROPPED_CASES, find) or [], _DROPPED_CASES)
        session.dropped_cases = session.earlier.dropped.union(dropped)
        return session.dropped_cases

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
        """Assigns all requests from now on to this check, unless the run is over."""
        self.findings.begin(check_name(item), phase_of(item))

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item, nextitem: pytest.Item | None) -> bool:
        """Runs the check until it needs no further run, and lets pytest report the last run."""
        item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
        name, marks = check_name(item), check_marks(item)
        self._check_run = CheckRun(
            self._session,
            partial(self.findings.note, name, marks),
            partial(self.findings.claim_further_run, name, marks, partial(self._values.has_values, item)),
            partial(self._values.forget, item),
        )
        for report in self._check_run.run(lambda: runtestprotocol(item, nextitem=nextitem, log=False)):
            item.ihook.pytest_runtest_logreport(report=report)
        item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
        return True

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(
        self, fixturedef: pytest.FixtureDef[object], request: pytest.FixtureRequest
    ) -> Generator[None, object, object]:
        """Remembers the fixtures that pytest sets up."""
        self._values.remember(fixturedef, request)
        return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Notes how each phase of the check ended."""
        report = yield
        raised = call.excinfo.value if call.excinfo else None
        if not isinstance(raised, KeyboardInterrupt):
            self._check_run.end_phase(call.when, raised)
        return report

    def pytest_keyboard_interrupt(self) -> None:
        """Notes that the user stopped the run."""
        self.findings.stop()


def _place_in_the_run(marks: CheckMarks) -> tuple[bool, bool, int, bool, bool]:
    """The sort key of a check in a run whose checks run one after the other."""
    begins = bool(marks.exercises) and not marks.further_reads
    return not begins, marks.closing, marks.moves_clock_minutes, marks.further_writes, marks.further_reads


def phase_of(item: pytest.Item) -> str:
    """The phase of the run to which a check belongs, for the progress."""
    return "walks" if item.path.name == _WALKS else "checks"


def know_marks(config: pytest.Config) -> None:
    """Registers the marks of checks with pytest, which refuses other marks."""
    config.addinivalue_line("markers", "verifies(*ids, closing, moves_clock_minutes): requirements this check decides")
    config.addinivalue_line("markers", "exercises(*operations, writes=False, rows=(), spare=False): a step of the tour")
    config.addinivalue_line("markers", "of_a_tour: runs only if the user allows requests for tours")
    config.addinivalue_line("markers", "reads_of_a_tour: only reads, and asks what no check before it asked")
    config.addinivalue_line("markers", "books_what_is_left: books what no check before it booked")
    config.addinivalue_line("markers", "at_the_end: only reads, and no other check may write any more")
    config.addinivalue_line("markers", "needs_quiet: no other check may write while this check runs")
    config.addinivalue_line("markers", "races: sends requests at the same moment")
    config.addinivalue_line("markers", "hears_deliveries: waits for deliveries about bookings of its own")
    config.addinivalue_line("markers", "divides_itself: the check divides its work between several lanes")
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
        speaks_for=tuple(row for mark in touring for row in mark.kwargs.get("rows", ())),
        spare=any(mark.kwargs.get("spare", False) for mark in touring),
        at_the_end=item.get_closest_marker("at_the_end") is not None,
        quiet=item.get_closest_marker("needs_quiet") is not None,
        races=item.get_closest_marker("races") is not None,
        hears_deliveries=item.get_closest_marker("hears_deliveries") is not None,
        divides_itself=item.get_closest_marker("divides_itself") is not None,
        judges_the_run=_EXCHANGES in getattr(item, "fixturenames", ()),
        tours=item.get_closest_marker("of_a_tour") is not None,
        further_reads=item.get_closest_marker("reads_of_a_tour") is not None,
        further_writes=item.get_closest_marker("books_what_is_left") is not None,
    )


def is_for_other_rows(function: object, decided: frozenset[str]) -> bool:
    """Whether a function of checks decides rows, all of them others than the *decided* ones. A step of the tour is for
    every row.
    """
    marks = getattr(function, "pytestmark", None)
    if not isinstance(marks, list) or any(mark.name == "exercises" for mark in marks):
        return False
    cases = [case for mark in marks if mark.name == "parametrize" for case in mark.args[1]]
    of_cases = [mark for case in cases for mark in getattr(case, "marks", ())]
    rows = [row for mark in (*marks, *of_cases) if mark.name == "verifies" for row in mark.args]
    return bool(rows) and decided.isdisjoint(rows)


def rows_of(item: pytest.Item) -> tuple[str, ...]:
    """The requirements that a check or a judgement of shapes decides."""
    return (
        *check_marks(item).verifies,
        *(str(name) for mark in item.iter_markers("judges_shape") for name in mark.args),
    )


def _last_line(text: str) -> str:
    return text.strip().splitlines()[-1] if text.strip() else "no reason given"
