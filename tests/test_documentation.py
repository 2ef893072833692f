"""What the documents say is true: their commands run, their links lead somewhere, their tables agree with the code."""

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from fixtures.catalogue import TRAITS, load_courses
from tests import lists
from tests.databases import postgresql
from tests.sandbox.servers import Server, serving

TREE = Path(__file__).parent.parent
README = (TREE / "README.md").read_text("utf-8")
SUITE = (TREE / "docs" / "suite.md").read_text("utf-8")
SANDBOX = (TREE / "docs" / "sandbox.md").read_text("utf-8")
DOCUMENTS = [TREE / "README.md", TREE / "CHANGELOG.md", *sorted((TREE / "docs").glob("*.md"))]
ADDRESS = "http://127.0.0.1:8080"


def _blocks(kind: str, text: str = README) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def _sections() -> dict[str, str]:
    """The commands of each section of docs/sandbox.md, in order, by heading."""
    parts = [part.partition("\n") for part in re.split(r"^## ", SANDBOX, flags=re.MULTILINE)[1:]]
    return {heading: "".join(_blocks("sh walk", text)) for heading, _, text in parts if _blocks("sh walk", text)}


# What the page asks its reader to paste once; each section stands on it.
NAMES = _sections()["Names for this page"]
SECTIONS = {heading: commands for heading, commands in _sections().items() if commands != NAMES}
STARTS = [line for block in _blocks("sh start", SANDBOX) for line in block.splitlines() if line.startswith("teesheet")]


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Server]:
    """A sandbox for the commands of the documents."""
    with serving("--ephemeral") as server:
        yield server


def _run(script: str, sandbox: Server, place: Path) -> subprocess.CompletedProcess[str]:
    commands = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script.replace(ADDRESS, sandbox.address)],
        capture_output=True,
        text=True,
        cwd=place,
        env={**os.environ, "PATH": commands},
        check=False,
    )


@pytest.mark.parametrize("script", _blocks("sh walk"), ids=["interface", "control plane"])
def test_the_walks_of_the_readme_succeed_as_they_stand(script: str, sandbox: Server, tmp_path: Path) -> None:
    walked = _run(script, sandbox, tmp_path)

    assert walked.returncode == 0, walked.stdout + walked.stderr


@pytest.mark.parametrize("heading", SECTIONS)
def test_the_commands_of_the_sandbox_page_succeed_as_they_stand(heading: str, sandbox: Server, tmp_path: Path) -> None:
    walked = _run(NAMES + SECTIONS[heading], sandbox, tmp_path)

    assert walked.returncode == 0, walked.stdout + walked.stderr


@pytest.mark.parametrize("command", STARTS)
def test_the_servers_of_the_sandbox_page_start(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    options = shlex.split(command)[2:]
    databases = {option: postgresql().new_database() for option in options if option.startswith("postgresql")}

    # The page sets the token beside the command.
    with serving("--admin-token", "0123456789abcdef", *[databases.get(each, each) for each in options]) as server:
        health = httpx.get(f"{server.address}/_sandbox/v1/health")

    assert health.json()["data"]["status"] == "ok"


def test_the_lists_of_the_sandbox_page_are_those_of_the_code() -> None:
    assert lists.page(SANDBOX) == SANDBOX, "run: python -m tests.lists"


def test_the_check_of_the_readme_finds_the_sandbox_conformant_and_writes_its_report(
    sandbox: Server, tmp_path: Path
) -> None:
    (script,) = _blocks("sh suite")

    checked = _run(script, sandbox, tmp_path)

    assert checked.returncode == 0, checked.stdout + checked.stderr
    written = {file.name for file in (tmp_path / "teesheet-report").iterdir()}
    reports = {"report.json", "report.html", "report.md", "junit.xml", "exchanges.har", "badge.svg"}
    assert written == {*reports, "run.journal.jsonl"}


def test_the_checks_run_under_the_readers_own_pytest(sandbox: Server, tmp_path: Path) -> None:
    (script,) = _blocks("sh library", SUITE)

    checked = _run(script, sandbox, tmp_path)

    assert checked.returncode == 0, checked.stdout + checked.stderr
    report = json.loads((tmp_path / "teesheet-report" / "report.json").read_text("utf-8"))
    verdicts = {each["id"]: each["verdict"] for each in report["requirements"]}
    assert verdicts["CRS-05"] == verdicts["PAG-03"] == "pass"
    assert report["only"] == ["CRS-05", "PAG-03"]


def test_the_rules_of_the_suite_page_are_judged(sandbox: Server, tmp_path: Path) -> None:
    (rules,), (script,) = _blocks("python rules", SUITE), _blocks("sh rules", SUITE)
    (tmp_path / "own_rules.py").write_text(rules, encoding="utf-8")

    checked = _run(script, sandbox, tmp_path)

    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert "own rules" in checked.stdout


def test_the_reports_of_the_suite_page_are_written(sandbox: Server, tmp_path: Path) -> None:
    (script,) = _blocks("sh reports", SUITE)

    checked = _run(script, sandbox, tmp_path)

    assert checked.returncode == 0, checked.stdout + checked.stderr
    named = set(re.findall(r"^\| `(\S+\.\w+)` \|", SUITE, re.MULTILINE))
    assert {file.name for file in (tmp_path / "teesheet-report").iterdir() if file.name in named} == named
    assert len(named) == 6


def test_the_baseline_of_the_suite_page_is_stale_as_the_page_says(sandbox: Server, tmp_path: Path) -> None:
    (baseline,), (script,) = _blocks("yaml baseline", SUITE), _blocks("sh baseline", SUITE)
    (tmp_path / "known.yaml").write_text(baseline, encoding="utf-8")

    checked = _run(script, sandbox, tmp_path)

    assert checked.returncode == 1, checked.stdout + checked.stderr
    assert "AVT-20 (owner availability team) holds: delete its row." in " ".join(checked.stdout.split())


def test_the_options_of_the_suite_page_make_a_run(sandbox: Server, tmp_path: Path) -> None:
    (script,) = _blocks("sh options", SUITE)

    checked = _run(script, sandbox, tmp_path)

    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert "of 100 requests" in checked.stdout


@pytest.mark.parametrize("section", ["judge", "before", "sweep", "gaps"])
def test_the_commands_around_a_run_succeed_as_they_stand(section: str, sandbox: Server, tmp_path: Path) -> None:
    (script,) = _blocks(f"sh {section}", SUITE)

    walked = _run(script, sandbox, tmp_path)

    assert walked.returncode == 0, walked.stdout + walked.stderr


def test_the_guard_runs_the_test_command_of_the_readme() -> None:
    command = next(block for block in _blocks("sh") if "pytest -n 2" in block and "venv" in block).strip()

    assert command in (TREE / ".ci" / "run").read_text("utf-8")


def test_the_readme_lists_every_named_course() -> None:
    rows = re.findall(r"^\| ([a-z-]+) \| ([A-Z0-9]{8}) \| (crs_\w+) \|", README, re.MULTILINE)

    named = {(course.trait, course.booking_code, course.id) for course in load_courses() if course.trait}
    assert set(rows) == named
    assert {trait for trait, _, _ in rows} == set(TRAITS)


def test_the_documents_count_the_courses_right() -> None:
    counts = re.findall(r"([0-9],[0-9]{3}) invented courses", (TREE / "CHANGELOG.md").read_text("utf-8"))

    assert counts == [f"{len(load_courses()):,}"]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_link_to_a_file_leads_to_one(document: Path) -> None:
    targets = re.findall(r"\]\((?!http)([^)#]+)\)", document.read_text("utf-8"))

    assert [target for target in targets if not (document.parent / target).exists()] == []
