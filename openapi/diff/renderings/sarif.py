"""A comparison as SARIF: each difference beside its line of the new version."""

import re

from openapi import sarif as notation
from openapi.diff.kinds import BEHAVIOUR, KINDS
from openapi.diff.model import Comparison, Difference, Verdict
from openapi.diff.renderings.wording import audiences, judgement

_LEVELS = {Verdict.BREAKING: "error", Verdict.UNDECIDED: "warning", Verdict.COMPATIBLE: "note"}
_FACT = re.compile(r"\{(\w+)\}")
_FACT_NAME = r"<\1>"


def sarif(comparison: Comparison) -> str:
    """The comparison as SARIF 2.1.0: a break is an error, what is undecided a warning, all else a note."""
    used = sorted({difference.kind for difference in comparison.differences})
    rules = [notation.rule(kind, _rule_text(kind), "note", _tags(kind)) for kind in used]
    results = [
        notation.result(item.kind, used, _LEVELS[item.verdict], _message(item), item.place)
        for item in comparison.differences
    ]
    return notation.log("teesheet contract diff", rules, results)


def _rule_text(kind: str) -> str:
    name = kind.replace("-", " ").capitalize()
    return f"{name}: {_FACT.sub(_FACT_NAME, KINDS[kind].sentence)}"


def _tags(kind: str) -> list[str]:
    tags = {"behaviour": kind in BEHAVIOUR, "codegen": bool(KINDS[kind].codegen)}
    return [tag for tag, applies in tags.items() if applies]


def _message(difference: Difference) -> str:
    meanings = [f"{audience}: {meaning}" for audience, meaning in audiences(difference)]
    shown_at = ", ".join(filter(None, (difference.subject, difference.part)))
    witness = difference.witness
    shown = [] if witness is None else [f"{witness.message}\n{judgement(witness)}"]
    return "\n".join([f"{difference.sentence} ({shown_at})", *meanings, *shown])
