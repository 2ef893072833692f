"""First contact writes a target file that the suite accepts, says what it did not learn, and leaves nothing behind."""

import json
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import httpx
import pytest

from conformance.catalogue.files import load_catalogue
from conformance.evidence.exchanges import Request, Response
from conformance.first_contact import contact
from conformance.first_contact.findings import ContactFindings
from conformance.first_contact.sandbox import declared_beside
from conformance.first_contact.target_text import KEYS, target_text
from conformance.target.describing import describe_target
from conformance.text.visible import is_visible
from tests.conformance.conftest import Command
from tests.conformance.killed_runs import JOURNAL_THAT_LEFT_A_BOOKING
from tests.conformance.small_operations import SmallTarget
from tests.sandbox.servers import Server, serving

KEY = "key-of-alpha"


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Server]:
    with serving("--ephemeral") as server:
        yield server


@pytest.fixture
def hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    """A target without a control plane, like any target but our sandbox."""
    monkeypatch.setattr(contact, "declared_beside", lambda *_: {})


def in_environment(monkeypatch: pytest.MonkeyPatch, world: str) -> None:
    monkeypatch.setenv("TEESHEET_API_KEY", f"sbx_{world}_alpha")
    monkeypatch.setenv("TEESHEET_SECOND_API_KEY", f"sbx_{world}_bravo")


def declared(file: Path) -> Mapping[str, Any]:
    return tomllib.loads(file.read_text("utf-8"))


@pytest.mark.whole
def test_our_sandbox_is_conformant_by_the_file_that_first_contact_writes(
    sandbox: Server, command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_environment(monkeypatch, "init-whole")
    written = command("init", sandbox.address, "--write", "-o", tmp_path / "target.toml")

    checked = command("check", "--target", tmp_path / "target.toml", "--report", tmp_path / "report", "--seed", 1)

    assert written.exit_code == 0, written.output
    assert checked.exit_code == 0, checked.output
    counts = json.loads((tmp_path / "report" / "report.json").read_text())["counts"]
    assert (counts["untested"], counts["inconclusive"]) == (0, 0)


def test_what_it_learns_by_itself_is_true(
    sandbox: Server, hidden: None, command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_environment(monkeypatch, "init-alone")
    file = tmp_path / "target.toml"
    command("init", sandbox.address, "--write", "-o", file)

    rows = [row.id for row in load_catalogue() if row.id[:3] in ("HLD", "HOK", "JWT", "WHK", "TRM")]
    command("check", "--target", file, "--report", tmp_path / "report", "--seed", 1, "--only", ",".join(rows))

    found = json.loads((tmp_path / "report" / "report.json").read_text())["requirements"]
    assert {
        row["id"]: row["message"] for row in found if row["selected"] and row["verdict"] in ("fail", "broken")
    } == {}
    assert declared(file)["declares"] == {"hold_id": "body:holdId", "webhook_id": "data.id", "may_send_bad_keys": True}
    assert declared(file)["tokens"]["refresh_request"] == {"refreshToken": "{refresh_token}"}
    assert declared(file)["hooks"]["expires_at"] == "data.expiresAt"
    assert "levers" not in declared(file)


def test_everything_it_made_is_gone_again(
    sandbox: Server, command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_environment(monkeypatch, "init-gone")
    command("init", sandbox.address, "--write", "-o", tmp_path / "target.toml")

    headers = {"X-Api-Key": "sbx_init-gone_alpha"}
    bookings = httpx.get(f"{sandbox.address}/api/v1/travel/bookings?pageSize=100", headers=headers).json()["data"]
    webhooks = httpx.get(f"{sandbox.address}/api/v1/webhooks", headers=headers).json()["data"]
    assert {booking["status"] for booking in bookings} == {"cancelled"}
    assert webhooks == []
    assert [file.name for file in tmp_path.iterdir()] == ["target.toml"]


def test_without_leave_to_write_nothing_but_get_is_sent(
    small_target: SmallTarget, command: Command, tmp_path: Path
) -> None:
    result = command("init", small_target.base_url, "--api-key", KEY, "-o", tmp_path / "target.toml")

    assert result.exit_code == 0, result.output
    assert {method for method, _ in small_target.requests} == {"GET"}


def test_a_target_without_webhooks_is_said_to_have_none(
    small_target: SmallTarget, command: Command, tmp_path: Path
) -> None:
    command("init", small_target.base_url, "--api-key", KEY, "-o", tmp_path / "target.toml")

    written = " ".join((tmp_path / "target.toml").read_text("utf-8").replace("#", "").split())
    assert "GET /webhooks answered 404. Declare wh if this target need not have webhooks." in written


def test_the_journal_of_an_earlier_contact_is_kept(small_target: SmallTarget, command: Command, tmp_path: Path) -> None:
    earlier = tmp_path / "t.toml.journal.jsonl"
    earlier.write_text(JOURNAL_THAT_LEFT_A_BOOKING)

    result = command("init", small_target.base_url, "--api-key", KEY, "-o", tmp_path / "t.toml")

    (kept,) = tmp_path.glob("*-t.toml.journal.jsonl")
    assert kept.read_text() == JOURNAL_THAT_LEFT_A_BOOKING
    assert f"teesheet sweep {kept}" in result.stderr


def test_the_file_never_holds_a_key(small_target: SmallTarget, command: Command, tmp_path: Path) -> None:
    result = command(
        "init", small_target.base_url, "--api-key", KEY, "--second-api-key", "key-of-bravo", "-o", tmp_path / "t.toml"
    )

    assert "key-of-" not in (tmp_path / "t.toml").read_text("utf-8") + result.output
    assert declared(tmp_path / "t.toml")["keys"] == {
        "api_key_env": "TEESHEET_API_KEY",
        "second_api_key_env": "TEESHEET_SECOND_API_KEY",
    }


def test_an_address_without_a_version_is_completed(small_target: SmallTarget, command: Command, tmp_path: Path) -> None:
    command("init", small_target.base_url.removesuffix("/api/v1"), "--api-key", KEY, "-o", tmp_path / "t.toml")

    assert declared(tmp_path / "t.toml")["base_url"] == small_target.base_url


def test_a_file_that_is_there_is_kept(small_target: SmallTarget, command: Command, tmp_path: Path) -> None:
    (tmp_path / "t.toml").write_text("mine = true")

    result = command("init", small_target.base_url, "--api-key", KEY, "-o", tmp_path / "t.toml")

    assert (result.exit_code, (tmp_path / "t.toml").read_text()) == (2, "mine = true")
    assert "replace the file with --force" in result.stderr
    assert small_target.requests == []


def test_a_file_that_is_there_is_replaced_by_force(small_target: SmallTarget, command: Command, tmp_path: Path) -> None:
    (tmp_path / "t.toml").write_text("mine = true")

    command("init", small_target.base_url, "--api-key", KEY, "-o", tmp_path / "t.toml", "--force")

    assert "mine" not in declared(tmp_path / "t.toml")


@pytest.mark.parametrize(
    ("address", "words"),
    [("http://127.0.0.1:9/api/v1", "cannot be reached"), ("http://127.0.0.1:9", "No address below"), ("nonsense", "")],
)
def test_a_target_that_does_not_answer_exits_2(address: str, words: str, command: Command, tmp_path: Path) -> None:
    result = command("init", address, "--api-key", "x", "-o", tmp_path / "t.toml")

    assert (result.exit_code, result.stderr.count("\n"), (tmp_path / "t.toml").exists()) == (2, 1, False)
    assert words in result.stderr


def test_every_key_of_the_file_is_one_that_the_suite_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    findings = ContactFindings()
    for key in KEYS:
        findings.learn(f"{key.section}.{key.name}", key.example, "For a test.")
        monkeypatch.setenv("TEESHEET_API_KEY", "a-key")
        monkeypatch.setenv("TEESHEET_SECOND_API_KEY", "b-key")

    document = tomllib.loads(target_text("http://a.example/api/v1", findings))

    assert describe_target(None, None, None, document).second_api_key == "b-key"
    assert {f"{key.section}.{key.name}" for key in KEYS} == {
        f"{section}.{name}" for section, keys in document.items() if isinstance(keys, dict) for name in keys
    }


def test_a_key_that_was_not_learnt_stands_in_a_comment() -> None:
    text = target_text("http://a.example/api/v1", ContactFindings())

    assert list(tomllib.loads(text)) == ["base_url"]
    assert [key for key in KEYS if f"\n# {key.name} = " not in text] == []


@pytest.mark.parametrize("value", ["\n[keys]", '"quoted"', "back\\slash", "\x7f\x01\x9b\u202e\U000e0001", "naïve"])
def test_what_a_target_says_stays_a_value_or_a_comment(value: str) -> None:
    findings = ContactFindings()
    findings.learn("courses.offline", value, f"The target said {value}.")

    text = target_text("http://a.example/api/v1", findings)

    assert tomllib.loads(text) == {"base_url": "http://a.example/api/v1", "courses": {"offline": value}}
    assert is_visible(text)


def test_a_lever_that_stands_elsewhere_is_not_taken() -> None:
    class Beside:
        def exchange(self, request: Request) -> Response:
            assert [name for name, _ in request.headers if name == "X-Api-Key"] == []
            near, far = ('{url = "http://a.example/x/{id}"}', '{url = "http://elsewhere.example/{id}"}')
            return Response(200, (), f"[levers]\ncourse_confirm = {near}\ncourse_decline = {far}\n".encode())

    assert list(declared_beside("http://a.example/api/v1", Beside())["levers"]) == ["course_confirm"]
