"""Damaged recordings and files that are no recording: each is refused in one sentence, never with a traceback."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from conformance.recordings.har_reading import RecordingError
from tests.conformance.conftest import Command
from tests.conformance.judging.recordings import judged, refused


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("", "is empty"),
        (" \n", "is empty"),
        ("{", "is not JSON, or was cut off"),
        ("<html></html>", "is not JSON"),
        ("[]", "is not a HAR archive"),
        ('{"log": 1}', "is not a HAR archive"),
        ('{"log": {"entries": 1}}', "is not a HAR archive"),
        ('{"log": {"entries": []}}', "holds no exchange"),
        ('{"log": {"entries": [7]}}', "entry 0 cannot be read"),
        ('{"log": {"entries": [{"request": {}}]}}', "entry 0 cannot be read: it lacks 'url'"),
    ],
)
def test_a_file_that_is_no_recording_is_refused_in_a_sentence(
    command: Command, tmp_path: Path, content: str, words: str
) -> None:
    file = tmp_path / "exchanges.har"
    file.write_text(content, encoding="utf-8")

    assert words in refused(command("judge", file))


def test_a_recording_that_is_not_there_is_refused(command: Command, tmp_path: Path) -> None:
    assert "cannot be read" in refused(command("judge", tmp_path / "nothing.har"))


def test_a_folder_for_reports_that_cannot_be_is_refused(run: Path, command: Command) -> None:
    assert "cannot be written" in refused(command("judge", run, "--report", "/dev/null/x"))


def test_a_recording_of_a_later_format_is_refused(run: Path, command: Command) -> None:
    later = json.loads(run.read_text("utf-8"))
    later["log"]["_teesheet"]["facts"]["format"] = 99
    run.write_text(json.dumps(later), encoding="utf-8")

    assert "recording of another version of teesheet" in refused(command("judge", run))


def cut_off(content: bytes) -> Iterator[bytes]:
    for tenth in range(1, 10):
        yield content[: len(content) * tenth // 10]


def test_a_recording_that_was_cut_off_anywhere_is_refused(run: Path, command: Command) -> None:
    pieces = list(cut_off(run.read_bytes()))
    reasons = []

    for piece in pieces:
        run.write_bytes(piece)
        reasons.append(refused(command("judge", run)))

    assert ["cut off" in reason for reason in reasons] == [True] * 9


PLACES = (
    ("log", "_teesheet"),
    ("log", "_teesheet", "facts"),
    ("log", "_teesheet", "facts", "seed"),
    ("log", "_teesheet", "facts", "target"),
    ("log", "_teesheet", "facts", "target", "budgets"),
    ("log", "_teesheet", "facts", "started_at"),
    ("log", "_teesheet", "facts", "notes"),
    ("log", "_teesheet", "facts", "digests"),
    ("log", "_teesheet", "facts", "traffic"),
    ("log", "_teesheet", "facts", "carried_over"),
    ("log", "_teesheet", "facts", "carried_over", "cut short"),
    ("log", "entries", 0, "request"),
    ("log", "entries", 0, "request", "headers"),
    ("log", "entries", 0, "response"),
    ("log", "entries", 0, "response", "status"),
    ("log", "entries", 0, "response", "content", "text"),
    ("log", "entries", 0, "startedDateTime"),
    ("log", "entries", 0, "_role"),
)


@pytest.mark.parametrize("place", PLACES, ids=lambda place: ".".join(map(str, place)))
@pytest.mark.parametrize("value", [[], "x"])
def test_a_damaged_member_is_refused_or_doubted(
    recording: dict[str, Any], tmp_path: Path, suite: Path, place: tuple[Any, ...], value: object
) -> None:
    node: Any = recording
    for member in place[:-1]:
        node = node[member]
    node[place[-1]] = value

    assert not all(verdict == "pass" for verdict in verdicts_or_refusal(recording, tmp_path, suite))


def verdicts_or_refusal(recording: object, folder: Path, suite: Path) -> list[str]:
    """The verdicts of the two rows, or "refused"."""
    try:
        return [item.verdict for item in judged(recording, folder, suite).values()]
    except RecordingError:
        return ["refused"]
