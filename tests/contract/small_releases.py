"""Releases of the small contract after some edits: each function edits a document, or asks the command."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from openapi.cli import contract_commands
from openapi.places import load_yaml
from openapi.versions import read_version
from tests.contract.caddies import CADDIES

Document = dict[str, Any]
Edit = Callable[[Document], object]


def words(document: Document) -> None:
    """Words only."""
    document["info"]["description"] = "Caddies for every player."


def addition(document: Document) -> None:
    """A caddy has a further member."""
    document["components"]["schemas"]["Caddy"]["properties"]["years"] = {"type": "integer", "minimum": 0}


def behaviour(document: Document) -> None:
    """A default that no schema had."""
    document["paths"]["/caddies"]["get"]["parameters"][1]["schema"]["default"] = 50


def break_(document: Document) -> None:
    """A page holds fewer caddies."""
    document["paths"]["/caddies"]["get"]["parameters"][1]["schema"]["maximum"] = 50


def delivery_break(document: Document) -> None:
    """A delivery is gone."""
    del document["webhooks"]["caddyBooked"]


def moved(document: Document) -> None:
    """The address of another major version."""
    document["servers"][0]["url"] = "/api/v2"


def numbered(number: str) -> Edit:
    """The edit that gives the contract a number."""

    def edit(document: Document) -> None:
        document["info"]["version"] = number

    return edit


def sunset(document: Document) -> None:
    """An operation is deprecated and has its last moment."""
    document["paths"]["/caddies"]["get"] |= {"deprecated": True, "x-sunset": "2027-12-31"}


def write_contract(name: str, *edits: Edit) -> None:
    """Writes the small contract after *edits* into the folder *name*."""
    document = json.loads(json.dumps(read_version(str(CADDIES)).document))
    for edit in edits:
        edit(document)
    Path(name).mkdir(exist_ok=True)
    Path(name, "openapi.json").write_text(json.dumps(document, indent=1), "utf-8")
    Path(name, "assumptions.json").write_text(json.dumps(load_yaml(CADDIES / "assumptions.yaml")), "utf-8")


def release(*arguments: str) -> Result:
    """What the command says to the versions in the folders `old` and `new`."""
    return CliRunner().invoke(contract_commands, ["release", "old", "new", "--date", "2026-11-30", *arguments])


def released(old: tuple[Edit, ...], new: tuple[Edit, ...], *arguments: str) -> Result:
    """The release of the small contract after edits as `new`, after `old`."""
    write_contract("old", *old)
    write_contract("new", *new)
    return release(*arguments)


def files(name: str) -> Mapping[str, bytes]:
    """Every file below a folder, with its content."""
    return {str(file): file.read_bytes() for file in sorted(Path(name).rglob("*")) if file.is_file()}
