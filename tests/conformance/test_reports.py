"""The renderings of one result: they agree, tools can read them, and no key is in them."""

import json
from dataclasses import replace
from pathlib import Path

import jsonschema_rs
import pytest

from conformance.catalogue.files import load_catalogue
from conformance.contracts.under_test import Contract
from conformance.evidence.exchanges import Role
from conformance.report import REPORT_FILES, write_reports
from conformance.report.curl import curl_line
from conformance.report.har_archive import har_archive
from conformance.report.indentation import indented
from conformance.report.json_report import json_report
from conformance.wire.pace import Traffic
from tests.conformance.conftest import Checked
from tests.conformance.har_schema import HAR_1_2
from tests.conformance.made_up import exchange, row_result, run_result


def test_the_archive_is_har_1_2() -> None:
    shown = exchange(b"\xff\xfe", method="POST", path="/travel/bookings", sent=b'{"a":1}', query=(("a", "b"),))

    archive = json.loads(har_archive(run_result(exchanges=(shown, exchange(b"[]")))))

    errors = [error.message for error in jsonschema_rs.Draft202012Validator(HAR_1_2).iter_errors(archive)]
    assert errors == []


def test_the_archive_keeps_bytes_that_are_not_text() -> None:
    archive = json.loads(har_archive(run_result(exchanges=(exchange(b"\xff\xfe"),))))

    content = archive["log"]["entries"][0]["response"]["content"]
    assert (content["text"], content["encoding"]) == ("//4=", "base64")


def test_the_report_has_the_fixed_members() -> None:
    contract = Contract("Golf", "1.0", "ab" * 32)

    report = json.loads(json_report(run_result(row_result("fail", exchanges=(0,)), contract=contract)))

    assert report["contract"] == {"title": "Golf", "version": "1.0", "sha256": "ab" * 32}
    assert {name: report[name] for name in ("target", "seed", "outcome", "exitCode")} == {
        "target": "http://target.example/api/v1",
        "seed": 7,
        "outcome": "violation",
        "exitCode": 1,
    }
    (requirement,) = report["requirements"]
    assert {"id", "level", "basis", "verdict", "message", "exchanges"} <= requirement.keys()
    assert (requirement["verdict"], requirement["exchanges"]) == ("fail", [0])


@pytest.mark.parametrize(
    ("file", "shown"),
    [
        ("report.json", '"requests": 1234,'),
        ("report.md", " 1234 requests in "),
        ("report.html", "<span>Requests <b>1234</b></span>"),
    ],
)
def test_a_report_names_the_requests_of_the_run(tmp_path: Path, file: str, shown: str) -> None:
    result = run_result(exchanges=(exchange(),), traffic=Traffic(requests=1234, most_requests=3000))

    write_reports(result, tmp_path)

    assert shown in (tmp_path / file).read_text("utf-8")


def test_the_report_has_one_entry_per_row_whatever_was_selected(checked: Checked) -> None:
    report = json.loads(json_report(checked("PAG-03")))

    assert [requirement["id"] for requirement in report["requirements"]] == [row.id for row in load_catalogue()]


def test_the_files_are_those_announced_and_hold_no_key(checked: Checked, tmp_path: Path) -> None:
    result = checked("PAG-03", "BKC-13")

    write_reports(result, tmp_path)

    assert sorted(file.name for file in tmp_path.iterdir()) == sorted(REPORT_FILES)
    assert [file.name for file in tmp_path.iterdir() if b"key-of-alpha" in file.read_bytes()] == []


@pytest.mark.parametrize("role", Role)
def test_a_row_is_shown_by_a_request_of_any_kind(role: Role, tmp_path: Path) -> None:
    write_reports(run_result(row_result("fail", exchanges=(0,)), exchanges=(exchange(role=role),)), tmp_path)

    assert sorted(file.name for file in tmp_path.iterdir()) == sorted(REPORT_FILES)


def test_half_a_character_from_a_target_spoils_no_file(tmp_path: Path) -> None:
    failed = row_result("fail", message="a\ud800", expected="\ud800b", actual="\udfff", exchanges=(0,))

    write_reports(run_result(failed, exchanges=(exchange(b'{"a":"\\ud800"}'),)), tmp_path)

    texts = {file.name: file.read_text("utf-8") for file in tmp_path.iterdir()}
    assert set(texts) == set(REPORT_FILES)
    assert json.loads(texts["report.json"])["requirements"][0]["message"] == "a?"


def test_a_curl_line_names_the_key_and_does_not_hold_it() -> None:
    line = curl_line(exchange(method="POST", path="/travel/bookings", sent=b'{"name": "O\'Hara"}'))

    assert line == (
        """curl -i -X POST http://target.example/api/v1/travel/bookings -H "X-Api-Key: $API_KEY\""""
        """ --data-raw '{"name": "O'"'"'Hara"}'"""
    )


def test_a_curl_line_can_send_bytes_that_are_not_text() -> None:
    line = curl_line(exchange(method="POST", sent=b"\xff"))

    assert line.startswith("echo /w== | base64 -d | curl -i -X POST")


@pytest.mark.parametrize(
    ("text", "shown"),
    [('{"fee":85.00}', '{\n  "fee": 85.00\n}'), ("[1,2]", "[\n  1,\n  2\n]"), ("<html>", "<html>"), ("", "")],
)
def test_bodies_are_indented_and_numbers_stay_as_sent(text: str, shown: str) -> None:
    assert indented(text) == shown


def test_a_header_of_a_recording_puts_no_command_into_a_curl_line() -> None:
    seen = exchange()
    request = replace(seen.request, headers=(("X`touch /tmp/x`$(id)", "$API_KEY"),))

    line = curl_line(replace(seen, request=request))

    assert line.endswith("""-H 'X`touch /tmp/x`$(id): '"$API_KEY\"""")
