"""Runs checks side by side, in lanes, where they cannot disturb each other.

The phases follow each other, each for what its checks need; `_PHASES` lists them. Where the checks of a phase need
different things, each need has lanes of its own: one lane is for checks that need a quiet target, beside others that
only read. When the lanes move the clock in turns, a few of them run one check after the other, and the others run the
parts of a check that divides its work.

Which check runs in which lane follows from the measured footprints of the checks, so the same selection gives the same
lanes. A recording holds the lanes, and a replay runs them one after the other.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import pytest

from conformance.catalogue.requirements import Catalogue
from conformance.evidence.verdicts import Inconclusive
from conformance.footprint.measured import Measurements, load_measurements
from conformance.recordings.plain import from_plain
from conformance.running.check_run import CALL, TEAR_DOWN, CheckRun
from conformance.running.findings import Findings
from conformance.running.fixture_values import FixtureValues, fixtures_of, has_state
from conformance.running.plugin import check_marks, check_name, phase_of
from conformance.scope.lanes import Lane, PerLane, current_lane, running_in, side_by_side
from conformance.scope.selection import Need, need_of
from conformance.session.session import CheckSession

_LANE_OF_CHECK = "lane of each check"

_ALONE, _QUIET_LANE = 0, 1
_DAYS_OF_A_WEEK = 7
# More lanes for them would stand still: that many files of checks take time while the clock moves.
_LANES_OF_THE_CLOCK = 4
_NAMES = {_ALONE: "alone"}


def _all(lanes: int) -> range:
    return range(1, lanes + 1)


def _alone(_: int) -> range:
    return range(_ALONE, _ALONE + 1)


def _the_quiet_lane(_: int) -> range:
    return range(_QUIET_LANE, _QUIET_LANE + 1)


def _all_but_the_quiet_lane(lanes: int) -> range:
    return range(_QUIET_LANE + 1, lanes + 1)


def _a_few(lanes: int) -> range:
    return range(1, _first_of_the_others(lanes))


def _the_first_of_the_others(lanes: int) -> range:
    """The lane of a check that divides its work. The lanes after it run the parts of that check."""
    first = _first_of_the_others(lanes)
    return range(first, first + 1)


def _first_of_the_others(lanes: int) -> int:
    return min(lanes // 2, _LANES_OF_THE_CLOCK) + 1


# The phases in their order. Each has the needs of its checks, and for each need the lanes of a run with so many lanes.
_PHASES: Sequence[Mapping[Need, Callable[[int], range]]] = (
    {Need.own_tee_times: _all},
    {Need.own_deliveries: _all},
    {Need.quiet: _the_quiet_lane, Need.reads: _all_but_the_quiet_lane},
    {Need.races: _all},
    {Need.clock_alone: _alone},
    {Need.clock: _a_few, Need.clock_in_lanes: _the_first_of_the_others},
    {Need.the_end: _all},
    {Need.whole_run: _alone},
)
_SHARE_NO_FILE = (Need.own_deliveries, Need.races, Need.the_end)


@dataclass(frozen=True)
class CheckGroup:
    """Checks that share something that they change, so they run in one lane, in their order. *requests* is their
    measured number of requests.
    """

    checks: tuple[str, ...]
    need: Need
    requests: int


def parts_for(lanes: int) -> int:
    """Into how many parts the tee times are divided: for the *lanes*, the checks that run alone, and the facts that all
    lanes share. A multiple of seven would give each lane one and the same day of the week at a course.
    """
    parts = lanes + 2
    return parts if parts % _DAYS_OF_A_WEEK else parts + 1


def assigned(groups: Iterable[CheckGroup], lanes: int) -> Mapping[str, int]:
    """The lane of each check: from 1 to *lanes*, or 0 when it runs alone. Large groups are assigned first, each to the
    lane with the fewest requests so far.
    """
    by_size = sorted(groups, key=lambda group: -group.requests)
    found: dict[str, int] = {}
    for phase in _PHASES:
        for need, its_lanes in phase.items():
            found |= _balanced([group for group in by_size if group.need is need], its_lanes(lanes))
    return found


def _balanced(groups: Sequence[CheckGroup], lanes: Iterable[int]) -> dict[str, int]:
    requests = dict.fromkeys(lanes, 0)
    found: dict[str, int] = {}
    for group in groups:
        lane = min(requests, key=lambda number: (requests[number], number))
        requests[lane] += group.requests
        found |= dict.fromkeys(group.checks, lane)
    return found


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
            for phase in _PHASES:
                self._run_side_by_side([item for item in ours if self._need(item) in phase], numbers, phase)
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
        """Runs the checks of one phase, and returns when all lanes have ended. A replay runs one lane after the
        other.
        """
        by_lane: defaultdict[int, list[pytest.Function]] = defaultdict(list)
        for item in items:
            name = check_name(item)
            by_lane[_QUIET_LANE if name in self._again_in_quiet else numbers.get(name, _ALONE)].append(item)
        with self._session.clock.shared_by(len(by_lane)) as leave_the_clock:
            runs = [
                partial(self._run_in, self._lane(number, needs), by_lane[number], leave_the_clock)
                for number in sorted(by_lane)
            ]
            if self._session.recording.is_replay:
                for run in runs:
                    run()
            else:
                # After an interruption, no lane sends another request. Each ends with the request that is under way.
                side_by_side(runs, lambda: self._session.pace.cut("it was interrupted"))

    def _lane(self, number: int, needs: Collection[Need]) -> Lane:
        lane = Lane(
            _NAMES.get(number, f"lane {number}"),
            number,
            parts_for(self._session.lanes),
            hears_others=Need.own_deliveries in needs,
        )
        if Need.clock_in_lanes in needs and number == _first_of_the_others(self._session.lanes):
            more = range(number + 1, self._session.lanes + 1)
            return replace(lane, of_parts=(lane, *(self._lane(other, needs) for other in more)))
        return lane

    def _run_in(self, lane: Lane, items: Sequence[pytest.Function], leave_the_clock: Callable[[], None]) -> None:
        try:
            with running_in(lane):
                for item in items:
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


def groups_of(items: Sequence[pytest.Function], catalogue: Catalogue, measured: Measurements) -> Sequence[CheckGroup]:
    """The *items* in groups, in the order of their first checks. Two checks with the same need are in one group when
    they share something.
    """
    tied: list[_TiedChecks] = []
    for item in items:
        need = need_of(check_marks(item), catalogue)
        ties = _ties(item, need)
        met = [checks for checks in tied if checks.need is need and not ties.isdisjoint(checks.ties)]
        together = [*(other for checks in met for other in checks.items), item]
        tied = [checks for checks in tied if checks not in met]
        tied.append(_TiedChecks(need, ties.union(*(checks.ties for checks in met)), together))
    return [
        CheckGroup(tuple(map(check_name, checks.items)), checks.need, _requests(checks.items, measured))
        for checks in tied
    ]


@dataclass(frozen=True)
class _TiedChecks:
    """Checks with the same *need*, and everything that one of them may share with another check: their *ties*."""

    need: Need
    ties: set[object]
    items: Sequence[pytest.Function]


def _ties(item: pytest.Function, need: Need) -> set[object]:
    """What other checks may share with *item*: fixtures with state, and its file. The checks of one file may ask for
    fixtures while they run, use the same names, and read the same things. Each check of deliveries has addresses and
    bookings of its own, a race has tee times of its own, a check at the end creates nothing, and a check without
    parameters uses nothing.
    """
    fixtures = fixtures_of(item)
    own: set[object] = {fixture for fixture in fixtures if fixture.scope == "session" and has_state(fixture)}
    asks_for_some = bool(fixtures) or "request" in item.fixturenames
    return own | {item.path} if asks_for_some and need not in _SHARE_NO_FILE else own


def _requests(items: Sequence[pytest.Function], measured: Measurements) -> int:
    return sum(footprint.usual.requests for footprint in measured.all_of(map(check_name, items)))
