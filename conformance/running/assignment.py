"""Which check of a run runs in which lane: by what the checks need of each other, and by their measured footprints. So
the same selection gives the same lanes.

The phases follow each other, each for what its checks need; `PHASES` lists them. Where the checks of a phase need
different things, a lane runs those of one need after those of another, or each need has lanes of its own: one lane is
for checks that need a quiet target, beside others that only read. When the lanes move the clock in turns, a few of them
run one check after the other, and the others run the parts of a check that divides its work.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import pytest

from conformance.catalogue.requirements import Catalogue
from conformance.footprint.measured import Measurements
from conformance.running.fixture_values import fixtures_of, has_state
from conformance.running.plugin import check_marks, check_name
from conformance.scope.selection import Need, need_of

ALONE, QUIET_LANE = 0, 1
_DAYS_OF_A_WEEK = 7
# A check of deliveries waits besides, about as long as this many requests of a far target take.
_WAITS_AS_LONG_AS_REQUESTS = 8
# More lanes for them would stand still: that many files of checks take time while the clock moves.
_LANES_OF_THE_CLOCK = 6


def _all(lanes: int) -> range:
    return range(1, lanes + 1)


def _alone(_: int) -> range:
    return range(ALONE, ALONE + 1)


def _the_quiet_lane(_: int) -> range:
    return range(QUIET_LANE, QUIET_LANE + 1)


def _all_but_the_quiet_lane(lanes: int) -> range:
    return range(QUIET_LANE + 1, lanes + 1)


def _a_few(lanes: int) -> range:
    return range(1, first_of_the_others(lanes))


def _the_first_of_the_others(lanes: int) -> range:
    first = first_of_the_others(lanes)
    return range(first, first + 1)


def first_of_the_others(lanes: int) -> int:
    """The number of the lane of a check that divides its work. The lanes after it run the parts of that check."""
    return min(lanes // 2, _LANES_OF_THE_CLOCK) + 1


# The phases in their order. Each has the needs of its checks, and for each need the lanes of a run with so many lanes.
PHASES: Sequence[Mapping[Need, Callable[[int], range]]] = (
    {Need.own_tee_times: _all, Need.own_deliveries: _all},
    {Need.quiet: _the_quiet_lane, Need.reads: _all_but_the_quiet_lane, Need.further_reads: _all_but_the_quiet_lane},
    {Need.races: _all},
    {Need.clock_alone: _alone},
    # The lane that books has ended when the others first wait for a move of the clock.
    {Need.further_writes: _alone, Need.clock: _a_few, Need.clock_in_lanes: _the_first_of_the_others},
    {Need.the_end: _all},
    {Need.whole_run: _alone},
)
_SHARE_NO_FILE = (Need.own_deliveries, Need.races, Need.the_end)


@dataclass(frozen=True)
class CheckGroup:
    """Checks that share something that they change, so they run in one lane, in their order. *requests* is their
    measured number of requests; checks that wait for deliveries count as some requests more.
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
    for phase in PHASES:
        of_lanes = Counter[int]()
        for need, its_lanes in phase.items():
            found |= _balanced([group for group in by_size if group.need is need], its_lanes(lanes), of_lanes)
    return found


def _balanced(groups: Sequence[CheckGroup], lanes: Sequence[int], requests: Counter[int]) -> dict[str, int]:
    """The lane of each check of the *groups*. Adds their requests to the *requests* of each lane in this phase."""
    found: dict[str, int] = {}
    for group in groups:
        lane = min(lanes, key=lambda number: (requests[number], number))
        requests[lane] += group.requests
        found |= dict.fromkeys(group.checks, lane)
    return found


def lane_of(check: str, numbers: Mapping[str, int]) -> int:
    """The number of the lane of *check*. Older recordings name a check without its cases, if it had no cases then."""
    return numbers.get(check, numbers.get(check.partition("[")[0], ALONE))


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
        CheckGroup(tuple(map(check_name, checks.items)), checks.need, _requests(checks.items, checks.need, measured))
        for checks in tied
    ]


@dataclass(frozen=True)
class _TiedChecks:
    """Checks with the same *need*. Their *ties* are everything that one of them may share with another check."""

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


def _requests(items: Sequence[pytest.Function], need: Need, measured: Measurements) -> int:
    waits = _WAITS_AS_LONG_AS_REQUESTS * len(items) if need is Need.own_deliveries else 0
    return waits + sum(footprint.usual.requests for footprint in measured.all_of(map(check_name, items)))
