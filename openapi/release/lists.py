"""Drafts the two lists of a release: what agencies notice, and what implementers build.

This module writes items, not pages.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from openapi.concerns.rooms import concerns_of, touched_by
from openapi.concerns.subjects import Concern, Subject
from openapi.diff.model import Comparison, Difference, Side, Verdict, Witness
from openapi.impact.asking import part_of
from openapi.release.last_days import LastDays
from openapi.versions import Version

_SUITE = ("suite",)
_MOST_NAMED = 4
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
_ASSUMPTION = re.compile(r"\bA-\d+\b")

# What an agency does instead: by kind, else by the side on which the difference is.
_INSTEAD_OF_KIND: Mapping[str, str] = {
    "operation-removed": "Stop calling the operation.",
    "delivery-removed": "Stop waiting for the delivery.",
    "server-removed": "Call an address of the new version.",
    "security-removed": "Send the credentials that the new version names.",
    "parameter-removed": "Leave the parameter out.",
    "parameter-added-required": "Send the parameter with every request.",
    "parameter-required": "Send the parameter with every request.",
    "header-removed": "Stop reading the header.",
    "status-removed": "Expect the other statuses of the operation.",
}
_INSTEAD_ON_SIDE: Mapping[Side, str] = {
    Side.REQUEST: "Send requests as the new version describes them.",
    Side.ANSWER: "Read answers as the new version describes them, before you call it.",
    Side.DELIVERY: "Read deliveries as the new version describes them, before you subscribe to it.",
    Side.ACKNOWLEDGEMENT: "Answer deliveries as the new version describes it.",
    Side.DOCUMENT: "Follow the new version.",
}
_PROOF: Mapping[str, str] = {
    "old": "For example, {shown} was right, and the new version says: {because}.",
    "new": "For example, {shown} is right now, and the old version says: {because}.",
}
_DEPRECATED = "deprecated"
_DOCUMENT = "document"
_JUDGED_BY_PEOPLE = "Compare what your implementation does: no schema shows this."


@dataclass(frozen=True)
class AgencyItem:
    """One difference for agencies. `costs` are sentences; `last_day` is None where nobody has named a day."""

    where: str
    sentence: str
    breaks: bool
    proof: str = ""
    instead: str = ""
    costs: tuple[str, ...] = ()
    last_day: date | None = None


@dataclass(frozen=True)
class ImplementerItem:
    """One difference for implementers: what they have to do, and the ids of the rows that judge it."""

    where: str
    sentence: str
    work: str
    rows: tuple[str, ...]


def for_agencies(differences: Iterable[Difference], days: LastDays, last_day: date | None) -> list[AgencyItem]:
    """What agencies notice, in the order of the comparison: breaks come first.

    *last_day* is the last day of a break for which no mark names a day.
    """
    return [
        _break(difference, days.of(difference) or last_day)
        if difference.verdict is Verdict.BREAKING
        else _notice(difference, days)
        for difference in differences
    ]


def for_implementers(comparison: Comparison, old: Version, new: Version) -> list[ImplementerItem]:
    """What an implementation has to do that conformed before."""
    return [
        ImplementerItem(_where(item), item.sentence, item.server or _JUDGED_BY_PEOPLE, rows_of(item, old, new))
        for item in comparison.differences
        if item.server or item.behaviour
    ]


def _break(difference: Difference, last_day: date | None) -> AgencyItem:
    proof = "" if difference.witness is None else _proof(difference.witness)
    instead = _INSTEAD_OF_KIND.get(difference.kind, _INSTEAD_ON_SIDE[difference.side])
    costs = tuple(_costs(difference))
    return AgencyItem(_where(difference), difference.sentence, True, proof, instead, costs, last_day)


def _notice(difference: Difference, days: LastDays) -> AgencyItem:
    """Something that breaks nothing. Only a part that is deprecated has a last day."""
    last_day = days.of(difference) if difference.kind == _DEPRECATED else None
    costs = (difference.codegen,) if difference.codegen else ()
    return AgencyItem(_where(difference), difference.sentence, False, costs=costs, last_day=last_day)


def _costs(difference: Difference) -> Iterator[str]:
    """What the change of a client touches."""
    uses = _operations(difference)
    if len(uses) > 1:
        yield f"It touches {len(uses)} operations: {_named(uses)}."
    if difference.codegen:
        yield difference.codegen


def _where(difference: Difference) -> str:
    """The operation or the delivery of a difference with its part. Empty: the document as a whole."""
    uses = _operations(difference)
    if not uses:
        return ""
    more = f" and {len(uses) - 1} more" if len(uses) > 1 else ""
    part = "" if difference.part == uses[0] else f", {difference.part}"
    return f"`{uses[0]}`{more}{part}"


def _operations(difference: Difference) -> list[str]:
    """The operations and deliveries that a difference touches."""
    return [use for use in difference.uses if use != _DOCUMENT]


def _proof(witness: Witness) -> str:
    """The message of a witness in a sentence, on one line."""
    shown = " ".join(witness.message.split())
    fence = "``" if "`" in shown else "`"
    return _PROOF[witness.right].format(
        shown=f"{fence}{shown}{fence}", because=" ".join(witness.because.split()).rstrip(".")
    )


def _named(names: list[str]) -> str:
    shown = ", ".join(f"`{name}`" for name in names[:_MOST_NAMED])
    return shown if len(names) <= _MOST_NAMED else f"{shown} and {len(names) - _MOST_NAMED} more"


def rows_of(difference: Difference, old: Version, new: Version) -> tuple[str, ...]:
    """The ids of the requirement rows that a difference touches.

    Rows that name the assumption; else the rows that `teesheet contract impact` lists. No row is about a new member:
    then rows that name an operation of the difference, and among these only the rows that also name the member, if
    there are any.
    """
    assumed = {row for name in _ASSUMPTION.findall(difference.sentence) for row in _rows(Subject.assumption(name))}
    named = {row for use in _operations(difference) for row in _rows(Subject.operation(use))}
    words = _WORD.findall(difference.part) if named else []
    narrow = named & set(_rows(Subject.member("", words[-1]))) if words else set()
    return tuple(sorted(assumed or _touched(difference, old, new) or narrow or named))


def _touched(difference: Difference, old: Version, new: Version) -> set[str]:
    part = part_of(difference, old, new)
    concerns = touched_by(part, _SUITE).found if part is not None else []
    return {concern.name for concern in concerns if _is_row(concern)}


@lru_cache(maxsize=512)
def _rows(subject: Subject) -> tuple[str, ...]:
    concerns = concerns_of(subject, _SUITE).by_room["suite"]
    return tuple(concern.name for concern in concerns if _is_row(concern))


def _is_row(concern: Concern) -> bool:
    return concern.kind.endswith(("row", "open point"))
