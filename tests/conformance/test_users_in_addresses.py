"""An address with user and password: both go to the target as a header, and no output shows them."""

import base64
import socket
from pathlib import Path

import pytest

from conformance.target.addresses import without_user
from conformance.target.declarations import TargetError
from conformance.target.describing import describe_target
from conformance.target.target_files import read_target_file
from tests.conformance.bad_target import Asked, Behaviour, answer_of, behaving, response
from tests.conformance.conftest import Command
from tests.conformance.small_operations import SmallTarget

USER, PASSWORD = "ada", "s3"
BASIC = f"Basic {base64.b64encode(b'ada:s3').decode()}"
ROWS = "PAG-03,CRS-05,BKC-13,ENV-02"


def guarded() -> Behaviour:
    """The small target behind a proxy that wants user and password."""
    target = SmallTarget()

    def behave(asked: Asked, connection: socket.socket) -> None:
        allowed = asked.header("authorization") == BASIC
        refused = response(b"", "WWW-Authenticate: Basic", status="401 Unauthorized")
        connection.sendall(answer_of(target, asked) if allowed else refused)

    return behave


def test_user_and_password_reach_the_target_and_nothing_that_is_shown(command: Command, tmp_path: Path) -> None:
    with behaving(guarded()) as target:
        address = target.base_url.replace("http://", f"http://{USER}:{PASSWORD}@")
        keys = ("--api-key", "key-of-alpha", "--second-api-key", "key-of-bravo", "--seed", 7)
        result = command("check", address, *keys, "--only", ROWS, "--report", tmp_path)

    assert result.exit_code == 0, result.output
    assert f"{USER}:{PASSWORD}" not in result.output
    shown = {file.name: file.read_text("utf-8") for file in tmp_path.iterdir()}
    assert [name for name, text in shown.items() if f"{USER}:{PASSWORD}" in text or BASIC in text] == []
    assert len(shown) == 7


def test_a_run_that_cannot_start_does_not_show_the_password(command: Command, tmp_path: Path) -> None:
    address = f"http://{USER}:{PASSWORD}@127.0.0.1:9/api/v1"

    result = command("check", address, "--api-key", "key-of-alpha", "--report", tmp_path)

    assert result.exit_code == 2
    assert f"{USER}:{PASSWORD}" not in result.output


@pytest.mark.parametrize("command_line", [("plan",), ("init", "--output", "{folder}/target.toml")])
def test_other_commands_do_not_show_the_password(
    command_line: tuple[str, ...], command: Command, tmp_path: Path
) -> None:
    name, *options = [word.format(folder=tmp_path) for word in command_line]
    with behaving(guarded()) as target:
        address = target.base_url.replace("http://", f"http://{USER}:{PASSWORD}@")
        result = command(name, address, "--api-key", "key-of-alpha", *options)

    assert result.exit_code == 0, result.output
    texts = [result.output, *(file.read_text("utf-8") for file in tmp_path.iterdir())]
    assert [text for text in texts if f"{USER}:{PASSWORD}" in text or BASIC in text] == []


def test_a_target_file_behind_a_password_is_fetched_and_its_failure_shows_none() -> None:
    def serve(asked: Asked, connection: socket.socket) -> None:
        allowed = asked.header("authorization") == BASIC
        found = response(b'base_url = "http://a.example/api/v1"') if allowed else response(b"", status="401 No")
        connection.sendall(found)

    with behaving(serve) as server:
        place = server.base_url.replace("http://", f"http://{USER}:{PASSWORD}@")
        found = read_target_file(place)
    with pytest.raises(TargetError) as failure:
        read_target_file(place)

    assert found == {"base_url": "http://a.example/api/v1"}
    assert PASSWORD + "@" not in str(failure.value)


def test_the_user_of_a_lever_becomes_a_header() -> None:
    lever = {"url": f"https://{USER}:{PASSWORD}@lab.example/clock?to={{moment}}"}

    target = describe_target("http://a.example/api/v1", "k", None, {"levers": {"clock_advance": lever}})

    assert target.levers.clock_advance is not None
    assert target.levers.clock_advance.url == "https://lab.example/clock?to={moment}"
    assert target.levers.clock_advance.headers == (("Authorization", BASIC),)


@pytest.mark.parametrize(
    ("address", "declared", "words"),
    [
        ("http://ada:s3@a.example/v1", {"connection": {"headers": {"authorization": "Basic eA=="}}}, "Give one of"),
        ("http://ada:s3@a.example/v1", {"keys": {"header": "Authorization"}}, "the address no user"),
        ("http://[::1/v1", {}, "is not an http or https address"),
        (None, {"base_url": "http://a.example/v1", "levers": {"clock_read": {"url": "http://[x/"}}}, "clock_read.url"),
        (
            "http://a.example/v1",
            {"levers": {"clock_read": {"url": "http://{api_key}@b.example/"}}},
            "Use levers.clock_read.headers",
        ),
    ],
)
def test_what_cannot_be_sent_is_refused(address: str | None, declared: dict[str, object], words: str) -> None:
    with pytest.raises(TargetError, match=words) as failure:
        describe_target(address, "key-of-alpha", None, declared)

    assert PASSWORD not in str(failure.value)


@pytest.mark.parametrize(
    ("address", "parts"),
    [
        ("http://a.example/v1", ("http://a.example/v1", None)),
        ("http://ada@a.example:8080/v1", ("http://a.example:8080/v1", "Basic YWRhOg==")),
        ("http://a%40b:c%3Ad@[::1]/v1", ("http://[::1]/v1", "Basic YUBiOmM6ZA==")),
    ],
)
def test_an_address_is_parted(address: str, parts: tuple[str, str | None]) -> None:
    assert without_user(address) == parts


def test_the_user_of_the_target_file_counts_for_its_own_address_alone() -> None:
    declared = {"base_url": f"http://{USER}:{PASSWORD}@a.example/api/v1"}

    same = describe_target("http://a.example/api/v1", "k", None, declared)
    other = describe_target("http://b.example/api/v1", "k", None, declared)

    assert (("Authorization", BASIC) in same.wire.headers, other.wire.headers) == (True, ())


def test_a_redirect_of_a_target_file_does_not_carry_the_user_to_another_host() -> None:
    heard: list[str] = []

    def elsewhere(asked: Asked, connection: socket.socket) -> None:
        heard.append(asked.header("authorization"))
        connection.sendall(response(b'base_url = "http://a.example/api/v1"'))

    with behaving(elsewhere) as other:

        def moved(_asked: Asked, connection: socket.socket) -> None:
            connection.sendall(response(b"", f"Location: {other.base_url}", status="302 Found"))

        with behaving(moved) as server:
            read_target_file(server.base_url.replace("http://", f"http://{USER}:{PASSWORD}@"))

    assert heard == [""]
