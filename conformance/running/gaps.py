"""Finds out in a run of its own what a target does at the open points of the specification."""

from collections.abc import Sequence

from conformance.catalogue.requirements import Catalogue
from conformance.recordings.recording import Transport
from conformance.results.gaps import Gap, open_questions
from conformance.running.check import check
from conformance.scope.selection import Options
from conformance.target.target import Target

# Other rows whose checks get the answers that the open rows need. Their verdicts are not reported here.
_SHOWN_BY: Sequence[str] = (
    *("CRS-01", "CRS-17", "CRD-02", "PAG-07", "PRC-01", "PRC-10", "TRM-01", "AVT-01", "AVM-17", "INV-07"),
    *("HLD-01", "BKC-05", "BKC-02", "BKC-09", "BKU-01", "BKX-01", "BST-01"),
    *("HOK-01", "HOK-02", "HOK-03", "GRP-01", "GRP-03", "GRP-09", "GRP-10", "GRP-11", "GRP-13"),
    *("WHK-01", "WHK-02", "EVT-01", "JWT-01", "JWT-02", "JWT-03"),
)


def gaps_of_target(
    target: Target, transport: Transport, catalogue: Catalogue, seed: int, *, read_only: bool
) -> tuple[Sequence[Gap], int]:
    """What *target* does at each point, from a run of its own, and how many things that run could not remove.

    Raises `PreflightError`.
    """
    questions = open_questions(catalogue)
    known = {row.id for row in catalogue}
    only = (*(gap.id for gap in questions), *(row_id for row_id in _SHOWN_BY if row_id in known))
    result = check(target, Options(only, read_only), seed, transport)
    found = {row.row.id: row.message for row in result.rows}
    return [Gap(gap.id, gap.question, gap.heading, found[gap.id]) for gap in questions], sum(
        left.is_thing for left in result.leftovers
    )
