"""The CI configurations in docs/ci work: every command in them runs, on a sandbox in place of the service."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml

from tests.sandbox.servers import Server, serving

CI = Path(__file__).parents[2] / "docs" / "ci"
SECRETS = {"TEESHEET_API_KEY": "sbx_ci_alpha", "TEESHEET_SECOND_API_KEY": "sbx_ci_bravo"}


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Server]:
    """A server in place of the service."""
    with serving("--ephemeral") as server:
        yield server


@pytest.fixture
def repository(sandbox: Server, tmp_path: Path) -> Path:
    """A repository with a target file that names no key."""
    declared = httpx.get(f"{sandbox.address}/_sandbox/v1/target").text
    keyless = "\n".join(line for line in declared.splitlines() if not line.startswith(("api_key", "second_api_key")))
    (tmp_path / "target.toml").write_text(keyless, encoding="utf-8")
    return tmp_path


def _run(script: str, place: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        ["bash", "-e", "-c", script],
        capture_output=True,
        text=True,
        cwd=place,
        env={**os.environ, **SECRETS, **environment, "PATH": path},
        check=False,
    )


def _steps() -> list[dict[str, Any]]:
    workflow = yaml.safe_load((CI / "github-actions.yml").read_text("utf-8"))
    return [step for step in workflow["jobs"]["conformance"]["steps"] if "run" in step]


def _shortened(script: str) -> str:
    """The same command for a few rows: a whole run is tested elsewhere."""
    return script.replace("teesheet check", "teesheet check --only CRS-05,BKC-13")


def test_the_steps_of_the_workflow_run_in_their_order(repository: Path) -> None:
    shown = repository / "summary.md"
    said = {}

    for step in [step for step in _steps() if step["name"] != "Install"]:
        ran = _run(_shortened(step["run"]), repository, GITHUB_STEP_SUMMARY=str(shown))
        said[step["name"]] = (ran.returncode, ran.stdout[-400:] + ran.stderr[-400:])

    assert {name: code for name, (code, _) in said.items()} == dict.fromkeys(said, 0), said
    assert "CRS-05" in shown.read_text("utf-8") or "conformant" in shown.read_text("utf-8").lower()


def test_the_workflow_installs_this_distribution() -> None:
    (install,) = [step["run"] for step in _steps() if step["name"] == "Install"]

    assert install == 'python -m pip install "teesheet[check]"'


def test_the_workflow_fails_on_a_violation(repository: Path) -> None:
    (repository / "conformance-baseline.toml").write_text(
        '[[known_failures]]\nid = "CRS-05"\nreason = "Fixed long ago."\nowner = "nobody"\nuntil = 2020-01-01\n'
    )
    (check,) = [step["run"] for step in _steps() if step["name"] == "Check"]

    assert _run(_shortened(check), repository).returncode == 1


def test_the_workflow_names_its_secrets_as_the_suite_reads_them() -> None:
    workflow = yaml.safe_load((CI / "github-actions.yml").read_text("utf-8"))

    assert workflow["jobs"]["conformance"]["env"] == {name: f"${{{{ secrets.{name} }}}}" for name in SECRETS}


@pytest.mark.parametrize("part", ["script", "after_script"])
def test_the_commands_of_the_gitlab_job_run(part: str, repository: Path) -> None:
    job = yaml.safe_load((CI / "gitlab-ci.yml").read_text("utf-8"))["conformance"]
    # Sweeping needs the journal of a run before it.
    script = "\n".join(job["script"] if part == "script" else [*job["script"], *job["after_script"]])

    ran = _run(_shortened(script), repository, CI_JOB_STATUS="failed")

    assert ran.returncode == 0, ran.stdout[-600:] + ran.stderr[-600:]
