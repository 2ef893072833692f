"""The pytest plugin: chooses the checks a run needs, and turns what each one raises into evidence for its
rows.
"""

from collections.abc import Generator, Sequence
from typing import Any

import pytest

from conformance.catalogue import CatalogueError
from conformance.selection import CheckMarks, choose
from conformance.session import CheckSession
from conformance.verdicts import FINDING_OF, Evidence, Finding, Judgement, Violation

SESSION = pytest.StashKey[CheckSession]()


class ConformancePlugin:
    """Registered for one call of pytest; everything it learns goes into the session."""

    def __init__(self, session: CheckSession) -> None:
        self._session = session
        self._began_at = 0

    def pytest_configure(self, config: pytest.Config) -> None:
        """Make the session reachable for fixtures and the two marks known."""
        config.stash[SESSION] = self._session
        know_marks(config)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """A module of checks that cannot be loaded is our fault."""
        if report.failed:
            self._session.faults.append(f"{report.nodeid} cannot be loaded: {_last_line(report.longreprtext)}")

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Keep the checks that the selected rows need: the tour first, then those that leave the clock of the target
        alone, then those that move it, the least first, and closing checks last.
        """
        marks = [check_marks(item) for item in items]
        self._refuse_unknown_rows(items, marks)
        session = self._session
        wanted = choose(marks, session.catalogue, session.selection.decided, read_only=session.run.read_only)
        kept = [(mark, item) for mark, item, needed in zip(marks, items, wanted, strict=True) if needed]
        kept.sort(key=lambda pair: (not pair[0].exercises, pair[0].closing, pair[0].moves_clock_minutes))
        items[:] = [item for _, item in kept]
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
        """From here on, what is sent is sent for this check."""
        self._session.recording.current_check = item.nodeid
        self._began_at = len(self._session.recording.exchanges)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Note the finding of the call, and of a set-up or tear-down that raised."""
        report = yield
        raised = call.excinfo.value if call.excinfo else None
        if isinstance(raised, KeyboardInterrupt):
            return report
        if call.when == "call" or raised is not None:
            self._note(item, check_marks(item), raised)
        return report

    def _note(self, item: pytest.Item, mark: CheckMarks, raised: BaseException | None) -> None:
        evidence = evidence_of(raised, item.nodeid, self._session.recording.of_check(item.nodeid, self._began_at))
        if mark.verifies:
            self._session.note([one for one in mark.verifies if one in self._session.selection.decided], evidence)
        elif evidence.finding is Finding.broken:
            self._session.faults.append(evidence.message)
        self._session.progress.ended(self._area(mark), evidence.finding)

    def _area(self, mark: CheckMarks) -> str:
        """The area of the row a check decides; the steps of the tour belong to none."""
        return next((row.area for row in self._session.catalogue if row.id in mark.verifies), "tour")

    def pytest_keyboard_interrupt(self) -> None:
        """The user stopped the run: what was not reached stays untested."""
        self._session.interrupted = True


def know_marks(config: pytest.Config) -> None:
    """Make the marks of checks known to pytest, which refuses others."""
    config.addinivalue_line("markers", "verifies(*ids, closing, moves_clock_minutes): requirements this check decides")
    config.addinivalue_line("markers", "exercises(*operations, writes=False): a step of the tour")


def load_fault(report: pytest.CollectReport) -> str:
    """One sentence about a module of checks that cannot be loaded."""
    return f"{report.nodeid} cannot be loaded: {_last_line(report.longreprtext)}"


def check_marks(item: pytest.Item) -> CheckMarks:
    """What the marks of a check say; several `verifies` add up."""
    verifying = list(item.iter_markers("verifies"))
    touring = list(item.iter_markers("exercises"))
    return CheckMarks(
        verifies=tuple(str(one) for mark in verifying for one in mark.args),
        closing=any(mark.kwargs.get("closing", False) for mark in verifying),
        moves_clock_minutes=max((mark.kwargs.get("moves_clock_minutes", 0) for mark in verifying), default=0),
        exercises=tuple(str(one) for mark in touring for one in mark.args),
        writes=any(mark.kwargs.get("writes", False) for mark in touring),
    )


def evidence_of(raised: BaseException | None, check: str, exchanges: tuple[int, ...]) -> Evidence:
    """The finding behind what a check raised; whatever is not one of our words is a fault of the check."""
    if raised is None:
        return Evidence(Finding.held, "Held.", check, exchanges=exchanges)
    if isinstance(raised, Violation):
        shown_by = exchanges if raised.shown_by is None else (raised.shown_by,)
        return Evidence(Finding.violated, str(raised), check, raised.expected, raised.actual, shown_by)
    if isinstance(raised, Judgement):
        return Evidence(FINDING_OF[type(raised)], str(raised), check, exchanges=exchanges)
    return Evidence(Finding.broken, f"{check}: {_explained(raised)}", check, exchanges=exchanges)


def _explained(raised: BaseException) -> str:
    place: Any = raised.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    where = f" ({place.tb_frame.f_code.co_filename}:{place.tb_lineno})" if place is not None else ""
    return f"{type(raised).__name__}: {raised}{where}"


def _last_line(text: str) -> str:
    return text.strip().splitlines()[-1] if text.strip() else "no reason given"
