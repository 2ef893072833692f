"""Generated traffic in a few sentences, for a terminal."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from conformance.results.generated import GeneratedFinding, GeneratedTraffic, Reach

_MOST_FINDINGS = 5


def generated_sentences(traffic: GeneratedTraffic) -> Iterator[str]:
    """Its reach, its findings, first the findings that count, and why it ended early."""
    yield from reach_sentences(traffic.reach)
    for finding in sorted(traffic.findings, key=lambda finding: not finding.confirmed)[:_MOST_FINDINGS]:
        yield _sentence(finding)
    if len(traffic.findings) > _MOST_FINDINGS:
        yield f"report.html has {len(traffic.findings) - _MOST_FINDINGS} more."
    if traffic.trouble:
        yield f"It ended early, which says nothing about the target: {traffic.trouble}"


def reach_sentences(reach: Sequence[Reach]) -> Iterator[str]:
    """How many operations were reached, which operations were not, and why."""
    requests, reached = sum(operation.requests for operation in reach), sum(operation.is_reached for operation in reach)
    yield f"{requests:,} requests reached {reached} of {len(reach)} operations."
    left_out: dict[str, list[str]] = defaultdict(list)
    for operation in reach:
        if not operation.is_reached:
            left_out[operation.left_out or ""].append(operation.operation_id)
    for reason, names in sorted(left_out.items()):
        known = f"Left out: {', '.join(names)}. {reason}" if reason else f"No answer was 2xx: {', '.join(names)}."
        yield f"{known} So nothing is known of {'it' if len(names) == 1 else 'them'}."


def _sentence(finding: GeneratedFinding) -> str:
    rows = " ".join(row.id for row in finding.rows)
    counts = f"counts for {rows}" if finding.confirmed else "counts for no requirement"
    where = f" {finding.place}" if finding.place else ""
    return f"{finding.operation_id}{where}: {finding.message} ({finding.count} times, {counts})"
