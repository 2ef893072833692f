"""Collects what a comparison finds: the same difference at many operations becomes one difference with many uses."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from openapi.diff.containment import Relation
from openapi.diff.kinds import BEHAVIOUR, KINDS
from openapi.diff.model import Difference, Side, Verdict, Witness
from openapi.diff.patience import Patience, shared_patience
from openapi.places import Place

Proof = Callable[[], Witness | None]

_VERDICTS = {
    Relation.INSIDE: Verdict.COMPATIBLE,
    Relation.UNKNOWN: Verdict.UNDECIDED,
    Relation.EXCEEDS: Verdict.BREAKING,
}
_REASONS = {
    Side.REQUEST: "A request that was right is refused, or a part of it has no meaning any more.",
    Side.ANSWER: "An answer can be one that a client of the old version does not expect.",
    Side.DELIVERY: "A delivery can be one that a receiver of the old version does not expect, or never comes.",
    Side.ACKNOWLEDGEMENT: "An answer of a receiver that was right is wrong.",
    Side.DOCUMENT: "What a client relies on is gone.",
}
_WORK = {
    Side.REQUEST: "An implementation has to accept or refuse other requests.",
    Side.ANSWER: "An implementation has to answer as the new version promises.",
    Side.DELIVERY: "An implementation has to deliver as the new version promises.",
    Side.ACKNOWLEDGEMENT: "An implementation has to cope with other answers of receivers.",
    Side.DOCUMENT: "An implementation has to follow.",
}
_UNDECIDED = "It looks like a break, but no message was found that proves it, and no proof that there is none."
_OUT_OF_TIME = "The search ended when its share of the time was over."
_PROOFS_TRIED = 2
_ASSUMPTION_ID = re.compile(r"\bA-\d+\b")


@dataclass
class Found:
    """One difference at one place. `breaks` says whether it breaks, `proof` writes the message that shows it."""

    kind: str
    side: Side
    subject: str
    part: str
    name: str = ""
    before: Any = None
    after: Any = None
    old: Place | None = None
    new: Place | None = None
    breaks: Relation = Relation.INSIDE
    works: bool = False
    proof: Proof | None = None
    codegen: str | None = None

    @property
    def key(self) -> str:
        """What makes two finds the same difference: kind, side, facts, and where it is written."""
        facts = [self.kind, self.side, self.name, self.before, self.after, str(self.old), str(self.new)]
        return json.dumps(facts, sort_keys=True, default=str)


@dataclass
class _Group:
    first: Found
    uses: dict[str, None] = field(default_factory=dict)
    proofs: list[Proof] = field(default_factory=list)
    breaks: list[Relation] = field(default_factory=list)
    works: bool = False


def grouped(finds: Iterable[Found]) -> list[Difference]:
    """The differences that *finds* are about, each once, with a witness where it breaks."""
    groups: dict[str, _Group] = {}
    for found in finds:
        group = groups.setdefault(found.key, _Group(found))
        group.uses[found.subject] = None
        group.breaks.append(found.breaks)
        group.works = group.works or found.works
        if found.proof is not None and found.breaks is not Relation.INSIDE:
            group.proofs.append(found.proof)
    return sorted(_differences(list(groups.values())), key=_order)


def _differences(groups: Sequence[_Group]) -> Iterator[Difference]:
    waiting = sum(bool(group.proofs) for group in groups)
    with shared_patience() as patience:
        for group in groups:
            patience.begin_difference(waiting)
            yield _difference(group, patience)
            waiting -= bool(group.proofs)


def _order(difference: Difference) -> tuple[int, str, int, str, str]:
    place = difference.place
    return (-difference.verdict, place.file, place.line, difference.kind, difference.sentence)


def _difference(group: _Group, patience: Patience) -> Difference:
    first = group.first
    verdict = max(_VERDICTS[relation] for relation in group.breaks)
    witness = None
    if verdict is not Verdict.COMPATIBLE:
        witness = next((found for proof in group.proofs[:_PROOFS_TRIED] if (found := proof()) is not None), None)
        verdict = Verdict.BREAKING if witness is not None else Verdict.UNDECIDED
    sentence = KINDS[first.kind].sentence.format(
        name=first.name, before=_in_words(first.before), after=_in_words(first.after)
    )
    for_receivers = first.side in (Side.DELIVERY, Side.ACKNOWLEDGEMENT)
    return Difference(
        kind=first.kind,
        side=first.side,
        subject=first.subject,
        part=first.part,
        sentence=sentence,
        uses=tuple(group.uses),
        old=first.old,
        new=first.new,
        client=Verdict.COMPATIBLE if for_receivers else verdict,
        receiver=verdict if for_receivers else Verdict.COMPATIBLE,
        server=_WORK[first.side] if group.works else "",
        codegen=KINDS[first.kind].codegen if first.codegen is None else first.codegen,
        behaviour="Only people can judge this: no schema shows it." if first.kind in BEHAVIOUR else "",
        reason=_reason(first.side, verdict, ran_out=patience.ran_out),
        witness=witness,
        before=first.before,
        after=first.after,
        assumptions=tuple(_assumptions(first)),
    )


def _assumptions(found: Found) -> Iterator[str]:
    """The ids of the assumptions that a difference names, each once."""
    facts = {"name": found.name, "before": found.before, "after": found.after}
    words = " ".join(_in_words(facts[fact]) for fact in KINDS[found.kind].assumptions)
    yield from dict.fromkeys(_ASSUMPTION_ID.findall(words))


def _reason(side: Side, verdict: Verdict, *, ran_out: bool) -> str:
    undecided = f"{_UNDECIDED} {_OUT_OF_TIME}" if ran_out else _UNDECIDED
    return {Verdict.BREAKING: _REASONS[side], Verdict.UNDECIDED: undecided}.get(verdict, "")


def _in_words(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, list | tuple):
        return ", ".join(_in_words(item) for item in value) or "none"
    return json.dumps(value, ensure_ascii=False)
