"""Groups the rows of a result for a reader: by verdict, and by the reason why they are undecided."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from conformance.catalogue.requirements import Level
from conformance.evidence.verdicts import Verdict
from conformance.results.run_result import RowResult, RunResult

NOT_SELECTED = "not selected"
NOT_IN_PROFILE = "not in profile"

_WITH_A_DIGIT = re.compile(r"\S*\d\S*")


@dataclass(frozen=True)
class Reason:
    """A reason that several ids share, with these ids in their order, and how many of them are musts."""

    text: str
    ids: tuple[str, ...]
    musts: int = 0

    @property
    def count(self) -> int:
        """How many ids."""
        return len(self.ids)

    @property
    def extent(self) -> str:
        """How many ids, and how many of them are musts: `160 (112 must)`."""
        return f"{self.count} ({self.musts} must)" if self.musts else str(self.count)


def selected_with(result: RunResult, *verdicts: Verdict) -> list[RowResult]:
    """The selected rows that have one of *verdicts*: the first row of each operation, then the second of each, and so
    on. Rows of the same turn keep the order of the catalogue. A single missing operation may break many rows, and must
    not hide the others from a reader who looks at the first ones.
    """
    turns: list[tuple[int, RowResult]] = []
    met: Counter[str | None] = Counter()
    for row in result.rows:
        if row.selected and row.verdict in verdicts:
            operation = result.exchanges[row.exchanges[0]].operation_id if row.exchanges else None
            turns.append((met[operation], row))
            met[operation] += 1
    return [row for _, row in sorted(turns, key=lambda turn: turn[0])]


def word_of(row: RowResult) -> str:
    """The verdict as a reader sees it. A row that was not selected, or that the profile excludes, has no verdict."""
    if row.left_out:
        return NOT_IN_PROFILE
    return row.verdict.value if row.selected else NOT_SELECTED


def weight_of(row: RowResult) -> str:
    """The level of a row and, of a should, its gravity: `should (serious)`."""
    return f"{row.row.level.value} ({row.row.gravity.value})" if row.row.gravity else row.row.level.value


def by_reason(rows: Sequence[RowResult]) -> tuple[Reason, ...]:
    """The messages of *rows*, the most frequent message first.

    Messages that differ only in a number, a date or an id are one reason. Its text is the first of these messages.
    """
    musts = {row.row.id for row in rows if row.row.level is Level.must}
    reasons = _largest_first((row.message, row.row.id) for row in rows)
    return tuple(replace(reason, musts=len(musts.intersection(reason.ids))) for reason in reasons)


def leftovers_by_reason(result: RunResult) -> tuple[Reason, ...]:
    """Why things stay behind on the target, with the ids of the things: `bookings: DELETE answered 409` for several."""
    reasons = _largest_first((f"{leftover.kind}: {leftover.reason}", leftover.id) for leftover in result.leftovers)
    return tuple(replace(reason, text=_with_plural(reason)) for reason in reasons)


def _with_plural(reason: Reason) -> str:
    kind, colon, why = reason.text.partition(":")
    return reason.text if reason.count == 1 else f"{kind}s{colon}{why}"


def expectation(row: RowResult) -> str | None:
    """The expectation, or None when it repeats the sentence of the row or when nothing was compared."""
    return None if row.expected == row.row.sentence else row.expected


def cost_of(row: RowResult) -> str | None:
    """The cost of the finding for an agency; None when the target has no fault here."""
    return row.row.costs if row.verdict in (Verdict.fail, Verdict.serious, Verdict.warn, Verdict.known) else None


def in_area(rows: Iterable[RowResult], area: str) -> list[RowResult]:
    """The *rows* of this *area*."""
    return [row for row in rows if row.row.area == area]


def _largest_first(pairs: Iterable[tuple[str, str]]) -> tuple[Reason, ...]:
    alike: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    for text, item in pairs:
        alike[_WITH_A_DIGIT.sub("#", text)].append((text, item))
    return tuple(sorted(map(_reason, alike.values()), key=lambda reason: -reason.count))


def _reason(pairs: Sequence[tuple[str, str]]) -> Reason:
    texts = list(dict.fromkeys(text for text, _ in pairs))
    alike = f" (and {len(texts) - 1} like it)" if len(texts) > 1 else ""
    return Reason(f"{texts[0]}{alike}", tuple(item for _, item in pairs))
