"""The workflow in docs/ci that comments a change of the contract: its steps run, with another `gh`."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from openapi.versions import RELEASED_FOLDER, published_file

CI = Path(__file__).parents[2] / "docs" / "ci"
HAR = '{"log": {"version": "1.2", "creator": {"name": "a", "version": "1"}, "entries": []}}'
GH = '#!/bin/sh\necho "$@" > gh-arguments.txt\n'


def _workflow() -> dict[str, Any]:
    workflow: dict[str, Any] = yaml.safe_load((CI / "contract-changes.yml").read_text("utf-8"))
    return workflow


def _step(name: str) -> str:
    (script,) = [step["run"] for step in _workflow()["jobs"]["contract-changes"]["steps"] if step.get("name") == name]
    return str(script)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout with the newest release as its contract, and a `gh` that notes what it is asked."""
    (tmp_path / "openapi").mkdir()
    (tmp_path / "openapi" / "openapi.json").write_bytes(published_file().read_bytes())
    (tmp_path / "gh").write_text(GH, "utf-8")
    (tmp_path / "gh").chmod(0o755)
    return tmp_path


def _run(name: str, place: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    path = f"{place}{os.pathsep}{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    runner = {"GITHUB_ENV": "env.txt", "GITHUB_STEP_SUMMARY": "summary.md", "NUMBER": "7"}
    return subprocess.run(
        ["bash", "-e", "-c", _step(name)],
        capture_output=True,
        text=True,
        cwd=place,
        env={**os.environ, "BASE": str(RELEASED_FOLDER / "1.2.0"), **runner, **environment, "PATH": path},
        check=False,
    )


def test_the_comment_holds_diff_impact_and_replay(checkout: Path) -> None:
    for name, text in (("diff.md", "the diff"), ("impact.txt", "the impact"), ("replay.md", "the replay")):
        (checkout / name).write_text(text, "utf-8")

    ran = _run("Comment", checkout)

    comment = (checkout / "comment.md").read_text("utf-8")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert comment.index("the diff") < comment.index("the impact") < comment.index("the replay")
    assert "--body-file comment.md" in (checkout / "gh-arguments.txt").read_text("utf-8")


def test_the_comment_needs_no_recording(checkout: Path) -> None:
    (checkout / "diff.md").write_text("the diff", "utf-8")
    (checkout / "impact.txt").write_text("the impact", "utf-8")

    assert _run("Comment", checkout).returncode == 0


@pytest.mark.parametrize("code", ["0", "1", "3"])
def test_the_job_ends_as_the_diff_does(checkout: Path, code: str) -> None:
    assert _run("Verdict", checkout, DIFF_CODE=code).returncode == int(code)


def test_the_replay_waits_for_a_recording(checkout: Path) -> None:
    ran = _run("Replay", checkout)

    assert (ran.returncode, (checkout / "replay.md").exists()) == (0, False)


def test_a_recording_that_cannot_be_read_fails_the_job(checkout: Path) -> None:
    (checkout / "traffic").mkdir()
    (checkout / "traffic" / "exchanges.har").write_text(HAR[:20], "utf-8")

    assert _run("Replay", checkout).returncode != 0


def test_the_workflow_may_comment_and_change_nothing_else() -> None:
    assert _workflow()["permissions"] == {"contents": "read", "pull-requests": "write"}
