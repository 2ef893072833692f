"""report.json: one entry per catalogue row, in the order of the catalogue, whatever was selected."""

from dataclasses import asdict
from typing import Any

import orjson

from conformance.evidence.verdicts import Verdict
from conformance.report.characters import with_whole_characters
from conformance.report.coverage_json import coverage_json
from conformance.report.generated_json import attempt_json, generated_json
from conformance.results.run_result import Judged, KnownFailure, RowResult, RunResult
from conformance.text.visible import visible_json
from conformance.wire.pace import Traffic


def json_report(result: RunResult) -> bytes:
    """The run as UTF-8 JSON. `exchanges` are places in the entries of exchanges.har, counted from 0."""
    document = {
        "target": result.target,
        "contract": _contract(result),
        "seed": result.seed,
        "outcome": result.outcome,
        "exitCode": result.exit_code,
        "failOn": result.fail_on,
        "implementation": None if result.about is None else asdict(result.about),
        "profile": result.profile,
        "readOnly": result.read_only,
        "only": list(result.only),
        "marker": result.marker,
        "startedAt": result.started_at.isoformat(),
        "finishedAt": result.finished_at.isoformat(),
        "interrupted": result.interrupted,
        "cutShort": result.cut_short,
        "droppedCases": list(result.dropped_cases),
        "traffic": _traffic(result.traffic),
        "judged": _judged(result.judged),
        "versions": dict(result.versions),
        "counts": {verdict.value: result.count(verdict) for verdict in Verdict},
        "requests": result.requests,
        "exchangeCount": len(result.exchanges),
        "leftovers": [
            {"kind": leftover.kind, "id": leftover.id, "reason": leftover.reason} for leftover in result.leftovers
        ],
        "faults": list(result.faults),
        "staleBaseline": list(result.stale_baseline),
        "generated": generated_json(result.generated),
        "acceptedAttempts": [attempt_json(attempt) for attempt in result.accepted_attempts],
        "coverage": coverage_json(result.coverage),
        "requirements": [_row(row) for row in result.rows],
    }
    return visible_json(orjson.dumps(with_whole_characters(document), option=orjson.OPT_INDENT_2))


def _contract(result: RunResult) -> dict[str, str] | None:
    found = result.contract
    return None if found is None else {"title": found.title, "version": found.version, "sha256": found.sha256}


def _traffic(traffic: Traffic | None) -> dict[str, Any] | None:
    if traffic is None:
        return None
    return {
        "requests": traffic.requests,
        "mostRequests": traffic.most_requests,
        "slowdowns": traffic.slowdowns,
        "slowedSeconds": round(traffic.slowed_seconds, 3),
        "certificateChecked": traffic.certificate_checked,
        "lostAnswers": traffic.lost,
    }


def _judged(judged: Judged | None) -> dict[str, Any] | None:
    if judged is None:
        return None
    return {
        "file": judged.file,
        "madeAt": judged.began_at.isoformat() if judged.began_at else None,
        "missing": judged.missing,
        "byOtherContract": judged.by_other_contract,
        "notes": list(judged.notes),
    }


def _row(row: RowResult) -> dict[str, Any]:
    return {
        "id": row.row.id,
        "level": row.row.level,
        "basis": row.row.basis,
        "area": row.row.area,
        "profile": row.row.profile,
        "sentence": row.row.sentence,
        "heading": row.row.heading,
        "costs": row.row.costs,
        "gravity": row.row.gravity,
        "gravityReason": row.row.gravity_reason,
        "entailedBy": row.row.entailed_by,
        "selected": row.selected,
        "leftOut": row.left_out,
        "verdict": row.verdict,
        "message": row.message,
        "expected": row.expected,
        "actual": row.actual,
        "exchanges": list(row.exchanges),
        "proof": list(row.proof),
        "program": list(row.program),
        "known": _known(row.known),
    }


def _known(known: KnownFailure | None) -> dict[str, str] | None:
    if known is None:
        return None
    return {"reason": known.reason, "owner": known.owner, "until": known.until.isoformat()}
