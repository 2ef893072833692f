"""Judging traffic that something else recorded: shapes, and what holds for all answers."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from tests.conformance.conftest import Checked, Command, check_rows, describe
from tests.conformance.judging.recordings import entries, parsed, refused, verdicts, written
from tests.conformance.small_operations import SmallTarget
from tests.conformance.small_target import serving


def foreign(recording: dict[str, Any]) -> dict[str, Any]:
    """The same traffic as a proxy writes it, with a request to another address in between."""
    traffic = copy.deepcopy(recording)
    traffic["log"] = {"version": "1.2", "creator": {"name": "a proxy", "version": "1"}, "entries": entries(traffic)}
    for entry in entries(traffic):
        for name in [name for name in entry if name.startswith("_")]:
            del entry[name]
    other = copy.deepcopy(entries(traffic)[0])
    other["request"] |= {"url": "https://cdn.example/v2/picture.png"}
    entries(traffic).insert(1, other)
    return traffic


@pytest.fixture(scope="session")
def recorded_traffic() -> dict[str, Any]:
    """The archive of a proxy: its traffic with the small target."""
    with serving() as target:
        return foreign(parsed(check_rows(describe(target), "CRS-01", "TRM-05")))


@pytest.fixture
def traffic(recorded_traffic: dict[str, Any], tmp_path: Path) -> Path:
    """The file of that archive."""
    return written(recorded_traffic, tmp_path)


def test_shapes_and_rules_for_all_answers_are_judged_in_other_traffic(
    traffic: Path, command: Command, tmp_path: Path
) -> None:
    result = command("judge", traffic, "--report", tmp_path / "judged")

    found = verdicts(tmp_path / "judged")
    assert {name: found[name] for name in ("CRS-01", "TRM-05", "ENV-02", "ENV-03")} == dict.fromkeys(
        ("CRS-01", "TRM-05", "ENV-02", "ENV-03"), "pass"
    )
    assert {found[name] for name in ("PAG-03", "BKC-13", "AUT-01", "ENV-12")} == {"untested"}
    assert result.exit_code == 3


def test_a_wrong_shape_in_other_traffic_fails(
    small_target: SmallTarget, checked: Checked, command: Command, tmp_path: Path
) -> None:
    small_target.faults.add("thumbnail")
    traffic = written(foreign(parsed(checked("CRS-01"))), tmp_path)

    result = command("judge", traffic, "--report", tmp_path / "judged")

    assert (verdicts(tmp_path / "judged")["CRS-01"], result.exit_code) == ("fail", 1)


def test_the_last_screen_names_other_traffic(traffic: Path, command: Command) -> None:
    shown = " ".join(command("judge", traffic).stdout.split())

    assert "Another program wrote the recording" in shown
    assert "1 exchange with another address was ignored" in shown


def test_the_base_address_of_other_traffic_can_be_given(traffic: Path, command: Command) -> None:
    base_url = entries(json.loads(traffic.read_text("utf-8")))[0]["request"]["url"].split("/travel")[0]

    assert command("judge", traffic, "--base-url", base_url).exit_code == 3
    assert "Give its address as --base-url" in refused(command("judge", traffic, "--base-url", "http://x.example/v1"))


def test_the_recording_of_a_browser_without_the_interface_is_refused(traffic: Path, command: Command) -> None:
    elsewhere = json.loads(traffic.read_text("utf-8"))
    for entry in entries(elsewhere):
        entry["request"]["url"] = "https://news.example/today"
    traffic.write_text(json.dumps(elsewhere), encoding="utf-8")

    assert "has no exchange with the interface" in refused(command("judge", traffic))


def test_a_body_that_the_archive_does_not_hold_is_no_violation(traffic: Path, command: Command, tmp_path: Path) -> None:
    bodiless = json.loads(traffic.read_text("utf-8"))
    for entry in entries(bodiless):
        del entry["response"]["content"]["text"]
    traffic.write_text(json.dumps(bodiless), encoding="utf-8")

    command("judge", traffic, "--report", tmp_path / "judged")

    assert verdicts(tmp_path / "judged")["CRS-01"] == "untested"


def test_a_key_in_other_traffic_is_not_passed_on(traffic: Path, command: Command, tmp_path: Path) -> None:
    traffic.write_text(traffic.read_text("utf-8").replace("$API_KEY", "a-real-key"), encoding="utf-8")

    command("judge", traffic, "--report", tmp_path / "judged")

    written_again = "".join(file.read_text("utf-8") for file in (tmp_path / "judged").iterdir())
    assert "a-real-key" not in written_again
