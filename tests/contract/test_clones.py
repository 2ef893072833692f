"""The commands about contracts run with the code of the clone around the current folder."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from openapi.clones import TREE, other_clone

CODE = ("openapi", "mock_server", "conformance", "fixtures", "teesheet", "docs", "tests")


@pytest.fixture(scope="module")
def installation(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what an installation has: the code, without the pages and the tests."""
    folder = tmp_path_factory.mktemp("installation")
    for room in CODE[:5]:
        shutil.copytree(TREE / room, folder / room, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Another clone, in which a designer edited the ledger."""
    folder = tmp_path_factory.mktemp("clone")
    for room in CODE:
        shutil.copytree(TREE / room, folder / room, ignore=shutil.ignore_patterns("__pycache__"))
    ledger = folder / "openapi" / "assumptions.yaml"
    ledger.write_text(ledger.read_text("utf-8").replace("A-13:", "# The row of a designer.\nA-13:"), "utf-8")
    return folder


def said(installation: Path, here: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """What the installed command says in a folder."""
    start = f"import sys; sys.path.insert(0, {str(installation)!r}); from mock_server.cli import main; main()"
    command = [sys.executable, "-P", "-c", start, "contract", *arguments]
    return subprocess.run(command, cwd=here, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("below", [".", "openapi/paths"])
def test_in_a_clone_every_named_file_is_a_file_of_the_clone(installation: Path, clone: Path, below: str) -> None:
    answer = said(installation, clone / below, "answer", "A-13", "clamp")

    assert (answer.returncode, answer.stderr) == (0, "")
    assert str(installation) not in answer.stdout
    assert ("courses.yaml:" in answer.stdout, "Not installed here" in answer.stdout) == (True, False)


def test_in_a_clone_impact_names_pages_and_tests(installation: Path, clone: Path) -> None:
    impact = said(installation, clone, "impact", "1.3.0", "openapi")

    assert impact.returncode == 0, impact.stderr
    assert ("tests/" in impact.stdout, "Not installed here" in impact.stdout) == (True, False)


def test_in_a_clone_published_is_the_newest_release_of_the_clone(installation: Path, clone: Path) -> None:
    newest = clone / "openapi" / "released" / "99.0.0"
    newest.mkdir()
    released = (clone / "openapi" / "released" / "1.3.0" / "openapi.json").read_text("utf-8")
    (newest / "openapi.json").write_text(released.replace('"version": "1.3.0"', '"version": "99.0.0"'), "utf-8")

    assert '"version": "99.0.0"' in said(installation, clone, "bundle", "published").stdout


def test_outside_a_clone_the_command_says_where_it_looked(installation: Path, tmp_path: Path) -> None:
    answer = said(installation, tmp_path, "answer", "A-13")

    words = " ".join(answer.stdout.split())
    assert f"Not installed here: documentation, tests. The command looked in {installation}. In a clone" in words


def test_the_exit_code_comes_from_the_clone(installation: Path, clone: Path) -> None:
    assert said(installation, clone, "answer", "A-99").returncode == 2


def test_the_own_tree_is_no_other_clone(clone: Path) -> None:
    assert (other_clone(TREE), other_clone(clone / "docs"), other_clone(clone.parent)) == (None, clone, None)
