"""Contracts that a designer edits: a copy of the sources of ours, with a few words replaced."""

import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import httpx

from openapi.bundler import CONTRACT_FILE
from tests.sandbox.servers import Server

KEY = {"X-Api-Key": "sbx_demo_alpha"}


class Sources:
    """The files of a contract in a folder of a test."""

    def __init__(self, folder: Path) -> None:
        shutil.copytree(CONTRACT_FILE.parent, folder, ignore=shutil.ignore_patterns("*.py", "__pycache__", "released"))
        self.folder = folder
        self.root = folder / "openapi.yaml"

    def edit(self, name: str, old: str, new: str) -> "Sources":
        """Replaces a text that the file has."""
        file = self.folder / name
        text = file.read_text("utf-8")
        assert old in text
        file.write_text(text.replace(old, new, 1), "utf-8")
        return self


def small_contract(**members: Any) -> dict[str, Any]:
    """A valid contract with one operation, and *members* in place of its own."""
    media = {"schema": {"type": "object"}, "example": {"rounds": 18}}
    answer = {"description": "A report.", "content": {"application/json": media}}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Reports", "version": "1.0.0"},
        "servers": [{"url": "/api/v1"}],
        "paths": {"/reports": {"get": {"operationId": "getReports", "responses": {"200": answer}}}},
        **members,
    }


def served(server: Server) -> Mapping[str, Any]:
    """What the control plane says about the served contract."""
    shown: Mapping[str, Any] = httpx.get(f"{server.address}/_sandbox/v1/contract", timeout=30).json()["data"]
    return shown


def seconds_until(holds: Callable[[], bool], at_most: float = 20) -> float:
    """How long something takes to become true. It fails after *at_most* seconds."""
    begin = monotonic()
    while not holds():
        assert monotonic() < begin + at_most
        sleep(0.05)
    return monotonic() - begin
