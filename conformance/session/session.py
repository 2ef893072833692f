"""What one run shares between its parts: the target's callers, the recording, and the evidence as it comes
in.
"""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from conformance.asking.client import Agency
from conformance.asking.levers import CourseDecisions, LeverCaller, TargetClock
from conformance.asking.lost_answers import LostAnswers
from conformance.catalogue.requirements import Catalogue
from conformance.evidence.verdicts import Evidence, Finding
from conformance.recordings.recording import Recording, Transport
from conformance.scope.run import Run
from conformance.scope.selection import Selection
from conformance.session.stopping import Stopping
from conformance.session.unremovable import Unremovable
from conformance.target.connection import WireSettings
from conformance.target.target import Target
from conformance.wire.pace import Pace, Traffic

FIRST_AGENCY = "first agency"
SECOND_AGENCY = "second agency"
STRANGER = "stranger"


class Progress:
    """Hears how far a run is. This one shows it to nobody."""

    def follow(self, traffic: Callable[[], Traffic]) -> None:
        """*traffic* gives the requests so far."""

    def enters(self, phase: str) -> None:
        """The run is in *phase* now: checks, walks, generated traffic, clean-up."""

    def begins(self, count: int) -> None:
        """The number of checks is known."""

    def ended(self, finding: Finding) -> None:
        """One check ended with *finding*."""


@dataclass
class CheckSession:
    """One run in the making.

    *faults* are ours and belong to no row, such as a module of checks that cannot load. *ended* names the checks whose
    finding is noted.
    """

    catalogue: Catalogue
    target: Target
    run: Run
    selection: Selection
    recording: Recording
    transport: Transport
    clock: TargetClock
    progress: Progress = field(default_factory=Progress)
    evidence: defaultdict[str, list[Evidence]] = field(default_factory=lambda: defaultdict(list))
    faults: list[str] = field(default_factory=list)
    ended: set[str] = field(default_factory=set)
    interrupted: bool = False
    pace: Pace = field(default_factory=lambda: Pace(WireSettings()))
    lost: LostAnswers = field(default_factory=LostAnswers)
    stopping: Stopping | None = None
    # What the run found out in ways that sending the same requests again would not repeat, by a name of its own:
    # JSON values. It is written into the recording, and judging a recording finds it here. Use `carry_over`.
    carried_over: dict[str, Any] = field(default_factory=dict)

    def carry_over(self, name: str, find: Callable[[], Any]) -> Any:
        """What *find* gives in a run, a JSON value, kept under *name*. In a replay the kept value, without a call; None
        when the recording holds none.
        """
        if name not in self.carried_over and self.recording.is_replay:
            return None
        if name not in self.carried_over:
            self.carried_over[name] = find()
        return self.carried_over[name]

    def caller(self, label: str, key: str) -> Agency:
        """A client that sends *key* and is called *label* in the records."""
        return Agency(
            label,
            key,
            self.target.base_url,
            self.transport,
            self.recording,
            self.clock,
            read_only=self.run.read_only,
            wire=self.target.wire,
            lost=self.lost,
            belongings=self._belongings,
        )

    @cached_property
    def _belongings(self) -> Unremovable:
        return Unremovable(self.target)

    @cached_property
    def decisions(self) -> CourseDecisions:
        """Answers for golf courses, where the target file declares how."""
        return CourseDecisions(
            self.target.levers,
            LeverCaller(self.transport, self.target.api_key, self.recording, self.target.wire.user_agent),
        )

    @property
    def sources(self) -> set[str]:
        """Everything that gave evidence so far, checks by their names."""
        return {evidence.source for found in self.evidence.values() for evidence in found}

    def note(self, row_ids: Sequence[str], evidence: Evidence) -> None:
        """Keep *evidence* for each of the rows, without secrets that the target may have repeated."""
        shown = self.recording.masking.text
        evidence = replace(
            evidence,
            message=shown(evidence.message),
            expected=evidence.expected and shown(evidence.expected),
            actual=evidence.actual and shown(evidence.actual),
        )
        for row_id in row_ids:
            self.evidence[row_id].append(evidence)
