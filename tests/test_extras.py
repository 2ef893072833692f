"""A command whose extra is missing ends with the line that installs the extra."""

import sqlite3
import subprocess
import sys
import tomllib
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path

import pytest
from sqlalchemy import create_engine

from conformance import under_pytest
from mock_server.cli import EXTRAS
from mock_server.storage.migrations import REVISIONS
from mock_server.storage.migrations.upgrade import upgrade

TREE = Path(__file__).parent.parent
# The modules that are missing, the command, and the extra that it names.
MISSING: dict[str, tuple[list[str], list[str], str]] = {
    "the suite": (["pytest"], ["check", "--help"], "check"),
    "another seed": (["faker"], ["serve", "--ephemeral", "--port", "0", "--seed", "7"], "seeds"),
    "PostgreSQL": (
        ["psycopg"],
        ["serve", "--port", "0", "--database", "postgresql+psycopg://u@localhost/x"],
        "postgres",
    ),
    "tools for agents": (["mcp"], ["mcp"], "mcp"),
    "lint": (["openapi_spec_validator"], ["contract", "lint", str(TREE / "openapi")], "contract"),
}
BASE = """
import importlib.util, sys
missing, found = sys.argv.pop(1), importlib.util.find_spec
sys.modules[missing] = None
import openapi.structure
openapi.structure.find_spec = lambda name: None if name == missing else found(name)
from mock_server.cli import main
main(prog_name="teesheet")
"""


# The modules that an installation with the extra `check` alone lacks.
OTHER_EXTRAS = ("uvloop", "faker", "psycopg", "mcp", "alembic")
IMPORTING = """
import importlib, pkgutil, sys
for missing in sys.argv[1:]:
    sys.modules[missing] = None
for room in map(importlib.import_module, ("conformance.commands", "openapi.commands")):
    for module in pkgutil.iter_modules(room.__path__, room.__name__ + "."):
        importlib.import_module(module.name)
"""


def run_without(missing: str, *words: str) -> subprocess.CompletedProcess[str]:
    """The end of a command in an environment that lacks a module."""
    command = [sys.executable, "-c", BASE, missing, *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


@pytest.mark.parametrize("case", MISSING)
def test_a_missing_extra_is_said_with_the_line_that_installs_it(case: str) -> None:
    (missing,), words, extra = MISSING[case]

    done = run_without(missing, *words)

    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1), done.stderr
    assert f"pip install 'teesheet[{extra}]'" in done.stderr


def test_the_commands_load_with_the_extra_of_the_suite_alone() -> None:
    done = subprocess.run(
        [sys.executable, "-c", IMPORTING, *OTHER_EXTRAS], capture_output=True, text=True, check=False, timeout=60
    )

    assert (done.returncode, done.stderr) == (0, "")


def test_a_system_without_the_modules_of_unix_is_named() -> None:
    done = run_without("resource", "serve", "--ephemeral", "--port", "0")

    assert (done.returncode, done.stderr) == (2, "teesheet: this does not run on Windows. Run it in WSL.\n")


def test_pytest_names_the_extra_of_the_suite(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(under_pytest, "find_spec", lambda name: None if name == "schemathesis" else find_spec(name))
    monkeypatch.setattr(sys, "argv", ["pytest", "--pyargs", "conformance.suite"])

    with pytest.raises(pytest.UsageError, match=r"needs schemathesis. Run: pip install 'teesheet\[check\]'"):
        under_pytest.pytest_addoption(pytest.Parser(_ispytest=True), pytest.PytestPluginManager())


def test_a_database_of_an_earlier_version_is_kept_and_names_its_extra(tmp_path: Path) -> None:
    database = tmp_path / "teesheet.db"
    engine = create_engine(f"sqlite:///{database}")
    with engine.begin() as connection:
        upgrade(connection, REVISIONS[0])
    engine.dispose()
    before = dumped(database)

    done = run_without("alembic", "serve", "--port", "0", "--database", f"sqlite:///{database}")

    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1), done.stderr
    assert "pip install 'teesheet[upgrade]'" in done.stderr
    assert dumped(database) == before


def dumped(database: Path) -> list[str]:
    """The content of an SQLite file, as statements."""
    with closing(sqlite3.connect(database)) as connection:
        return list(connection.iterdump())


def test_every_extra_of_the_messages_exists() -> None:
    extras = tomllib.loads((TREE / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]

    assert set(EXTRAS.values()) <= set(extras)
