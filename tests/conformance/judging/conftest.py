"""Recordings that several tests judge. Each is recorded once, and every test gets a copy that it can change."""

import json
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from click.testing import CliRunner

from conformance.cli import commands
from tests.conformance.conftest import check_rows, describe
from tests.conformance.judging.recordings import BOOKED, READ, SUITE, parsed
from tests.conformance.small_target import serving


@pytest.fixture(scope="session")
def suite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the two checks."""
    folder = tmp_path_factory.mktemp("checks")
    (folder / "test_two_small_checks.py").write_text(dedent(SUITE), encoding="utf-8")
    return folder


@pytest.fixture(scope="session")
def archive_of_two_checks(suite: Path) -> str:
    """The archive of a run of the two checks."""
    with serving() as target:
        return json.dumps(parsed(check_rows(describe(target), BOOKED, READ, suite=suite)))


@pytest.fixture
def recording(archive_of_two_checks: str) -> dict[str, Any]:
    """A parsed archive of a run of the two checks."""
    archive: dict[str, Any] = json.loads(archive_of_two_checks)
    return archive


@pytest.fixture(scope="session")
def archive_of_the_suite(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The archive of a run of two rows by the checks of the suite. One row fails."""
    reports = tmp_path_factory.mktemp("run")
    with serving() as target:
        target.faults.add("default page size 10")
        options = ("--api-key", "key-of-alpha", "--only", "PAG-03,CRS-05", "--report", str(reports))
        CliRunner().invoke(commands, ["check", target.base_url, *options], env={"TEESHEET_SECOND_API_KEY": None})
    return (reports / "exchanges.har").read_bytes()


@pytest.fixture
def run(archive_of_the_suite: bytes, tmp_path: Path) -> Path:
    """A recording of a run of two rows by the checks of the suite. One row fails."""
    file = tmp_path / "run.har"
    file.write_bytes(archive_of_the_suite)
    return file
