"""The composite action runs here as on a build server: its steps in bash, inputs as environment, outputs in files.

The runner below knows the expressions that action.yml uses, and no others.
"""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml

from tests.sandbox.servers import Server, serving

TREE = Path(__file__).parents[2]
ACTION: dict[str, Any] = yaml.safe_load((TREE / "action.yml").read_text("utf-8"))
FEW = "--only CRS-05,BKC-13"


@dataclass(frozen=True)
class Ran:
    """The end of an action: its exit code, what it said, and its outputs."""

    code: int
    said: str
    outputs: dict[str, str]


class Runner:
    """Runs the steps of the action in a folder, and stops at the first step that fails."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.files = {name: folder / name for name in ("GITHUB_OUTPUT", "GITHUB_PATH", "GITHUB_STEP_SUMMARY")}

    def runs(self, *, skip: tuple[str, ...] = (), **given: str) -> Ran:
        """The action with these inputs, without the steps that *skip* names."""
        inputs = {
            name: given.get(name, str(declared.get("default", ""))) for name, declared in ACTION["inputs"].items()
        }
        values = {**{f"inputs.{name}": value for name, value in inputs.items()}, "github.action_path": str(TREE)}
        code, said = 0, ""
        for step in ACTION["runs"]["steps"]:
            if code == 0 and step["name"] not in skip and self._is_wanted(step, values):
                done = self._step(step, values)
                code, said = done.returncode, said + done.stdout + done.stderr
                values |= {f"steps.{step.get('id')}.outputs.{name}": value for name, value in self._written().items()}
        return Ran(code, said, {name: valued(output["value"], values) for name, output in ACTION["outputs"].items()})

    def _is_wanted(self, step: dict[str, Any], values: dict[str, str]) -> bool:
        if "if" not in step:
            return True
        condition = re.fullmatch(r"(\S+) == '(\w+)'", step["if"])
        assert condition is not None
        return values[condition[1]] == condition[2]

    def _step(self, step: dict[str, Any], values: dict[str, str]) -> subprocess.CompletedProcess[str]:
        for file in self.files.values():
            file.touch()
        self.files["GITHUB_OUTPUT"].write_text("")
        environment = {name: valued(value, values) for name, value in step.get("env", {}).items()}
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        usual = {"RUNNER_TEMP": str(self.folder), "GITHUB_ACTION_PATH": str(TREE), "PATH": path}
        keys = {"TEESHEET_API_KEY": "sbx_action_alpha", "TEESHEET_SECOND_API_KEY": "sbx_action_bravo"}
        files = {name: str(file) for name, file in self.files.items()}
        # The words of a build server for `shell: bash`.
        command = ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", step["run"]]
        return subprocess.run(
            command,
            capture_output=True,
            text=True,
            cwd=self.folder,
            env={**os.environ, **usual, **keys, **files, **environment},
            check=False,
        )

    def _written(self) -> dict[str, str]:
        return dict(line.split("=", 1) for line in self.files["GITHUB_OUTPUT"].read_text("utf-8").splitlines())


def valued(text: str, values: dict[str, str]) -> str:
    """A text whose expressions have their values. `a || b` is the first that is not empty."""
    return re.sub(
        r"\$\{\{ (.+?) \}\}",
        lambda found: next(filter(None, (values.get(name, "") for name in found[1].split(" || "))), ""),
        text,
    )


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Server]:
    """A server in place of the service."""
    with serving("--ephemeral") as server:
        yield server


@pytest.fixture
def runner(tmp_path: Path) -> Iterator[Runner]:
    """A build server whose processes end with the test."""
    yield Runner(tmp_path)
    if (server := tmp_path / "teesheet-serve.pid").exists():
        os.kill(int(server.read_text()), signal.SIGTERM)


INSTALL = ("Install teesheet",)


def test_the_action_starts_a_sandbox_that_outlives_its_step(runner: Runner) -> None:
    ran = runner.runs(skip=INSTALL)

    assert (ran.code, ran.outputs["outcome"], ran.outputs["report"]) == (0, "started", ""), ran.said
    answer = httpx.get(f"{ran.outputs['url']}/travel/courses", headers={"X-Api-Key": "sbx_ci_alpha"})
    assert answer.status_code == 200


def test_a_sandbox_that_cannot_start_fails_the_step_with_its_sentence(runner: Runner) -> None:
    ran = runner.runs(skip=INSTALL, options="--workers 2")

    assert ran.code == 1
    assert "::error::teesheet serve: several workers share a database" in ran.said


def test_the_action_judges_a_service_and_names_the_outcome(runner: Runner, sandbox: Server) -> None:
    target = f"{sandbox.address}/api/v1"
    lever = f"--target {sandbox.address}/_sandbox/v1/target"

    ran = runner.runs(skip=INSTALL, command="check", target=target, options=f"{FEW} {lever}")

    assert (ran.code, ran.outputs) == (
        0,
        {"url": target, "report": "teesheet-report", "outcome": "conformant"},
    ), ran.said
    assert "conformant" in runner.files["GITHUB_STEP_SUMMARY"].read_text("utf-8").lower()


def test_a_stale_baseline_fails_the_action(runner: Runner, sandbox: Server) -> None:
    stale = '[[known_failures]]\nid = "CRS-05"\nreason = "Fixed."\nowner = "nobody"\nuntil = 2020-01-01\n'
    (runner.folder / "known.toml").write_text(stale, "utf-8")
    options = f"{FEW} --target {sandbox.address}/_sandbox/v1/target"

    ran = runner.runs(
        skip=INSTALL, command="check", target=f"{sandbox.address}/api/v1", baseline="known.toml", options=options
    )

    assert (ran.code, ran.outputs["outcome"]) == (1, "conformant"), ran.said


def test_a_check_without_a_target_says_what_is_missing(runner: Runner) -> None:
    ran = runner.runs(skip=INSTALL, command="check")

    assert (ran.code, "::error::The input target is missing." in ran.said) == (2, True)


EXTRA_OF = {"serve": "postgres", "check": "check"}


@pytest.mark.parametrize(("command", "extra"), EXTRA_OF.items())
def test_the_action_installs_what_the_command_needs(runner: Runner, command: str, extra: str) -> None:
    # In place of a Python: it writes down what it is asked, and its environments have the same Python.
    python = runner.folder / "python"
    makes_environments = '[ "$2" != venv ] || { mkdir -p "$3/bin"; cp "$0" "$3/bin/python"; }'
    python.write_text(f'#!/bin/sh\necho "$@" >> {runner.folder}/asked\n{makes_environments}\n')
    python.chmod(0o755)
    later = ("Start the sandbox", "Judge the service")

    ran = runner.runs(skip=later, command=command, python=str(python))

    environment = runner.folder / "teesheet-environment"
    asked = (runner.folder / "asked").read_text("utf-8").splitlines()
    assert ran.code == 0, ran.said
    assert asked == [
        f"-m venv {environment}",
        f"-m pip install -q -c {TREE}/requirements.lock {TREE}[{extra}]",
    ]
    assert runner.files["GITHUB_PATH"].read_text("utf-8") == f"{environment}/bin\n"


def test_an_unknown_command_is_refused(runner: Runner) -> None:
    ran = runner.runs(command="serv")

    assert (ran.code, "::error::The input command is serve or check" in ran.said) == (2, True)


def test_the_gitlab_component_runs(sandbox: Server, tmp_path: Path) -> None:
    spec, jobs = (TREE / "templates" / "conformance.yml").read_text("utf-8").split("\n---\n")
    inputs = {name: str(value["default"]) for name, value in yaml.safe_load(spec)["spec"]["inputs"].items()}
    shown = re.sub(r"\$\[\[ inputs\.(\w+) \]\]", lambda found: inputs[found[1]], jobs)
    job = yaml.safe_load(shown)["conformance"]
    (tmp_path / "target.toml").write_text(httpx.get(f"{sandbox.address}/_sandbox/v1/target").text, "utf-8")
    script = "\n".join(job["script"]).replace("teesheet check", f"teesheet check {FEW}")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"

    ran = subprocess.run(
        ["bash", "-e", "-c", script],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PATH": path},
        check=False,
    )

    assert (ran.returncode, (tmp_path / "conformance-report" / "junit.xml").exists()) == (0, True), ran.stderr[-600:]
