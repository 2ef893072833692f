"""The wheel carries everything: built from the tree, installed into an empty environment, both faces run from it."""

import fcntl
import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from openapi.__main__ import published
from openapi.bundler import DOCUMENTS, bundle

TREE = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of commands of an environment with only the wheel and its dependencies.

    The workers of a run share it: the first worker installs it, and the other workers wait.
    """
    own = tmp_path_factory.getbasetemp()
    place = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "wheel"
    place.mkdir(exist_ok=True)
    with (place / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (place / "installed").exists():
            install(place)
            (place / "installed").touch()
    return place / "environment" / "bin"


def install(place: Path) -> None:
    """Build the wheel of the tree, and install it into a new environment below *place*."""
    subprocess.run([sys.executable, "-m", "build", "--wheel", "--outdir", place, TREE], check=True, capture_output=True)
    (wheel,) = place.glob("teesheet-*.whl")
    subprocess.run([sys.executable, "-m", "venv", "--clear", place / "environment"], check=True)
    pip = place / "environment" / "bin" / "pip"
    subprocess.run([pip, "install", "-q", "-c", TREE / "requirements.lock", f"{wheel}[check]"], check=True)


@pytest.fixture(scope="module")
def address(installed: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the installed sandbox listens."""
    command = [installed / "teesheet", "serve", "--ephemeral", "--port", "0"]
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=elsewhere) as server:
        assert server.stdout is not None
        yield server.stdout.readline().split()[-1]
        server.terminate()


def test_the_installed_suite_finds_no_fault_in_the_installed_sandbox(
    installed: Path, address: str, tmp_path: Path
) -> None:
    target = address.replace("/api/v1", "/_sandbox/v1/target")
    command = [installed / "teesheet", "check", address, "--target", target, "--only", "PAG-03,AVT-05,BKC-01,HLD-05"]

    checked = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)

    assert checked.returncode == 0, checked.stdout + checked.stderr


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_installed_command_prints_the_document_of_the_tree(installed: Path, name: str) -> None:
    command = [installed / "teesheet", "contract", "bundle", "--document", name]

    printed = subprocess.run(command, capture_output=True, text=True, check=True)

    assert json.loads(printed.stdout) == bundle(DOCUMENTS[name])


def test_the_wheel_carries_the_published_documents(installed: Path) -> None:
    folder = "from openapi.bundler import SOURCES_FILE; print(*(each.name for each in SOURCES_FILE.parent.iterdir()))"

    said = subprocess.run([installed / "python", "-P", "-c", folder], capture_output=True, text=True, check=True)

    assert set(said.stdout.split()) == set(published())


def test_the_wheel_carries_the_schema_of_the_report(installed: Path) -> None:
    said = subprocess.run(
        [installed / "python", "-P", "-m", "conformance.report"], capture_output=True, text=True, check=True
    )

    assert json.loads(said.stdout) == json.loads((TREE / "conformance/report/report.schema.json").read_text("utf-8"))


def test_the_installed_command_names_its_version(installed: Path) -> None:
    said = subprocess.run([installed / "teesheet", "--version"], capture_output=True, text=True, check=True)

    version = tomllib.loads((TREE / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    assert said.stdout.split()[-1] == version


# Counts what the installation without an extra needs, in bytes of files. Pip and what belongs to it do not count.
MEASURE = """
from importlib.metadata import distribution
from packaging.requirements import Requirement

needed, waiting = {}, ["teesheet"]
while waiting:
    found = distribution(waiting.pop())
    needed[found.name] = sum(file.locate().stat().st_size for file in found.files if file.locate().exists())
    wanted = [Requirement(text) for text in found.requires or []]
    wanted = [item.name for item in wanted if item.marker is None or item.marker.evaluate({"extra": ""})]
    waiting += [name for name in wanted if distribution(name).name not in needed]
print(len(needed), sum(needed.values()))
"""


def test_the_base_installation_is_small(installed: Path) -> None:
    measured = subprocess.run([installed / "python", "-P", "-c", MEASURE], capture_output=True, text=True, check=True)
    distributions, size = map(int, measured.stdout.split())

    assert distributions <= 35
    assert size < 90_000_000
