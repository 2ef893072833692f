"""grade.json: the grade for programs. `grade.schema.json` beside this file describes each member.

`python -m conformance.grading` prints that schema.
"""

import json
from typing import Any

from conformance.grading.grades import Grade, GradeFinding, RowGrade, Stage


def grade_json(grade: Grade) -> str:
    """The grade as one JSON document, indented by two."""
    document = {
        "client": grade.what,
        "outcome": grade.outcome.value,
        "exitCode": grade.exit_code,
        "teesheet": grade.version,
        "contract": grade.contract,
        "finishedAt": grade.finished_at.isoformat(),
        "rows": [_row(row) for row in grade.rows],
        "scenarios": [_stage(stage) for stage in grade.stages],
    }
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def _row(row: RowGrade) -> dict[str, Any]:
    return {
        "id": row.row.id,
        "area": row.row.area,
        "level": row.row.level.value,
        "basis": row.row.basis.value,
        "sentence": row.row.sentence,
        "source": row.row.source,
        "verdict": row.verdict.value,
        "right": row.right,
        "wrong": row.wrong,
        "findings": [_finding(finding) for finding in row.findings],
        "costs": row.row.costs,
        "instead": row.row.right,
    }


def _finding(finding: GradeFinding) -> dict[str, Any]:
    return {"scenario": finding.scenario, "sentence": finding.sentence, "calls": list(finding.calls)}


def _stage(stage: Stage) -> dict[str, Any]:
    return {
        "id": stage.name,
        "title": stage.title,
        "calls": len(stage.exchanges),
        "seconds": round(stage.seconds, 2),
        "clientExitCode": stage.exit_code,
        "trouble": stage.trouble or None,
        "happened": list(stage.happened),
    }
