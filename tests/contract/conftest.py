"""Fixtures of the contract tests."""

import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from openapi.bundler import ASSUMPTIONS_FILE, contract, control
from openapi.lint.documents import Document
from openapi.places import load_yaml
from openapi.rendering import rendering_30
from tests.contract.caddies import CADDIES

ROOT = "openapi: 3.1.0\ninfo: {title: Caddies, version: 1.0.0}\npaths:\n  /caddies: {$ref: caddies.yaml#/caddies}\n"
PARTS = (
    "caddies:\n"
    "  get:\n"
    "    operationId: listCaddies\n"
    "    responses:\n"
    "      '200':\n"
    "        description: The caddies.\n"
    "        content: {application/json: {schema: {$ref: '#/Caddy'}}}\n"
    "Caddy:\n"
    "  type: object\n"
    "  properties:\n"
    "    name: {type: string}\n"
)
STATED_FILE = ASSUMPTIONS_FILE.parent / "stated.yaml"
READERS = {"interface": contract, "control": control}


@pytest.fixture(scope="session")
def document() -> dict[str, Any]:
    """The bundled OpenAPI 3.1 contract."""
    return contract()


@pytest.fixture(scope="session", params=READERS)
def any_document(request: pytest.FixtureRequest) -> dict[str, Any]:
    """Each of the two bundled documents: the contract of the interface, and the control plane."""
    return READERS[request.param]()


@pytest.fixture(scope="session")
def document_30(document: dict[str, Any]) -> dict[str, Any]:
    """The OpenAPI 3.0.3 rendering of the contract."""
    return rendering_30(document)


@pytest.fixture(scope="session")
def read_documents() -> dict[str, Document]:
    """Both documents as the rules read them, by name."""
    return {
        "interface": Document(contract(), load_yaml(ASSUMPTIONS_FILE), load_yaml(STATED_FILE)),
        "control": Document(control()),
    }


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, where the commands run."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def edited(tmp_path: Path) -> Path:
    """A copy of the small contract, in a folder of its own."""
    return Path(shutil.copytree(CADDIES, tmp_path / "edited"))


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A git repository with two commits: the contract of the caddies, and a second version of it."""
    folder = tmp_path / "openapi"
    folder.mkdir()
    (folder / "openapi.yaml").write_text(ROOT, "utf-8")
    (folder / "caddies.yaml").write_text(PARTS, "utf-8")
    monkeypatch.chdir(tmp_path)
    git("init", "-q", ".")
    commit()
    (folder / "openapi.yaml").write_text(ROOT.replace("1.0.0", "1.1.0"), "utf-8")
    commit()
    return tmp_path


def git(*arguments: str) -> None:
    subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b.example", *arguments], check=True)


def commit() -> None:
    git("add", "-A")
    git("commit", "-q", "-m", "caddies")
