"""Judging a recording that somebody changed: no green verdict rests on an exchange that is not there."""

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from conformance.judging.recorded_run import judge
from conformance.recordings.har_reading import read_archive
from tests.conformance.conftest import Checked
from tests.conformance.judging.recordings import BOOKED, READ, SUITE, entries, judged, parsed, written


def test_an_untouched_recording_is_judged_as_the_run(recording: dict[str, Any], tmp_path: Path, suite: Path) -> None:
    found = judged(recording, tmp_path, suite)

    assert {name: item.verdict.value for name, item in found.items()} == {BOOKED: "pass", READ: "pass"}


def test_a_check_that_has_cases_today_reads_a_recording_from_before(checked: Checked, tmp_path: Path) -> None:
    folder = tmp_path / "checks"
    folder.mkdir()
    cases = '@pytest.mark.parametrize("players", [3])\ndef test_players(bookings, tee_times, players):'
    today = dedent(SUITE).replace("def test_players(bookings, tee_times):", cases)
    (folder / f"test_{abs(hash(tmp_path))}.py").write_text(f"import pytest\n{today}", "utf-8")
    before = json.loads(
        json.dumps(parsed(checked(BOOKED, READ, suite=folder))).replace("test_players[3]", "test_players")
    )

    found = judged(before, tmp_path, folder)

    assert {name: row.verdict.value for name, row in found.items()} == {BOOKED: "pass", READ: "pass"}


def bodies_with_players(recording: dict[str, Any]) -> Iterator[tuple[dict[str, Any], Any]]:
    """The content of each answer to a check that shows a booking, and the parsed body."""
    for entry in entries(recording):
        content = entry["response"]["content"]
        body = json.loads(content["text"])
        if entry["_check"] != "clean-up" and isinstance(body.get("data"), dict) and "players" in body["data"]:
            yield content, body


@pytest.mark.parametrize("place", [0, 1])
@pytest.mark.parametrize("players", [0, 2, 4, "3", None])
def test_another_value_in_one_answer_fails_the_row_that_compares_it(
    recording: dict[str, Any], tmp_path: Path, suite: Path, place: int, players: object
) -> None:
    content, body = list(bodies_with_players(recording))[place]
    body["data"]["players"] = players
    content["text"] = json.dumps(body)

    found = judged(recording, tmp_path, suite)

    assert (found[BOOKED].verdict, found[READ].verdict) == ("fail", "pass")
    assert json.dumps(players) in str(found[BOOKED].actual)


def of_the_checks(recording: dict[str, Any]) -> list[int]:
    return [place for place, entry in enumerate(entries(recording)) if entry["_check"] != "clean-up"]


def test_without_an_exchange_a_row_is_inconclusive_and_names_the_request(
    recording: dict[str, Any], tmp_path: Path, suite: Path
) -> None:
    places = of_the_checks(recording)
    named = []

    for place in places:
        lessened = copy.deepcopy(recording)
        gone = entries(lessened).pop(place)
        found = judged(lessened, tmp_path, suite)
        doubted = [item for item in found.values() if item.verdict == "inconclusive"]
        named.append(any(f"{gone['request']['method']} {gone['_path']}" in item.message for item in doubted))

    assert len(places) >= 6
    assert named == [True] * len(places)


def test_another_request_is_another_recording(recording: dict[str, Any], tmp_path: Path, suite: Path) -> None:
    sent = next(entry["request"]["postData"] for entry in entries(recording) if entry["request"]["method"] == "POST")
    sent["text"] = sent["text"].replace('"players": 3', '"players": 2')

    found = judged(recording, tmp_path, suite)

    assert found[BOOKED].verdict == "inconclusive"
    assert found[BOOKED].message == "The recording does not hold this request: POST /travel/bookings."


def test_a_value_of_a_clock_belongs_to_the_recording(recording: dict[str, Any], tmp_path: Path, suite: Path) -> None:
    facts = recording["log"]["_teesheet"]["facts"]
    facts["notes"] = [note for note in facts["notes"] if "test_details" not in note["check"]]

    found = judged(recording, tmp_path, suite)

    assert found[READ].verdict == "inconclusive"
    assert "this value of the run: monotonic" in found[READ].message


def test_with_something_missing_nothing_is_conformant(tmp_path: Path, suite: Path, recording: dict[str, Any]) -> None:
    entries(recording).pop(-1)
    archive = read_archive(written(recording, tmp_path))
    assert archive.record is not None

    result = judge("exchanges.har", archive.exchanges, archive.record, suite=suite)

    assert {row.verdict for row in result.rows if row.selected} == {"pass"}
    assert result.exit_code == 3
