"""A comparison for programs. `diff.schema.json` beside this module describes it."""

import json
from typing import Any

from openapi.diff.model import Comparison, Difference, Witness
from openapi.diff.outcomes import VERDICTS, counts
from openapi.places import Place

SCHEMA_VERSION = 1


def as_json(comparison: Comparison) -> str:
    """The comparison as one JSON document."""
    document = {
        "schemaVersion": SCHEMA_VERSION,
        "old": comparison.old,
        "new": comparison.new,
        "verdict": VERDICTS[comparison.verdict],
        "counts": counts(comparison),
        "notCompared": list(comparison.not_compared),
        "differences": [_difference(difference) for difference in comparison.differences],
    }
    return json.dumps(document, indent=2, ensure_ascii=False)


def _difference(difference: Difference) -> dict[str, Any]:
    return {
        "kind": difference.kind,
        "verdict": VERDICTS[difference.verdict],
        "side": str(difference.side),
        "sentence": difference.sentence,
        "subject": difference.subject,
        "part": difference.part,
        "uses": list(difference.uses),
        "assumptions": list(difference.assumptions),
        "old": _place(difference.old),
        "new": _place(difference.new),
        "before": difference.before,
        "after": difference.after,
        "client": VERDICTS[difference.client],
        "receiver": VERDICTS[difference.receiver],
        "server": difference.server,
        "codegen": difference.codegen,
        "behaviour": difference.behaviour,
        "reason": difference.reason,
        "witness": _witness(difference.witness),
    }


def _place(place: Place | None) -> dict[str, Any] | None:
    return None if place is None else {"file": place.file, "line": place.line}


def _witness(witness: Witness | None) -> dict[str, Any] | None:
    if witness is None:
        return None
    return {
        "message": witness.message,
        "value": witness.value,
        "right": witness.right,
        "wrong": witness.wrong,
        "because": witness.because,
        "confirmed": witness.confirmed,
    }
