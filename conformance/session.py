"""What one run shares between its parts: the target's callers, the recording, and the evidence as it comes
in.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from conformance.catalogue import Catalogue
from conformance.client import Agency, Transport
from conformance.levers import CourseDecisions, LeverCaller, TargetClock
from conformance.recording import Recording
from conformance.run import Run
from conformance.selection import Selection
from conformance.target import Target
from conformance.verdicts import Evidence, Finding

FIRST_AGENCY = "first agency"
SECOND_AGENCY = "second agency"
STRANGER = "stranger"


class Progress:
    """Told how far a run is. This one keeps it to itself."""

    def begins(self, count: int) -> None:
        """The number of checks is known."""

    def ended(self, area: str, finding: Finding) -> None:
        """One check of *area* ended with *finding*."""


@dataclass
class CheckSession:
    """One run in the making.

    *faults* are ours and belong to no row, such as a module of checks that cannot load.
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
    interrupted: bool = False

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
        )

    @cached_property
    def decisions(self) -> CourseDecisions:
        """Answers for golf courses, where the target file declares how."""
        return CourseDecisions(self.target.levers, LeverCaller(self.transport, self.target.api_key))

    def note(self, row_ids: Sequence[str], evidence: Evidence) -> None:
        """Keep *evidence* for each of the rows."""
        for row_id in row_ids:
            self.evidence[row_id].append(evidence)
