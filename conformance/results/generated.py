"""The results of generated traffic as plain values: findings, and the reach of each operation. Decides nothing."""

from collections.abc import Sequence
from dataclasses import dataclass

from conformance.evidence.verdicts import Evidence, Finding


@dataclass(frozen=True)
class Mapped:
    """A requirement that a finding touches. *actual* says how the answer breaks it. An *advisory* only warns."""

    id: str
    sentence: str
    actual: str
    advisory: bool = False


@dataclass(frozen=True)
class GeneratedFinding:
    """A difference between answers to generated requests and the specification.

    *place* is the place in the body, with `*` for the items of an array; it is empty for the answer as a whole. The
    difference was seen *count* times in the *phases*, first in *exchange*. *rows* are the requirements that it touches.
    It counts for them only when it is *confirmed*: the same request showed it again in the exchange *repeated_in*.
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
    """The reach of one operation: requests sent, 2xx answers, and in *left_out* why the operation got no request."""

    operation_id: str
    requests: int
    successes: int
    left_out: str | None = None

    @property
    def is_reached(self) -> bool:
        """Whether any answer was 2xx. Without a 2xx answer, nothing is known of the operation."""
        return self.successes > 0


@dataclass(frozen=True)
class GeneratedTraffic:
    """All generated traffic of a run. *trouble* says why the engine ended early, None when it did not."""

    findings: tuple[GeneratedFinding, ...]
    reach: tuple[Reach, ...]
    trouble: str | None = None

    @property
    def requests(self) -> int:
        """How many requests were generated and sent."""
        return sum(reach.requests for reach in self.reach)


def evidence_of(finding: GeneratedFinding) -> Sequence[tuple[str, Evidence]]:
    """Pairs of a row id and the evidence of a finding for it. Empty unless the finding was confirmed."""
    if not finding.confirmed:
        return []
    exchanges = tuple(item for item in (finding.exchange, finding.repeated_in) if item is not None)
    return [(row.id, _evidence(finding, row, exchanges)) for row in finding.rows]


def _evidence(finding: GeneratedFinding, row: Mapped, exchanges: tuple[int, ...]) -> Evidence:
    actual = f"{row.actual} (generated for {finding.operation_id}, and again when repeated)"
    kind = Finding.advisory if row.advisory else Finding.violated
    return Evidence(kind, f"{row.sentence} Actual: {actual}.", "generated traffic", row.sentence, actual, exchanges)
