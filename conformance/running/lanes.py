"""Runs checks side by side, in lanes, where they cannot disturb each other.

The phases follow each other, and `conformance.running.assignment` says which check runs in which lane. A recording
holds the lanes, and a replay runs them one after the other.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from conformance.evidence.verdicts import Inconclusive
from conformance.footprint.measured import load_measurements
from conformance.recordings.plain import from_plain
from conformance.running.assignment import (
    ALONE,
    PHASES,
    QUIET_LANE,
    assigned,
    first_of_the_others,
    groups_of,
    lane_of,
    parts_for,
)
from conformance.running.check_run import CALL, TEAR_DOWN, CheckRun
from conformance.running.findings import Findings
from conformance.running.fixture_values import FixtureValues
from conformance.running.plugin import check_marks, check_name, phase_of
from conformance.scope.lanes import Lane, PerLane, current_lane, running_in, side_by_side
from conformance.scope.selection import Need, need_of
from conformance.session.session import CheckSession

_LANE_OF_CHECK = "lane of each check"
_NAMES = {ALONE: "alone"}


class Lanes:
    """A pytest plugin that runs the checks of the suite in the lanes of *session*. It leaves the rules of users to
    pytest.
    """

    def __init__(self, session: CheckSession, findings: Findings, suite: Path) -> None:
        self._session = session
        self._findings = findings
        self._suite = suite
        self._values = FixtureValues()
        # Checks that could not tell their own deliveries, and the lanes in which a check could not.
        self._again_in_quiet: set[str] = set()
        self._is_in_doubt = PerLane(lambda: False)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> None:
        """Runs all checks of the suite, and leaves only the others in the session."""
        ours = [item for item in session.items if isinstance(item, pytest.Function) and self._is_ours(item)]
        session.items[:] = [item for item in session.items if not self._is_ours(item)]
        assigned_before = self._session.carry_over(_LANE_OF_CHECK, lambda: self._assigned(ours))
        numbers = from_plain(dict[str, int], assigned_before or {}, _LANE_OF_CHECK)
        try:
            for phase in PHASES:
                items = [item for need in phase for item in ours if self._need(item) is need]
                self._run_side_by_side(items, numbers, phase)
        finally:
            self._values.close()
            self._session.order_evidence([check_name(item) for item in ours])

    def _is_ours(self, item: pytest.Item) -> bool:
        return item.path.is_relative_to(self._suite)

    def _assigned(self, items: Sequence[pytest.Function]) -> Mapping[str, int]:
        return assigned(groups_of(items, self._session.catalogue, load_measurements()), self._session.lanes)

    def _need(self, item: pytest.Function) -> Need:
        if check_name(item) in self._again_in_quiet:
            return Need.quiet
        return need_of(check_marks(item), self._session.catalogue)

    def _run_side_by_side(
        self, items: Sequence[pytest.Function], numbers: Mapping[str, int], needs: Collection[Need]
    ) -> None:
        """Runs the checks of one phase, and returns when all lanes have ended."""
        by_lane: defaultdict[int, list[pytest.Function]] = defaultdict(list)
        further: defaultdict[int, list[pytest.Function]] = defaultdict(list)
        if any(self._need(item) is Need.further_writes for item in items):
            self._session.note_pairs_met(Need.further_writes)
        for item in items:
            name = check_name(item)
            lanes = further if self._need(item) is Need.further_reads else by_lane
            lanes[QUIET_LANE if name in self._again_in_quiet else lane_of(name, numbers)].append(item)
        with self._session.clock.shared_by(len(by_lane)) as leave_the_clock:
            runs = {
                number: partial(self._run_in, self._lane(number, needs), by_lane[number], leave_the_clock)
                for number in sorted(by_lane)
            }
            if further:
                readers = [runs.pop(number) for number in list(runs) if number != QUIET_LANE]
                in_quiet = [check_name(item) for item in by_lane[QUIET_LANE]]
                runs[ALONE] = partial(self._read_further, readers, further, needs, in_quiet)
            self._together(list(runs.values()))

    def _read_further(
        self,
        readers: Sequence[Callable[[], None]],
        further: Mapping[int, Sequence[pytest.Function]],
        needs: Collection[Need],
        in_quiet: Collection[str],
    ) -> None:
        """Runs the lanes of the *readers*, and then what they have not asked. The quiet lane may still be at work: what
        its checks *in_quiet* have asked so far does not count, or the run would not send the same again.
        """
        self._together(readers)
        self._session.note_pairs_met(Need.further_reads, leaving_out=in_quiet)
        self._together(
            [partial(self._run_in, self._lane(number, needs), further[number]) for number in sorted(further)]
        )

    def _together(self, runs: Sequence[Callable[[], None]]) -> None:
        """Runs the lanes side by side, in a replay one after the other."""
        if self._session.recording.is_replay:
            for run in runs:
                run()
        else:
            # After an interruption, no lane sends another request. Each ends with the request that is under way.
            side_by_side(runs, lambda: self._session.pace.cut("it was interrupted"))

    def _lane(self, number: int, needs: Collection[Need]) -> Lane:
        lane = Lane(_NAMES.get(number, f"lane {number}"), number, parts_for(self._session.lanes))
        if Need.clock_in_lanes in needs and number == first_of_the_others(self._session.lanes):
            more = range(number + 1, self._session.lanes + 1)
            return replace(lane, of_parts=(lane, *(self._lane(other, needs) for other in more)))
        return lane

    def _run_in(
        self, lane: Lane, items: Sequence[pytest.Function], leave_the_clock: Callable[[], None] = lambda: None
    ) -> None:
        try:
            for item in items:
                with running_in(replace(lane, hears_others=self._need(item) is Need.own_deliveries)):
                    self._run(item)
        finally:
            leave_the_clock()

    def _run(self, item: pytest.Function) -> None:
        shares_values = partial(self._values.has_values, item)
        check_run = CheckRun(
            self._session,
            partial(self._note, item),
            partial(self._findings.claim_further_run, check_name(item), check_marks(item), shares_values),
            partial(self._values.forget, item),
        )
        check_run.run(partial(self._run_once, item, check_run))

    def _run_once(self, item: pytest.Function, check_run: CheckRun) -> None:
        end = ExitStack()
        check_run.end_phase(CALL, _raised(partial(self._call, item, end)))
        check_run.end_phase(TEAR_DOWN, _raised(end.close))

    def _note(self, item: pytest.Function, raised: BaseException | None) -> None:
        """Notes the finding of the check, or lets it run again in quiet: beside others, deliveries can only show that a
        check holds. After such a check, the further checks of its lane wait for quiet at once.
        """
        if raised is None or not current_lane().hears_others:
            self._findings.note(check_name(item), check_marks(item), raised)
            return
        self._is_in_doubt.here = True
        self._again_in_quiet.add(check_name(item))
        self._values.forget(item)

    def _call(self, item: pytest.Function, end: ExitStack) -> None:
        self._findings.begin(check_name(item), phase_of(item))
        if current_lane().hears_others and self._is_in_doubt.here:
            raise Inconclusive("A check before it could not tell its deliveries from those of other lanes.")
        item.obj(**self._values.arguments_of(item, end))


def _raised(act: Callable[[], None]) -> BaseException | None:
    """What *act* raises, None when it returns. Only the user's interruption passes on."""
    try:
        act()
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        return error
    return None
