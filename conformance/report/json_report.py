"""report.json: one entry per catalogue row, in the order of the catalogue, whatever was selected."""

from typing import Any

import orjson

from conformance.results import KnownFailure, RowResult, RunResult
from conformance.verdicts import Verdict


def json_report(result: RunResult) -> bytes:
    """The run as UTF-8 JSON. `exchanges` are places in the entries of exchanges.har, counted from 0."""
    document = {
        "target": result.target,
        "contract": _contract(result),
        "seed": result.seed,
        "outcome": result.outcome,
        "exitCode": result.exit_code,
        "readOnly": result.read_only,
        "only": list(result.only),
        "marker": result.marker,
        "startedAt": result.started_at.isoformat(),
        "finishedAt": result.finished_at.isoformat(),
        "interrupted": result.interrupted,
        "versions": dict(result.versions),
        "counts": {verdict.value: result.count(verdict) for verdict in Verdict},
        "exchangeCount": len(result.exchanges),
        "leftovers": [{"kind": one.kind, "id": one.id, "reason": one.reason} for one in result.leftovers],
        "faults": list(result.faults),
        "staleBaseline": list(result.stale_baseline),
        "requirements": [_row(one) for one in result.rows],
    }
    return orjson.dumps(document, option=orjson.OPT_INDENT_2)


def _contract(result: RunResult) -> dict[str, str] | None:
    found = result.contract
    return None if found is None else {"title": found.title, "version": found.version, "sha256": found.sha256}


def _row(one: RowResult) -> dict[str, Any]:
    return {
        "id": one.row.id,
        "level": one.row.level,
        "basis": one.row.basis,
        "area": one.row.area,
        "profile": one.row.profile,
        "sentence": one.row.sentence,
        "heading": one.row.heading,
        "selected": one.selected,
        "verdict": one.verdict,
        "message": one.message,
        "expected": one.expected,
        "actual": one.actual,
        "exchanges": list(one.exchanges),
        "known": _known(one.known),
    }


def _known(known: KnownFailure | None) -> dict[str, str] | None:
    if known is None:
        return None
    return {"reason": known.reason, "owner": known.owner, "until": known.until.isoformat()}
