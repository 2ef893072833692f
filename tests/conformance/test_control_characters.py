"""A target that sends terminal commands: everything shown to a person shows them escaped, and nothing obeys them."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from conformance.report.curl import curl_line
from conformance.text.visible import visible, visible_json
from tests.conformance.bad_target import Asked, behaving, response, sending, spoilt
from tests.conformance.conftest import Command
from tests.conformance.made_up import exchange

# Clears the screen and names the window, by 7-bit and by 8-bit commands; turns the reading direction; ends a line.
COMMANDS = "\x1b[2J\x1b]0;owned\x07\x9b31m\u202e\u2028\x7f\b"
ROWS = "PAG-03,CRS-01,CRS-05,TRM-05,PRC-01,AVT-01,BKC-13,ENV-02"
OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def commanding(_asked: Asked, answer: bytes) -> bytes:
    """Ends each text of an answer with the commands; and every country is a wrong one, so that rows fail."""
    body = json.loads(answer.partition(b"\r\n\r\n")[2])
    return response(json.dumps(_with_commands(body)).encode(), "Content-Type: application/json")


def _with_commands(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _with_commands(item) for name, item in value.items()}
    if isinstance(value, list):
        return [_with_commands(item) for item in value]
    return f"{value}{COMMANDS}" if isinstance(value, str) else value


def test_what_a_target_sends_reaches_the_terminal_and_the_reports_escaped(command: Command, tmp_path: Path) -> None:
    with behaving(spoilt(commanding)) as target:
        keys = ("--api-key", "key-of-alpha", "--seed", 7)
        result = command("check", target.base_url, *keys, "--only", ROWS, "--report", tmp_path)

    assert result.exit_code == 1
    assert "\\x1b[2J" in result.stdout
    assert OBEYED.findall(result.output) == []
    for file in sorted(tmp_path.iterdir()):
        assert OBEYED.findall(file.read_text("utf-8")) == [], file.name
    assert "\\x1b[2J" in (tmp_path / "report.html").read_text("utf-8")
    assert "\\x1b[2J" in (tmp_path / "junit.xml").read_text("utf-8")


def test_the_reason_why_a_run_cannot_start_is_shown_escaped(command: Command, tmp_path: Path) -> None:
    page = response(b"<html>", f"Content-Type: text/{COMMANDS.encode().decode('latin-1')}")
    with behaving(sending(page)) as target:
        result = command("check", target.base_url, "--api-key", "k", "--report", tmp_path)

    assert result.exit_code == 2
    assert OBEYED.findall(result.output) == []


def test_a_recording_keeps_what_was_sent_although_its_file_shows_it_escaped(command: Command, tmp_path: Path) -> None:
    with behaving(spoilt(commanding)) as target:
        command("check", target.base_url, "--api-key", "key-of-alpha", "--only", "CRS-05", "--report", tmp_path)

    entries = json.loads((tmp_path / "exchanges.har").read_bytes())["log"]["entries"]
    assert any(
        COMMANDS in json.loads(entry["response"]["content"]["text"]).get("data", [{}])[0].get("name", "")
        for entry in entries[:1]
    )


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain: Ståle's café, 高尔夫", "plain: Ståle's café, 高尔夫"),
        ("two\nlines\tand a tab", "two\nlines\tand a tab"),
        ("\x1b[2J", "\\x1b[2J"),
        ("\x9b\u202e\U000e0001", "\\x9b\\u202e\\U000e0001"),
        ("half \ud800", "half \\ud800"),
        ("a\r\nb", "a\\r\nb"),
    ],
)
def test_what_does_not_print_is_shown_by_its_number(text: str, shown: str) -> None:
    assert visible(text) == shown


def test_escaped_json_means_the_same() -> None:
    value = {"name": f"Åse 高 \U000e0001 {COMMANDS}"}
    document = json.dumps(value, ensure_ascii=False).encode()

    escaped = visible_json(document)

    assert json.loads(escaped) == value
    assert "Åse 高".encode() in escaped
    assert OBEYED.findall(escaped.decode()) == []


def test_a_curl_line_sends_control_characters_without_holding_any() -> None:
    line = curl_line(exchange(method="POST", path="/travel/bookings", sent="{'a': '\x1b\u202e'}".encode()))

    assert line.endswith(r"""--data-raw $'{\'a\': \'\x1b\xe2\x80\xae\'}'""")
