"""Reading and judging archives of browsers, proxies and the sandbox: no cut body counts as a whole body, and no request
of somebody else counts as a fault of the suite.
"""

import base64
import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from conformance.evidence.exchanges import Exchange
from conformance.recordings.har_reading import RecordingError, read_archive
from conformance.recordings.recorded_bodies import COMPRESSED, CUT, MISSING
from tests.conformance.archives import COURSES, archive, entry
from tests.conformance.conftest import Command


def read(folder: Path, **members: Any) -> Exchange:
    """The exchange of an archive with one entry."""
    return read_archive(archive(folder / "traffic.har", entry(**members))).exchanges[0]


def answering(content: dict[str, Any], *headers: tuple[str, str], status: int = 200) -> dict[str, Any]:
    pairs = [{"name": name, "value": value} for name, value in headers]
    return {"status": status, "headers": pairs, "content": content}


WRITTEN = (
    pytest.param({"mimeType": "application/json", "text": COURSES}, (), id="without a size"),
    pytest.param({"mimeType": "application/json", "size": 9999, "text": COURSES}, (), id="shortened by a redaction"),
    pytest.param(
        {"mimeType": "application/json", "text": base64.b64encode(COURSES.encode()).decode(), "encoding": "base64"},
        (),
        id="base64",
    ),
    pytest.param(
        {"mimeType": "application/json", "size": len(COURSES), "compression": 70, "text": COURSES},
        (("content-encoding", "br"),),
        id="compressed on the wire, unpacked in the archive",
    ),
    pytest.param(
        {"text": base64.b64encode(gzip.compress(COURSES.encode())).decode(), "encoding": "base64"},
        (("Content-Encoding", "gzip"),),
        id="compressed in the archive",
    ),
)


@pytest.mark.parametrize(("content", "headers"), WRITTEN)
def test_a_whole_body_is_read(tmp_path: Path, content: dict[str, Any], headers: tuple[tuple[str, str], ...]) -> None:
    found = read(tmp_path, response=answering(content, *headers))

    assert found.response is not None
    assert (found.response.content.decode(), found.answer_gap) == (COURSES, None)


@pytest.mark.parametrize(
    ("content", "headers", "gap"),
    [
        ({"mimeType": "application/json", "text": COURSES[:20], "_truncated": True}, (), CUT),
        ({"mimeType": "application/json", "text": "[1]", "_truncated": True}, (), CUT),
        ({"mimeType": "application/json", "size": len(COURSES), "text": COURSES[:20]}, (), CUT),
        ({"mimeType": "application/json", "size": len(COURSES)}, (), MISSING),
        ({"mimeType": "application/json"}, (), MISSING),
        ({}, (), MISSING),
        ({"text": "GxoA+A==", "encoding": "base64"}, (("content-encoding", "br"),), COMPRESSED),
        (
            {"text": base64.b64encode(gzip.compress(COURSES.encode())[:30]).decode(), "encoding": "base64"},
            (("content-encoding", "gzip"),),
            CUT,
        ),
    ],
)
def test_a_body_that_is_not_whole_is_no_answer(
    tmp_path: Path, content: dict[str, Any], headers: tuple[tuple[str, str], ...], gap: str
) -> None:
    found = read(tmp_path, response=answering(content, *headers))

    assert (found.response, found.answer_gap) == (None, gap)


@pytest.mark.parametrize("content", [{"size": 0}, {"text": "", "size": 0}])
def test_an_empty_body_is_a_whole_body(tmp_path: Path, content: dict[str, Any]) -> None:
    found = read(tmp_path, response=answering(content))

    assert found.response is not None
    assert found.response.content == b""


def test_an_answer_without_content_needs_no_body(tmp_path: Path) -> None:
    found = read(tmp_path, response=answering({}, status=204))

    assert found.response is not None
    assert found.response.status == 204


@pytest.mark.parametrize(
    ("sent", "content", "gap"),
    [
        ({"mimeType": "application/json", "text": '{"players": 3}'}, b'{"players": 3}', None),
        ({"mimeType": "application/json", "text": '{"pla', "_truncated": True}, None, CUT),
        ({"mimeType": "application/json", "text": "not json", "_truncated": False}, b"not json", None),
        ({"mimeType": "x-www-form", "params": [{"name": "a", "value": "b c"}]}, b"a=b+c", None),
        ({"mimeType": "application/json"}, None, MISSING),
    ],
)
def test_a_sent_body_is_read_or_known_to_be_incomplete(
    tmp_path: Path, sent: dict[str, Any], content: bytes | None, gap: str | None
) -> None:
    request = {"method": "POST", "url": "https://golf.example/api/v1/travel/bookings", "postData": sent, "bodySize": 14}

    found = read(tmp_path, request=request)

    assert (found.request.content, found.request_gap) == (content, gap)


ODD_BUT_READABLE = (
    pytest.param({"response": {"status": 0, "_error": "net::ERR_ABORTED", "content": {}}}, id="a cancelled request"),
    pytest.param({"response": None}, id="no response"),
    pytest.param({"time": None}, id="no time"),
    pytest.param({"time": -1}, id="an unknown time"),
    pytest.param({"_webSocketMessages": [], "_initiator": {"type": "script"}}, id="members of Chromium"),
)


@pytest.mark.parametrize("members", ODD_BUT_READABLE)
def test_an_entry_with_odd_members_is_read(tmp_path: Path, members: dict[str, Any]) -> None:
    assert read(tmp_path, **members).elapsed_ms >= 0


def test_half_a_character_in_a_browsers_archive_does_not_refuse_the_archive(tmp_path: Path) -> None:
    file = archive(tmp_path / "traffic.har", entry(_title="half"))
    file.write_text(file.read_text("utf-8").replace("half", "\\ud83d"), encoding="utf-8")

    assert len(read_archive(file).exchanges) == 1


@pytest.mark.parametrize(
    ("broken", "words"),
    [
        ({"request": {"method": "GET"}}, "entry 1 cannot be read: it lacks 'url'"),
        ({"startedDateTime": "yesterday"}, "entry 1 cannot be read: Invalid isoformat string: 'yesterday'"),
        ({"response": {"status": "200"}}, "entry 1 cannot be read: the status is '200'"),
        ({"response": {"status": 200, "content": {"text": "%", "encoding": "base64"}}}, "a body is not base64"),
        (
            {"response": {"status": 200, "content": {"text": "", "encoding": "rot13"}}},
            "the encoding 'rot13' is unknown",
        ),
    ],
)
def test_a_damaged_entry_is_refused_with_its_file_and_place(tmp_path: Path, broken: dict[str, Any], words: str) -> None:
    file = archive(tmp_path / "traffic.har", entry(), entry(**broken))

    with pytest.raises(RecordingError) as refusal:
        read_archive(file)

    assert (str(file) in str(refusal.value), words in str(refusal.value)) == (True, True)


def test_a_wrong_request_of_another_caller_is_no_fault_of_the_suite(tmp_path: Path, command: Command) -> None:
    file = archive(tmp_path / "traffic.har", entry("/travel/courses?holes=10", status=400, answer="{}"), entry())

    result = command("judge", file, "--report", tmp_path / "judged")

    assert (result.exit_code, "The suite broke" in result.stdout) == (3, False)


def test_a_cut_answer_violates_nothing(tmp_path: Path, command: Command) -> None:
    cut = {"mimeType": "application/json", "size": len(COURSES), "text": COURSES[:20], "_truncated": True}
    file = archive(tmp_path / "traffic.har", entry(response=answering(cut)), entry())

    result = command("judge", file, "--report", tmp_path / "judged")

    verdicts = {
        row["id"]: row["verdict"] for row in json.loads((tmp_path / "judged/report.json").read_text())["requirements"]
    }
    assert (result.exit_code, verdicts["ENV-02"]) == (3, "pass")


def test_an_archive_written_again_keeps_its_gaps(tmp_path: Path, command: Command) -> None:
    cut = {"mimeType": "application/json", "text": '{"pla', "_truncated": True}
    sent = entry("/travel/bookings", method="POST", answer=None)
    sent["request"]["postData"] = cut
    command("judge", archive(tmp_path / "traffic.har", sent), "--report", tmp_path / "judged")

    again = read_archive(tmp_path / "judged" / "exchanges.har").exchanges[0]

    assert (again.request.content, again.request_gap, again.response) == (None, CUT, None)
