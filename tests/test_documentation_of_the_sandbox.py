"""The commands of the sandbox page run, from top to bottom and section by section."""

import shlex
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.databases import postgresql
from tests.pages import SANDBOX, USUAL_ADDRESS, blocks, read_page
from tests.readers import reading
from tests.sandbox.servers import Server, serving_afresh


def test_the_sandbox_page_runs_from_top_to_bottom(tmp_path: Path) -> None:
    read_page(SANDBOX, tmp_path, {}, {})


NAMES = "Names for this page"
SECTIONS = sorted({block.heading for block in blocks(SANDBOX) if block.name == "walk"} - {NAMES})


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Server]:
    """A sandbox for readers who jump to a section."""
    with serving_afresh("--ephemeral") as server:
        yield server


@pytest.mark.parametrize("heading", SECTIONS)
def test_a_reader_can_jump_to_any_section_of_the_sandbox_page(heading: str, sandbox: Server, tmp_path: Path) -> None:
    walks = [block for block in blocks(SANDBOX) if block.name == "walk" and block.heading in (NAMES, heading)]

    with reading(tmp_path) as reader:
        pasted = [reader.paste(block.text.replace(USUAL_ADDRESS, sandbox.address)) for block in walks]

    assert [block.failed for block in pasted if block.failed] == [], pasted[-1].said


STARTS = [
    line
    for block in blocks(SANDBOX)
    if block.name == "start"
    for line in block.text.splitlines()
    if line.startswith("teesheet")
]


@pytest.mark.parametrize("command", STARTS)
def test_the_servers_of_the_sandbox_page_start(command: str, tmp_path: Path) -> None:
    options = shlex.split(command)[2:]
    databases = {option: postgresql().new_database() for option in options if option.startswith("postgresql")}
    options = [databases.get(option, option) for option in options]

    # The page sets the token beside the command.
    with serving_afresh("--admin-token", "0123456789abcdef", *options, folder=tmp_path) as server:
        health = httpx.get(f"{server.address}/_sandbox/v1/health")

    assert health.json()["data"]["status"] == "ok"
