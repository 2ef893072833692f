"""The workflow in docs/ci that comments a change of the contract, run as a whole for a pull request."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
import yaml

TREE = Path(__file__).parents[2]
WORKFLOW = yaml.safe_load((TREE / "docs" / "ci" / "contract-changes.yml").read_text("utf-8"))
SCRIPTS = {step["name"]: step["run"] for step in WORKFLOW["jobs"]["contract-changes"]["steps"] if "run" in step}
# The tests have their own installation.
STEPS = tuple(name for name in SCRIPTS if name != "Install")
SMALL = TREE / "tests" / "contract" / "small"
# What GitHub allows in one comment.
LONGEST_COMMENT = 65_536
FEWER_ITEMS = ("minimum: 1, maximum: 100", "minimum: 1, maximum: 50")
MORE_ITEMS = ("minimum: 1, maximum: 100", "minimum: 1, maximum: 200")


@dataclass(frozen=True)
class Job:
    """A finished job: how each of its steps ended, in order, and the folder in which they ran."""

    steps: dict[str, int]
    folder: Path

    @property
    def comment(self) -> str:
        """The comment that the job wrote."""
        return (self.folder / "comment.md").read_text("utf-8")


def git(folder: Path, *arguments: str) -> str:
    """What git says in a folder."""
    person = ("-c", "user.name=Ada", "-c", "user.email=ada@example.com")
    done = subprocess.run(["git", *person, *arguments], cwd=folder, check=True, capture_output=True, text=True)
    return done.stdout.strip()


def commit(folder: Path, subject: str) -> str:
    """Commits everything in a folder, and returns the commit."""
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", subject)
    return git(folder, "rev-parse", "HEAD")


def recording(page_size: int) -> str:
    """A recording of one search with a page size."""
    body = json.dumps({"data": [{"id": "cad_1", "name": "Bo"}], "meta": {"pagination": {"page": 1}}})
    headers = [{"name": "Content-Type", "value": "application/json"}, {"name": "X-Request-Id", "value": "req_1"}]
    url = f"https://golf.example/api/v1/caddies?pageSize={page_size}"
    request = {"method": "GET", "url": url, "headers": [{"name": "X-Api-Key", "value": "secret"}]}
    answer = {"status": 200, "headers": headers, "content": {"mimeType": "application/json", "text": body}}
    entry = {"startedDateTime": "2027-03-02T10:00:00Z", "time": 4, "request": request, "response": answer}
    creator = {"name": "gateway", "version": "1"}
    return json.dumps({"log": {"version": "1.2", "creator": creator, "entries": [entry]}})


def run_job(folder: Path, base: str, only: Sequence[str] = STEPS) -> Job:
    """Runs the named steps in order, as GitHub runs them, until a step fails. `gh` notes what it is asked."""
    (folder / "tools").mkdir()
    (folder / "tools" / "gh").write_text('#!/bin/sh\necho "$@" > gh-arguments.txt\n', "utf-8")
    (folder / "tools" / "gh").chmod(0o755)
    path = os.pathsep.join((str(folder / "tools"), str(Path(sys.executable).parent), os.environ["PATH"]))
    runner = {"GITHUB_ENV": "env.txt", "GITHUB_STEP_SUMMARY": "summary.md", "NUMBER": "7", "BASE": base, "PATH": path}
    environment, ended = {**os.environ, **runner}, {}
    for name in only:
        command = ["bash", "-e", "-c", SCRIPTS[name]]
        ended[name] = subprocess.run(command, cwd=folder, env=environment, check=False).returncode
        if ended[name] != 0:
            break
        environment |= _lines_of(folder / "env.txt")
    return Job(ended, folder)


def _lines_of(file: Path) -> dict[str, str]:
    lines = file.read_text("utf-8").splitlines() if file.exists() else []
    return dict(line.split("=", 1) for line in lines)


def pull_request(folder: Path, edit: tuple[str, str], page_size: int | None) -> Job:
    """The job of a pull request with an edit of the small contract. GitHub checks out its merge with the base."""
    shutil.copytree(SMALL, folder / "openapi")
    if page_size is not None:
        (folder / "traffic").mkdir()
        (folder / "traffic" / "exchanges.har").write_text(recording(page_size), "utf-8")
    git(folder, "init", "-q", "-b", "main", ".")
    base = commit(folder, "contract: caddies")
    git(folder, "checkout", "-q", "-b", "edit")
    file = folder / "openapi" / "openapi.yaml"
    assert edit[0] in file.read_text("utf-8")
    file.write_text(file.read_text("utf-8").replace(*edit), "utf-8")
    commit(folder, "contract: other pages")
    git(folder, "checkout", "-q", "--detach", base)
    git(folder, "merge", "-q", "--no-ff", "-m", "merge", "edit")
    return run_job(folder, base)


@pytest.fixture(scope="module")
def breaking(tmp_path_factory: pytest.TempPathFactory) -> Job:
    """A change that breaks recorded traffic."""
    return pull_request(tmp_path_factory.mktemp("breaking"), FEWER_ITEMS, 80)


@pytest.fixture(scope="module")
def compatible(tmp_path_factory: pytest.TempPathFactory) -> Job:
    """A compatible change, without a recording."""
    return pull_request(tmp_path_factory.mktemp("compatible"), MORE_ITEMS, None)


def test_only_the_verdict_of_a_breaking_change_fails(breaking: Job) -> None:
    assert breaking.steps == {"Diff": 0, "Impact": 0, "Replay": 0, "Comment": 0, "Verdict": 1}


def test_every_step_of_a_compatible_change_succeeds(compatible: Job) -> None:
    assert compatible.steps == {"Diff": 0, "Impact": 0, "Replay": 0, "Comment": 0, "Verdict": 0}


def test_the_comment_says_what_breaks_with_its_line(breaking: Job) -> None:
    assert "is breaking." in breaking.comment.splitlines()[0]
    assert "`maximum` was 100 and is 50." in breaking.comment
    assert "openapi/openapi.yaml:" in breaking.comment


def test_the_comment_says_what_the_change_touches(breaking: Job) -> None:
    assert "1 difference touches" in breaking.comment


def test_the_comment_says_which_recorded_request_breaks(breaking: Job) -> None:
    assert "query.pageSize is more than 50 | 1 | 1 | entry 0 of exchanges.har, GET /caddies -> 200" in breaking.comment


def test_the_comment_of_a_compatible_change_has_no_replay(compatible: Job) -> None:
    assert "recorded" not in compatible.comment.lower()


def test_a_comment_is_never_too_long(tmp_path: Path) -> None:
    for name, letter in (("diff.md", "d"), ("impact.txt", "ä"), ("replay.md", "ö")):
        (tmp_path / name).write_text(letter * 60_000, "utf-8")

    job = run_job(tmp_path, base="", only=["Comment"])

    assert job.steps == {"Comment": 0}
    assert len(job.comment.encode()) < LONGEST_COMMENT
