"""The target file: what it gives, what wins over it, and what it refuses."""

import tomllib
from pathlib import Path

import pytest

from conformance.target import BookingCode, Placement, TargetError, describe_target, read_target_file

FILE = """
base_url = "http://file.example/api/v1"
[keys]
api_key = "from-the-file"
second_api_key_env = "KEY_OF_BRAVO"
[declares]
hold_id = "body:holdId"
may_send_bad_keys = false
absent = ["jwt"]
[courses]
booking_code = {code = "ESMAL014", id = "crs_00000001"}
region_id = "andalusia"
[budgets]
visibility_seconds = 2
"""


def test_the_file_says_what_no_document_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KEY_OF_BRAVO", "from-the-environment")

    target = describe_target(None, None, None, tomllib.loads(FILE))

    assert target.base_url == "http://file.example/api/v1"
    assert (target.api_key, target.second_api_key) == ("from-the-file", "from-the-environment")
    assert target.hold_id == Placement("body", "holdId")
    assert target.may_send_bad_keys is False
    assert target.absent == {"jwt"}
    assert target.courses.booking_code == BookingCode("ESMAL014", "crs_00000001")
    assert target.budgets.visibility_seconds == 2.0


def test_the_command_line_wins_over_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KEY_OF_BRAVO", "from-the-environment")

    target = describe_target("http://line.example/api/v1/", "from-the-line", "second", tomllib.loads(FILE))

    assert (target.base_url, target.api_key, target.second_api_key) == (
        "http://line.example/api/v1",
        "from-the-line",
        "second",
    )


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('base_uri = "x"', "unknown key: base_uri. Did you mean 'base_url'?"),
        ('[course]\nregion_id = "x"', "unknown key: course. Did you mean 'courses'?"),
        ('[keys]\napi_kei = "x"', "unknown key: [keys] api_kei. Did you mean 'api_key'?"),
        ('[declares]\nholdid = "body:x"', "unknown key: [declares] holdid. Did you mean 'hold_id'?"),
        ('[courses.booking_code]\nkode = "x"', "unknown key: [courses.booking_code] kode. Did you mean 'code'?"),
        ('[courses.booking_code]\ncode = "x"', "booking_code needs both code and id"),
        ('[declares]\nhold_id = "holdId"', "hold_id must look like body:holdId"),
        ('[declares]\nhold_id = "cookie:holdId"', "hold_id must look like body:holdId"),
        ('[declares]\nmay_send_bad_keys = "no"', "may_send_bad_keys must be true or false, not 'no'"),
        ('[declares]\nabsent = ["webhook"]', "unknown capability 'webhook'"),
        ("[budgets]\ntimeout_seconds = 0", "timeout_seconds must be a number of seconds above 0, not 0"),
        ("[budgets]\ntimeout_seconds = true", "timeout_seconds must be a number of seconds above 0, not True"),
        ("keys = 3", "keys must be a table, not 3"),
        ("[courses]\nregion_id = 3", "region_id must be a text that is not empty, not 3"),
    ],
)
def test_a_wrong_target_file_is_refused_in_a_sentence(text: str, complaint: str) -> None:
    with pytest.raises(TargetError) as refusal:
        describe_target("http://line.example/api/v1", "a-key", None, tomllib.loads(text))

    assert complaint in str(refusal.value)


def test_a_key_from_an_environment_variable_that_is_not_set_is_refused() -> None:
    with pytest.raises(TargetError, match="the environment variable NOT_SET_ANYWHERE, which is not set"):
        describe_target("http://line.example/api/v1", None, None, {"keys": {"api_key_env": "NOT_SET_ANYWHERE"}})


def test_an_address_is_needed() -> None:
    with pytest.raises(TargetError, match="No address was given"):
        describe_target(None, "a-key", None, {})


def test_a_key_is_needed() -> None:
    with pytest.raises(TargetError, match="No API key was given"):
        describe_target("http://line.example/api/v1", None, None, {})


def test_a_file_that_is_not_toml_is_refused(tmp_path: Path) -> None:
    (tmp_path / "target.toml").write_text("base_url: x")

    with pytest.raises(TargetError, match="is not TOML"):
        read_target_file(str(tmp_path / "target.toml"))


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TargetError, match="cannot be read: No such file"):
        read_target_file(str(tmp_path / "target.toml"))


def test_an_address_of_a_file_that_does_not_answer_is_refused() -> None:
    with pytest.raises(TargetError, match="cannot be fetched"):
        read_target_file("http://127.0.0.1:9/target")
