"""What generated traffic found, as plain values: findings, and how far each operation was reached. Decides nothing."""

from collections.abc import Sequence
from dataclasses import dataclass

from conformance.evidence.verdicts import Evidence, Finding


@dataclass(frozen=True)
class Mapped:
    """A requirement that a finding touches: its *id*, and in *actual* what breaks it. An *advisory* only warns."""

    id: str
    sentence: str
    actual: str
    advisory: bool = False


@dataclass(frozen=True)
class GeneratedFinding:
    """One way in which answers to generated requests differ from what the specification states.

    *place* is where in the body, with `*` for the items of an array, and empty for the answer as a whole. It was seen
    *count* times in the *phases*, first in *exchange*. *rows* are the requirements that it touches; it counts for them
    only when *confirmed*, that is, when the same request showed it again in the exchange *repeated_in*.
    """

    operation_id: str
    check: str
    place: str
    message: str
    phases: tuple[str, ...]
    count: int
    exchange: int
    rows: tuple[Mapped, ...] = ()
    repeated_in: int | None = None
    confirmed: bool = False


@dataclass(frozen=True)
class Reach:
    """How far one operation was reached: requests sent, answers 2xx, and why there was none, where it was left out."""

    operation_id: str
    requests: int
    successes: int
    left_out: str | None = None

    @property
    def is_reached(self) -> bool:
        """Whether any answer was 2xx. Without one, nothing is known of the operation."""
        return self.successes > 0


@dataclass(frozen=True)
class GeneratedTraffic:
    """All of it. *trouble* says why the engine ended early, None when it did not; no row depends on it."""

    findings: tuple[GeneratedFinding, ...]
    reach: tuple[Reach, ...]
    trouble: str | None = None

    @property
    def requests(self) -> int:
        """How many requests were generated and sent."""
        return sum(reach.requests for reach in self.reach)


def evidence_of(finding: GeneratedFinding) -> Sequence[tuple[str, Evidence]]:
    """What a finding says about requirements, by their ids: nothing unless it was confirmed."""
    if not finding.confirmed:
        return []
    exchanges = tuple(item for item in (finding.exchange, finding.repeated_in) if item is not None)
    return [(row.id, _evidence(finding, row, exchanges)) for row in finding.rows]


def _evidence(finding: GeneratedFinding, row: Mapped, exchanges: tuple[int, ...]) -> Evidence:
    actual = f"{row.actual} (generated for {finding.operation_id}, and again when repeated)"
    kind = Finding.advisory if row.advisory else Finding.violated
    return Evidence(kind, f"{row.sentence} Actual: {actual}.", "generated traffic", row.sentence, actual, exchanges)
