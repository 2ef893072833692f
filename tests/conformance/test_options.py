"""The options of `teesheet check` about keys and the wire: what they do, what they refuse, what they never show."""

import re
import stat
import tomllib
from pathlib import Path

import click
import pytest

from conformance.commands.check import check
from conformance.target.connection import WireSettings
from conformance.target.declarations import TargetError
from conformance.target.describing import describe_target
from conformance.target.target import Target
from tests.conformance.bad_target import Asked, behaving, conforming, response, spoilt
from tests.conformance.conftest import Command
from tests.conformance.small_operations import SmallTarget

PAGE = (Path(__file__).parents[2] / "docs" / "suite.md").read_text("utf-8")
KEY = "key-of-alpha"


def described(text: str, **options: object) -> Target:
    return describe_target("http://line.example/api/v1", "a-key", None, tomllib.loads(text), options)


def test_every_option_is_in_the_table_and_the_table_has_no_other() -> None:
    section = PAGE.partition("## Options")[2].partition("\n## ")[0]
    documented = set(re.findall(r"^\| `(--[a-z-]+)", section, re.MULTILINE))

    offered = {name for option in check.params if isinstance(option, click.Option) for name in option.opts}
    assert documented == offered | {"--help"}


def test_the_file_gives_limits_and_connection() -> None:
    text = """
    [limits]
    requests = 500
    rate = 2.5
    concurrency = 4
    tours = 300
    time_budget_seconds = 60
    [connection]
    user_agent = "qa"
    proxy = "http://proxy.example:3128"
    insecure = true
    """

    assert described(text).wire == WireSettings(
        requests=500,
        rate=2.5,
        concurrency=4,
        tours=300,
        time_budget_seconds=60,
        user_agent="qa",
        proxy="http://proxy.example:3128",
        insecure=True,
    )


def test_an_option_wins_over_the_file_and_one_that_is_not_given_does_not() -> None:
    wire = described("[limits]\nrate = 2\nrequests = 500", rate=7.5, requests=None).wire

    assert (wire.rate, wire.requests) == (7.5, 500)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[limits]\nreqests = 5", "unknown key: [limits] reqests. Did you mean 'requests'?"),
        ("[limits]\ntime_budget = 5", "unknown key: [limits] time_budget. Did you mean 'time_budget_seconds'?"),
        ("[conection]\nproxy = 'x'", "unknown key: conection. Did you mean 'connection'?"),
        ("[connection]\nuseragent = 'x'", "unknown key: [connection] useragent. Did you mean 'user_agent'?"),
        ("[keys]\napi_key_fil = 'x'", "unknown key: [keys] api_key_fil. Did you mean 'api_key_file'?"),
        ("limits = 3", "limits must be a table, not 3"),
        ("[limits]\nrequests = 9", "limits.requests must be a whole number of at least 10, not 9"),
        ("[limits]\nrequests = 10.5", "limits.requests must be a whole number of at least 10, not 10.5"),
        ("[limits]\nrate = 0", "limits.rate must be a number of requests per second above 0, not 0"),
        ("[limits]\nrate = nan", "limits.rate must be a number of requests per second above 0, not nan"),
        ("[limits]\nconcurrency = true", "limits.concurrency must be a whole number above 0, not True"),
        ("[limits]\ntime_budget_seconds = inf", "limits.time_budget_seconds must be a number of seconds above 0"),
        ("[connection]\nuser_agent = 'a\tb'", "connection.user_agent must be a text of printable ASCII characters"),
        ("[connection]\nproxy = 'socks5://p:1'", "connection.proxy must be an http or https address like"),
        ("[connection]\ninsecure = 'yes'", "connection.insecure must be true or false, not 'yes'"),
        ("[connection]\nclient_key = 'key.pem'", "A client key needs its certificate: give --client-cert as well."),
        ("[connection]\nca_file = ''", "connection.ca_file must be the path of a PEM file, not ''"),
    ],
)
def test_a_wrong_setting_is_refused_in_a_sentence(text: str, complaint: str) -> None:
    with pytest.raises(TargetError) as refusal:
        described(text)

    assert complaint in str(refusal.value)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("--rate", "0"), "--rate must be a number of requests per second above 0, not 0.0."),
        (("--rate", "nan"), "--rate must be a number of requests per second above 0, not nan."),
        (("--requests", "3"), "--requests must be a whole number of at least 10, not 3."),
        (("--tours", "-1"), "--tours must be a whole number, not -1."),
        (("--concurrency", "0"), "--concurrency must be a whole number above 0, not 0."),
        (("--time-budget", "-1"), "--time-budget must be a number of seconds above 0, not -1.0."),
        (("--user-agent", ""), "--user-agent must be a text of printable ASCII characters, not ''."),
        (("--proxy", "proxy.example"), "--proxy must be an http or https address like http://proxy.example:3128."),
        (("--ca-file", "/no/such.pem"), "The file /no/such.pem of --ca-file is not a readable PEM file"),
        (("--client-cert", "/no/such.pem"), "The client certificate cannot be read from /no/such.pem"),
        (("--client-key", "/no/such.pem"), "A client key needs its certificate"),
        (("--api-key-file", "/no/such"), "The key file /no/such cannot be read: No such file or directory."),
    ],
)
def test_a_wrong_option_exits_2_with_one_sentence(
    command: Command, tmp_path: Path, arguments: tuple[str, str], complaint: str
) -> None:
    keys = () if "--api-key-file" in arguments else ("--api-key", "x")

    result = command("check", "http://127.0.0.1:9/api/v1", *keys, "--report", tmp_path, *arguments)

    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert complaint in result.stderr


def key_file(folder: Path, text: str, mode: int = 0o600) -> Path:
    file = folder / "key"
    file.write_text(text)
    file.chmod(mode)
    return file


def test_a_key_may_come_from_a_file(small_target: SmallTarget, command: Command, tmp_path: Path) -> None:
    file = key_file(tmp_path, f"  {KEY} \nsecond line\n")

    result = command(
        "check", small_target.base_url, "--api-key-file", file, "--only", "PAG-03", "--report", tmp_path / "report"
    )

    assert (result.exit_code, "Warning" in result.stderr) == (0, False)


def test_a_key_file_that_others_may_read_is_used_with_a_warning(
    small_target: SmallTarget, command: Command, tmp_path: Path
) -> None:
    file = key_file(tmp_path, KEY, 0o600 | stat.S_IROTH)

    result = command(
        "check", small_target.base_url, "--api-key-file", file, "--only", "PAG-03", "--report", tmp_path / "report"
    )

    assert result.exit_code == 0
    assert f"Warning: others on this machine may read the key file {file}." in result.stderr


def test_the_target_file_may_name_a_key_file(small_target: SmallTarget, tmp_path: Path) -> None:
    file = key_file(tmp_path, KEY)

    target = describe_target(small_target.base_url, None, None, {"keys": {"api_key_file": str(file)}})

    assert target.api_key == KEY


@pytest.mark.parametrize(("text", "complaint"), [("\nkey", "has no key in its first line"), ("", "has no key")])
def test_a_key_file_without_a_key_is_refused(tmp_path: Path, text: str, complaint: str) -> None:
    with pytest.raises(TargetError, match=complaint):
        describe_target("http://x/v1", None, None, {"keys": {"api_key_file": str(key_file(tmp_path, text))}})


@pytest.mark.parametrize("key", ["ключ", "two\nlines", "   "])
def test_a_key_that_no_header_can_carry_is_refused_and_not_repeated(key: str) -> None:
    with pytest.raises(TargetError, match="holds a character that no header can carry") as refusal:
        describe_target("http://x/v1", key, None, {})

    assert key not in str(refusal.value)


def test_a_key_and_its_file_together_are_refused(command: Command, tmp_path: Path) -> None:
    file = key_file(tmp_path, KEY)

    result = command("check", "http://127.0.0.1:9/api/v1", "--api-key", "x", "--api-key-file", file)

    assert (result.exit_code, "Give either --api-key or --api-key-file, not both." in result.stderr) == (2, True)


def test_the_run_names_itself_as_its_option_says(command: Command, tmp_path: Path) -> None:
    with behaving(conforming()) as target:
        command(
            *("check", target.base_url, "--api-key", KEY, "--only", "PAG-03,BKC-13", "--report", tmp_path),
            *("--user-agent", "qa-of-links/2"),
        )

    assert {asked.header("user-agent") for asked in target.asked} == {"qa-of-links/2"}


def repeating_keys(asked: Asked, answer: bytes) -> bytes:
    """Refuses, and repeats the key in body, header and address, as careless services do."""
    if asked.number <= 3:
        return answer
    key = asked.header("x-api-key")
    body = f'{{"detail": "The key {key} and $API are fine", "data": [{{"id": "{key}"}}]}}'
    return response(body.encode(), "Content-Type: application/json", f"X-Your-Key: {key}", status="500 Oops")


def test_keys_and_the_password_of_a_proxy_are_nowhere(command: Command, tmp_path: Path) -> None:
    secrets = (KEY, "key-of-bravo", "proxy-password")
    with behaving(spoilt(repeating_keys)) as target:
        proxy = target.base_url.removesuffix("/api/v1").replace("://", "://qa:proxy-password@")
        result = command(
            *("check", "http://tee.example/api/v1", "--api-key", KEY, "--second-api-key", "key-of-bravo"),
            *("--only", "PAG-03,PAG-05,CRS-05,BKC-13,AUT-09", "--proxy", proxy, "--report", tmp_path, "--seed", 1),
        )

    written = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    assert len(written) >= 6
    assert "proxy-authorization" in target.asked[0].head.lower()
    assert [secret for secret in secrets if secret in result.output] == []
    assert [(name, secret) for name, text in written.items() for secret in secrets if secret.encode() in text] == []


def test_a_key_that_a_redirect_repeats_is_not_shown(command: Command, tmp_path: Path) -> None:
    def away(asked: Asked, _answer: bytes) -> bytes:
        return response(b"", f"Location: http://x.example/?key={asked.header('x-api-key')}", status="302 Found")

    with behaving(spoilt(away)) as target:
        result = command("check", target.base_url, "--api-key", KEY, "--report", tmp_path)

    assert (result.exit_code, KEY in result.output) == (2, False)


def test_a_proxy_that_is_refused_is_not_repeated(command: Command, tmp_path: Path) -> None:
    proxy = "socks5://qa:proxy-password@proxy.example"

    result = command("check", "http://127.0.0.1:9/api/v1", "--api-key", "x", "--proxy", proxy, "--report", tmp_path)

    assert (result.exit_code, "proxy-password" in result.output) == (2, False)


@pytest.mark.parametrize(("bypass", "through"), [("", True), ("tee.example", False)])
def test_the_proxies_of_the_environment_count(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bypass: str, through: bool
) -> None:
    with behaving(conforming()) as proxy:
        monkeypatch.setenv("HTTP_PROXY", proxy.base_url.removesuffix("/api/v1"))
        monkeypatch.setenv("http_proxy", proxy.base_url.removesuffix("/api/v1"))
        monkeypatch.setenv("NO_PROXY", bypass)
        monkeypatch.setenv("no_proxy", bypass)
        command("check", "http://tee.example/api/v1", "--api-key", KEY, "--only", "PAG-03", "--report", tmp_path)

    assert bool(proxy.asked) is through


def test_a_proxy_of_the_environment_of_another_kind_is_refused_in_a_sentence(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ALL_PROXY", "socks5://proxy.example:1080")
    monkeypatch.setenv("all_proxy", "socks5://proxy.example:1080")

    result = command("check", "http://tee.example/api/v1", "--api-key", KEY, "--report", tmp_path)

    assert (result.exit_code, "neither http nor https" in result.stderr) == (2, True)


@pytest.mark.parametrize(
    ("round_trip_seconds", "lanes"), [(0.0, 4), (0.024, 4), (0.025, 8), (0.074, 8), (0.075, 14), (2.0, 14)]
)
def test_the_farther_the_target_the_more_lanes(round_trip_seconds: float, lanes: int) -> None:
    assert WireSettings().lanes(round_trip_seconds) == lanes
    assert WireSettings(concurrency=3).lanes(round_trip_seconds) == 3
