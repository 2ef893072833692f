"""The architecture page: every file that it names exists, and its drawing of the suite is the order that is checked."""

import re
import tomllib
from pathlib import Path

import pytest

TREE = Path(__file__).parent.parent
PAGE = (TREE / "docs" / "architecture.md").read_text("utf-8")
NAMED = sorted(set(re.findall(r"`([\w.][\w./]*(?:\.(?:py|yaml|md|toml)|/))`", PAGE)))
ROOMS_OF_THE_SUITE = sorted(room.parent.name for room in (TREE / "conformance").glob("*/__init__.py"))


def layers_of_the_suite() -> list[list[str]]:
    """The layers that import-linter checks, from top to bottom, each with its rooms."""
    settings = tomllib.loads((TREE / "pyproject.toml").read_text("utf-8"))
    (contract,) = (
        contract
        for contract in settings["tool"]["importlinter"]["contracts"]
        if contract.get("containers") == ["conformance"]
    )
    return [layer.split(" | ") for layer in contract["layers"]]


def floors_drawn() -> dict[str, int]:
    """The rooms in the drawing of the suite, each with the number of its floor from the top."""
    drawing = PAGE.split("## The rooms of the suite")[1].split("```mermaid")[1].split("```")[0]
    boxes = {name: label or name for name, label in re.findall(r"\b(\w+)(?:\[\"([^\"]+)\"\])", drawing)}
    path = re.sub(r'\["[^"]+"\]', "", drawing.split("flowchart TB")[1])
    in_order = dict.fromkeys(re.findall(r"\w+", path))
    floors = [re.split(r"\W+", boxes.get(name, name)) for name in in_order]
    return {room: number for number, rooms in enumerate(floors) for room in rooms}


@pytest.mark.parametrize("name", NAMED)
def test_every_file_that_the_page_names_exists(name: str) -> None:
    assert any((folder / name).exists() for folder in (TREE, TREE / "mock_server", TREE / "conformance"))


@pytest.mark.parametrize("room", ROOMS_OF_THE_SUITE)
def test_every_room_of_the_suite_is_in_the_table(room: str) -> None:
    assert f"`{room}/`" in PAGE


def test_the_drawing_of_the_suite_is_the_order_that_is_checked() -> None:
    floors = floors_drawn()

    drawn = [[floors[room] for room in layer if room in floors] for layer in layers_of_the_suite()]

    assert [floor for layer in drawn for floor in layer] == sorted(floor for layer in drawn for floor in layer)
    assert set(ROOMS_OF_THE_SUITE) <= floors.keys()
