"""The architecture page: every file that it names exists, and its drawing of the suite is the order that is checked."""

import re
import sys
import tomllib
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import CodeType, FrameType

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


def layers_of(package: str) -> list[list[str]]:
    """The layers of a package that import-linter checks, from top to bottom, each with its rooms."""
    settings = tomllib.loads((TREE / "pyproject.toml").read_text("utf-8"))
    (contract,) = (
        contract
        for contract in settings["tool"]["importlinter"]["contracts"]
        if contract.get("containers") == [package]
    )
    return [layer.split(" | ") for layer in contract["layers"]]


def floors_drawn() -> list[set[str]]:
    """The floors in the drawing of the suite from top to bottom, each with its rooms."""
    drawing = PAGE.split("## The rooms of the suite")[1].split("```mermaid")[1].split("```")[0]
    boxes = {name: label or name for name, label in re.findall(r"\b(\w+)(?:\[\"([^\"]+)\"\])", drawing)}
    path = re.sub(r'\["[^"]+"\]', "", drawing.split("flowchart TB")[1])
    in_order = dict.fromkeys(re.findall(r"\w+", path))
    return [set(re.split(r"\W+", boxes.get(name, name))) for name in in_order]


@pytest.mark.parametrize("name", NAMED)
def test_every_file_that_the_page_names_exists(name: str) -> None:
    assert any((folder / name).exists() for folder in (TREE, TREE / "mock_server", TREE / "conformance"))


@pytest.mark.parametrize("room", ROOMS_OF_THE_SUITE)
def test_every_room_of_the_suite_is_in_the_table(room: str) -> None:
    assert f"`{room}/`" in PAGE


def test_the_drawing_of_the_suite_is_the_order_that_is_checked() -> None:
    floors = floors_drawn()
    drawn = set().union(*floors)

    # The rooms of one layer may not import each other, as the page says of the rooms on one line.
    assert floors == [layer & drawn for layer in map(set, layers_of("conformance")) if layer & drawn]
    assert set(ROOMS_OF_THE_SUITE) <= drawn


def rows_of_the_sandbox() -> list[list[str]]:
    """The rooms in the table of the sandbox, from top to bottom, row by row."""
    table = PAGE.split("## The rooms of the sandbox")[1].split("## The rooms of the suite")[0]
    rows = re.findall(r"^\| (`[^|]+) \|", table, re.MULTILINE)
    return [[name.removesuffix("/").removesuffix(".py") for name in re.findall(r"`([^`]+)`", row)] for row in rows]


def test_the_table_of_the_sandbox_is_the_order_that_is_checked() -> None:
    floors = {room: number for number, layer in enumerate(layers_of("mock_server")) for room in layer}
    named = [room for row in rows_of_the_sandbox() for room in row]

    assert sorted(named) == sorted(floors)
    assert [floors[room] for room in named] == sorted(floors[room] for room in named)


def _files_in(pattern: str) -> list[str]:
    """The files that a part of "One request" names, in order, each file once."""
    section = PAGE.split("## One request")[1].split("## One run")[0]
    found = re.search(pattern, section, re.MULTILINE | re.DOTALL)
    assert found is not None
    return list(dict.fromkeys(re.findall(r"`(mock_server/[\w/]+\.py)`", found.group())))


def deciding_files() -> list[str]:
    """The files of the numbered list, in order."""
    return _files_in(r"^1\. .*?(?=\n\n)")


def other_files() -> list[str]:
    """The files of the footnote, in order."""
    return _files_in(r"^\[\^way\]: .*")


def functions_entered(call: Callable[[], object]) -> list[CodeType]:
    """The functions of the sandbox that begin during *call*, in order."""
    entered: list[CodeType] = []

    def note(frame: FrameType, event: str, _argument: object) -> None:
        if event == "call" and SANDBOX in Path(frame.f_code.co_filename).parents:
            entered.append(frame.f_code)

    sys.setprofile(note)
    try:
        call()
    finally:
        sys.setprofile(None)
    return entered


def files_of(functions: Iterable[CodeType]) -> list[str]:
    """The files of *functions*, in order, each file once."""
    return list(dict.fromkeys(Path(function.co_filename).relative_to(TREE).as_posix() for function in functions))


def lines_of(function: CodeType) -> int:
    """How many lines a function has, from `def` or its first decorator to its last line."""
    return max(line for _start, _end, line in function.co_lines() if line) - function.co_firstlineno + 1


def booking_with_a_hold(sandbox: Sandbox) -> dict[str, object]:
    """A valid body of POST /travel/bookings that completes a new hold."""
    tee_sheet = f"/api/v1/travel/courses/{ORDINARY.id}/tee-times?date={DAY}&players=2"
    tee_time = asked(sandbox, "GET", tee_sheet).json()["availableTimes"][0]["time"]
    wanted = {"date": DAY, "time": tee_time, "players": 2}
    hold = asked(sandbox, "POST", f"/api/v1/travel/courses/{ORDINARY.id}/hold-tee-time", json=wanted).json()
    body = {"courseId": ORDINARY.id, "date": DAY, "teeTime": tee_time, "players": 2, "leadPlayer": LEAD}
    return {**body, "holdId": hold["holdId"]}


@pytest.fixture(scope="module")
def whole_way() -> list[CodeType]:
    """The functions that POST /travel/bookings with a hold enters, in order."""
    sandbox = whole_sandbox()
    # The first booking fills the caches, so that the second does not depend on the tests before.
    asked(sandbox, "POST", "/api/v1/travel/bookings", json=booking_with_a_hold(sandbox))
    body = booking_with_a_hold(sandbox)
    return functions_entered(lambda: asked(sandbox, "POST", "/api/v1/travel/bookings", json=body))


def test_a_booking_with_a_hold_enters_exactly_the_files_of_the_page_in_their_order(whole_way: list[CodeType]) -> None:
    deciding = deciding_files()

    others = [file for file in files_of(whole_way) if file not in deciding]

    assert others == other_files()


def test_fewer_than_ten_files_decide_and_are_on_the_way_in_their_order(whole_way: list[CodeType]) -> None:
    deciding = deciding_files()

    entered = iter([file for function in whole_way for file in files_of([function])])

    assert len(deciding) < 10
    # Looking for a file takes everything before it: the files are found only in their order.
    assert [file for file in deciding if file not in entered] == []


def test_no_function_on_the_way_has_more_than_25_lines(whole_way: list[CodeType]) -> None:
    long = {function.co_qualname: lines_of(function) for function in whole_way if lines_of(function) > 25}

    assert long == {}
