"""The grade of the calls of a world, by the command `teesheet grade`. The suite judges, and this room only asks it."""

import asyncio
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

_SHOWN = ("id", "level", "verdict", "sentence", "costs", "instead")
WRONG = ("fail", "warn")
VERDICTS = (*WRONG, "inconclusive", "not observed", "pass")


async def grade_of(archive: dict[str, Any], base_url: str) -> dict[str, Any]:
    """The outcome, and each row that the calls violate, with what to do instead.

    Raises RuntimeError with the sentence of the command, where it cannot grade.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "calls.har").write_text(json.dumps(archive), "utf-8")
        said = await _run("grade", "--base-url", base_url, "--report", name, str(folder / "calls.har"))
        report = folder / "grade.json"
        if not report.exists():
            raise RuntimeError(said.strip().splitlines()[-1] if said.strip() else "The grade ended without a word.")
        return _shown_grade(json.loads(report.read_text("utf-8")))


async def _run(*words: str) -> str:
    """What the command says on standard error."""
    command = (sys.executable, "-P", "-m", "mock_server.cli", *words)
    nothing = asyncio.subprocess.DEVNULL
    program = await asyncio.create_subprocess_exec(
        *command, stdin=nothing, stdout=nothing, stderr=asyncio.subprocess.PIPE
    )
    _, said = await program.communicate()
    return said.decode("utf-8", "replace")


def _shown_grade(grade: dict[str, Any]) -> dict[str, Any]:
    rows = {verdict: [row for row in grade["rows"] if row["verdict"] == verdict] for verdict in VERDICTS}
    return {
        "outcome": grade["outcome"],
        "improve": [_advice(row) for verdict in WRONG for row in rows[verdict]],
        **{verdict: [row["id"] for row in rows[verdict]] for verdict in VERDICTS if verdict not in WRONG},
    }


def _advice(row: dict[str, Any]) -> dict[str, Any]:
    """A row to act on, with its first findings."""
    return {
        **{name: row[name] for name in _SHOWN},
        "happened": [finding["sentence"] for finding in row["findings"][:3]],
    }
