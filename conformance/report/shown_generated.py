"""The parts of the page beside the rows: generated traffic, and accepted requests that do not fit the contract."""

from collections.abc import Mapping
from dataclasses import dataclass

from conformance.evidence.exchanges import Exchange
from conformance.report.curl import curl_line
from conformance.report.generated_text import reach_sentences
from conformance.results.generated import GeneratedFinding, Reach
from conformance.results.run_result import RunResult


@dataclass(frozen=True)
class ShownFinding:
    """A finding, a clause about what it counts for, the ids of its rows, and the request that showed it."""

    finding: GeneratedFinding
    standing: str
    row_ids: tuple[str, ...]
    curl: str


@dataclass(frozen=True)
class ShownGenerated:
    """All generated traffic. *extent* is its reach in words; *reach* has the operations never reached first."""

    extent: str
    trouble: str | None
    reach: tuple[Reach, ...]
    findings: tuple[ShownFinding, ...]


@dataclass(frozen=True)
class ShownAttempt:
    """A request that the target accepted although it does not fit the contract: the reason, and a line to repeat it."""

    operation_id: str
    sentence: str
    curl: str


def shown_attempts(result: RunResult) -> tuple[ShownAttempt, ...]:
    """The accepted attempts of *result*. For each operation and reason, only the first attempt."""
    first = {
        (attempt.operation_id, attempt.sentence): attempt.exchange for attempt in reversed(result.accepted_attempts)
    }
    return tuple(
        ShownAttempt(operation_id, sentence, curl_line(result.exchanges[exchange]))
        for (operation_id, sentence), exchange in reversed(first.items())
    )


def shown_generated(result: RunResult) -> ShownGenerated | None:
    """The generated traffic of *result*, None when there was none."""
    if result.generated is None:
        return None
    recorded = {exchange.index: exchange for exchange in result.exchanges}
    return ShownGenerated(
        extent=" ".join(reach_sentences(result.generated.reach)),
        trouble=result.generated.trouble,
        reach=tuple(sorted(result.generated.reach, key=lambda reach: reach.is_reached)),
        findings=tuple(_shown(finding, recorded) for finding in result.generated.findings),
    )


def _shown(finding: GeneratedFinding, recorded: Mapping[int, Exchange]) -> ShownFinding:
    row_ids = tuple(row.id for row in finding.rows)
    return ShownFinding(finding, _standing(finding), row_ids, curl_line(recorded[finding.exchange]))


def _standing(finding: GeneratedFinding) -> str:
    if not finding.rows:
        return "touches no requirement and counts for none"
    if not finding.confirmed:
        return "did not show again when repeated, so it counts for no requirement"
    return "shown again when repeated"
