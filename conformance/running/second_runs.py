"""Decides which inconclusive checks run a second time: somebody else may have taken a place that the first run needed.

A check that cannot decide for a lasting reason cannot decide in its second run either. After two such checks, no other
check of the lane runs a second time.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from conformance.evidence.verdicts import Inconclusive
from conformance.scope.lanes import PerLane, current_lane
from conformance.scope.selection import CheckMarks
from conformance.session.session import CheckSession

SECOND_RUNS = "second runs"

_MOST_IN_VAIN = 2
_MOST_OF_A_LANE = 8


@dataclass
class _OfLane:
    """The checks of one lane that ran a second time, and how many of them were *in_vain*."""

    begun: set[str] = field(default_factory=set)
    in_vain: int = 0


class SecondRuns:
    """The second runs of the checks of one run. A replay repeats those of its recording."""

    def __init__(self, session: CheckSession) -> None:
        self._session = session
        self._lanes = PerLane(_OfLane)
        self._reasons: dict[str, str] = {}
        self._recorded: Mapping[str, str] = dict(session.carried_over.get(SECOND_RUNS, {}))

    def claim(self, name: str, marks: CheckMarks, raised: Inconclusive, *, has_sent: bool) -> bool:
        """Whether the check *name*, which *raised* that it cannot decide, runs once more. *has_sent*: its run sent a
        request. Without requests, another run would see the same. Such a run may neither move the clock nor judge the
        whole run.
        """
        here = self._lanes.here
        if name in here.begun:
            here.in_vain += 1
            return False
        if self._session.recording.is_replay:
            may_run = name in self._recorded
        else:
            may_run = has_sent and self._may_run(marks, here)
        if may_run:
            here.begun.add(name)
            self._reasons[name] = str(raised)
            self._session.carried_over.setdefault(SECOND_RUNS, {})[name] = str(raised)
        return may_run

    def first_reason(self, name: str) -> str | None:
        """Why the first run of the check *name* could not decide. None when it did not run a second time."""
        return self._reasons.get(name)

    def _may_run(self, marks: CheckMarks, here: _OfLane) -> bool:
        judges_alone = not (marks.closing or marks.judges_the_run or marks.moves_clock_minutes or marks.divides_itself)
        is_worth_it = here.in_vain < _MOST_IN_VAIN and len(here.begun) < _MOST_OF_A_LANE
        return judges_alone and is_worth_it and not current_lane().hears_others and self._session.pace.due() is None
