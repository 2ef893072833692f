"""report.json: one entry per catalogue row, in the order of the catalogue, whatever was selected."""

from typing import Any

import orjson

from conformance.evidence.verdicts import Verdict
from conformance.report.characters import with_whole_characters
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
        "profile": result.profile,
        "readOnly": result.read_only,
        "only": list(result.only),
        "marker": result.marker,
        "startedAt": result.started_at.isoformat(),
        "finishedAt": result.finished_at.isoformat(),
        "interrupted": result.interrupted,
        "cutShort": result.cut_short,
        "traffic": _traffic(result.traffic),
        "judged": _judged(result.judged),
        "versions": dict(result.versions),
        "counts": {verdict.value: result.count(verdict) for verdict in Verdict},
        "exchangeCount": len(result.exchanges),
        "leftovers": [{"kind": one.kind, "id": one.id, "reason": one.reason} for one in result.leftovers],
        "faults": list(result.faults),
        "staleBaseline": list(result.stale_baseline),
        "generated": generated_json(result.generated),
        "acceptedAttempts": [attempt_json(one) for one in result.accepted_attempts],
        "requirements": [_row(one) for one in result.rows],
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
        "madeAt": judged.made_at.isoformat() if judged.made_at else None,
        "missing": judged.missing,
        "notes": list(judged.notes),
    }


def _row(one: RowResult) -> dict[str, Any]:
    return {
        "id": one.row.id,
        "level": one.row.level,
        "basis": one.row.basis,
        "area": one.row.area,
        "profile": one.row.profile,
        "sentence": one.row.sentence,
        "heading": one.row.heading,
        "costs": one.row.costs,
        "gravity": one.row.gravity,
        "gravityReason": one.row.gravity_reason,
        "entailedBy": one.row.entailed_by,
        "selected": one.selected,
        "leftOut": one.left_out,
        "verdict": one.verdict,
        "message": one.message,
        "expected": one.expected,
        "actual": one.actual,
        "exchanges": list(one.exchanges),
        "proof": list(one.proof),
        "program": list(one.program),
        "known": _known(one.known),
    }


def _known(known: KnownFailure | None) -> dict[str, str] | None:
    if known is None:
        return None
    return {"reason": known.reason, "owner": known.owner, "until": known.until.isoformat()}
