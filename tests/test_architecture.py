"""The architecture page: every file that it names exists, and its drawing of the suite is the order that is checked."""

import re
import sys
import tomllib
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import FrameType

import pytest

from mock_server.app import Sandbox
from tests.sandbox.in_process import asked, whole_sandbox
from tests.sandbox.trade import LEAD, ORDINARY

TREE = Path(__file__).parent.parent
SANDBOX = TREE / "mock_server"
DAY = (datetime.now(UTC).date() + timedelta(days=9)).isoformat()
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


def stations_of_a_request() -> list[str]:
    """The files that the numbered list under "One request" names, in order, each file once."""
    section = PAGE.split("## One request")[1].split("## One run")[0]
    steps = re.search(r"^1\. .*?(?=\n\n)", section, re.MULTILINE | re.DOTALL)
    assert steps is not None
    return list(dict.fromkeys(re.findall(r"`(mock_server/[\w/]+\.py)`", steps.group())))


def files_entered(call: Callable[[], object]) -> list[str]:
    """The files of the sandbox in which functions begin during *call*, in order, each file once."""
    entered: list[str] = []

    def note(frame: FrameType, event: str, _argument: object) -> None:
        place = Path(frame.f_code.co_filename)
        if event == "call" and SANDBOX in place.parents:
            entered.append(place.relative_to(TREE).as_posix())

    sys.setprofile(note)
    try:
        call()
    finally:
        sys.setprofile(None)
    return list(dict.fromkeys(entered))


def booking_with_a_hold(sandbox: Sandbox) -> dict[str, object]:
    """A valid body of POST /travel/bookings that completes a new hold."""
    tee_sheet = f"/api/v1/travel/courses/{ORDINARY.id}/tee-times?date={DAY}&players=2"
    tee_time = asked(sandbox, "GET", tee_sheet).json()["availableTimes"][0]["time"]
    wanted = {"date": DAY, "time": tee_time, "players": 2}
    hold = asked(sandbox, "POST", f"/api/v1/travel/courses/{ORDINARY.id}/hold-tee-time", json=wanted).json()
    body = {"courseId": ORDINARY.id, "date": DAY, "teeTime": tee_time, "players": 2, "leadPlayer": LEAD}
    return {**body, "holdId": hold["holdId"]}


def test_a_booking_with_a_hold_enters_exactly_the_files_of_the_page_in_their_order() -> None:
    sandbox = whole_sandbox()
    # The first booking fills the caches, so that the second does not depend on the tests before.
    asked(sandbox, "POST", "/api/v1/travel/bookings", json=booking_with_a_hold(sandbox))
    body = booking_with_a_hold(sandbox)

    entered = files_entered(lambda: asked(sandbox, "POST", "/api/v1/travel/bookings", json=body))

    assert entered == stations_of_a_request()
