"""The target file: what it gives, what wins over it, and what it refuses."""

import tomllib
from pathlib import Path

import pytest

from conformance.target.channels import ReceiverFacts
from conformance.target.declarations import TargetError
from conformance.target.describing import describe_target
from conformance.target.levers import Lever
from conformance.target.target import About, BookingCode, Placement, Target
from conformance.target.target_files import read_target_file

FILE = """
base_url = "http://file.example/api/v1"
[about]
name = "Golf API"
version = "4.2"
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
[levers.clock_read]
url = "http://lab.example/clock"
moment = "now"
[levers.clock_advance]
url = "http://lab.example/clock?by={seconds}"
method = "PUT"
headers = {X-Lab = "{api_key}"}
json = {to = "{moment}"}
[hooks]
body = {course = "{course_id}", seats = "{players}"}
id = "hook.id"
[groups]
players = {names = ["Ada"]}
"""


@pytest.fixture
def declared(monkeypatch: pytest.MonkeyPatch) -> Target:
    """The target that `FILE` describes."""
    monkeypatch.setenv("KEY_OF_BRAVO", "from-the-environment")
    return describe_target(None, None, None, tomllib.loads(FILE))


def test_the_file_gives_the_address(declared: Target) -> None:
    assert declared.base_url == "http://file.example/api/v1"


def test_about_names_the_implementation(declared: Target) -> None:
    assert declared.about == About("Golf API", "4.2")


def test_keys_are_in_the_file_or_in_the_environment(declared: Target) -> None:
    assert (declared.api_key, declared.second_api_key) == ("from-the-file", "from-the-environment")


def test_declares_says_how_the_target_differs(declared: Target) -> None:
    found = (declared.hold_id, declared.may_send_bad_keys, declared.absent)

    assert found == (Placement("body", "holdId"), False, {"jwt"})


def test_courses_names_courses_and_regions(declared: Target) -> None:
    assert declared.courses.booking_code == BookingCode("ESMAL014", "crs_00000001")
    assert declared.courses.region_id == "andalusia"


def test_without_a_booking_code_a_further_one_takes_its_place() -> None:
    further = {"courses": {"further_booking_codes": {"FRNAQ015": "crs_00000007"}}}

    target = describe_target("http://a.example/api/v1", "x", None, further)

    assert target.courses.booking_code == BookingCode("FRNAQ015", "crs_00000007")


def test_budgets_are_in_seconds(declared: Target) -> None:
    assert declared.budgets.visibility_seconds == 2.0


def test_a_lever_needs_only_an_address(declared: Target) -> None:
    assert declared.levers.clock_read == Lever("clock_read", "GET", "http://lab.example/clock", moment="now")


def test_a_lever_has_a_method_headers_and_a_body(declared: Target) -> None:
    assert declared.levers.clock_advance == Lever(
        "clock_advance",
        "PUT",
        "http://lab.example/clock?by={seconds}",
        (("X-Lab", "{api_key}"),),
        {"to": "{moment}"},
    )


def test_a_lever_that_the_file_does_not_name_is_absent(declared: Target) -> None:
    assert declared.levers.course_confirm is None


def test_hooks_gives_the_body_and_the_place_of_the_id(declared: Target) -> None:
    assert (declared.hooks.body, declared.hooks.id) == ({"course": "{course_id}", "seats": "{players}"}, "hook.id")


def test_groups_gives_the_players(declared: Target) -> None:
    assert declared.groups.players == {"names": ["Ada"]}


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
        ('[about]\nversion = "4.2"', "[about] has a version and no name"),
        ('[course]\nregion_id = "x"', "unknown key: course. Did you mean 'courses'?"),
        ('[keys]\napi_kei = "x"', "unknown key: [keys] api_kei. Did you mean 'api_key'?"),
        ('[declares]\nholdid = "body:x"', "unknown key: [declares] holdid. Did you mean 'hold_id'?"),
        ('[courses.booking_code]\nkode = "x"', "unknown key: [courses.booking_code] kode. Did you mean 'code'?"),
        ('[courses.booking_code]\ncode = "x"', "booking_code needs both code and id"),
        ('[courses.other_booking_code]\nid = "x"', "other_booking_code needs both code and id"),
        (
            "[courses.further_booking_codes]\nFR1 = 3",
            "further_booking_codes.FR1 must be a text that is not empty, not 3",
        ),
        ('[declares]\nhold_id = "holdId"', "hold_id must look like body:holdId"),
        ('[declares]\nhold_id = "cookie:holdId"', "hold_id must look like body:holdId"),
        ('[declares]\nmay_send_bad_keys = "no"', "may_send_bad_keys must be true or false, not 'no'"),
        ('[declares]\nabsent = ["webhook"]', "unknown capability 'webhook'"),
        ("[budgets]\ntimeout_seconds = 0", "timeout_seconds must be a number of seconds above 0, not 0"),
        ("[budgets]\ntimeout_seconds = true", "timeout_seconds must be a number of seconds above 0, not True"),
        ("keys = 3", "keys must be a table, not 3"),
        ('[receiver]\npublic_uri = "x"', "unknown key: [receiver] public_uri. Did you mean 'public_url'?"),
        (
            '[receiver]\npublic_url = "tunnel.example"',
            "--receiver-url, must be an http or https address",
        ),
        (
            '[receiver]\nlisten = "9000"',
            "--receiver-listen, must look like 0.0.0.0:9000, not '9000'",
        ),
        ('[receiver]\nlisten = "0.0.0.0:99999"', "--receiver-listen, must look like 0.0.0.0:9000, not '0.0.0.0:99999'"),
        ("[tokens]\nrequest = 3", "request must be a table, not 3"),
        ('[tokens]\npresented = "Bearer {jwt}"', "tokens has {jwt}, which has no value"),
        ("[courses]\nregion_id = 3", "region_id must be a text that is not empty, not 3"),
        ("[levers.clock_advanse]", "unknown key: [levers] clock_advanse. Did you mean 'clock_advance'?"),
        ('[levers.clock_read]\nuri = "x"', "unknown key: [levers.clock_read] uri. Did you mean 'url'?"),
        ("[levers]\nclock_read = 3", "clock_read must be a table, not 3"),
        ("[levers.clock_read]", "levers.clock_read.url must be an http or https address, not ''"),
        ('[levers.clock_read]\nurl = "/clock"', "levers.clock_read.url must be an http or https address"),
        (
            '[levers.clock_read]\nurl = "http://x/"\nmethod = "LOOK"',
            "levers.clock_read.method must be one of GET, POST, PUT, PATCH, DELETE, not 'LOOK'",
        ),
        (
            '[levers.clock_read]\nurl = "http://x/"\nheaders = {X = 3}',
            "levers.clock_read.headers must be a table of texts",
        ),
        (
            '[levers.clock_advance]\nurl = "http://x/"\njson = {hours = 1}',
            "levers.clock_advance must contain {minutes} or {moment} or {seconds}, or every pull would do the same",
        ),
        (
            '[levers.course_confirm]\nurl = "http://x/"',
            "levers.course_confirm must contain {id}, or every pull would do the same",
        ),
        (
            '[levers.course_confirm]\nurl = "http://x/{booking}"',
            "levers.course_confirm uses {booking}, which has no value there. Known: {api_key}, {id}.",
        ),
        ('[hooks]\nbody = "booking"', "hooks.body must be a table, not 'booking'"),
        ('[hooks.body]\nseats = "{total_players}"', "hooks.body uses {total_players}, which has no value there"),
        ("[hooks]\nid = 3", "hooks.id must be a text that is not empty, not 3"),
        ('[groups]\nplayer = "x"', "unknown key: [groups] player. Did you mean 'players'?"),
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


def test_a_receiver_is_declared_by_two_addresses() -> None:
    declared = tomllib.loads('[receiver]\nlisten = "192.0.2.1:9000"\npublic_url = "https://tunnel.example/golf/"')

    target = describe_target("http://line.example/api/v1", "a-key", None, declared)

    assert target.receiver == ReceiverFacts("192.0.2.1", 9000, "https://tunnel.example/golf")


def test_a_receiver_of_the_command_line_wins_over_the_file() -> None:
    declared = {"receiver": {"listen": "192.0.2.1:9000", "public_url": "https://tunnel.example"}}
    options = {"listen": "192.0.2.1:9001", "public_url": None}

    target = describe_target("http://line.example/api/v1", "a-key", None, declared, {}, options)

    assert target.receiver == ReceiverFacts("192.0.2.1", 9001, "https://tunnel.example")


def test_tokens_are_declared_by_requests_and_places() -> None:
    declared = tomllib.loads('[tokens]\naccess_token = "jwt"\nrefresh_request = {token = "{refresh_token}"}')

    target = describe_target("http://line.example/api/v1", "a-key", None, declared)

    assert target.tokens is not None
    assert target.tokens.access_token == "jwt"  # noqa: S105 - the place of a token, not a token
    assert (target.tokens.request, target.tokens.refresh_request) == (None, {"token": "{refresh_token}"})


def test_tokens_that_are_not_declared_are_none() -> None:
    assert describe_target("http://line.example/api/v1", "a-key", None, {}).tokens is None
