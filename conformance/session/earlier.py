"""What the earlier parts of a resumed run left: their exchanges, their facts, and the evidence of their checks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from conformance.evidence.exchanges import Exchange
from conformance.evidence.verdicts import Evidence
from conformance.recordings.run_record import RunRecord


@dataclass(frozen=True)
class EarlierParts:
    """The parts of a run before this part. *settled* names the checks that they decided, and *evidence* is what these
    checks found, by row. *dropped* names the cases that they dropped: no later part runs these. *records* has the
    record of each part, oldest first. Nothing of it is there in a first part.
    """

    exchanges: Sequence[Exchange] = ()
    records: tuple[RunRecord, ...] = ()
    evidence: Mapping[str, Sequence[Evidence]] = field(default_factory=dict)
    settled: frozenset[str] = frozenset()
    dropped: frozenset[str] = frozenset()

    @property
    def levers(self) -> list[Exchange]:
        """The levers that all these parts pulled."""
        return [lever for record in self.records for lever in record.levers]

    def marker(self, of_this_part: str) -> str:
        """The marker in the references of all parts. The markers of later parts begin with the marker of the first."""
        return self.records[0].facts.marker if self.records else of_this_part
