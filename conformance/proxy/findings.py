"""Findings, grouped by requirement and caller. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from conformance.catalogue.requirements import Catalogue, Gravity, Level


class Weight(StrEnum):
    """How much a finding says, heaviest first.

    *violated* and *warning* follow from the traffic that passed: the service breaks a requirement, or a minor should.
    *suspected* is the likely reason, but traffic that did not pass here could explain it too. *caller* is a request
    that the contract refuses. *road* says what happened to a connection.
    """

    violated = "violated"
    warning = "warning"
    suspected = "suspected"
    caller = "caller"
    road = "road"


@dataclass(frozen=True)
class Claim:
    """One occurrence. *row* is the id of a requirement, or the place in a contract. *exchanges* are its proof."""

    row: str
    weight: Weight
    caller: str
    sentence: str
    exchanges: tuple[int, ...] = ()


@dataclass
class PassedFinding:
    """All occurrences of one row for one caller. *first* is the first of them."""

    first: Claim
    count: int = 0


@dataclass
class PassedFindings:
    """All findings so far, in the order in which they appeared."""

    catalogue: Catalogue
    _by_group: dict[tuple[str, Weight, str], PassedFinding] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._rows = {row.id: row for row in self.catalogue}

    def add(self, claim: Claim) -> bool:
        """Counts *claim*. Returns whether nothing was known of its row and caller before."""
        group = (claim.row, claim.weight, claim.caller)
        is_new = group not in self._by_group
        self._by_group.setdefault(group, PassedFinding(claim)).count += 1
        return is_new

    def __iter__(self) -> Iterator[PassedFinding]:
        weights = list(Weight)
        return iter(sorted(self._by_group.values(), key=lambda found: weights.index(found.first.weight)))

    def weight_of(self, row_id: str) -> Weight:
        """The weight of a violation of the row: a minor should only warns."""
        row = self._rows[row_id]
        return Weight.warning if row.level is not Level.must and row.gravity is Gravity.minor else Weight.violated

    def sentence_of(self, row_id: str) -> str:
        """The sentence of the requirement; empty for the place in a contract."""
        return self._rows[row_id].sentence if row_id in self._rows else ""

    def counts(self) -> dict[Weight, int]:
        """How many findings have each weight."""
        found = [finding.first.weight for finding in self._by_group.values()]
        return {weight: found.count(weight) for weight in Weight}
