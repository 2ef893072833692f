"""Decides which inconclusive checks run again: somebody else may have taken a place that a run needed.

A check that cannot decide for a lasting reason cannot decide in a further run either. After two such checks, no other
check of the lane runs again.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from conformance.evidence.verdicts import Inconclusive
from conformance.scope.lanes import PerLane, current_lane
from conformance.scope.selection import CheckMarks
from conformance.session.session import CheckSession

FURTHER_RUNS = "further runs"

_MOST_RUNS = 3
_MOST_IN_VAIN = 2
_MOST_CHECKS_OF_A_LANE = 8
# The other bookings of a run lie days ahead. Half an hour more changes nothing for them.
_MOST_MINUTES_MOVED = 30


@dataclass
class _LaneHistory:
    """What happened in one lane: why each run of a check but the last could not decide, by the name of the check, and
    the checks that could not decide in any run.
    """

    reasons: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    in_vain: set[str] = field(default_factory=set)


class FurtherRuns:
    """The further runs of the checks of one run. A replay repeats those of its recording."""

    def __init__(self, session: CheckSession) -> None:
        self._session = session
        self._lanes = PerLane(_LaneHistory)
        self._recorded: Mapping[str, Sequence[str]] = dict(session.carried_over.get(FURTHER_RUNS, {}))

    def claim(self, name: str, marks: CheckMarks, raised: Inconclusive, *, has_sent: bool) -> bool:
        """Whether the check *name*, which *raised* that it cannot decide, runs again. *has_sent*: it sent a request,
        or uses what another check sent for both. Without requests, a further run would see the same. Such a check may
        neither move the clock far nor judge the whole run.
        """
        lane = self._lanes.here
        reasons = lane.reasons
        if self._session.recording.is_replay:
            may_run = len(reasons[name]) < len(self._recorded.get(name, ()))
        else:
            may_run = has_sent and self._may_run(name, marks, lane)
        if may_run:
            reasons[name].append(str(raised))
            self._session.carried_over.setdefault(FURTHER_RUNS, {})[name] = reasons[name]
        elif len(reasons[name]) == _MOST_RUNS - 1:
            lane.in_vain.add(name)
        return may_run

    def reasons(self, name: str) -> Sequence[str]:
        """Why the earlier runs of the check *name* could not decide. Empty when its first run was its last."""
        return self._lanes.here.reasons.get(name, ())

    def _may_run(self, name: str, marks: CheckMarks, lane: _LaneHistory) -> bool:
        judges_alone = not (marks.closing or marks.judges_the_run or marks.divides_itself)
        others = [other for other, reasons in lane.reasons.items() if other != name and reasons]
        return (
            judges_alone
            and marks.moves_clock_minutes <= _MOST_MINUTES_MOVED
            and len(lane.reasons[name]) < _MOST_RUNS - 1
            and len(lane.in_vain) < _MOST_IN_VAIN
            and len(others) < _MOST_CHECKS_OF_A_LANE
            and not current_lane().hears_others
            and self._session.pace.due() is None
        )
